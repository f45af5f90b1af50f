"""How many settled errors ``verifier repair`` repairs, and how often it restores what stood there before an error was
planted.

``python tests/benchmarks/repairs.py DATA... [--limit N]``: wrong chains, of which only the settled errors are repaired.
``python tests/benchmarks/repairs.py --planted DATA... [--limit N]``: right chains, into which errors are planted.
DATA: chains in any format that the labelling reads, judged without Lean.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.source import examples
from verifier.pipeline.judge import Judge
from verifier.repairing.edits import edited
from verifier.repairing.repair import Repaired, repair, repair_of
from verifier.training.data.error_injection import plant

KINDS = ("number", "operator", "sign", "percent", "rounding", "contradicting", "lost case", "extraneous root")
"""Kinds of planted errors that change a step's formulas."""

Table = defaultdict[str, Counter[str]]


def main() -> None:
    """Print the counts, by kind."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("data", nargs="+")
    wanted.add_argument("--planted", action="store_true")
    wanted.add_argument("--limit", type=int, default=200, help="chains of each file")
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--show", action="store_true", help="print every repair")
    asked = wanted.parse_args()
    table: Table = defaultdict(Counter)
    began = time.process_time()
    with Judge(lean="off") as judge, suppress(KeyboardInterrupt):  # what was measured until then is printed
        for file in asked.data:
            for kind, outcome, text in _rows(file, asked, judge, table["chains"]):
                for one in outcome:
                    table[kind][one] += 1
                    table["all"][one] += 1
                if asked.show:
                    print(f"{kind}: {', '.join(outcome)}\n    {text}", flush=True)
    for kind, counts in table.items():
        print(f"{kind}: {', '.join(f'{what} {count}' for what, count in counts.items())}")
    print(f"processor seconds: {time.process_time() - began:.0f}", file=sys.stderr)


Row = tuple[str, list[str], str]


def _rows(file: str, asked: argparse.Namespace, judge: Judge, seen: Counter[str]) -> Iterator[Row]:
    chains = [row.chain for row in examples([file]) if not isinstance(row, Bad)]
    random.Random(asked.seed).shuffle(chains)
    for number, chain in enumerate(chains[: asked.limit]):
        yield from _planted(chain, number, judge, asked.seed) if asked.planted else _wrong(chain, judge)
        seen[file.rpartition("/")[2]] += 1


def _wrong(chain: Chain, judge: Judge) -> Iterator[Row]:
    """A row for every step settled incorrect, by the kind of its first edit."""
    done = repair(chain, judge=judge)
    for step in done.judged.steps:
        if step.correct is not False:
            continue
        mends = [m for m in done.mends if m.step == step.index and not m.carried]
        after = done.after and done.after.steps[step.index]
        whole = after and after.correct is not False and not any(s.step == step.index for s in done.stuck)
        outcome = ["settled incorrect"] + ["repaired and proved"] * bool(whole)
        outcome += [f"{mend.cost.tokens} tokens" for mend in mends[:1]]
        outcome += ["equally small ones"] * any(m.ties for m in mends)
        kind = mends[0].edits[0].kind if mends else "by carrying" if whole else "none found"
        yield kind, outcome, "\n    ".join(_said(done, step.index))
    if done.state != "nothing to repair":
        yield "whole chains", [f"chains {done.state}", f"answers {done.answers.same}"], ""


def _planted(chain: Chain, number: int, judge: Judge, seed: int) -> Iterator[Row]:
    """A row for an error that could be planted."""
    kind = KINDS[number % len(KINDS)]
    steps = [step.text for step in chain.steps]
    made = plant(steps, kind, random.Random(f"{seed} {number}"))
    if made is None:
        return
    judged = judge(Chain.of(chain.problem, made.steps, chain.id))
    at = made.first_error
    if judged.steps[at].correct is not False:
        yield kind, ["planted"], made.steps[at]
        return
    done = repair_of(judged, judge)
    yield kind, ["planted", "settled incorrect", *_outcome(done, at, steps)], "\n    ".join(_said(done, at))


def _outcome(done: Repaired, at: int, steps: list[str]) -> Iterator[str]:
    """What came of an error whose original is known."""
    if done.after is None:
        return
    texts, steps = [_plain(step.text) for step in done.after.steps], [_plain(text) for text in steps]
    if done.after.steps[at].correct is not False and not any(s.step == at for s in done.stuck):
        yield "repaired and proved"
    original = steps[at] if len(steps) == len(texts) else texts[at] if texts[at] in steps else None
    if texts[at] == original:
        yield "step restored"
    first = next((m for m in done.mends if m.step == at), None)
    least = [] if first is None else [first.after, *(edited(first.text, tie) for tie in first.ties)]
    if original is not None and original in map(_plain, least):
        yield "step restored by the least edit or one as small"
    if texts == steps:
        yield "chain restored"


def _plain(text: str) -> str:
    """The text with one sign for a product."""
    for sign in ("\\times ", "\\times", "\\cdot ", "\\cdot", "×", "·"):
        text = text.replace(sign, "*")
    return text


def _said(done: Repaired, at: int) -> Iterator[str]:
    yield done.judged.steps[at].text
    yield from (f"{m.cost}: {[(e.old, e.new) for e in m.edits]} of {m.ties!r:.300}" for m in done.mends if m.step == at)
    yield from (f"{one.claim}: {one.why}" for one in done.stuck if one.step == at)


if __name__ == "__main__":
    main()
