"""The exact reader as a front end: does the middle decide what it writes as the exact reading does?

    python tests/benchmarks/front_end.py tests/golden/*.jsonl ../shared/data/processbench_math.jsonl.gz --limit 100

For every claim that the exact reading decides: the same, weaker (left open by the formal chain, or not stated; counted
apart are those that are supposed, asked or denied, and settle nothing), or the opposite. For every step: what both
settle, what the formal chain alone would. Lean is off.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from verifier.chain import Chain
from verifier.evaluation.benchmarks.exact import rows
from verifier.judging.formal.deciding.translation import JudgedStatement, State
from verifier.judging.formal.judge import FormalJudge
from verifier.judging.judge import Judge
from verifier.kernel.verdict import Proved, Refuted
from verifier.language.formal_chain import Role
from verifier.language.lint import lint
from verifier.language.linting.findings import Severity
from verifier.readers.exact.formal.formalize import formalize

OPPOSITE = frozenset({("proved", "refuted"), ("refuted", "proved")})


def state(judged: JudgedStatement) -> str:
    """The verdict of a statement in a word."""
    verdicts = [one.verdict for one in judged.decisions]
    if any(isinstance(one, Refuted) for one in verdicts):
        return "refuted"
    return "proved" if verdicts and all(isinstance(one, Proved) for one in verdicts) else "unknown"


def count(chain: Chain, exactly: Judge, formally: FormalJudge, found: Counter[str]) -> None:
    """Count what either path makes of a chain."""
    formal = formalize(chain)
    found["errors of the linter"] += sum(one.severity is Severity.ERROR for one in lint(formal))
    judged = formally([formal], [step.text for step in chain.steps])
    for step, beside, becomes in zip(exactly(chain).steps, judged.translations[0].steps, judged.agreed, strict=True):
        claims = [one for one in step.claims if one.run is None]
        for claim, statement in zip(claims, beside.statements, strict=False):
            pair = claim.state, state(statement)
            if pair[0] != "unknown":
                how = "opposite" if pair in OPPOSITE else "the same" if pair[0] == pair[1] else "weaker"
                said = statement.statement.role in (Role.SUPPOSE, Role.GOAL)
                found[f"claims, {how}{', not asserted' if said and how == 'weaker' else ''}"] += 1
        settled = {State.PROVED: True, State.REFUTED: False}.get(becomes)
        for correct, word in ((True, "correct"), (False, "incorrect")):
            found[f"steps {word}"] += step.correct is correct
            found[f"steps {word}, of them by the formal chain"] += step.correct is correct is settled
            found[f"steps {word} by the formal chain alone"] += settled is correct is not step.correct


def main() -> None:
    """Judge the chains of the files both ways, and print the counts of each file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=None, help="chains of each file")
    options = parser.parse_args()
    formally, whole = FormalJudge(), Counter[str]()
    with Judge(lean="off") as exactly:
        for path in options.files:
            found = Counter[str]()
            for number, row in enumerate(rows(path)):
                if number == options.limit:
                    break
                count(Chain.of(row["problem"], row["steps"], str(row.get("id", number))), exactly, formally, found)
            print(f"{path.name}: {dict(sorted(found.items()))}", flush=True)
            whole += found
    print(f"all: {dict(sorted(whole.items()))}")


if __name__ == "__main__":
    main()
