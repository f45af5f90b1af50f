"""Many things asked for at once: several requests under way, each once, within a budget.

What takes requests is a course: a generator that yields them, is sent what was heard, and returns what came of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from verifier.asking.budget import Spent
from verifier.asking.kept import Kept
from verifier.asking.model import Model, ModelUnavailable
from verifier.asking.request import Asked, Heard, Silence

Form = TypeVar("Form", bound=Asked)
Came = TypeVar("Came")

Course = Generator[Form, Heard, Came]
"""The requests of one task, and what becomes of it."""

PAUSE = 0.01
"""Seconds after which it is looked again whether the budget has room."""


@dataclass(slots=True)
class Desk:
    """Asks a model, and nobody for what was answered before. Requests that are the same are asked once.

    ``until``: by the clock of ``time.monotonic``, when what is under way is given up; None for never.
    """

    model: Model[Any]
    kept: Kept
    spent: Spent
    concurrency: int = 8
    lost: ModelUnavailable | None = None
    until: float | None = None
    _under_way: dict[str, asyncio.Future[Heard]] = field(default_factory=dict)

    async def hear(self, request: Asked, turn: asyncio.Semaphore) -> Heard:
        """Return what is heard to a request. A model that cannot be had is asked no more."""
        known = self.kept.find(request)
        if known is not None:
            self.spent.count(known)
            return known
        if (before := self._under_way.get(request.key)) is not None:
            return await asyncio.shield(before)
        answer: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self._under_way[request.key] = answer
        async with turn:
            heard = await self._heard(request)
        self.kept.keep(request, heard)
        answer.set_result(heard)
        del self._under_way[request.key]
        return heard

    async def _heard(self, request: Asked) -> Heard:
        """What a request comes to, counted."""
        while self.lost is None and (held := self.spent.hold(request)) is None:
            await asyncio.sleep(PAUSE)
        if self.lost is not None or held is not True:
            return self.spent.refused(str(self.lost or held))
        heard: Heard = Silence("it was given up")
        try:
            heard = await self._answered(request)
        finally:
            self.spent.count(heard, request)
        return heard

    async def _answered(self, request: Asked) -> Heard:
        left = None if self.until is None else self.until - time.monotonic()
        try:
            return await asyncio.wait_for(self.model.hear(request), left)
        except TimeoutError:
            return Silence("no time was left for an answer")
        except ModelUnavailable as error:
            self.lost = error
            return Silence(str(error))


def ask(
    courses: Sequence[Course[Any, Came]], desk: Desk, done: Callable[[Came], None] = lambda one: None
) -> list[Came]:
    """Return what became of each course, in order; ``done`` is told each as it comes.

    Raises:
        NotKept: where the file of answers breaks.
    """
    return asyncio.run(_ask(courses, desk, done))


async def _ask(courses: Sequence[Course[Any, Came]], desk: Desk, done: Callable[[Came], None]) -> list[Came]:
    turn = asyncio.Semaphore(desk.concurrency)

    async def one(course: Course[Any, Came]) -> Came:
        found = await _ended(course, desk, turn)
        done(found)
        return found

    try:
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(one(course)) for course in courses]
    except* OSError as errors:
        raise errors.exceptions[0] from None
    finally:
        await desk.model.close()
    return [one.result() for one in running]


async def _ended(course: Course[Any, Came], desk: Desk, turn: asyncio.Semaphore) -> Came:
    request = next(course)
    while True:
        heard = await desk.hear(request, turn)
        try:
            request = course.send(heard)
        except StopIteration as ended:
            found: Came = ended.value
            return found
