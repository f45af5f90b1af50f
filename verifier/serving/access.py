"""Who may ask the service, under which name of this machine, how often, how much, and how slowly."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import ipaddress
import json
import socket
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any, Final

from fastapi import HTTPException, Request
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


JSON: Final = "application/json"
DROPPED: Final = 64 << 20  # bytes of a body that is too large which are read all the same
PAUSE: Final = 10.0  # seconds between two parts of a body
BODY: Final = 60.0  # seconds for a whole body


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
        if (found := self.known(request.headers)) is None:
            raise HTTPException(401, "expected an API key that is known", {"WWW-Authenticate": "Bearer"})
        return found

    def known(self, headers: Mapping[str, str]) -> str | None:
        """Return the digest of the key that is given, None where it is not known."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        found = _digest(given if scheme.lower() == "bearer" else headers.get("x-api-key", ""))
        matches = [hmac.compare_digest(found, known) for known in self._keys]  # every one is looked at
        return found if any(matches) else None

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


class Names:
    """ASGI middleware: a request must be for this machine by a name of it, or bring a key that is known.

    A page of another site can make a browser ask here under that site's name (DNS rebinding), and brings no key. A
    name is needed for that: where others may ask, every address will do.
    """

    def __init__(self, app: Any, bound: str, doors: Doors) -> None:
        """``bound``: the address or the name that is listened at."""
        self._app, self._doors, self._alone = app, doors, is_loopback(bound)
        others = set() if self._alone else {socket.gethostname().lower(), socket.getfqdn().lower()}
        self._names = {"localhost", bound.lower(), *others} - {""}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with 421. Raises: as what it is passed to."""
        if scope["type"] == "http":
            headers = Request(scope).headers
            if not self._is_ours(headers.getlist("host")) and self._doors.known(headers) is None:
                await _refuse(send, 421, "expected the service to be asked for as localhost, or with an API key")
                return
        await self._app(scope, receive, send)

    def _is_ours(self, hosts: list[str]) -> bool:
        name = host_of(hosts[0]) if len(hosts) == 1 else None
        if name is None:
            return False
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return address.is_loopback or name in self._names or not self._alone


def refuse_foreign(request: Request) -> None:
    """Refuse a request that a page of another site has a browser send.

    A browser says so in ``Origin`` and ``Sec-Fetch-Site``, which no page can set; other programs send neither. It asks
    before it sends JSON for a page of another site, and is refused; a form or plain text it sends at once.

    Raises: HTTPException 403, which says what was found."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
    own = f"http://{request.headers.get('host')}"
    if site != "same-origin" or origin not in (None, own):
        found = f"Origin {origin!r:.80}, Sec-Fetch-Site {site!r:.20}"
        raise HTTPException(403, f"expected a request of no other site, found {found}; send Content-Type: {JSON}")


def host_of(given: str) -> str | None:
    """Return the name or the address of ``NAME[:PORT]``, in small letters, without brackets; None of another form."""
    if given.startswith("["):
        name, closed, port = given[1:].partition("]")
        if not closed or ":" not in name:
            return None
    else:
        name, colon, port = given.partition(":")
        port = colon + port
    digits = port[1:]
    if port and not (port[0] == ":" and digits.isascii() and digits.isdigit()):
        return None
    return name.lower() or None


def is_loopback(host: str) -> bool:
    """Return whether nobody but this machine reaches what listens at a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class BodyLate(HTTPException):
    """A body that does not come, or comes too slowly."""

    def __init__(self) -> None:
        told = f"expected the body within {BODY:g} s, and no pause of more than {PAUSE:g} s"
        super().__init__(408, told, {"Connection": "close"})


class Deadline:
    """ASGI middleware: a body that does not come is given up, with 408.

    A body that nobody has read when the answer begins is read and dropped first, up to a bound: the connection is
    closed after such an answer, and a client that is still sending would see a reset in its place.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, with what bounds the wait for its body. Raises: BodyLate, or as what it is passed to."""
        until, whole = time.monotonic() + BODY, scope["type"] != "http"

        async def received() -> Message:
            nonlocal whole
            if whole:
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(0.0, min(PAUSE, until - time.monotonic())))
            except TimeoutError:
                whole = True
                raise BodyLate from None
            whole = not message.get("more_body")
            return message

        async def answered(message: Message) -> None:
            seen = 0
            with contextlib.suppress(BodyLate):
                while not whole and seen < DROPPED:
                    seen += len((await received()).get("body", b""))
            await send(message)

        await self._app(scope, received, answered)


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
            await _refuse(send, 413, _too_large(self._limit))
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._limit:
                raise HTTPException(413, _too_large(self._limit))
            return message

        await self._app(scope, counted, send)


def _too_large(limit: int) -> str:
    return f"expected a body of at most {limit} bytes"


async def _refuse(send: Send, status: int, why: str) -> None:
    body = json.dumps({"detail": why}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
