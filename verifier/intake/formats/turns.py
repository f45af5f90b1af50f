"""Messages of a conversation, as the several interfaces spell them, taken to who said what.

Chat: ``{"role", "content"}``, where content is a string or a list of parts (https://platform.openai.com/docs/
api-reference/chat). A model that reasons before it answers says so beside it: ``reasoning_content``, of late
``reasoning`` (https://docs.vllm.ai/en/stable/features/reasoning_outputs), or, in inspect, a part of that type.
ShareGPT: ``{"from": "human" | "gpt", "value"}`` (https://github.com/lm-sys/FastChat, LLaMA-Factory's data/README.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verifier.intake.example import BadRow, Row, mapping, sequence
from verifier.intake.splitting.thinking import thought

USER = ("user", "human")
ASSISTANT = ("assistant", "gpt", "model", "chatgpt")
REASONING = ("reasoning_content", "reasoning")
SAID = ("text", "output_text", "input_text", "reasoning_text")
"""Who asks, who answers; where reasoning stands; the types of the parts of a message that hold its text."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A message. ``role``: user, assistant, or as it is written."""

    role: str
    text: str


def are_messages(value: Any) -> bool:
    """Return whether a value is a list of messages."""
    return isinstance(value, list) and bool(value) and all(_is_message(one) for one in value)


def _is_message(value: Any) -> bool:
    return isinstance(value, dict) and (("role" in value and "content" in value) or {"from", "value"} <= value.keys())


def conversation(messages: Any) -> tuple[str, str]:
    """Return what the user asked last before the assistant's last answer, and that answer. Raises: BadRow."""
    turns = [mapping(one, f"message {i}") for i, one in enumerate(sequence(messages, "messages"))]
    roles = [role_of(turn) for turn in turns]
    answers = [i for i, role in enumerate(roles) if role == "assistant"]
    if not answers:
        raise BadRow("expected a message of the assistant, got none")
    asked = [turn for turn, role in zip(turns[: answers[-1]], roles, strict=False) if role == "user"]
    if not asked:
        raise BadRow("expected a message of the user before the assistant's last, got none")
    return said(asked[-1]), said(turns[answers[-1]])


def asked(messages: Sequence[Any]) -> str:
    """Return what the user asked last; nothing where nobody did. Raises: BadRow."""
    turns = [mapping(one, f"message {i}") for i, one in enumerate(messages)]
    return next((said(turn) for turn in reversed(turns) if role_of(turn) == "user"), "")


def role_of(turn: Row) -> str:
    """Return who says a message: user, assistant, or as it is written."""
    role = turn.get("role", turn.get("from"))
    return "user" if role in USER else "assistant" if role in ASSISTANT else str(role)


def said(turn: Row) -> str:
    """Return the text of a message: its reasoning, marked as thinking, where it has some, and what it says. Raises:
    BadRow."""
    reasoning = next((turn[key] for key in REASONING if isinstance(turn.get(key), str) and turn[key].strip()), "")
    content = turn.get("content", turn.get("value"))
    if content is None and reasoning:
        return thought(reasoning)
    text = content if isinstance(content, str) else parts_said(sequence(content, "content"))
    return f"{thought(reasoning)}\n\n{text}" if reasoning else text


def parts_said(parts: Sequence[Any]) -> str:
    """Return the text of the parts of a message, a line each. Raises: BadRow."""
    found = [mapping(part, "a part of a message") for part in parts]
    return "\n".join(_part_said(part) for part in found if part.get("type", "text") in (*SAID, "reasoning"))


def _part_said(part: Row) -> str:
    if part.get("type") == "reasoning":
        return thought(str(part.get("reasoning", "")))
    said = str(part.get("text", ""))
    return thought(said) if part.get("type") == "reasoning_text" else said
