"""Asking the service for results, with and without an event loop: one exchange, two ways to carry it out."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

from verifier.rewards.result import Abstention, Item, Result
from verifier.rewards.rule import Rule

NEEDED: Final = "the client needs httpx: pip install 'step-verifier[http]'"
WAIT: Final = 0.2
"""Seconds before items without room are sent again. Each try doubles them."""
CONNECTIONS: Final = 256
"""Most requests of one event loop that are under way at once; others wait."""
TOGETHER: Final = 200
"""Most items of a request."""
AGAIN: Final = frozenset({Abstention.LOST, Abstention.TIMED_OUT})

Exchange = Generator[bytes | float, tuple[int, str], list[Result]]
"""Yields bodies to send, whose answers it receives, and seconds to wait."""


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
        httpx, exchange, answer = _httpx(), self._exchange(items), None
        with httpx.Client() as client:
            while True:
                try:
                    wanted = exchange.send(answer)  # type: ignore[arg-type]  # None begins a generator
                except StopIteration as stop:
                    return list(stop.value)
                if isinstance(wanted, float):
                    time.sleep(wanted)
                    continue
                try:
                    told = client.post(**self._posted(wanted))
                except httpx.HTTPError as error:
                    raise self._unreachable(error) from error
                answer = told.status_code, told.text

    async def ask_async(self, items: Sequence[Item]) -> list[Result]:
        """Return the same without blocking the event loop. Raises: as ``ask``."""
        httpx, exchange, answer = _httpx(), self._exchange(items), None
        while True:
            try:
                wanted = exchange.send(answer)  # type: ignore[arg-type]  # None begins a generator
            except StopIteration as stop:
                return list(stop.value)
            if isinstance(wanted, float):
                await asyncio.sleep(wanted)
                continue
            try:
                told = await _client(httpx).post(**self._posted(wanted))
            except httpx.HTTPError as error:
                raise self._unreachable(error) from error
            answer = told.status_code, told.text

    def close(self) -> None:
        """Do nothing: the service stays as it is."""

    def _exchange(self, items: Sequence[Item]) -> Exchange:
        found = [Result(reason=Abstention.LOST) for _ in items]
        left, until, wait = list(range(len(items))), time.monotonic() + self.patience, WAIT
        while left:
            for start in range(0, len(left), TOGETHER):
                block = left[start : start + TOGETHER]
                status, text = yield json.dumps({"items": [asdict(items[i]) for i in block]}).encode()
                if status == 429:
                    continue
                if status != 200:
                    raise ServiceError(status, text[:500])
                for i, one in zip(block, json.loads(text)["results"], strict=True):
                    found[i] = Result.of_json(one)
            left = [i for i in left if found[i].reason in AGAIN]
            if left and time.monotonic() + wait > until:
                break
            if left:
                yield wait
                wait = min(wait * 2, 5.0)
        return found

    def _posted(self, body: bytes) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {self.key}"} if self.key else {})}
        options = {"url": f"{self.url.rstrip('/').removesuffix('/reward')}/reward", "params": asdict(self.rule)}
        return {**options, "content": body, "headers": headers, "timeout": self.timeout}

    def _unreachable(self, error: Exception) -> ServiceError:
        return ServiceError(0, f"{self.url}: the service cannot be reached ({error})")


_CLIENTS: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()


def _client(httpx: Any) -> Any:
    """The client of this event loop, so that connections are kept."""
    loop = asyncio.get_running_loop()
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
