"""Numbered lines: where the number at the beginning of a line may label it: ``2 - 6 + 3``, ``2.15 x 4``, ``2 (3 + 4)``.

A line is not decided where the lines count up, and what follows the number may be read without it. Elsewhere the line
without its number is another reading, which keeps it from being refuted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from verifier.readers.exact.guards.caution import without_number
from verifier.readers.exact.guards.table import neighbours as guards
from verifier.readers.exact.reading import Formula
from verifier.readers.exact.text.characters import digit

_MARKS: Final = " \t*_#>("
_JOINING: Final = "+*/^=<>≤≥≈≠≡×·⋅∙∗÷%!°,:;)]}|&_"
"""Signs that join a number to what follows it."""
_LONGEST: Final = 3
"""Most digits of a line's number."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """``labels``: where numerals stand that may number their lines, each with whether the lines count up there;
    ``counted``: the numbers of all lines so far."""

    labels: Mapping[int, bool]
    counted: frozenset[int]


def numbered_lines(text: str, before: frozenset[int]) -> Numbered:
    """Return which numerals may number lines of a text. ``before``: the numbers of lines before. Fails: never."""
    found: list[tuple[int, int, bool]] = []
    at = 0
    for line in text.split("\n"):
        bare = line.lstrip(_MARKS)
        end = 0
        while end < len(bare) and end <= _LONGEST and digit(bare[end]):
            end += 1
        if 0 < end <= _LONGEST:
            found.append((at + len(line) - len(bare), int(bare[:end]), _may_label(bare[end:])))
        at += len(line) + 1
    later = [number for _, number, _ in found]
    labels: dict[int, bool] = {}
    counted = before
    for i, (place, number, label) in enumerate(found):
        if label:
            labels[place] = number - 1 in counted or number + 1 in later[i + 1 : i + 2]
        counted |= {number}
    return Numbered(labels, counted)


def _may_label(rest: str) -> bool:
    """Whether what follows a number may stand without it: no sign joins the two."""
    if rest[:1] == ".":
        return digit(rest[1:2]) and rest[1:2] != "0"
    sign = rest.lstrip()[:1]
    times = sign in ("x", "X") and (digit(rest.lstrip()[1:].lstrip()[:1]))
    return rest[:1] == " " and bool(sign) and sign not in _JOINING and not times


def guarded_numbers(formula: Formula, found: Numbered) -> Formula:
    """Return the formula, not to be decided where its first number may label its line in a numbered list, and not to be
    refuted where the rest of it holds. Fails: never."""
    counts = found.labels.get(formula.left.start) if formula.position == 0 else None
    if counts is None:
        return formula
    if counts:
        return replace(formula, doubts=(*formula.doubts, guards.NUMBERED_LINE()))
    return replace(formula, otherwise=(*formula.otherwise, *without_number(formula.left.term)))
