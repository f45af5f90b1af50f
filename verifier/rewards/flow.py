"""One body for each adaptor, run with or without an event loop, here or by a service.

An adaptor is a generator: it yields the items of a call, receives their results, and returns what its trainer expects.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from verifier.judging.estimates.calibrated import calibration_file
from verifier.rewards.result import Item, Result
from verifier.rewards.rule import NAMES, Rule
from verifier.rewards.service import Service
from verifier.rewards.workers import Settings, workers

T = TypeVar("T")
Flow = Generator[Sequence[Item], list[Result], T]


class AsyncJudge(Protocol):
    """What gives items their results, in order."""

    async def ask_async(self, items: Sequence[Item]) -> list[Result]:
        """Return the result of each item."""


class Judge(AsyncJudge, Protocol):
    """What does so without an event loop too."""

    def ask(self, items: Sequence[Item]) -> list[Result]:
        """Return the result of each item."""

    def close(self) -> None:
        """End what was started to judge; it starts again when it is asked."""


@dataclass(frozen=True)
class Local:
    """Judges on worker processes of this machine."""

    rule: Rule
    settings: Settings

    def ask(self, items: Sequence[Item]) -> list[Result]:
        """Return the result of each item."""
        requests = [self.rule.request(item) for item in items]
        checked = iter(workers(self.settings).ask([one for one in requests if isinstance(one, dict)]))
        pairs = zip(items, requests, strict=True)
        return [self.rule.result(item, next(checked) if isinstance(one, dict) else one) for item, one in pairs]

    async def ask_async(self, items: Sequence[Item]) -> list[Result]:
        """Return the same without blocking the event loop."""
        return await asyncio.to_thread(self.ask, items)

    def close(self) -> None:
        """End the workers."""
        workers(self.settings).close()


def judge_of(
    *,
    url: str | None = None,
    key: str | None = None,
    settings: Settings | Mapping[str, Any] | None = None,
    **options: Any,
) -> Judge:
    """Return the judge of an adaptor: a service at ``url`` (with the API key ``key``), else workers of this machine.

    ``options``: of ``Rule``, and of ``Settings`` without a service; ``settings`` has these in one value. ``labels``
    None: ``soft`` with a process reward model, else ``checked``. Raises: TypeError on an unknown option; ValueError,
    PrmUnavailable on a value that an option does not take.
    """
    rule = {name: options.pop(name) for name in NAMES & options.keys()}
    given = (
        {} if settings is None or isinstance(settings, Settings) else {str(name): settings[name] for name in settings}
    )
    by = settings if isinstance(settings, Settings) else Settings(**given, **({} if url else options))
    if rule.get("labels", "") is None:
        rule["labels"] = "checked" if by.prm == "none" else "soft"
    made = Rule(**rule)
    if url is not None:
        return Service(made, url, key, **options)
    if by.calibration is not None:
        by = replace(by, calibration=calibration_file(by.prm, by.calibration))
    return Local(made, by)


def run(flow: Flow[T], judge: Judge) -> T:
    """Return what an adaptor makes of the results. Raises: as the judge."""
    return _ended(flow, judge.ask(next(flow)))


async def run_async(flow: Flow[T], judge: AsyncJudge) -> T:
    """Return the same without blocking the event loop. Raises: as the judge."""
    return _ended(flow, await judge.ask_async(next(flow)))


def _ended(flow: Flow[T], results: list[Result]) -> T:
    try:
        flow.send(results)
    except StopIteration as stop:
        value: T = stop.value
        return value
    raise RuntimeError("expected an adaptor to ask once, found a second question")
