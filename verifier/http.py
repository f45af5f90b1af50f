"""A server that is asked over HTTP (extra ``http``): within bounds of time and size, and again where that may help.

What is sent, the key above all, goes to the URL that was given and nowhere else: redirects are not followed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final, TypeVar

Found = TypeVar("Found")

BUSY: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses after which the same request may succeed."""


@dataclass(frozen=True, slots=True)
class Patience:
    """``seconds`` for one answer; ``attempts`` in all; ``first_wait`` seconds before the second, growing, and at most
    ``most_wait``, whatever a server asks for; ``most_bytes`` of an answer."""

    seconds: float = 120.0
    attempts: int = 5
    first_wait: float = 0.5
    most_wait: float = 60.0
    most_bytes: int = 4_000_000


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered. ``wait``: the seconds for which it asks before another attempt, None where it does not
    say."""

    status: int
    content: bytes
    wait: float | None = None


class NoReply(Exception):
    """There was no answer, or none within the bounds."""


class NotReached(NoReply):
    """Nothing can be connected to."""


class TooSlow(NoReply):
    """The answer did not come, or not whole, in time."""


class TooLarge(NoReply):
    """The answer has too many bytes."""


class Broken(NoReply):
    """The connection broke."""


class Again(Exception):
    """Worth another attempt, after ``wait`` seconds where the server said so."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait


class Server:
    """One server. Threads may share it; nothing is sent before the first request."""

    def __init__(self, url: str, key: str | None, patience: Patience) -> None:
        """``key``: sent as a bearer's. Raises: ImportError without the extra; ValueError on what is no URL."""
        import httpx
        import tenacity

        self._httpx, self._tenacity = httpx, tenacity
        self.url, self.patience = url.rstrip("/"), patience
        try:
            if httpx.URL(self.url).scheme not in ("http", "https"):
                raise ValueError(f"expected a URL such as http://127.0.0.1:8000/v1, got {url!r:.80}")
        except httpx.InvalidURL as error:
            raise ValueError(f"expected a URL such as http://127.0.0.1:8000/v1, got {url!r:.80}") from error
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = httpx.Client(headers=headers, timeout=patience.seconds, follow_redirects=False)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def post(self, path: str, body: Mapping[str, Any]) -> Reply:
        """Return what the server answers to JSON. Raises: NoReply."""
        ends, content = time.monotonic() + self.patience.seconds, bytearray()
        slow = f"no answer within {self.patience.seconds:g} s"
        try:
            with self._client.stream("POST", f"{self.url}/{path}", json=body) as response:
                for part in response.iter_bytes():
                    content += part
                    if len(content) > self.patience.most_bytes:
                        raise TooLarge(f"the answer has more than {self.patience.most_bytes} bytes")
                    if time.monotonic() > ends:
                        raise TooSlow(slow)
                return Reply(response.status_code, bytes(content), _asked(response.headers.get("retry-after")))
        except self._httpx.ConnectError as error:
            raise NotReached(f"{self.url} cannot be reached: {error}") from error
        except self._httpx.TimeoutException as error:
            raise TooSlow(slow) from error
        except (self._httpx.HTTPError, self._httpx.InvalidURL) as error:
            raise Broken(f"the connection broke: {type(error).__name__}") from error

    def persist(self, once: Callable[[], Found], between: Callable[[], None] = lambda: None) -> Found:
        """Return what ``once`` returns, called again while it raises Again, ``between`` the attempts after a wait.

        Raises: Again, after the last attempt; as ``once``.
        """
        t, p = self._tenacity, self.patience
        growing = t.wait_random_exponential(multiplier=p.first_wait, max=p.most_wait)

        def wait(state: Any) -> float:
            between()
            asked = getattr(state.outcome.exception(), "wait", None)
            return min(float(asked if asked is not None else growing(state)), p.most_wait)

        again = t.retry_if_exception_type(Again)
        trying = t.Retrying(stop=t.stop_after_attempt(p.attempts), wait=wait, retry=again, reraise=True)
        found: Found = trying(once)
        return found


def _asked(header: str | None) -> float | None:
    """The seconds of a Retry-After header: a number, or a date (RFC 9110, 10.2.3)."""
    if not header:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(header).timestamp() - time.time()
        except (ValueError, OverflowError):
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None
