"""A server that speaks OpenAI's interface (extra ``llm``), asked through the ``openai`` package, within bounds.

What is sent, the key above all, goes to the URL that was given and nowhere else: redirects are not followed, and no
message says the key. What a server may do is bounded: the time of an answer, its size, how often it may ask to wait.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final
from urllib.parse import urlsplit

BASE_URL: Final = "https://api.openai.com/v1"
NEEDED: Final = "a server as language model needs the package openai: pip install 'step-verifier[llm]'"
NO_KEY: Final = "none"
"""Sent where there is no key: the package asks for one, and servers of one's own pass it over."""

MOST_WAIT: Final = 60.0
"""Seconds for which the package waits, at the most, before another attempt."""


@dataclass(frozen=True, slots=True)
class Patience:
    """``seconds`` for one answer; ``attempts`` in all, where another may help; ``most_bytes`` of an answer."""

    seconds: float = 300.0
    attempts: int = 4
    most_bytes: int = 32_000_000


class NoReply(Exception):
    """No answer that can be used. ``status``: what the server said of it, None where it said nothing.

    ``lost``: other requests would not be answered either.
    """

    def __init__(self, why: str, status: int | None = None, *, lost: bool = False) -> None:
        super().__init__(why)
        self.status, self.lost = status, lost


class Endpoint:
    """One server. Nothing is sent before the first request; all requests are made within one event loop."""

    def __init__(self, url: str | None = None, key: str | None = None, patience: Patience | None = None) -> None:
        """``url``: up to and with ``/v1``, else OPENAI_BASE_URL; ``key``: else OPENAI_API_KEY, of the environment.

        Raises:
            ImportError: without the extra.
            ValueError: where the URL is none.
        """
        import openai

        self._openai, self.patience = openai, patience or Patience()
        self.url = (url or os.environ.get("OPENAI_BASE_URL") or BASE_URL).rstrip("/")
        if not _is_url(self.url):
            raise ValueError(f"expected a URL such as http://127.0.0.1:8000/v1, got {self.url!r:.80}")
        self.sent = 0
        """Requests that went out, those that were made again among them."""
        http = openai.DefaultAsyncHttpxClient(follow_redirects=False, event_hooks={"request": [self._count]})
        self._broken = _breaking(http)
        self._client = openai.AsyncOpenAI(
            base_url=self.url,
            api_key=key or os.environ.get("OPENAI_API_KEY") or NO_KEY,
            timeout=self.patience.seconds,
            max_retries=self.patience.attempts - 1,
            http_client=http,
        )

    async def _count(self, _: object) -> None:
        self.sent += 1

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def post(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the server answers to the body of a chat, or of a completion where it has a ``prompt``.

        Raises:
            NoReply: where there is no JSON object within the bounds.
        """
        found = await self._json(self._content(body))
        if not isinstance(found, dict):
            raise NoReply("the server's answer is no JSON object")
        return found

    async def post_to(self, path: str, body: Mapping[str, Any]) -> Any:
        """Return what the server answers to a body at a path below its URL, which is not of OpenAI's interface.

        Raises:
            NoReply: where there is no JSON within the bounds.
        """
        return await self._json(self._elsewhere(path, body))

    async def _json(self, asked: Coroutine[Any, Any, bytes]) -> Any:
        openai, seconds = self._openai, self.patience.seconds
        try:
            # Besides the package's own limits: a server that answers a byte at a time never exceeds those.
            async with asyncio.timeout((seconds + MOST_WAIT) * self.patience.attempts):
                return _value(await asked)
        except (openai.APITimeoutError, TimeoutError) as error:
            raise NoReply(f"no answer within {seconds:g} s") from error
        except openai.APIStatusError as error:
            lost = error.status_code in (401, 403, 404) or 300 <= error.status_code < 400
            key = " (is OPENAI_API_KEY set?)" if error.status_code == 401 else ""
            why = f"the server said {error.status_code}{key}: {_said(error)}"
            raise NoReply(why, error.status_code, lost=lost) from error
        except openai.APIConnectionError as error:
            cause = type(error.__cause__ or error).__name__
            raise NoReply(f"the server {self.url} cannot be reached ({cause}): is it running?", lost=True) from error
        except self._broken as error:
            raise NoReply(f"the connection broke: {type(error).__name__}") from error
        except openai.OpenAIError as error:
            raise NoReply(f"the package openai refused: {error!s:.160}") from error

    async def _content(self, body: Mapping[str, Any]) -> bytes:
        made = self._client.completions if "prompt" in body else self._client.chat.completions
        first = ("model", "prompt") if "prompt" in body else ("model", "messages")
        named = {name: body[name] for name in first}
        rest = {name: value for name, value in body.items() if name not in first}
        create: Any = made.with_streaming_response.create
        async with create(**named, extra_body=rest) as response:
            return await self._read(response)

    async def _elsewhere(self, path: str, body: Mapping[str, Any]) -> bytes:
        streamed = {"headers": {self._openai._constants.RAW_RESPONSE_HEADER: "stream"}}
        posted: Any = self._client.post
        response = await posted(path, cast_to=object, body=dict(body), options=streamed)
        try:
            return await self._read(response)
        finally:
            await response.close()

    async def _read(self, response: Any) -> bytes:
        content = bytearray()
        async with asyncio.timeout(self.patience.seconds):
            async for part in response.iter_bytes():
                content += part
                if len(content) > self.patience.most_bytes:
                    raise NoReply(f"the answer has more than {self.patience.most_bytes} bytes")
        return bytes(content)


def _value(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise NoReply("the server's answer is not JSON") from error


def _said(error: Any) -> str:
    """What a server said with a status that is no success, cut short."""
    body = error.body if isinstance(error.body, dict) else {}
    message = body.get("message") if isinstance(body.get("message"), str) else str(error.message)
    return f"{message!r:.200}"


def _is_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _breaking(client: object) -> tuple[type[Exception], ...]:
    """The errors of a connection, of the package that the client is made of: which one differs by version."""
    made_of = next(one for one in type(client).__mro__ if one.__name__ == "AsyncClient")
    package = import_module(made_of.__module__.partition(".")[0])
    return package.HTTPError, package.StreamError, package.InvalidURL
