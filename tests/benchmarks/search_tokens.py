"""Best-of-N, beam and tree search on problems with answers, at equal tokens, by each way of choosing.

``python tests/benchmarks/search_tokens.py CHAINS.jsonl --policy qwen2.5-1.5b --keep KEPT.jsonl [--count 30] [--n 8]
[--seed 0] [--prm default] [--trees] [--minutes M]``: the problems of rows with ``answer``, each once. For each N whole
solutions are sampled; one is chosen by majority, by estimates (``--prm``: min, product, mean of steps), by exact
verdicts alone (solutions with a step settled incorrect are dropped, then the majority), and by both (estimates where
nothing is settled). With ``--trees``, beam search and tree search get as many tokens as the samples took: they begin
anew where they end before, and the chain of the highest value counts. What is in KEPT.jsonl is not asked again: the
command can be ended (SIGINT, or after ``--minutes``) and run again. Printed: the share of right final answers, its 95%
bootstrap interval over problems, tokens, seconds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import numpy as np

from verifier.answers.compare import compare
from verifier.answers.final_answer import final_answer
from verifier.chain import Chain
from verifier.commands.estimating import estimating
from verifier.judging.estimates.aggregate import aggregate
from verifier.judging.estimates.calibrated import calibration_for
from verifier.pipeline.judge import Judge
from verifier.search.best_of_n import Attempt, winners
from verifier.search.choose import policy_of
from verifier.search.policies.kept import KeptPolicy
from verifier.search.policies.policy import Call, Partial, Policy, PolicyLost, PolicyUnavailable, Proposed
from verifier.search.policies.server import ServerPolicy
from verifier.search.rollouts.rollouts import by_answer
from verifier.search.trees.beam import Beam, beam_search
from verifier.search.trees.mcts import tree_search
from verifier.search.trees.tree import Budget, SearchResult
from verifier.search.trees.value import Valuer, value_of

SAMPLING = {"temperature": 0.8, "step_tokens": None, "max_tokens": None}
"""As ``verifier search`` has it without options: its answers are kept in the same file."""

BEAM = Beam(width=2, expansions=4)
AGAIN = 10  # times that a search begins at most
RULES = ("min", "product", "mean")
Measured = dict[str, tuple[float, int, float]]
"""For each method the share of right answers, tokens, and seconds."""


class Timed:
    """The kept answers, with the tokens and seconds since they were last taken; lost when the time is over."""

    def __init__(self, kept: KeptPolicy, until: float) -> None:
        self.name, self._kept, self._until = kept.name, kept, until
        self._spent = [0, 0.0]

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        call = Call(tuple(chains), count, seed, whole)
        if not self._kept.has(call) and time.monotonic() > self._until:
            raise PolicyLost("the time is over")
        [found] = self._kept.answered([call])
        self._spent[0] += sum(one.tokens for one in found)
        self._spent[1] += self._kept.seconds(call)
        return found

    def taken(self) -> tuple[int, float]:
        """Return what was spent, and begin anew."""
        tokens, seconds = self._spent
        self._spent = [0, 0.0]
        return int(tokens), seconds


@contextmanager
def kept_answers(policy: Policy, file: Path, minutes: float) -> Iterator[Timed]:
    """Give the policy with its kept answers; it is let go of in the end."""
    with ExitStack() as stack:
        if isinstance(policy, ServerPolicy):
            stack.callback(policy.close)
        kept = KeptPolicy(policy, file, SAMPLING)
        stack.callback(kept.close)
        yield Timed(kept, time.monotonic() + 60 * minutes)


def measured(problem: str, answer: str, policy: Timed, judge: Judge, n: int, seed: int, trees: bool) -> Measured:
    """Put each method to a problem. Raises: PolicyLost."""
    right = by_answer(answer)
    policy.taken()  # what a problem took that could not be finished
    proposed = policy.next_steps([Partial(problem)], n, seed, whole=True)[0]
    chains = [Partial(problem, one.steps) for one in proposed.continuations if one.steps]
    cost = policy.taken()
    outcomes = [float(right(chain) == "right") for chain in chains] or [0.0]
    told: Measured = {"one sample": (float(np.mean(outcomes)), *cost), f"any of {n}": (max(outcomes), *cost)}
    for name, places in chosen(chains, judge).items():
        told[f"best of {n}: {name}"] = (float(np.mean([outcomes[i] for i in places])), *cost)
    valuer = Valuer(judge.all)
    searches: dict[str, Callable[..., SearchResult]] = {"beam": partial(beam_search, how=BEAM), "tree": tree_search}
    for name, search in searches.items() if trees else ():
        chain = best_found(search, problem, policy, valuer, max(1, cost[0]), seed)
        told[f"{name} search"] = (float(right(chain) == "right"), *policy.taken())
    return told


def chosen(chains: list[Partial], judge: Judge) -> dict[str, list[int]]:
    """The places of the chains that each way chooses, more than one where they tie; none where there are no chains."""
    answers = [final_answer(list(chain.steps), chain.problem) for chain in chains]
    texts = [None if answer is None else answer.text for answer in answers]
    judged = judge.all([Chain.of(chain.problem, chain.steps) for chain in chains])
    sound = [i for i, one in enumerate(judged) if all(step.correct is not False for step in one.steps)]
    scores = [tuple(step.score for step in one.steps) for one in judged]
    values = [tuple(value_of(step) for step in one.steps) for one in judged]
    same: Callable[[str, str], bool] = lambda a, b: compare(a, b).state == "equal"  # noqa: E731

    def won(rows: Sequence[tuple[float | None, ...]], rule: str, among: Sequence[int]) -> list[int]:
        among = among or range(len(chains))
        return [among[i] for i in winners([Attempt(rows[i], texts[i]) for i in among], rule, same)] if chains else []

    found = {"majority": won(values, "majority", []), "exact, then majority": won(values, "majority", sound)}
    if any(score is not None for row in scores for score in row):
        found |= {f"estimates, {rule}": won(scores, rule, []) for rule in RULES}
        found |= {f"both, {rule}": won(values, rule, sound) for rule in RULES}
        found |= {"both, weighted votes": won(values, "weighted", sound)}
        top = max(range(len(chains)), key=lambda i: aggregate(scores[i], "mean"))
        found["highest estimate"] = [top]
    return {name: places for name, places in found.items() if places}


def best_found(
    search: Callable[..., SearchResult], problem: str, policy: Timed, valuer: Valuer, tokens: int, seed: int
) -> Partial:
    """The best chain that a search finds with so many tokens. It begins anew where it ends before they are spent.
    Raises: PolicyLost, KeyboardInterrupt."""
    best, spent = (False, -1.0, Partial(problem)), 0
    for again in range(AGAIN):
        budget = Budget(nodes=10_000, tokens=tokens - spent, depth=20)
        found = search(problem, policy, valuer, budget=budget, seed=seed + 100 * again)
        if found.stopped == "interrupted":
            raise KeyboardInterrupt
        if found.stopped == "the policy was lost":
            raise PolicyLost("the policy was lost")
        best = max(best, (found.ended, found.value, found.chain), key=lambda one: one[:2])
        spent += found.trace["counts"].get("tokens", 0)
        if spent >= tokens:
            break
    return best[2]


def show(found: list[Measured], seed: int) -> None:
    """Print a row for each method."""
    draws = np.random.default_rng(seed).integers(0, len(found), (2000, len(found)))
    print("| method | right | tokens | seconds |\n|---|---|---|---|")
    for name in found[0]:
        shares, tokens, seconds = np.array([told.get(name, (0.0, 0, 0.0)) for told in found]).T
        low, high = np.quantile(shares[draws].mean(axis=1), [0.025, 0.975])
        print(f"| {name} | {shares.mean():.2f} [{low:.2f}, {high:.2f}] | {tokens.sum():,.0f} | {seconds.sum():,.0f} |")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chains", type=Path)
    parser.add_argument("--policy", required=True)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--prm", default="none")
    parser.add_argument("--trees", action="store_true")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    for name, value in {"count": 30, "n": 8, "seed": 0}.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    wanted = parser.parse_args()
    rows = map(json.loads, wanted.chains.read_text("utf-8").splitlines())
    asked = list({row["problem"]: row["answer"] for row in rows if row.get("answer") is not None}.items())
    asked = asked[: wanted.count]
    found: list[Measured] = []
    faults: dict[str, int] = defaultdict(int)
    try:
        policy = policy_of(wanted.policy)
    except PolicyUnavailable as error:
        sys.exit(str(error))
    with (
        kept_answers(policy, wanted.keep, wanted.minutes) as kept,
        estimating(wanted.prm) as prm,
        Judge("off", prm=prm, calibration=calibration_for(prm, None)) as judge,
    ):
        try:
            for i, (problem, answer) in enumerate(asked):
                try:
                    seed = wanted.seed + 1000 * i
                    found.append(measured(problem, answer, kept, judge, wanted.n, seed, wanted.trees))
                except PolicyLost as error:
                    faults[str(error)] += 1
                print(f"\r{i + 1} of {len(asked)}", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("\nstopped; the same command goes on", file=sys.stderr)
    print(f"\n{policy.name}: {len(found)} of {len(asked)} problems, {wanted.n} solutions each, seed {wanted.seed}")
    for fault, count in faults.items():
        print(f"{count} problems: {fault}")
    if found:
        show(found, wanted.seed)


if __name__ == "__main__":
    main()
