"""Braces and boxes in texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

MAX_ANSWER: Final = 2000
"""Longest final answer that is looked at, in code points."""


def boxes(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield every ``\\boxed{...}`` as (start, end, what it holds); one that is not closed is left out."""
    if "\\boxed" not in text and "\\fbox" not in text:
        return
    at, closed = 0, _closed(text)
    while (start := min((i for i in (text.find("\\boxed", at), text.find("\\fbox", at)) if i >= 0), default=-1)) >= 0:
        opening = start + (6 if text.startswith("\\boxed", start) else 5)
        while opening < len(text) and text[opening] == " ":
            opening += 1
        end = closed.get(opening)
        if end is None and text[opening : opening + 1].isalnum() and opening > start + 5:  # \\boxed 2
            yield start, opening + 1, text[opening]
            at = opening + 1
        elif end is None:
            at = opening
        else:
            yield start, end, text[opening + 1 : end - 1].strip()
            at = end


def closing(text: str, start: int) -> int | None:
    """Return where the brace that opens at ``start`` is closed (past the end of it), None where it is not, or where no
    brace opens there."""
    return _closed(text).get(start)


def _closed(text: str) -> dict[int, int]:
    """Every brace that opens and is closed, with the place past its end; ``\\{`` is none. One pass."""
    opened: list[int] = []
    found: dict[int, int] = {}
    at = 0
    while at < len(text):
        if text[at] == "{":
            opened.append(at)
        elif text[at] == "}" and opened:
            found[opened.pop()] = at + 1
        at += 2 if text[at] == "\\" else 1
    return found


def stopped(text: str) -> str:
    """Return the text without a full stop at its end; dots of digits that go on stay."""
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text
