"""Best-of-N for N = 2..16 on recorded candidates: exact verdicts alone, the process reward model alone, both fused.

``python tests/benchmarks/best_of_n_curves.py ../shared/data/bon_gsm8k.jsonl.gz [--prm default] [--limit CHAINS]``: for
each N and each rule (min, product, mean, last, majority, weighted, oracle, random) the accuracy with its 95% bootstrap
interval, as a Markdown table.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from verifier.chain import Chain
from verifier.estimators.choose import chosen
from verifier.evaluation.intake import labelled
from verifier.evaluation.items import Item, Said
from verifier.evaluation.metrics.bootstrap import figures
from verifier.evaluation.metrics.selection import NAMES, best_of_n
from verifier.pipeline.judge import Judge
from verifier.records.record import record

SIZES = (2, 4, 8, 16)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--prm", default="none")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    if not wanted.data.exists():
        sys.exit(f"{wanted.data} is not there")
    truths = list(labelled((str(wanted.data),), None, wanted.limit).rows.values())
    chains = [Chain.of(truth.problem, truth.steps, truth.id) for truth in truths]
    prm, votes = chosen(wanted.prm), None
    systems: dict[str, list[Item]] = {}
    with Judge("off") as judge:
        exact = judge.all(chains)
        systems["exact"] = [Item(t, Said.by_record(record(j), t.id)) for t, j in zip(truths, exact, strict=True)]
    if prm is not None:
        scores = prm.score(chains)
        systems[prm.name] = [item.scored(found) for item, found in zip(systems["exact"], scores, strict=True)]
        with Judge("off", prm=prm) as judge:
            fused, votes = judge.all(chains), judge.votes
        systems["fused"] = [Item(t, Said.by_record(record(j), t.id)) for t, j in zip(truths, fused, strict=True)]
    print("| scores | N | " + " | ".join(NAMES) + " |\n|" + "---|" * (len(NAMES) + 2))
    for name, items in systems.items():
        for n in SIZES:
            worth = votes if name == "fused" else None
            found = figures(best_of_n(items, n, wanted.seed, worth), 2000, wanted.seed)
            told = []
            for rule in NAMES:
                low, high = found[rule].interval or (float("nan"), float("nan"))
                told.append(f"{found[rule].value:.3f} [{low:.3f}, {high:.3f}]")
            print(f"| {name} | {n} | " + " | ".join(told) + " |")


if __name__ == "__main__":
    main()
