"""Comparisons in a text, written as signs, as LaTeX or as words: one pass, and no pattern that backtracks."""

from __future__ import annotations

from string import ascii_letters
from typing import Final

_LETTERS: Final = frozenset(ascii_letters)
_RELATIONS: Final = frozenset(
    {"le", "leq", "leqslant", "ge", "geq", "geqslant", "ne", "neq", "lt", "gt", "approx", "equiv"}
)
_COMPARING: Final = frozenset({"than", "exceeds", "exceed", "exceeding"})
_PAIRS: Final = frozenset({("at", "least"), ("at", "most"), ("times", "as"), ("as", "many")})
_NOT_COMPARING: Final = frozenset({"rather", "other"})


def comparisons(text: str) -> list[tuple[int, int]]:
    """Return the spans of signs and words of a text that compare: ``=``, ``\\leq``, ``more than``, ``at least``."""
    found: list[tuple[int, int]] = []
    last = ("", 0)  # the word before, and where it begins
    at = 0
    while at < len(text):
        stop = at + 1
        if text[at] in _LETTERS:
            while stop < len(text) and text[stop] in _LETTERS:
                stop += 1
            word = text[at:stop].lower()
            if at and text[at - 1] == "\\":
                found += [(at - 1, stop)] if text[at:stop] in _RELATIONS else []
            elif word in _COMPARING and last[0] not in _NOT_COMPARING:
                found.append((at, stop))
            elif (last[0], word) in _PAIRS:
                found.append((last[1], stop))
            last = (word, at)
        elif text[at] in "=<>≤≥≠≈":
            while stop < len(text) and text[stop] in "=<>":
                stop += 1
            if text[at:stop] not in ("<<", ">>", "=>", "->"):
                found.append((at, stop))
        at = stop
    return found
