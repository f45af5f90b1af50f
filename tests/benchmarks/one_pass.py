"""How much faster all steps of a chain are scored in one pass than in one pass for each step. Not a test: it prints.

python tests/benchmarks/one_pass.py [--chains 20] [--rounds 3]
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from verifier.chain import Chain
from verifier.prm.default import DefaultModel, load

LENGTHS = (2, 4, 8, 16)


def chain(steps: int, number: int) -> Chain:
    """A chain of ``steps`` short steps; ``number`` makes it differ from the others."""
    told = [f"After day {day} Ann has {number} + {3 * day} = {number + 3 * day} eggs." for day in range(1, steps + 1)]
    return Chain.of(f"Ann has {number} eggs and gets 3 more a day. How many has she after {steps} days?", told)


def once(model: DefaultModel, one: Chain) -> list[float]:
    """The raw shares of all steps by one pass."""
    return model.raw(one)


def each(model: DefaultModel, one: Chain) -> list[float]:
    """The same, by one pass for every step, which sees the chain up to it."""
    texts = [step.text for step in one.steps]
    return [model.raw(Chain.of(one.problem, texts[: end + 1]))[-1] for end in range(len(texts))]


def main() -> None:
    """Print the table; both ways take turns, chain by chain. Fails: PrmUnavailable."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chains", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    model = load()
    once(model, chain(2, 1))
    print("| steps | one pass, ms | a pass each, ms | times | largest difference |\n|---|---|---|---|---|")
    for steps in LENGTHS:
        spent: dict[str, list[float]] = {"once": [], "each": []}
        apart = 0.0
        for number in range(asked.chains * asked.rounds):
            one, found = chain(steps, 10 + number % asked.chains), []
            for name, way in (("once", once), ("each", each)):
                start = time.perf_counter()
                found.append(way(model, one))
                spent[name].append(time.perf_counter() - start)
            apart = max(apart, *(abs(a - b) for a, b in zip(*found, strict=True)))
        short, long = median(spent["once"]), median(spent["each"])
        print(f"| {steps} | {1000 * short:.1f} | {1000 * long:.1f} | {long / short:.1f} | {apart:.1e} |")


if __name__ == "__main__":
    main()
