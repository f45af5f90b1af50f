"""Conversations: the last answer is the chain, and what the user asked before it the problem.

Chat messages in OpenAI's form, ShareGPT's ``conversations``, and TRL's conversational ``prompt`` with ``completion``
(https://huggingface.co/docs/trl/dataset_formats); see ``turns`` for how messages are spelt.
"""

from __future__ import annotations

from typing import Any

from verifier.intake.example import Example, Neutral, Row, example
from verifier.intake.formats.format import Format
from verifier.intake.formats.turns import are_messages, conversation

COLUMNS = ("messages", "conversation", "conversations")


def messages_of(row: Row) -> Any:
    """Return the messages of a row, from the first column that holds a list, None of a row without."""
    return next((row[key] for key in COLUMNS if isinstance(row.get(key), list)), None)


def _read(row: Row, neutral: Neutral) -> Example:
    return _example(messages_of(row), row)


def _example(messages: Any, row: Row) -> Example:
    problem, text = conversation(messages)
    return example(problem, text, row, answer=row.get("answer"))


def _is_chat(row: Row) -> bool:
    found = messages_of(row)
    return are_messages(found) and all("role" in one for one in found)


def _is_sharegpt(row: Row) -> bool:
    found = messages_of(row)
    return are_messages(found) and all("from" in one for one in found)


def _is_completion(row: Row) -> bool:
    return are_messages(row.get("prompt")) and are_messages(row.get("completion"))


def _read_completion(row: Row, neutral: Neutral) -> Example:
    return _example([*row["prompt"], *row["completion"]], row)


CHAT = Format(
    "chat", '{"messages": [{"role", "content"}]}, with "reasoning_content" beside "content" or not', _is_chat, _read
)
SHAREGPT = Format("sharegpt", '{"conversations": [{"from": "human" or "gpt", "value"}]}', _is_sharegpt, _read)
COMPLETION = Format(
    "prompt-completion",
    '{"prompt": [messages], "completion": [messages]}; where both are texts, see text',
    _is_completion,
    _read_completion,
)
