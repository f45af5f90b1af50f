"""Searches side by side: each finds what it finds alone, whichever thread is quicker; how they end."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import pytest

from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.search.policies.policy import Call, Partial, Policy, PolicyLost, Proposed
from verifier.search.policies.replay import Replay
from verifier.search.trees.batched import one_at_a_time, side_by_side
from verifier.search.trees.beam import beam_search
from verifier.search.trees.mcts import tree_search
from verifier.search.trees.tree import SearchResult
from verifier.search.trees.value import Valuer

PROBLEMS = [f"What is {a} + {b} + 1?" for a, b in ((2, 3), (4, 9), (7, 7), (10, 5), (6, 8))]


def recorded() -> Replay:
    chains = []
    for problem in PROBLEMS:
        a, b = int(problem.split()[2]), int(problem.split()[4])
        for slip in (0, 1, 0):
            steps = [f"{a} + {b} = {a + b + slip}", f"{a + b + slip} + 1 = {a + b + slip + 1}"]
            chains.append(Chain.of(problem, [*steps, f"The answer is {a + b + slip + 1}."]))
    return Replay(chains)


class Watched:
    """Recorded candidates, asked in batches that are noted; ``fails`` is raised at a batch."""

    name = "watched"

    def __init__(self, at: int = 0, fails: Callable[[], BaseException] | None = None) -> None:
        self.replay, self.batches, self._at, self._fails = recorded(), list[list[Call]](), at, fails

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        return self.replay.next_steps(chains, count, seed, whole=whole)

    def answered(self, calls: Sequence[Call]) -> list[list[Proposed]]:
        self.batches.append(list(calls))
        if self._fails is not None and len(self.batches) == self._at:
            raise self._fails()
        return [self.next_steps(c.chains, c.count, c.seed, whole=c.whole) for c in calls]


@pytest.fixture(scope="module")
def valuer() -> Iterator[Valuer]:
    with Judge("off") as judge:
        yield Valuer(one_at_a_time(judge.all))


def jobs(valuer: Valuer, pause: Callable[[], float] = lambda: 0.0) -> list[Callable[[Policy], SearchResult]]:
    def job(number: int) -> Callable[[Policy], SearchResult]:
        search = beam_search if number % 2 else tree_search

        def run(policy: Policy) -> SearchResult:
            time.sleep(pause())
            return search(PROBLEMS[number], policy, valuer, seed=number)

        return run

    return [job(number) for number in range(len(PROBLEMS))]


@pytest.mark.parametrize("together", [1, 3, 8])
def test_each_search_finds_what_it_finds_alone(together: int, valuer: Valuer) -> None:
    alone = [job(recorded()) for job in jobs(valuer)]
    ended: dict[int, SearchResult] = {}
    beside = side_by_side(jobs(valuer), recorded(), together, ended.__setitem__)
    assert beside == alone and ended == dict(enumerate(alone))
    assert all(found.ended and found.value > 0.5 for found in alone)


def test_which_calls_share_a_batch_does_not_depend_on_who_is_quicker(valuer: Valuer) -> None:
    chance = random.Random(1)
    quick, slow = Watched(), Watched()
    side_by_side(jobs(valuer), quick, 3)
    side_by_side(jobs(valuer, lambda: chance.uniform(0, 0.02)), slow, 3)
    assert quick.batches == slow.batches and len(quick.batches[0]) == 3


def test_an_interrupt_leaves_every_search_the_best_so_far(valuer: Valuer) -> None:
    policy = Watched(3, KeyboardInterrupt)
    found = side_by_side(jobs(valuer), policy, 4)
    assert len(found) == len(PROBLEMS) and {one.stopped for one in found} == {"interrupted"}
    assert found[0].chain.steps and not found[-1].chain.steps and len(policy.batches) == 3


def test_a_lost_policy_is_lost_to_every_search(valuer: Valuer) -> None:
    policy = Watched(1, lambda: PolicyLost("gone"))
    found = side_by_side(jobs(valuer), policy, 3)
    assert [one.stopped for one in found] == ["the policy was lost"] * 5 and found[4].trace["faults"] == {"gone": 1}
    assert len(policy.batches) == 1, "it is not asked again"


def test_a_job_that_fails_costs_no_other(valuer: Valuer) -> None:
    def broken(policy: Policy) -> SearchResult:
        raise LookupError(policy.name)

    ended: list[int] = []
    with pytest.raises(LookupError, match="watched"):
        side_by_side([broken, *jobs(valuer)], Watched(), 2, lambda number, found: ended.append(number))
    assert sorted(ended) == [1, 2, 3, 4, 5]
    with pytest.raises(ValueError, match="one job at a time"):
        side_by_side([broken], Watched(), 0)


def test_whatever_else_fails_ends_the_jobs_that_wait_and_goes_on_up(valuer: Valuer) -> None:
    def refuse(number: int, found: SearchResult) -> None:
        raise OSError("no room for the journal")

    failed: list[str] = []

    def run(policy: Policy, ended: Callable[[int, SearchResult], None] = lambda number, found: None) -> None:
        try:
            side_by_side(jobs(valuer), policy, 3, ended)
        except (LookupError, OSError) as error:
            failed.append(str(error))

    runs = [(Watched(2, lambda: LookupError("a broken policy")),), (Watched(), refuse)]
    for args in runs:
        thread = threading.Thread(target=run, args=args, daemon=True)
        thread.start()
        thread.join(60)
        assert not thread.is_alive(), "jobs wait for an answer that nobody gives"
    assert failed == ["a broken policy", "no room for the journal"]
