"""Thinking: what a model wrote for itself before its answer, between tags, apart from the answer.

``<think>`` (DeepSeek-R1, Qwen3), ``<thinking>``, ``<thought>``, ``<reasoning>``, ``<|begin_of_thought|>`` (Sky-T1,
with ``<|begin_of_solution|>`` around the answer). A tag that is not closed holds the rest of the text; before one that
was not opened, as where the prompt opened it, all is thinking.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Thinking = Literal["judge", "skip"]
"""What becomes of thinking: it is judged as a chain of its own, or left out."""

OPEN, CLOSE = "<think>", "</think>"
_TAGS: Final = {
    OPEN: CLOSE,
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<thoughts>": "</thoughts>",
    "<reasoning>": "</reasoning>",
    "<scratchpad>": "</scratchpad>",
    "<|begin_of_thought|>": "<|end_of_thought|>",
}
_MARKS: Final = (*_TAGS, *_TAGS.values())
_ANSWERS: Final = ("<answer>", "</answer>", "<|begin_of_solution|>", "<|end_of_solution|>", "<solution>", "</solution>")


@dataclass(frozen=True, slots=True)
class Parted:
    """The thinking in a text, and the rest of it, which is the answer; either may be empty."""

    thinking: str
    answer: str


def thought(reasoning: str) -> str:
    """Return what a model is known to have thought, marked so."""
    inside = reasoning.replace(OPEN, "").replace(CLOSE, "").strip()
    return f"{OPEN}\n{inside}\n{CLOSE}" if inside else ""


def parted(text: str) -> Parted:
    """Return a text's thinking and its answer, without the tags around either."""
    thoughts, rest = _pieces(text)
    return Parted(_joined(thoughts), _joined(rest))


def without_thinking(text: str) -> str:
    """Return what a text says beside its thinking, with the tags of an answer; empty if it ends within thinking."""
    if is_thinking_open(text):
        return ""
    return "\n\n".join(part.strip() for part in _pieces(text)[1] if part.strip())


def _pieces(text: str) -> tuple[list[str], list[str]]:
    """The pieces of a text that are thinking, and the others, in order."""
    low = _lower(text)
    thoughts: list[str] = []
    rest: list[str] = []
    at = 0
    while (found := _next(low, at)) is not None:
        begin, mark = found
        before, at = text[at:begin], begin + len(mark)
        if mark in _TAGS:
            end = low.find(_TAGS[mark], at)
            rest.append(before)
            thoughts.append(text[at : end if end >= 0 else len(text)])
            at = len(text) if end < 0 else end + len(_TAGS[mark])
        else:  # it was opened before the text begins, or is closed twice
            (rest if thoughts or rest else thoughts).append(before)
    return thoughts, [*rest, text[at:]]


def is_thinking_open(text: str) -> bool:
    """Return whether a text ends within its thinking: the last tag of thinking opens it."""
    low = _lower(text)
    last = max(_MARKS, key=low.rfind)
    return low.rfind(last) >= 0 and last in _TAGS


def _next(low: str, at: int) -> tuple[int, str] | None:
    """The next tag, and where it begins."""
    while (at := low.find("<", at)) >= 0:
        for mark in _MARKS:
            if low.startswith(mark, at):
                return at, mark
        at += 1
    return None


def _joined(parts: list[str]) -> str:
    return "\n\n".join(filter(None, map(_bare, parts)))


def _lower(text: str) -> str:
    """The text in lower case, every place as it was."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if c.isascii() else c for c in text)


def _bare(text: str) -> str:
    """The text without blanks around it, and without the tags of an answer."""
    for tag in _ANSWERS:
        text = text.replace(tag, "")
    return text.strip()
