"""Chat transcripts in OpenAI's form: the last answer is the chain, and what the user asked before it the problem."""

from __future__ import annotations

from typing import Any

from verifier.intake.example import BadRow, Example, Neutral, Row, example, mapping, sequence
from verifier.intake.formats.format import Format

COLUMNS = ("messages", "conversation", "conversations")


def _messages(row: Row) -> Any:
    return next((row[key] for key in COLUMNS if isinstance(row.get(key), list)), None)


def _is(row: Row) -> bool:
    found = _messages(row)
    return bool(found) and all(isinstance(m, dict) and "role" in m and "content" in m for m in found)


def _read(row: Row, neutral: Neutral) -> Example:
    turns = [mapping(turn, f"message {i}") for i, turn in enumerate(sequence(_messages(row), "messages"))]
    answers = [i for i, turn in enumerate(turns) if turn.get("role") == "assistant"]
    if not answers:
        raise BadRow("expected a message of the assistant, got none")
    asked = [_content(turn) for turn in turns[: answers[-1]] if turn.get("role") == "user"]
    if not asked:
        raise BadRow("expected a message of the user before the assistant's last, got none")
    return example(asked[-1], _content(turns[answers[-1]]), row, answer=row.get("answer"))


def _content(turn: Any) -> str:
    """The text of a message, whose content is a string or a list of parts."""
    content = turn.get("content")
    if isinstance(content, str):
        return content
    parts = [mapping(part, "a part of a message") for part in sequence(content, "content")]
    return "\n".join(str(part.get("text", "")) for part in parts if part.get("type", "text") == "text")


CHAT = Format("chat", '{"messages": [{"role", "content"}]}', _is, _read)
