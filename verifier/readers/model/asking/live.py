"""Translations asked for at once: several under way, each request once, within a budget."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from verifier.readers.model.asking.budget import Spent
from verifier.readers.model.asking.kept import Kept
from verifier.readers.model.asking.model import Model, ModelUnavailable
from verifier.readers.model.request import Heard, Request, Silence
from verifier.readers.model.translate import Task, Translated, translation


@dataclass(slots=True)
class Desk:
    """Asks a model, and nobody for what was answered before. Requests that are the same are asked once.

    ``until``: by the clock of ``time.monotonic``, when what is under way is given up; None for never.
    """

    model: Model
    kept: Kept
    spent: Spent
    concurrency: int = 8
    lost: ModelUnavailable | None = None
    until: float | None = None
    _under_way: dict[str, asyncio.Future[Heard]] = field(default_factory=dict)

    async def hear(self, request: Request, turn: asyncio.Semaphore) -> Heard:
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
        self.spent.count(heard)
        answer.set_result(heard)
        del self._under_way[request.key]
        return heard

    async def _heard(self, request: Request) -> Heard:
        if self.lost is not None:
            return Silence(str(self.lost))
        if (over := self.spent.over) is not None:
            return Silence(over)
        left = None if self.until is None else self.until - time.monotonic()
        try:
            return await asyncio.wait_for(self.model.hear(request), left)
        except TimeoutError:
            return Silence("no time was left for an answer")
        except ModelUnavailable as error:
            self.lost = error
            return Silence(str(error))


def ask(tasks: Sequence[Task], desk: Desk, done: Callable[[Translated], None] = lambda one: None) -> list[Translated]:
    """Return what became of each task, in order; ``done`` is told each as it comes.

    Raises:
        NotKept: where the file of answers breaks.
    """
    return asyncio.run(_ask(tasks, desk, done))


async def _ask(tasks: Sequence[Task], desk: Desk, done: Callable[[Translated], None]) -> list[Translated]:
    turn = asyncio.Semaphore(desk.concurrency)

    async def one(task: Task) -> Translated:
        found = await _course(task, desk, turn)
        done(found)
        return found

    try:
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(one(task)) for task in tasks]
    except* OSError as errors:
        raise errors.exceptions[0] from None
    finally:
        await desk.model.close()
    return [one.result() for one in running]


async def _course(task: Task, desk: Desk, turn: asyncio.Semaphore) -> Translated:
    course = translation(task)
    request = next(course)
    while True:
        heard = await desk.hear(request, turn)
        try:
            request = course.send(heard)
        except StopIteration as ended:
            found: Translated = ended.value
            return found
