"""Drawings: figures that a text sets as a program of Asymptote, ``[asy] ... [/asy]``, as collections of problems do."""

from __future__ import annotations

from typing import Final

_BEGINS: Final = "[asy]"
_ENDS: Final = "[/asy]"
_CODE: Final = "\ufffc"


def undrawn(text: str) -> str:
    """Return the text with its drawings blotted out but for the formulas in them, which label the figure; as long as it
    was."""
    if _BEGINS not in text:
        return text
    shown, at = list(text), 0
    while (start := text.find(_BEGINS, at)) >= 0:
        at = text.find(_ENDS, start)
        at = len(text) if at < 0 else at + len(_ENDS)
        shown[start:at] = _labels(text[start:at])
    return "".join(shown)


def _labels(code: str) -> str:
    """A program with blanks for all that stands in no formula, each formula in a line of its own."""
    parts = code.split("$")
    inside = [0 < i < len(parts) - 1 and i % 2 == 1 for i in range(len(parts))]
    made = [f"${part}$" if formula else _blank(part) for part, formula in zip(parts, inside, strict=True)]
    marks = "".join(made)
    missing = len(code) - len(marks)
    return f"\n{_CODE}{marks[2:]}" + " " * missing


def _blank(part: str) -> str:
    return "\n" * bool(part) + " " * (len(part) - 2) + "\n" * (len(part) > 1)
