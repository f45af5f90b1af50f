"""Beam and tree search against best-of-N at equal tokens, on generated arithmetic and algebra problems.

``python tests/benchmarks/search_tokens.py [--policy smollm2] [--count 100] [--n 8] [--seed 0] [--together 8]
[--dtype auto] [--threads 1] [--keep CHAINS.jsonl]``: for each problem N whole solutions are sampled; beam search and
tree search then get as many tokens as those took: they finish what they have begun, and begin anew where they come to
an end before; the chain of the highest value counts. Best-of-N chooses by the judge's
mean (of equals the first) and by majority; beside it the mean of single samples, and whether any is right. Printed: the
share of right final answers with its 95% bootstrap interval, the tokens written, and the shares by the kind of problem.
``--keep`` writes the sampled solutions as chains with their answers. An interrupt (SIGINT) prints what was measured.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from verifier.answers.compare import compare
from verifier.answers.final_answer import final_answer
from verifier.pipeline.judge import Judge
from verifier.search.best_of_n import Attempt, winners
from verifier.search.choose import policy_of
from verifier.search.policies.local import LocalPolicy
from verifier.search.policies.policy import Partial, Policy, PolicyUnavailable
from verifier.search.rollouts.rollouts import by_answer
from verifier.search.trees.batched import one_at_a_time, side_by_side
from verifier.search.trees.beam import Beam, beam_search
from verifier.search.trees.mcts import tree_search
from verifier.search.trees.tree import Budget, SearchResult
from verifier.search.trees.value import Valuer

KINDS = ("a + b", "a * b + c", "x + a = b", "ax + b = c")
BEAM = Beam(width=2, expansions=4)
AGAIN = 10  # times that a search begins at most


@dataclass(frozen=True)
class Asked:
    """A problem with its kind and its answer."""

    kind: str
    problem: str
    answer: str


@dataclass
class Measured:
    """What came of a problem: for each method the share of right answers, and the tokens; ``chains``: those sampled."""

    right: dict[str, float] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    chains: list[Partial] = field(default_factory=list)


def problems(count: int, seed: int) -> list[Asked]:
    """Different problems of the four kinds in turn, of numbers from 2 to 10 (of the first kind there are 81)."""
    chance = random.Random(seed)
    made: dict[str, Asked] = {}
    while len(made) < count:
        a, b, c = (chance.randint(2, 10) for _ in range(3))
        kind = KINDS[len(made) % len(KINDS)]
        text, answer = {
            "a + b": (f"What is {a} + {b}?", a + b),
            "a * b + c": (f"What is {a} * {b} + {c}?", a * b + c),
            "x + a = b": (f"Solve x + {b} = {b + c} for x.", c),
            "ax + b = c": (f"Solve {a}x + {b} = {a * c + b} for x.", c),
        }[kind]
        made.setdefault(text, Asked(kind, text, str(answer)))
    return list(made.values())


def measured(asked: Asked, policy: Policy, valuer: Valuer, n: int, seed: int) -> Measured:
    """Put each method to a problem."""
    told, right = Measured(), by_answer(asked.answer)
    proposed = policy.next_steps([Partial(asked.problem)], n, seed, whole=True)[0]
    told.chains = [Partial(asked.problem, one.steps) for one in proposed.continuations if one.steps]
    outcomes = [right(chain) == "right" for chain in told.chains]
    told.right = {"one sample": float(np.mean(outcomes or [False])), f"any of {n}": float(any(outcomes))}
    for name, place in chosen(told.chains, valuer).items():
        told.right[f"best of {n}, {name}"] = float(outcomes[place])
    told.tokens = dict.fromkeys(told.right, proposed.tokens)
    for name, search in {"beam search": partial(beam_search, how=BEAM), "tree search": tree_search}.items():
        chain, told.tokens[name] = best_found(search, asked.problem, policy, valuer, max(1, proposed.tokens), seed)
        told.right[name] = float(right(chain) == "right")
    return told


def best_found(
    search: Callable[..., SearchResult], problem: str, policy: Policy, valuer: Valuer, tokens: int, seed: int
) -> tuple[Partial, int]:
    """The best chain that a search finds with so many tokens, and what it took. It begins anew where it came to an end
    before they were spent."""
    best, spent = (False, -1.0, Partial(problem)), 0
    for again in range(AGAIN):
        budget = Budget(nodes=10_000, tokens=tokens - spent, depth=12)
        found = search(problem, policy, valuer, budget=budget, seed=seed + 100 * again)
        if found.stopped == "interrupted":
            raise KeyboardInterrupt
        best = max(best, (found.ended, found.value, found.chain), key=lambda one: one[:2])
        spent += found.trace["counts"].get("tokens", 0)
        if spent >= tokens:
            break
    return best[2], spent


def chosen(chains: list[Partial], valuer: Valuer) -> dict[str, int]:
    """The places of the chains that best-of-N chooses by the judge and by majority; none where there are no chains."""
    answers = [final_answer(list(chain.steps), chain.problem) for chain in chains]
    attempts = [
        Attempt((valued.value,), None if answer is None else answer.text)
        for valued, answer in zip(valuer(chains), answers, strict=True)
    ]
    same: Callable[[str, str], bool] = lambda a, b: compare(a, b).state == "equal"  # noqa: E731
    rules = {"judge": "mean", "majority": "majority", "both": "weighted"}
    return {name: winners(attempts, rule, same)[0] for name, rule in rules.items()} if chains else {}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", default="smollm2")
    parser.add_argument("--dtype", default="auto")
    for name, value in {"count": 100, "n": 8, "seed": 0, "together": 8, "threads": 1, "step": 40, "whole": 120}.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--keep", type=Path)
    wanted = parser.parse_args()
    found: dict[int, Measured] = {}
    asked = problems(wanted.count, wanted.seed)
    try:
        policy = loaded(wanted)
        with Judge("off") as judge:
            valuer = Valuer(one_at_a_time(judge.all))
            jobs = [
                lambda seat, i=i, one=one: measured(one, seat, valuer, wanted.n, wanted.seed + 1000 * i)
                for i, one in enumerate(asked)
            ]
            side_by_side(jobs, policy, wanted.together, lambda number, told: noted(found, number, told))
    except PolicyUnavailable as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print("\nstopped: of the problems that were finished", file=sys.stderr)
    if not found:
        sys.exit("no problem was finished")
    print(f"{policy.name}: {len(found)} problems, {wanted.n} whole solutions each, seed {wanted.seed}")
    show([(asked[i].kind, found[i]) for i in sorted(found)], wanted.seed)
    if wanted.keep:
        rows = [(i, k, chain) for i in sorted(found) for k, chain in enumerate(found[i].chains)]
        wanted.keep.write_text("".join(f"{json.dumps(row(i, k, chain, asked))}\n" for i, k, chain in rows), "utf-8")


def loaded(wanted: argparse.Namespace) -> Policy:
    """The policy; a local one with our limits of tokens."""
    if wanted.policy != "smollm2":
        return policy_of(wanted.policy, dtype=wanted.dtype)
    import torch

    torch.set_num_threads(wanted.threads)
    return LocalPolicy.load("smollm2", dtype=wanted.dtype, step_tokens=wanted.step, max_tokens=wanted.whole)


def noted(found: dict[int, Measured], number: int, told: Measured) -> None:
    """Keep what came of a problem."""
    found[number] = told
    print(f"\r{len(found)}", end="", file=sys.stderr, flush=True)


def row(i: int, k: int, chain: Partial, asked: list[Asked]) -> dict[str, Any]:
    """A chain as the labelling reads it."""
    return {"id": f"{i}-{k}", "problem": chain.problem, "steps": list(chain.steps), "answer": asked[i].answer}


def show(found: list[tuple[str, Measured]], seed: int) -> None:
    """Print the table: all problems with their intervals, and each kind."""
    draws = np.random.default_rng(seed).integers(0, len(found), (2000, len(found)))
    print(f"\n{'':22} {'all':22} {'tokens':>7}  " + "  ".join(f"{kind:>10}" for kind in KINDS))
    for name in found[0][1].right:
        shares = np.array([told.right.get(name, 0.0) for _, told in found])
        low, high = np.quantile(shares[draws].mean(axis=1), [0.025, 0.975])
        tokens = sum(told.tokens.get(name, 0) for _, told in found)
        by_kind = [[told.right.get(name, 0.0) for kind, told in found if kind == each] for each in KINDS]
        cells = "  ".join(f"{np.mean(each):10.2f}" if each else f"{'-':>10}" for each in by_kind)
        print(f"{name:22} {shares.mean():.3f} [{low:.3f}, {high:.3f}]   {tokens:7}  {cells}")


if __name__ == "__main__":
    main()
