"""What estimators that ask share: the file of kept answers, the budget, and what becomes of chains without an answer.

A chain of which there is no answer has no score, and its reason is warned of. A server that cannot be had ends the run:
what was answered until then is kept, so that the next run goes on.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from verifier.asking.batch import round_of, take_responses, write_requests
from verifier.asking.budget import Prices, Spent
from verifier.asking.kept import Kept, NotKept
from verifier.asking.live import Course, Desk, ask
from verifier.asking.model import Model, ModelUnavailable
from verifier.asking.request import Heard, Request, Silence
from verifier.chain import Chain
from verifier.checkers.lean.toolchain.cache import cache_root
from verifier.estimators.model import PrmUnavailable, Wire

NOT_KEPT: Final = "no answer was kept, and nobody is asked"

Came = TypeVar("Came")


class NoEstimate(UserWarning):
    """A chain, or a part of one, has no estimate, and why."""


@dataclass(slots=True)
class Asker:
    """Asks for many things at once, within the budget of a run. Threads may share it.

    ``make``: gives the model anew for each time that something is asked, since its connections belong to one event
    loop.
    """

    wire: Wire
    make: Callable[[], Model[Any]]
    spent: Spent = field(init=False)
    unanswered: dict[str, Request] = field(default_factory=dict)

    def __post_init__(self) -> None:
        prices = Prices(self.wire.price_read, self.wire.price_written)
        self.spent = Spent(prices, self.wire.budget, self.wire.most_money)

    def __call__(self, courses: Sequence[Callable[[], Course[Any, Came]]]) -> list[Came | None]:
        """Return what became of each course, in order; None where nobody is asked and no answer was kept.

        Raises: PrmUnavailable.
        """
        try:
            with Kept(self.file) as kept:
                return self._kept_alone(courses, kept) if self.wire.asks_nobody else self._live(courses, kept)
        except ModelUnavailable as error:
            raise PrmUnavailable(str(error), usage=error.usage) from error
        except (NotKept, OSError) as error:
            raise PrmUnavailable(str(error)) from error

    @property
    def file(self) -> Path:
        """The file of kept answers."""
        return Path(self.wire.answers) if self.wire.answers else cache_root() / "estimates.sqlite"

    def _kept_alone(self, courses: Sequence[Callable[[], Course[Any, Came]]], kept: Kept) -> list[Came | None]:
        found: list[Came | None] = []
        for course in courses:
            one = round_of([course()], kept)
            if one.waiting and self.wire.responses:
                take_responses([Path(place) for place in self.wire.responses], one.waiting, kept)
                one = round_of([course()], kept)
            self.unanswered |= one.waiting
            self.spent.kept += len(one.done)
            found.append(one.done[0] if one.done else None)
        if self.wire.requests is not None:
            write_requests(Path(self.wire.requests), self.unanswered)
        return found

    def _live(self, courses: Sequence[Callable[[], Course[Any, Came]]], kept: Kept) -> list[Came | None]:
        if not courses:
            return []
        desk = Desk(self.make(), kept, self.spent, self.wire.concurrency)
        with ThreadPoolExecutor(1, thread_name_prefix="asking") as apart:  # whoever calls may have an event loop
            found = apart.submit(ask, [course() for course in courses], desk).result()
        if desk.lost is not None:
            raise desk.lost
        return list(found)

    def told(self) -> Iterator[str]:
        """Yield in words what was asked, and what that took."""
        yield from self.spent.told()
        if self.unanswered:
            where = self.wire.requests and f": they are in {self.wire.requests}; have them answered, and give the file"
            yield f"{len(self.unanswered)} requests have no answer yet{f'{where} of the answers' if where else ''}"


def missing(chain: Chain, why: str) -> list[float]:
    """Return the scores of a chain that has no estimate, and warn of the reason."""
    warnings.warn(f"{chain.id or 'a chain'}: not estimated: {why}", NoEstimate, stacklevel=3)
    return [math.nan] * len(chain.steps)


def why_not(heard: Heard | None) -> str:
    """Return why there is nothing to read."""
    return heard.why if isinstance(heard, Silence) else NOT_KEPT
