"""How well final answers are found and compared, on chains whose outcome is known.

``python tests/benchmarks/final_answers.py DATA... [--show N]``: for each file of labelled chains (``answer`` and
``final_correct``) what comes of comparing each chain's final answer with the reference, beside the label, apart for
answers that are marked and for guesses; and the first N disagreements, to be looked at.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

from verifier.answers.compare import compare
from verifier.answers.final_answer import final_answer
from verifier.intake.bad import Bad
from verifier.intake.source import examples


def measure(name: str, shown: int) -> None:
    """Print the agreement on one file."""
    counts: Counter[tuple[str, str, bool | None]] = Counter()
    odd: list[str] = []
    started = time.process_time()
    for row in examples([name]):
        if isinstance(row, Bad) or row.chain.answer is None or row.final_correct is None:
            continue
        found = final_answer([step.text for step in row.chain.steps], row.chain.problem)
        told = compare(found.text, row.chain.answer) if found else None
        state, how = (told.state, found.how) if found and told else ("no answer found", "-")
        counts[how, state, row.final_correct] += 1
        if found and told and told.same not in (None, row.final_correct):
            odd.append(f"  {row.chain.id}: {found.text!r} ({how}), {row.chain.answer!r}: {state}, {told.reason}")
    print(f"{Path(name).name}: {sum(counts.values())} chains, {time.process_time() - started:.1f} s of one processor")
    for (how, state, right), count in sorted(counts.items(), key=str):
        print(f"  {how:13} {state:15} labelled {'right' if right else 'wrong'}: {count}")
    print("\n".join(odd[:shown]))


if __name__ == "__main__":
    arguments = sys.argv[1:]
    show = 0
    if "--show" in arguments:
        at = arguments.index("--show")
        show = int(arguments[at + 1])
        del arguments[at : at + 2]
    if not arguments:
        sys.exit(__doc__)
    for each in arguments:
        measure(each, show)
