"""Completions of a request: each waits for a free worker, and all are translated together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from verifier.chain import Chain
from verifier.readers.model.live import Heard
from verifier.rewards.result import Abstention, Item, Result
from verifier.rewards.rule import Rule
from verifier.rewards.workers import chain_of
from verifier.serving.request_queue import Desk, Told
from verifier.serving.translating import Translating

WAIT: Final = 120.0
"""Seconds that a completion may wait for a worker: OpenRLHF gives a request up after 180."""

PAUSE: Final = 0.02
"""Seconds before a completion that found no free worker is tried again."""

Rewarded = Callable[[Sequence[dict[str, Any]]], Awaitable[list[Told]]]
"""From requests to what became of each. Raises: HTTPException where the caller asks too much."""


@dataclass(frozen=True, slots=True)
class AtDesk:
    """Judges by the workers of the service."""

    rule: Rule
    rewarded: Rewarded

    async def ask_async(self, items: Sequence[Item]) -> list[Result]:
        """Return the result of each item. Raises: HTTPException where the caller asks too much."""
        requests = [self.rule.request(item) for item in items]
        told = iter(await self.rewarded([one for one in requests if isinstance(one, dict)]))
        found = [_found(next(told)) if isinstance(one, dict) else one for one in requests]
        return [self.rule.result(item, one) for item, one in zip(items, found, strict=True)]


def _found(told: Told) -> dict[str, Any] | Abstention:
    if told.record is not None:
        return told.record
    return Abstention.TIMED_OUT if told.status == 504 else Abstention.LOST


@dataclass(frozen=True, slots=True)
class Rewarding:
    """Judges completions that are to be rewarded. ``wait``: seconds that each waits for a worker."""

    desk: Desk
    translating: Translating
    wait: float = WAIT

    async def __call__(self, requests: Sequence[dict[str, Any]]) -> list[Told]:
        """Return what becomes of each completion, in order."""
        until = time.monotonic() + self.wait
        chains = await asyncio.to_thread(_chains, requests) if self.translating.asks else {}
        heard = dict(zip(chains, await self.translating.attempts(list(chains.values())), strict=True))
        return list(await asyncio.gather(*(self._told(one, heard.get(i), until) for i, one in enumerate(requests))))

    async def _told(self, request: dict[str, Any], heard: Heard | None, until: float) -> Told:
        """Judge one completion. It waits for a worker, because trainers do not ask again."""
        heard = heard or Heard()
        while (asked := self.desk.put_reward(request, heard.formal)) is None:
            if time.monotonic() > until:
                return Told(429, error=f"there was no room for {self.wait:g} s")
            await asyncio.sleep(PAUSE)
        return replace(await asyncio.wrap_future(asked), untranslated="; ".join(heard.why))


def _chains(requests: Sequence[dict[str, Any]]) -> dict[int, Chain]:
    """The chains that are to be translated, by the places of their requests."""
    return {i: chain for i, one in enumerate(requests) if (chain := chain_of(one))}
