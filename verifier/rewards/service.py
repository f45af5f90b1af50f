"""Asking the service for results, with and without an event loop."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

from verifier.rewards.result import Abstention, Item, Result
from verifier.rewards.rule import Rule

NEEDED: Final = "the client needs httpx: pip install 'step-verifier[http]'"
WAIT: Final = 0.2
"""Seconds before items that the service refused as busy are sent again. Each try doubles them."""
CONNECTIONS: Final = 256
"""Most requests of one event loop that are under way at once; others wait."""
TOGETHER: Final = 200
"""Most items of a request."""
AGAIN: Final = frozenset({Abstention.LOST, Abstention.TIMED_OUT})


class ServiceError(RuntimeError):
    """The service refused or cannot be reached; ``status`` is HTTP's, 0 where there was none."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status}: {message}" if status else message)
        self.status = status


@dataclass(frozen=True)
class Service:
    """Judges by a service. ``patience``: seconds in which lost items are sent again; ``timeout``: of one request."""

    rule: Rule
    url: str = "http://127.0.0.1:8000"
    key: str | None = None
    patience: float = 60.0
    timeout: float = 180.0

    def ask(self, items: Sequence[Item]) -> list[Result]:
        """Return the result of each item. Raises: ServiceError; ImportError, which names the extra."""

        async def alone() -> list[Result]:
            async with _httpx().AsyncClient() as client:
                return await self._found(client, items)

        with ThreadPoolExecutor(1) as threads:  # this thread may have an event loop of its own
            return threads.submit(asyncio.run, alone()).result()

    async def ask_async(self, items: Sequence[Item]) -> list[Result]:
        """Return the same without blocking the event loop. Raises: as ``ask``."""
        return await self._found(_client(), items)

    def close(self) -> None:
        """Do nothing: the service stays as it is."""

    async def _found(self, client: Any, items: Sequence[Item]) -> list[Result]:
        found = [Result(reason=Abstention.LOST) for _ in items]
        left, until, wait = list(range(len(items))), time.monotonic() + self.patience, WAIT
        while left:
            for start in range(0, len(left), TOGETHER):
                block = left[start : start + TOGETHER]
                response = await self._posted(client, [items[i] for i in block])
                for i, one in zip(block, response, strict=False):  # none if the service was busy
                    found[i] = one
            left = [i for i in left if found[i].reason in AGAIN]
            if left and time.monotonic() + wait > until:
                break
            await asyncio.sleep(wait if left else 0)
            wait = min(wait * 2, 5.0)
        return found

    async def _posted(self, client: Any, items: Sequence[Item]) -> list[Result]:
        """Return the results of items; none if the service is busy."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {self.key}"} if self.key else {})}
        url = f"{self.url.rstrip('/').removesuffix('/reward')}/reward"
        body = json.dumps({"items": list(map(asdict, items))}).encode()
        asked = {"params": asdict(self.rule), "content": body, "headers": headers, "timeout": self.timeout}
        try:
            response = await client.post(url, **asked)
        except _httpx().HTTPError as error:
            raise ServiceError(0, f"{self.url}: the service cannot be reached ({error})") from error
        if response.status_code not in (200, 429):
            raise ServiceError(response.status_code, response.text[:500])
        return list(map(Result.of_json, response.json()["results"])) if response.status_code == 200 else []


_CLIENTS: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()


def _client() -> Any:
    """The client of this event loop, so that connections are kept."""
    loop, httpx = asyncio.get_running_loop(), _httpx()
    if loop not in _CLIENTS:
        limits = httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
        _CLIENTS[loop] = httpx.AsyncClient(limits=limits)
    return _CLIENTS[loop]


def _httpx() -> Any:
    try:
        import httpx
    except ImportError as error:
        raise ImportError(NEEDED) from error
    return httpx
