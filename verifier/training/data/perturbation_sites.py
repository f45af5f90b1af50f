"""Where an error can be planted in a step: its numbers, operators, units and words, found in one pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from verifier.records.views.difference import piece_end

SiteKind = Literal["number", "operator", "unit", "percent", "case"]

OPERATORS = {"+": "-", "-": "+", "−": "+", "*": "+", "×": "+", "/": "*", "÷": "*"}
"""What each sign is mistaken for."""

COMMANDS = {"\\times": "+", "\\cdot": "+", "\\div": "\\times", "\\pm": "+", "\\leq": "\\geq", "\\geq": "\\leq"}
"""The same for LaTeX's commands."""

MEASURES = {
    **{"minutes": "hours", "hours": "minutes", "seconds": "minutes", "days": "weeks", "weeks": "days"},
    **{"minute": "hour", "hour": "minute", "day": "week", "week": "day", "months": "years", "years": "months"},
    **{"feet": "inches", "inches": "feet", "foot": "inch", "inch": "foot", "cm": "m", "meters": "centimeters"},
    **{"km": "m", "miles": "feet", "kilometers": "meters", "grams": "kilograms", "kg": "g", "pounds": "ounces"},
    **{"cents": "dollars", "dollars": "cents", "liters": "milliliters", "gallons": "quarts", "degrees": "radians"},
}
"""Units, with what each is mistaken for."""

RATIOS = {"twice": "half", "half": "twice", "double": "triple", "more": "less", "less": "more", "fewer": "more"}
"""The same for words that say a ratio or a direction."""

UNITS = {**MEASURES, **RATIOS}
"""Both."""

LONGEST = 4000
"""Characters of a step that are looked at."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place in a step, as code points, and what stands there."""

    kind: SiteKind
    start: int
    end: int
    text: str


def sites(text: str) -> list[Site]:
    """Return the places of ``text`` where an error can be planted, in order."""
    return list(_sites(text[:LONGEST]))


def _sites(text: str) -> Iterator[Site]:
    at = 0
    while at < len(text):
        end = piece_end(text, at)
        yield from _site(text, at, end)
        at = end


def _site(text: str, at: int, end: int) -> Iterator[Site]:
    token = text[at:end]
    if token[0].isdecimal():
        if not _numbering(text, at, end):
            yield Site("percent" if text[end : end + 2].startswith(("%", "\\%")) else "number", at, end, token)
    elif token == "\\pm" or (token == "or" and "=" in text[:at] and "=" in text[end:]):
        yield Site("case", at, end, token)
    elif token in COMMANDS or (token in OPERATORS and _between(text, at, end)):
        yield Site("operator", at, end, token)
    elif token.lower() in UNITS:
        yield Site("unit", at, end, token)


def _numbering(text: str, at: int, end: int) -> bool:
    """Whether the number counts a list's items, or names a step."""
    before = text[:at].rstrip()
    return (not before.strip("*# ") and text[end : end + 1] in (".", ")", ":")) or before.lower().endswith(
        ("step", "case")
    )


def _between(text: str, at: int, end: int) -> bool:
    """Whether a sign stands between two operands: not a bullet, a hyphen, or a slash between words."""
    before, after = text[:at].rstrip()[-1:], text[end:].lstrip()[:1]
    joined = text[at - 1 : at].isalpha() and text[end : end + 1].isalpha()
    operand = before.isalnum() or before in (")", "}", "]", "%")
    return operand and (after.isalnum() or after in ("(", "{", "\\", "$")) and not joined
