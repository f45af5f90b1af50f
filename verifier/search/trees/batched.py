"""Many searches at once with one policy: what they ask at the same time is put to it as one batch.

Each search runs in a thread of its own. The policy is asked when every search that was begun has asked or ended, and
sees the calls in the order of the jobs: which calls share a batch depends on the jobs and on ``together`` alone, and
never on which thread was quicker.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain
from verifier.search.choices import TOGETHER
from verifier.search.policies.policy import Batched, Call, Partial, Policy, PolicyLost, Proposed
from verifier.search.trees.value import Judging

T = TypeVar("T")
Job = Callable[[Policy], T]
"""A search, or what else asks a policy. What jobs share besides has to bear that (``one_at_a_time``)."""


def side_by_side(
    jobs: Sequence[Job[T]],
    policy: Policy,
    together: int = TOGETHER,
    ended: Callable[[int, T], None] = lambda number, result: None,
) -> list[T]:
    """Return what each job gives, in order; ``together`` of them run at a time, and ``ended`` is told here of each.

    An interrupt and the loss of the policy reach every job as they would reach it alone, and are the answer to whatever
    is asked later, by jobs not yet begun too. *Raises:* what the first job that failed raised, after all have ended;
    what the policy or ``ended`` raises else, after the jobs under way have lost the policy; ValueError.
    """
    if together < 1:
        raise ValueError(f"expected one job at a time or more, got {together}")
    with ThreadPoolExecutor(together, thread_name_prefix="search") as threads:
        return _Rounds(jobs, policy, together, ended, threads).run()


def one_at_a_time(judge: Judging) -> Judging:
    """Return a judge that threads may ask: one of them at a time."""
    lock = threading.Lock()

    def asked(chains: Sequence[Chain]) -> Sequence[JudgedChain]:
        with lock:
            return judge(chains)

    return asked


class _Seat:
    """The policy as one job sees it: it says what is asked, and waits for the reply."""

    def __init__(self, name: str, changed: threading.Condition) -> None:
        self.name, self._changed = name, changed
        self.call = Call((), 0, 0)
        self.reply: Future[list[Proposed]] | None = None
        self._left: PolicyLost | None = None

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        reply: Future[list[Proposed]] = Future()
        with self._changed:
            if self._left is not None:
                raise self._left
            self.call, self.reply = Call(tuple(chains), count, seed, whole), reply
            self._changed.notify_all()
        return reply.result()

    def leave(self, why: PolicyLost) -> None:
        """Make this the answer to what waits, and to whatever is asked later."""
        with self._changed:
            self._left = why
            if self.reply is not None and not self.reply.done():
                self.reply.set_exception(why)

    @property
    def waits(self) -> bool:
        return self.reply is not None and not self.reply.done()


class _Rounds(Generic[T]):
    """What is known of the jobs stands in their seats and results alone, so that an interrupt may come at any time."""

    def __init__(
        self,
        jobs: Sequence[Job[T]],
        policy: Policy,
        together: int,
        ended: Callable[[int, T], None],
        threads: ThreadPoolExecutor,
    ) -> None:
        self._jobs, self._policy, self._together, self._ended = jobs, policy, together, ended
        self._threads, self._changed = threads, threading.Condition()
        self._seats: list[_Seat] = []
        self._results: list[Future[T]] = []
        self._told: set[int] = set()
        self._over: PolicyLost | KeyboardInterrupt | None = None  # why nothing is answered any more

    def run(self) -> list[T]:
        try:
            while len(self._told) < len(self._jobs):
                try:
                    self._round()
                except KeyboardInterrupt as error:
                    self._over = error
        finally:  # whatever the policy, or who is told, failed with: nobody would answer any more
            for seat in self._seats:
                seat.leave(PolicyLost("the searches beside it were ended"))
        return [result.result() for result in self._results]

    def _round(self) -> None:
        """Begin what there is room for, wait until nothing moves any more, and answer what was asked."""
        while True:
            while len(self._results) < len(self._jobs) and self._running() < self._together:
                self._begin(self._jobs[len(self._results)])
            with self._changed:
                self._changed.wait_for(self._still)
            if not self._tell():
                break
        waiting = [seat for seat in self._seats if seat.waits]
        if waiting:
            self._answer(waiting)

    def _begin(self, job: Job[T]) -> None:
        seat = _Seat(self._policy.name, self._changed)
        result = self._threads.submit(job, seat)
        self._seats.append(seat)
        self._results.append(result)
        result.add_done_callback(self._done)

    def _done(self, result: Future[T]) -> None:
        with self._changed:
            self._changed.notify_all()

    def _running(self) -> int:
        return sum(not result.done() for result in self._results)

    def _still(self) -> bool:
        return all(seat.waits or result.done() for seat, result in zip(self._seats, self._results, strict=True))

    def _tell(self) -> bool:
        """Tell of the jobs that ended; return whether any did."""
        fresh = [i for i, result in enumerate(self._results) if result.done() and i not in self._told]
        for number in fresh:
            self._told.add(number)
            if self._results[number].exception() is None:
                self._ended(number, self._results[number].result())
        return bool(fresh)

    def _answer(self, waiting: list[_Seat]) -> None:
        try:
            replies = [] if self._over else self._asked([seat.call for seat in waiting])
        except (PolicyLost, KeyboardInterrupt) as error:
            self._over = error
        for number, seat in enumerate(waiting):
            assert seat.reply is not None
            if self._over is None:
                seat.reply.set_result(replies[number])
            else:
                seat.reply.set_exception(self._over)

    def _asked(self, calls: list[Call]) -> list[list[Proposed]]:
        if isinstance(self._policy, Batched):
            return self._policy.answered(calls)
        return [self._policy.next_steps(c.chains, c.count, c.seed, whole=c.whole) for c in calls]
