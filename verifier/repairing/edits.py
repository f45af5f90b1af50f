"""Edits of a step's text, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from verifier.records.views.difference import pieces

Kind = Literal["number", "sign", "operator", "relation", "letter", "term", "case"]
"""What an edit changes. ``term``: a summand or a factor that was missing; ``case``: a root that was."""

_UNCOUNTED = frozenset("{}$ \t\n\r\u00a0")
"""What is put in with a token and costs nothing by itself: blanks, LaTeX's braces, the marks of a formula."""


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """``old`` from ``start`` on (a code point of the text) becomes ``new``."""

    start: int
    old: str
    new: str
    kind: Kind

    @property
    def end(self) -> int:
        """Where it ends in the text as written."""
        return self.start + len(self.old)


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """How large an edit is: the first of these that differs decides.

    ``copied``: places altered in a side that stands so in the problem or before. ``tokens``: numbers, letters, words
    and signs put in, taken out or replaced. ``left``: claims of the step that were refuted and still are. ``quarrels``:
    numbers altered that stand in the problem or before, and operands that stand nowhere else, twice where the edit
    put them there; an operand altered in a claim that was right before a number was carried into it counts twice more.
    ``uses``: how often what is altered is used later, and would have to change as well. ``characters``: digits of a
    number put in, taken out or replaced; any other token counts one.
    """

    copied: int
    tokens: int
    left: int
    quarrels: int
    uses: int
    characters: int


def edited(text: str, edits: Sequence[Edit]) -> str:
    """Return the text with the edits made, which do not overlap."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def tokens(text: str) -> list[str]:
    """Return the pieces that count."""
    return [piece for piece in pieces(text) if piece not in _UNCOUNTED]


def distance(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many members must be put in, taken out or replaced (Levenshtein's distance)."""
    row = list(range(len(new) + 1))
    for i, a in enumerate(old, 1):
        last, row = row, [i]
        for j, b in enumerate(new, 1):
            row.append(min(row[j - 1] + 1, last[j] + 1, last[j - 1] + (a != b)))
    return row[-1]
