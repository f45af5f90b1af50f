"""A language model behind an OpenAI-compatible endpoint: ``POST {base}/chat/completions``.

The base URL and the key come from the environment, ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY``. The key goes to that
URL and nowhere else: redirects are not followed, and no error says it. What the server may do is bounded: the time of
an answer, its size, how often it may ask to wait, and for how long.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, Final

from verifier.http import BUSY, Again, Broken, NoReply, NotReached, Patience, Reply, Server
from verifier.translating.model import HEAT, Answer, NoAnswer, Question, TranslatorUnavailable, refuse_extra

BASE_URL: Final = "https://api.openai.com/v1"


class Endpoint:
    """A model behind a chat endpoint. Nothing is sent before the first question."""

    def __init__(
        self, model: str, base_url: str | None = None, key: str | None = None, patience: Patience | None = None
    ) -> None:
        """``base_url`` and ``key`` default to the environment. Fails: TranslatorUnavailable, where httpx is missing or
        the URL is none."""
        self.model = model
        secret = key if key is not None else os.environ.get("OPENAI_API_KEY")
        base = base_url or os.environ.get("OPENAI_BASE_URL") or BASE_URL
        try:
            self._server = Server(base, secret, patience or Patience())
        except ImportError as error:
            raise refuse_extra("httpx or tenacity", "http") from error
        except ValueError as error:
            raise TranslatorUnavailable(f"OPENAI_BASE_URL: {error}", usage=True) from error
        self._constrains = True  # until the server says that it does not take a schema

    @property
    def name(self) -> str:
        """The model's name, as records carry it."""
        return f"openai:{self.model}"

    def close(self) -> None:
        """Close the connections. Fails: never."""
        self._server.close()

    def ask(self, question: Question) -> Answer:
        """Return the answer. Fails: NoAnswer (refused, cut short, too slow, no chat answer); TranslatorUnavailable
        where the server cannot be reached or refuses the key or the model."""
        try:
            return self._answer(self._server.persist(lambda: self._sent(question)))
        except Again as error:
            raise NoAnswer(f"{self._server.patience.attempts} attempts: {error}") from error

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
        """What the server answers, as JSON; one that takes no schema is asked without. Fails: Again, NoAnswer,
        TranslatorUnavailable."""
        body = self._body(question)
        reply = self._posted(body)
        if reply.status in (400, 422) and "response_format" in body:
            self._constrains = False  # a server without constrained decoding; every answer is checked anyhow
            reply = self._posted(self._body(question))
        status = reply.status
        if status in BUSY:
            raise Again(f"the server answered {status}", reply.wait)
        if status in (401, 403, 404):
            hint = "OPENAI_API_KEY" if status != 404 else "OPENAI_BASE_URL and the model's name"
            raise TranslatorUnavailable(f"the endpoint answered {status}: expected another {hint}")
        if status != 200:
            raise NoAnswer(f"the server answered {status}")
        try:
            data = json.loads(reply.content)
        except (ValueError, RecursionError) as error:
            raise NoAnswer("the server's answer is no JSON") from error
        if not isinstance(data, dict):
            raise NoAnswer("the server's answer is no object")
        return data

    def _posted(self, body: Mapping[str, Any]) -> Reply:
        try:
            return self._server.post("chat/completions", body)
        except NotReached as error:
            raise TranslatorUnavailable(str(error)) from error
        except Broken as error:
            raise Again(str(error)) from error
        except NoReply as error:
            raise NoAnswer(str(error)) from error

    def _answer(self, data: Mapping[str, Any]) -> Answer:
        try:
            choice = data["choices"][0]
            message = choice["message"]
            refusal, text, finish = message.get("refusal"), message.get("content"), choice.get("finish_reason")
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise NoAnswer("the server's answer is no chat completion") from error
        usage = data.get("usage")
        counts = usage if isinstance(usage, dict) else {}
        cost = _count(counts.get("prompt_tokens")), _count(counts.get("completion_tokens"))
        if refusal or finish == "content_filter":
            raise NoAnswer("the model refused", *cost)
        if finish == "length":
            raise NoAnswer("the answer was cut short", *cost, kept=True)
        if not isinstance(text, str):
            raise NoAnswer("the server's answer holds no text", *cost)
        return Answer(text, *cost)


def _count(said: Any) -> int:
    return said if isinstance(said, int) and 0 <= said < 10**9 else 0
