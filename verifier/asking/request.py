"""One request to a model, the key that its answer is kept by, and what may become of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Message = Mapping[str, str]
"""``{"role": "system" | "user" | "assistant", "content": text}``."""

Structured = Literal["schema", "object", "none"]
"""How a server is asked for JSON: by a JSON Schema, as any JSON object, or in words alone."""

FRAME = 64
"""Tokens that a template adds to a message, at the most."""


class Asked(Protocol):
    """What a model is asked, of whatever form."""

    @property
    def model(self) -> str:
        """Who is asked, as records name it."""
        ...

    @property
    def key(self) -> str:
        """The SHA-256 of all that is asked, by which an answer is found again."""
        ...

    @property
    def most(self) -> tuple[int, int]:
        """The tokens that are read and written, at the most."""
        ...


@dataclass(frozen=True, slots=True)
class Manner:
    """How a model is asked. ``temperature``: None for the server's own. ``tokens``: most of an answer.

    ``alternatives``: how many tokens are told at each place of the answer, with their probabilities; 0 for none.
    """

    temperature: float | None = None
    tokens: int = 8192
    structured: Structured = "schema"
    alternatives: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """What a language model is asked. ``schema``: of the answer. ``sample``: which of several made apart."""

    model: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    manner: Manner
    sample: int = 0

    def body(self) -> dict[str, Any]:
        """Return the body of the request to ``/v1/chat/completions``, the constant part first."""
        body: dict[str, Any] = {"model": self.model, "messages": [dict(one) for one in self.messages]}
        if self.manner.structured == "schema":
            held = {"name": "formal_chain", "strict": True, "schema": dict(self.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": held}
        elif self.manner.structured == "object":
            body["response_format"] = {"type": "json_object"}
        if self.manner.temperature is not None:
            body["temperature"] = self.manner.temperature
        if self.manner.alternatives:
            body |= {"logprobs": True, "top_logprobs": self.manner.alternatives}
        return {**body, "max_completion_tokens": self.manner.tokens, "seed": self.sample}

    @property
    def key(self) -> str:
        """The SHA-256 of all that is asked, by which an answer is found again."""
        return digest_of(self.body())

    @property
    def most(self) -> tuple[int, int]:
        """The tokens that are read and written, at the most: no token is shorter than a byte."""
        read = sum(len(str(one.get("content", "")).encode("utf-8", "replace")) + FRAME for one in self.messages)
        held = len(json.dumps(dict(self.schema))) if self.manner.structured == "schema" else 0
        return read + held, self.manner.tokens


def digest_of(body: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a body, whatever the order of its fields."""
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Token:
    """A token of an answer. ``others``: those that could have stood there, itself among them, by log-probability."""

    text: str
    others: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """What a model answered, and the tokens that it took to read and to write. ``kept``: nobody was asked.

    ``tokens``: those of the answer, in order, where they were asked for and the server tells them."""

    text: str
    read: int = 0
    written: int = 0
    kept: bool = False
    tokens: tuple[Token, ...] = ()

    def __post_init__(self) -> None:
        """Take the text as one that can be written: half a surrogate pair, which JSON can spell, becomes ``?``."""
        object.__setattr__(self, "text", self.text.encode("utf-8", "replace").decode("utf-8"))


@dataclass(frozen=True, slots=True)
class Silence:
    """No answer that can be used, and why: a refusal, a stall, a spent budget. It costs this request and no other.

    ``for_good``: the model itself ended so, and would again.
    """

    why: str
    read: int = 0
    written: int = 0
    for_good: bool = False


Heard = Said | Silence
