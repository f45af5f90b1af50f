"""Authentication, rate limits and size limits of the service."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final

from fastapi import HTTPException, Request
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


DROPPED: Final = 64 << 20  # bytes of a body that is too large which are read all the same


class Doors:
    """API keys and rates. Without keys everybody may ask, and is told apart by address."""

    def __init__(self, keys: Iterable[str], rate: str) -> None:
        """``rate``: such as ``600/minute``, of items, for each key or address. Raises: ValueError on another form."""
        self._keys = [_digest(key) for key in keys]
        self._rate = parse(rate)
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def caller(self, request: Request) -> str:
        """Return who asks. Raises: HTTPException 401 without a key that is known."""
        if not self._keys:
            return request.client.host if request.client else "?"
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        key = given if scheme.lower() == "bearer" else request.headers.get("x-api-key", "")
        found = _digest(key)
        matches = [hmac.compare_digest(found, known) for known in self._keys]  # every one is looked at
        if not any(matches):
            raise HTTPException(401, "expected an API key that is known", {"WWW-Authenticate": "Bearer"})
        return found

    @property
    def most(self) -> int:
        """How many items of a caller the rate allows at once."""
        return self._rate.amount

    def lets(self, caller: str, items: int = 1) -> bool:
        """Return whether so many more items of this caller are within the rate, and count them where they are."""
        return items < 1 or self._limiter.hit(self._rate, caller, cost=items)

    def left(self, caller: str) -> int:
        """Return how many more items of this caller are within the rate now."""
        return self._limiter.get_window_stats(self._rate, caller).remaining


def _digest(key: str) -> str:
    return hashlib.sha256(key.strip().encode("utf-8", "surrogatepass")).hexdigest()


class SizeLimit:
    """ASGI middleware: a body of more than ``limit`` bytes is refused with 413, announced or not."""

    def __init__(self, app: Any, limit: int) -> None:
        self._app, self._limit = app, limit

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, its body counted. Raises: HTTPException, or as what it is passed to."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > self._limit:
            await _dropped(receive)
            await _refuse(send, self._limit)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._limit:
                if message.get("more_body"):
                    await _dropped(receive)
                raise HTTPException(413, _too_large(self._limit))
            return message

        await self._app(scope, counted, send)


async def _dropped(receive: Receive) -> None:
    """Read on and keep nothing, so that whoever is still sending comes to read the answer; up to a bound."""
    seen = 0
    while seen < DROPPED:
        message = await receive()
        seen += len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            return


def _too_large(limit: int) -> str:
    return f"expected a body of at most {limit} bytes"


async def _refuse(send: Send, limit: int) -> None:
    body = f'{{"detail": "{_too_large(limit)}"}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
