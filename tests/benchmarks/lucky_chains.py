"""Which chains with a right answer have a wrong step: precision and recall of exact verdicts on labelled chains.

python tests/benchmarks/lucky_chains.py LABELLED... [--formal A.jsonl --formal B.jsonl]

Only chains with a right final answer (``final_correct``) count. A chain is called lucky where a step is settled
incorrect; with ``--formal``, where translations that agree settle it, and only chains that have all of them count.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from verifier.binomial import lower, upper
from verifier.chain import Chain
from verifier.evaluation.benchmarks.exact import rows
from verifier.language.files import read_formal
from verifier.language.formal_chain import FormalChain
from verifier.pipeline.judge import Judge
from verifier.pipeline.verify import verify
from verifier.report.bars import ticking
from verifier.report.screen import standard_output


def right_answered(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the labelled chains of a file whose final answer is right. Raises: OSError, ValueError."""
    yield from (row for row in rows(path) if row.get("final_correct") and row.get("first_error") is not None)


def counted(path: Path, samples: Sequence[dict[str, FormalChain]], judge: Judge) -> Counter[str]:
    """Return how many chains are lucky and called so, and how many wrong steps are named."""
    found: Counter[str] = Counter()
    with ticking(path.name) as tick:
        for row in right_answered(path):
            if not all(row["id"] in one for one in samples):
                continue
            chain = Chain.of(row["problem"], row["steps"], row["id"])
            readings = [one[row["id"]] for one in samples]
            judged = verify(chain, readings=readings, trust="agreeing", lean="off") if readings else judge(chain)
            called = [step.index for step in judged.steps if step.correct is False]
            lucky = row["first_error"] >= 0
            found.update(chains=1, lucky=lucky, called=bool(called), right=lucky and bool(called))
            found["named"] += lucky and called[:1] == [row["first_error"]]
            tick()
    return found


def main() -> None:
    """Print a table: a row for each file, and all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--formal", action="append", default=[], type=Path)
    asked = parser.parse_args()
    samples = [{one.id: one for one in read_formal(path)} for path in asked.formal]
    with Judge("off") as judge:
        counts = {path.name.partition(".")[0]: counted(path, samples, judge) for path in asked.data}
    if len(counts) > 1:
        counts["all"] = sum(counts.values(), Counter())
    table = Table("file", "right answers", "lucky", "called lucky", "precision", "recall", "first error named")
    for name, one in counts.items():
        shares = [_share(one["right"], one["called"]), _share(one["right"], one["lucky"])]
        table.add_row(name, *(f"{one[key]:,}" for key in ("chains", "lucky", "called")), *shares, f"{one['named']:,}")
    standard_output().print(table)


def _share(part: int, whole: int) -> str:
    if not whole:
        return "-"
    low, high = lower(part, whole, 0.975) or 0.0, upper(part, whole, 0.975) or 1.0
    return f"{part} of {whole} ({part / whole:.1%}) [{low:.1%}, {high:.1%}]"


if __name__ == "__main__":
    main()
