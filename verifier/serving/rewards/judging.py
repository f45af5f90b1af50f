"""Completions at the desk: each waits for room, and those of one request are translated together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from verifier.chain import Chain
from verifier.readers.model.live import Heard
from verifier.rewards.workers import LONGEST, chain_of, too_long
from verifier.serving.request_queue import Desk, Told
from verifier.serving.translating import Translating

WAIT: Final = 120.0
"""Seconds that a completion may wait for room: OpenRLHF gives a request up after 180."""

PAUSE: Final = 0.02
"""Seconds before a completion for which there was no room is put again."""


@dataclass(frozen=True, slots=True)
class Rewarding:
    """Judges completions that are to be rewarded. ``wait``: seconds for which each waits for room."""

    desk: Desk
    translating: Translating
    wait: float = WAIT

    async def __call__(self, items: Sequence[dict[str, Any] | None]) -> list[Told]:
        """Return what becomes of each completion, in order."""
        until = time.monotonic() + self.wait
        read = [_looked_at(one) for one in items]
        chains = await asyncio.to_thread(_chains, read) if self.translating.asks else {}
        heard = dict(zip(chains, await self.translating.attempts(list(chains.values())), strict=True))
        return list(await asyncio.gather(*(self._told(one, heard.get(i), until) for i, one in enumerate(read))))

    async def _told(self, request: dict[str, Any] | Told, heard: Heard | None, until: float) -> Told:
        """What becomes of one completion: it waits for room, for trainers do not ask again."""
        if isinstance(request, Told):
            return request
        heard = heard or Heard()
        while (asked := self.desk.put_reward(request, heard.formal)) is None:
            if time.monotonic() > until:
                return Told(429, error=f"there was no room for {self.wait:g} s")
            await asyncio.sleep(PAUSE)
        return replace(await asyncio.wrap_future(asked), untranslated="; ".join(heard.why))


def _chains(read: Sequence[dict[str, Any] | Told]) -> dict[int, Chain]:
    """The chains that are to be translated, by the places of their requests."""
    return {i: chain for i, one in enumerate(read) if isinstance(one, dict) and (chain := chain_of(one))}


def _looked_at(request: dict[str, Any] | None) -> dict[str, Any] | Told:
    """A request about a completion, or what it is told where it is none, or too long to be looked at."""
    if request is None:
        return Told(422, error="expected a completion as a text")
    if too_long(request):
        return Told(422, error=f"expected a completion of at most {LONGEST} characters")
    return request
