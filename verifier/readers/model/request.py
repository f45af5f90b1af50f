"""One request to a language model, the key that its answer is kept by, and what may become of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Message = Mapping[str, str]
"""``{"role": "system" | "user" | "assistant", "content": text}``."""

Structured = Literal["schema", "object", "none"]
"""How a server is asked for JSON: by a JSON Schema, as any JSON object, or in words alone."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a model is asked. ``temperature``: None for the server's own. ``tokens``: most of an answer."""

    temperature: float | None = None
    tokens: int = 8192
    structured: Structured = "schema"


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked. ``schema``: of the answer. ``sample``: which of several translations made apart it belongs to."""

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
        return {**body, "max_completion_tokens": self.manner.tokens, "seed": self.sample}

    @property
    def key(self) -> str:
        """The SHA-256 of all that is asked, by which an answer is found again."""
        return hashlib.sha256(json.dumps(self.body(), sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Said:
    """What a model answered, and the tokens that it took to read and to write. ``kept``: nobody was asked."""

    text: str
    read: int = 0
    written: int = 0
    kept: bool = False


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
