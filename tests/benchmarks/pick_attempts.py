"""How often ``verifier pick`` serves, and how often rightly: ``python tests/benchmarks/pick_attempts.py DATA``.

DATA: labelled chains with ``final_correct``, many for each problem, judged without Lean.
"""

from __future__ import annotations

import sys
from collections import Counter

from verifier.intake.bad import Bad
from verifier.intake.example import Example
from verifier.intake.source import examples
from verifier.pipeline.judge import Judge
from verifier.search.pick import pick


def main(name: str) -> None:
    """Print the counts for one file."""
    problems: dict[str, list[Example]] = {}
    for row in examples([name]):
        if not isinstance(row, Bad) and row.final_correct is not None:
            problems.setdefault(row.chain.problem, []).append(row)
    counts: Counter[str] = Counter()
    with Judge(lean="off") as judge:
        for problem, rows in problems.items():
            picked = pick(problem, [[step.text for step in row.chain.steps] for row in rows], judge=judge)
            counts["problems"] += 1
            counts["attempts"] += len(rows)
            counts["right attempts"] += sum(bool(row.final_correct) for row in rows)
            for attempt, row in zip(picked.attempts, rows, strict=True):
                counts["clean attempts"] += attempt.is_clean
                counts["clean attempts, right"] += attempt.is_clean and bool(row.final_correct)
            if picked.chosen is None:
                counts[f"none served: {picked.why.partition(':')[0]}"] += 1
            else:
                counts["served"] += 1
                counts["served, right"] += bool(rows[picked.chosen].final_correct)
    for what, count in counts.items():
        print(f"{what}: {count}")


if __name__ == "__main__":
    main(sys.argv[1])
