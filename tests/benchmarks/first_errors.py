"""How often estimates name a first error, and how often rightly: ``python tests/benchmarks/first_errors.py LIMIT DATA``

DATA: files of labelled chains, or of chains with ``final_correct``; of each LIMIT right and LIMIT wrong ones of
held-out problems, on which no threshold was chosen. "Before": the first step estimated below one half, at any length.
Chains in which exact means settle an error are left out: estimates name nothing there.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter

from verifier.estimators.surprisal.surprisal import load
from verifier.evaluation.benchmarks.exact import HELD, part_of
from verifier.evaluation.intake import labelled
from verifier.evaluation.items import Labelled
from verifier.judging.judgements.judgement import WRONG_BELOW, JudgedChain
from verifier.pipeline.judge import Judge
from verifier.training.as_shipped.lengths import is_right

COLUMNS = ("right", "accused before", "accused", "wrong", "named before", "named", "early before", "early")


def main(limit: int, names: list[str]) -> None:
    """Print a row of counts for each file: "named" is of wrong chains whose first error is labelled, exactly that step;
    "early" a step before it."""
    print("| file | chains of steps | " + " | ".join(COLUMNS) + " |\n|---|" + "---|" * (len(COLUMNS) + 1))
    with Judge(lean="off", prm=load()) as judge:
        for name in names:
            chains = drawn(list(labelled([name]).rows.values()), limit)
            counts: Counter[str] = Counter()
            for chain in chains:
                count(counts, chain, judge(chain.chain))
            lengths = sorted(len(chain.steps) for chain in chains) or [0]
            cells = [f"{lengths[0]} to {lengths[-1]}", *(str(counts[column]) for column in COLUMNS)]
            print(f"| {name.split('/')[-1].split('.')[0]} | " + " | ".join(cells) + " |", flush=True)


def drawn(chains: list[Labelled], limit: int) -> list[Labelled]:
    """Return right and wrong chains of held-out problems, ``limit`` of each, in the order of a hash."""
    held = [chain for chain in chains if part_of(chain.problem) == HELD]
    held.sort(key=lambda chain: hashlib.sha256(f"{chain.id}{chain.problem}".encode()).hexdigest())
    return [chain for right in (True, False) for chain in [c for c in held if is_right(c) is right][:limit]]


def count(counts: Counter[str], chain: Labelled, judged: JudgedChain) -> None:
    """Count what is said of one chain."""
    if any(step.correct is False for step in judged.steps):
        return
    low = (s.index for s in judged.steps if s.kind == "estimated" and s.score is not None and s.score < WRONG_BELOW)
    said = {" before": next(low, None), "": judged.named}
    right = is_right(chain)
    counts["right" if right else "wrong"] += 1
    for when, first in said.items():
        if right:
            counts[f"accused{when}"] += first is not None
        elif first is not None and chain.first_error is not None:
            counts[f"named{when}"] += first == chain.first_error
            counts[f"early{when}"] += first < chain.first_error


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
