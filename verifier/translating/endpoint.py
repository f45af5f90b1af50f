"""A language model behind an OpenAI-compatible endpoint: ``POST {base}/chat/completions``.

The base URL and the key come from the environment, ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY``. The key goes to that
URL and nowhere else: redirects are not followed, and no error says it. What the server may do is bounded: the time of
an answer, its size, how often it may ask to wait, and for how long.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from verifier.translating.model import Answer, NoAnswer, Question, TranslatorUnavailable, refuse_extra

BASE_URL: Final = "https://api.openai.com/v1"
MOST_BYTES: Final = 4_000_000
HEAT: Final = 0.7
"""The temperature of every sample but the first, which is asked at 0."""

_AGAIN: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Patience:
    """``seconds`` for one answer; ``attempts`` in all; ``most_wait`` seconds, whatever a server asks to wait."""

    seconds: float = 120.0
    attempts: int = 5
    first_wait: float = 0.5
    most_wait: float = 60.0


class _Again(Exception):
    """Worth another attempt; ``wait``: seconds that the server asks for, None where it does not say."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait


class Endpoint:
    """A model behind a chat endpoint. Nothing is sent before the first question."""

    def __init__(
        self, model: str, base_url: str | None = None, key: str | None = None, patience: Patience | None = None
    ) -> None:
        """``base_url`` and ``key`` default to the environment. Fails: TranslatorUnavailable, where httpx is missing or
        the URL is none."""
        try:
            import httpx
            import tenacity
        except ImportError as error:
            raise refuse_extra("httpx or tenacity", "http") from error
        self._httpx, self._tenacity = httpx, tenacity
        self.model, self.patience = model, patience or Patience()
        base = (base_url or os.environ.get("OPENAI_BASE_URL") or BASE_URL).rstrip("/")
        if not base.startswith(("http://", "https://")):
            raise TranslatorUnavailable(
                f"expected OPENAI_BASE_URL to begin with http(s)://, got {base!r:.80}", usage=True
            )
        secret = key if key is not None else os.environ.get("OPENAI_API_KEY", "")
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        self._url = f"{base}/chat/completions"
        self._client = httpx.Client(headers=headers, timeout=self.patience.seconds, follow_redirects=False)
        self._constrains = True  # until the server says that it does not take a schema

    @property
    def name(self) -> str:
        """The model's name, as records carry it."""
        return f"openai:{self.model}"

    def close(self) -> None:
        """Close the connections. Fails: never."""
        self._client.close()

    def ask(self, question: Question) -> Answer:
        """Return the answer. Fails: NoAnswer (refused, cut short, too slow, no chat answer); TranslatorUnavailable
        where the server cannot be reached or refuses the key or the model."""
        t, p = self._tenacity, self.patience
        growing = t.wait_random_exponential(multiplier=p.first_wait, max=p.most_wait)

        def wait(state: Any) -> float:
            asked = getattr(state.outcome.exception(), "wait", None)
            return min(float(asked if asked is not None else growing(state)), p.most_wait)

        trying = t.Retrying(
            stop=t.stop_after_attempt(p.attempts), wait=wait, retry=t.retry_if_exception_type(_Again), reraise=True
        )
        try:
            return self._answer(trying(self._sent, question))
        except _Again as error:
            raise NoAnswer(f"{p.attempts} attempts: {error}") from error

    def _body(self, question: Question) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [dict(message) for message in question.messages],
            "max_tokens": question.tokens,
            "temperature": HEAT if question.sample else 0.0,
            "seed": question.sample,
        }
        if question.schema is not None and self._constrains:
            name, schema = question.schema
            spec = {"name": name, "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": spec}
        return body

    def _sent(self, question: Question) -> Mapping[str, Any]:
        """What the server answers, as JSON; one that takes no schema is asked without. Fails: _Again, NoAnswer,
        TranslatorUnavailable."""
        body = self._body(question)
        status, headers, content = self._exchange(body)
        if status in (400, 422) and "response_format" in body:
            self._constrains = False  # a server without constrained decoding; every answer is checked anyhow
            status, headers, content = self._exchange(self._body(question))
        if status in _AGAIN:
            raise _Again(f"the server answered {status}", _asked_wait(headers))
        if status in (401, 403, 404):
            hint = "OPENAI_API_KEY" if status != 404 else "OPENAI_BASE_URL and the model's name"
            raise TranslatorUnavailable(f"the endpoint answered {status}: expected another {hint}")
        if status != 200:
            raise NoAnswer(f"the server answered {status}")
        try:
            data = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise NoAnswer("the server's answer is no JSON") from error
        if not isinstance(data, dict):
            raise NoAnswer("the server's answer is no object")
        return data

    def _exchange(self, body: Mapping[str, Any]) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and content, within the time and the size. Fails: _Again, NoAnswer, TranslatorUnavailable."""
        ends = time.monotonic() + self.patience.seconds
        content = bytearray()
        try:
            with self._client.stream("POST", self._url, json=body) as response:
                for part in response.iter_bytes():
                    content += part
                    if len(content) > MOST_BYTES:
                        raise NoAnswer(f"the answer has more than {MOST_BYTES} bytes")
                    if time.monotonic() > ends:
                        raise NoAnswer(f"no answer within {self.patience.seconds:g} s")
                return response.status_code, response.headers, bytes(content)
        except self._httpx.ConnectError as error:
            raise TranslatorUnavailable(f"{self._url} cannot be reached: {error}") from error
        except self._httpx.TimeoutException as error:
            raise NoAnswer(f"no answer within {self.patience.seconds:g} s") from error
        except (self._httpx.HTTPError, self._httpx.InvalidURL) as error:
            raise _Again(f"the connection broke: {type(error).__name__}") from error

    def _answer(self, data: Mapping[str, Any]) -> Answer:
        try:
            choice = data["choices"][0]
            message = choice["message"]
            refusal, text, finish = message.get("refusal"), message.get("content"), choice.get("finish_reason")
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise NoAnswer("the server's answer is no chat completion") from error
        if refusal or finish == "content_filter":
            raise NoAnswer("the model refused")
        if finish == "length":
            raise NoAnswer("the answer was cut short")
        if not isinstance(text, str):
            raise NoAnswer("the server's answer holds no text")
        usage = data.get("usage")
        counts = usage if isinstance(usage, dict) else {}
        return Answer(text, _count(counts.get("prompt_tokens")), _count(counts.get("completion_tokens")))


def _count(said: Any) -> int:
    return said if isinstance(said, int) and 0 <= said < 10**9 else 0


def _asked_wait(headers: Mapping[str, str]) -> float | None:
    """The seconds of ``Retry-After`` (RFC 9110, 10.2.3), None where there are none."""
    try:
        wait = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return wait if math.isfinite(wait) and wait >= 0 else None
