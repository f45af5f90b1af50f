"""What each check of translations costs and prevents: ``python tests/benchmarks/translation_checks.py LABELLED FORMAL``

LABELLED: chains with labelled first errors. FORMAL: two translations of each, JSON lines. ``--changed EDITS``: JSON
lines ``{"chain", "a", "b"}``, each a natural mistranslation as edits of both, ``{"op", "path", "value"}``; it is put
into both translations, and into one of them. A row counts, for a check, the right verdicts on which both translations
agree and that it keeps open, and the wrong ones that it prevents; in brackets those that no other check holds.
"""

from __future__ import annotations

import argparse
import copy
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from verifier.evaluation.intake import labelled
from verifier.evaluation.items import Labelled
from verifier.judging.agreeing import examined
from verifier.judging.agreeing.agreement import Together
from verifier.judging.agreeing.judge import FormalJudge, uncovered
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.translation import Decisions
from verifier.judging.judgements.judgement import State
from verifier.judging.translations.apart import copies
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

Json = dict[str, Any]
SETTLED = (State.PROVED, State.REFUTED)


def edited(row: Json, edits: Sequence[Json]) -> Json:
    """Return a formal chain with some edits, in order."""
    row = copy.deepcopy(row)
    for edit in edits:
        *path, last = edit["path"]
        at: Any = row
        for key in path:
            at = at[key]
        if edit["op"] == "remove":
            del at[last]
        elif edit["op"] == "insert" and isinstance(at, list):
            at.insert(last, edit["value"])
        else:
            at[last] = edit["value"]
    return row


def pairs(rows: Sequence[Json], changes: Sequence[Json]) -> Iterator[tuple[str, FormalChain, FormalChain]]:
    """Yield both translations as they are, and with each mistranslation in both and in one."""
    first, second = rows[:2]
    yield "as made", read_chain(first), read_chain(second)
    for change in changes:
        a, b = (read_chain(edited(row, change[name])) for row, name in ((first, "a"), (second, "b")))
        yield "in both", a, b
        yield "in one", a, read_chain(second)
        yield "in one", read_chain(first), b


def against(judge: FormalJudge, both: Sequence[Decisions], texts: Sequence[str]) -> Iterator[tuple[State, set[str]]]:
    """Yield for each step what both translations say by themselves, and the checks that keep it open."""
    side_by_side = Together(both, judge.by)
    agreed, left = side_by_side.agreed(texts), uncovered(texts, [one.chain for one in both])
    alone = [
        one.steps[i].state if one.steps[i].state is two.steps[i].state else State.OPEN
        for i in range(len(texts))
        for one, two in [both]
    ]
    _, doubts = examined.examined(alone, both, texts, side_by_side)
    whole = [one is not None for one in copies([one.chain for one in both])]
    for i, state in enumerate(alone):
        checks = {f"doubt: {one.check}" for one in doubts[i]}
        if any(whole):
            checks.add("a copy")
        if state is State.PROVED:
            checks |= {"words not covered, or said otherwise"} if left[i] else set()
            checks |= {"something unsaid"} if not all(one.steps[i].whole for one in both) else set()
        if state in SETTLED and agreed[i] is not state and all(one.steps[i].whole for one in both):
            checks.add("answers or refutations differ")
        yield state, checks


def main(asked: argparse.Namespace) -> None:
    """Print a table for the translations as they were made, and one for each way of mistranslating."""
    rows: dict[str, list[Json]] = {}
    for line in asked.formal.read_text("utf-8").splitlines():
        rows.setdefault(json.loads(line)["id"], []).append(json.loads(line))
    changes: dict[str, list[Json]] = {}
    for line in asked.changed.read_text("utf-8").splitlines() if asked.changed else ():
        changes.setdefault(json.loads(line)["chain"], []).append(json.loads(line))
    judge, counts = formal_judge(), dict[str, Counter[tuple[str, bool, bool]]]()
    for chain in labelled([str(asked.labelled)]).rows.values():
        if chain.first_error is not None and len(rows.get(chain.id, ())) > 1:
            for kind, one, two in pairs(rows[chain.id], changes.get(chain.id, ())):
                count(counts.setdefault(kind, Counter()), judge, chain, (one, two))
    for kind, found in counts.items():
        print(f"\n{kind}\n\n| check | right verdicts kept open | wrong verdicts prevented |\n|---|---|---|")
        for check in sorted({check for check, _, _ in found}):
            told = [f"{found[check, right, False]} ({found[check, right, True]})" for right in (True, False)]
            print(f"| {check} | {' | '.join(told)} |")


def count(
    found: Counter[tuple[str, bool, bool]], judge: FormalJudge, chain: Labelled, both: Sequence[FormalChain]
) -> None:
    """Count what keeps open what both translations of a chain say of a labelled step."""
    error = len(chain.steps) if chain.first_error == -1 else chain.first_error
    judged = [judge([one], chain.steps).translations[0] for one in both]
    for i, (state, checks) in enumerate(against(judge, judged, chain.steps)):
        if state in SETTLED and error is not None and i <= error:
            right = (state is State.PROVED) == (i < error)
            for check in checks or {"none: settled"}:
                found[check, right, False] += 1
                found[check, right, True] += len(checks) <= 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labelled", type=Path)
    parser.add_argument("formal", type=Path)
    parser.add_argument("--changed", type=Path)
    main(parser.parse_args())
