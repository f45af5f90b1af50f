"""Effort, counted: what a search may do, in steps of arithmetic, so that it ends at the same place on any machine.

One step is about a product of two monomials, or four nodes that are evaluated. Where no effort is counted, as while a
proof is checked, nothing is bounded here but each call of a function that remembers. What it remembers costs the same
whether it was asked before or not: so what was judged before has no say in what a search finds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from verifier.kernel.verdict import CheckFailed, Reason

MOST_ALONE = 400_000  # most steps of one call of a function that remembers
KNOWN = 1  # steps of a call of a function that was asked the same within this effort
P = ParamSpec("P")
R = TypeVar("R")


class OutOfEffort(CheckFailed):
    """More steps than there are."""


class Effort:
    """Counts down ``steps``; what was asked of remembering functions within it costs no more than ``KNOWN``."""

    __slots__ = ("left", "seen", "steps")

    def __init__(self, steps: int) -> None:
        self.steps = self.left = steps
        self.seen: set[Hashable] = set()

    @property
    def out(self) -> bool:
        """Whether more was asked for than there is."""
        return self.left < 0

    def spend(self, steps: int) -> None:
        """Count ``steps``.

        Raises:
            OutOfEffort: where fewer are left.
        """
        self.left -= steps
        if self.left < 0:
            raise OutOfEffort(f"more than {self.steps} steps of work", Reason.OUT_OF_BUDGET)

    @contextmanager
    def counted(self) -> Iterator[Effort]:
        """Count within what is done here, and nowhere else."""
        token = _counting.set(self)
        try:
            yield self
        finally:
            _counting.reset(token)


_counting: ContextVar[Effort | None] = ContextVar("effort", default=None)


def spend(steps: int) -> None:
    """Count ``steps``, where effort is counted.

    Raises:
        OutOfEffort: where fewer are left.
    """
    effort = _counting.get()
    if effort is not None:
        effort.spend(steps)


def spend_once(key: Hashable, steps: int) -> None:
    """Count ``steps``, where effort is counted, for what has this key: the first time within it, and later ``KNOWN``.

    Raises:
        OutOfEffort: where fewer are left.
    """
    effort = _counting.get()
    if effort is not None:
        effort.spend(KNOWN if key in effort.seen else KNOWN + steps)
        effort.seen.add(key)


@contextmanager
def at_most(share: Fraction) -> Iterator[None]:
    """Count within no more than a share of what is left where effort is counted; it counts there as well."""
    whole = _counting.get()
    if whole is None:
        yield
        return
    part = Effort(max(0, int(whole.left * share)))
    part.seen = whole.seen
    try:
        with part.counted():
            yield
    finally:
        whole.left -= part.steps - max(0, part.left)


@contextmanager
def uncounted() -> Iterator[None]:
    """Count nothing of what is done here: it has bounds of its own."""
    token = _counting.set(None)
    try:
        yield
    finally:
        _counting.reset(token)


def remembered(most: int, alone: int = MOST_ALONE) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that lets a function remember what it returned, or how it failed, for ``most`` arguments.

    A call counts as many steps as it takes by itself, when it is asked for the first time within an effort: at most
    ``alone``.
    """

    def of(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=most)
        def found(*args: Hashable) -> tuple[R | CheckFailed, int]:
            effort = Effort(alone)
            token = _counting.set(effort)
            result: R | CheckFailed
            try:
                result = function(*args)  # type: ignore[call-arg, arg-type]
            except CheckFailed as failure:
                result = failure
            finally:
                _counting.reset(token)
            return result, min(effort.steps - effort.left, effort.steps)

        @wraps(function)
        def asked(*args: P.args, **_: P.kwargs) -> R:
            result, steps = found(*args)
            spend_once((function, args), steps)
            if isinstance(result, CheckFailed):
                raise result.with_traceback(None)
            return result

        return asked

    return of
