"""What trainers hand over, as texts: prompts and completions in their several shapes, and reference answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from verifier.answers.final_answer import final_answer

REFERENCES: Final = ("answer", "ground_truth", "solution", "target", "final_answer", "reward_model")
"""Columns in which data sets keep the reference answer, in the order in which they are looked for."""


def text_of(completion: Any) -> str | None:
    """Return a completion as text: a string, a message, or messages, of which the last assistant's counts; None for
    anything else."""
    match completion:
        case str():
            return completion
        case {"content": content}:
            return text_of(content)
        case {"text": str(text)}:
            return text
        case [*parts] if parts and all(isinstance(part, Mapping) and "role" in part for part in parts):
            said = [part for part in parts if part["role"] == "assistant"] or parts
            return text_of(said[-1].get("content"))
        case [*parts]:
            texts = [found for part in parts if (found := text_of(part)) is not None]
            return "".join(texts) if texts else None
    return None


def problem_of(prompt: Any) -> str:
    """Return the problem that a prompt puts: a string, or the last user's message. Empty if there is none."""
    if isinstance(prompt, Sequence) and not isinstance(prompt, str):
        asked = [part for part in prompt if isinstance(part, Mapping) and part.get("role") == "user"]
        prompt = asked[-1].get("content") if asked else prompt
    return text_of(prompt) or ""


def at(column: Any, index: int) -> Any:
    """Return the value of a column for one item, None where it has none."""
    if isinstance(column, Sequence) and not isinstance(column, str):
        return column[index] if index < len(column) else None
    return None


def reference_of(columns: Mapping[str, Any], index: int, name: str | None) -> str | None:
    """Return the reference answer of one item, from the column ``name`` or the first of ``REFERENCES`` that is there.

    None if there is none.
    """
    for column in (name,) if name is not None else REFERENCES:
        found = reference_text(at(columns.get(column), index))
        if found is not None:
            return found
    return None


def reference_text(value: Any) -> str | None:
    """Return a reference as an answer: a number, a text, or a whole solution whose marked answer counts (GSM8K's
    ``#### 72``, MATH's ``\\boxed``); None for nothing."""
    if isinstance(value, Mapping):
        value = value.get("ground_truth", value.get("answer"))
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 1:
        return reference_text(value[0])
    if not isinstance(value, str) or not value.strip():
        return None
    if "####" in value or "\\boxed" in value:
        found = final_answer(value)
        return found.text if found is not None else None
    return value.strip()
