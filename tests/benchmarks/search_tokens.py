"""Beam and tree search against best-of-N at equal tokens, on generated arithmetic and algebra problems.

``python tests/benchmarks/search_tokens.py [--policy smollm2] [--count 100] [--n 8] [--seed 0]``: for each problem N
whole solutions are sampled; beam search and tree search then get as many tokens as those took. Best-of-N chooses by
the judge's mean (of equals the first) and by majority. Printed: the share of right final answers with its 95%
bootstrap interval, and the tokens. An interrupt (SIGINT) prints what was measured so far.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable

import numpy as np

from verifier.judging.answer_text import final_answer
from verifier.judging.answers import compare
from verifier.judging.judge import Judge
from verifier.search.beam import beam_search
from verifier.search.best_of_n import Attempt, winners
from verifier.search.mcts import tree_search
from verifier.search.policy import Partial, Policy, PolicyUnavailable, policy_of
from verifier.search.rollouts import by_answer
from verifier.search.tree import Budget, Found
from verifier.search.value import Valuer


def problems(count: int, seed: int) -> list[tuple[str, str]]:
    """Problems with their answers: half arithmetic, half linear equations."""
    chance = random.Random(seed)
    made = []
    for i in range(count):
        a, b, c = chance.randint(2, 12), chance.randint(2, 40), chance.randint(2, 40)
        if i % 2:
            made.append((f"Solve {a}x + {b} = {a * c + b} for x.", str(c)))
        else:
            made.append((f"What is {a} * {b} + {c}?", str(a * b + c)))
    return made


def best_of(problem: str, policy: Policy, valuer: Valuer, n: int, seed: int) -> tuple[dict[str, Partial], int]:
    """The chains that best-of-N chooses by the judge and by majority, and the tokens that N solutions took."""
    root = Partial(problem)
    proposed = policy.next_steps([root], n, seed, whole=True)[0]
    chains = [root.with_steps(one.steps) for one in proposed.continuations if one.steps]
    if not chains:
        return {"judge": root, "majority": root}, proposed.tokens
    answers = [final_answer(list(chain.steps), problem) for chain in chains]
    attempts = [
        Attempt((valued.value,), None if answer is None else answer.text)
        for valued, answer in zip(valuer(chains), answers, strict=True)
    ]
    chosen = {"judge": "mean", "majority": "majority"}
    same: Callable[[str, str], bool] = lambda a, b: compare(a, b).state == "equal"  # noqa: E731
    return {name: chains[winners(attempts, rule, same)[0]] for name, rule in chosen.items()}, proposed.tokens


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", default="smollm2")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--n", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    try:
        policy = policy_of(wanted.policy)
    except PolicyUnavailable as error:
        sys.exit(str(error))
    right: dict[str, list[bool]] = {}
    tokens: dict[str, int] = {}
    try:
        measure(policy, wanted, right, tokens)
    except KeyboardInterrupt:
        print("\nstopped: of the problems so far", file=sys.stderr)
    counted = min(map(len, right.values()), default=0)
    if not counted:
        sys.exit("no problem was finished")
    draws = np.random.default_rng(wanted.seed).integers(0, counted, (2000, counted))
    print(f"{counted} problems, {wanted.n} whole solutions each, seed {wanted.seed}")
    for name, outcome in right.items():
        low, high = np.quantile(np.array(outcome[:counted])[draws].mean(axis=1), [0.025, 0.975])
        print(f"{name:22} {np.mean(outcome[:counted]):.3f} [{low:.3f}, {high:.3f}]  {tokens[name]} tokens")


def measure(policy: Policy, wanted: argparse.Namespace, right: dict[str, list[bool]], tokens: dict[str, int]) -> None:
    """Put down for each problem what each method found and took."""
    with Judge("off") as judge:
        valuer = Valuer(judge.all)
        for number, (problem, answer) in enumerate(problems(wanted.count, wanted.seed)):
            seed, scored = wanted.seed + 1000 * number, by_answer(answer)
            chosen, spent = best_of(problem, policy, valuer, wanted.n, seed)
            budget = Budget(nodes=10_000, tokens=max(1, spent), depth=12)
            found: dict[str, Found] = {
                "beam": beam_search(problem, policy, valuer, budget=budget, seed=seed),
                "mcts": tree_search(problem, policy, valuer, budget=budget, seed=seed),
            }
            chains = {f"best of {wanted.n}, {name}": (chain, spent) for name, chain in chosen.items()}
            chains |= {name: (one.chain, one.trace["counts"].get("tokens", 0)) for name, one in found.items()}
            for name, (chain, took) in chains.items():
                right.setdefault(name, []).append(scored(chain) == "right")
                tokens[name] = tokens.get(name, 0) + took
            print(f"\r{number + 1}/{wanted.count}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
