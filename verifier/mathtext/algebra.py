"""Algebra typed without LaTeX's marks: letters side by side that are a product, and hyphens that are a minus."""

from __future__ import annotations

from typing import Final

from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import FUNCTIONS, SUPER

_SIGNS: Final = frozenset("+-−*/=<>≤≥≠^·×÷≡≈")
_VARIABLES: Final = frozenset("abcdkmnpqrstuvwxyz")
_LONGEST: Final = 3


def multiplied(text: str, start: int, end: int) -> bool:
    """Return whether the letters there are a product for certain, ``ab`` in ``ab + bc``: small letters that make no
    word and no unit, with a sign of arithmetic beside them, and nothing but such signs or an edge on either side."""
    run = text[start:end]
    if not 1 < len(run) <= _LONGEST or not _VARIABLES.issuperset(run) or len(set(run)) < len(run):
        return False
    if run in FUNCTIONS or run in words.SYMBOLS or words.listed(run) or run in words.FUNCTION_WORDS:
        return False
    left, right = text[max(0, start - 3) : start].rstrip(" ")[-1:], text[end : end + 3].lstrip(" ")[:1]
    signed = left in _SIGNS or right in _SIGNS or right in SUPER
    plain = left in _SIGNS or left in ("", "(", "\n", ":", ",") or _led(text, start)
    ends = right in _SIGNS or right in SUPER or right in ("", "(", ")", ".", ",", "\n", ";", ":") or _ends(text, end)
    return signed and plain and ends and not (left == "-" and text[start - 2 : start - 1].isalpha())


def _led(text: str, start: int) -> bool:
    """Whether a word in prose leads to what begins there: ``have ab + bc``."""
    return text[start - 1 : start] == " " and text[start - 2 : start - 1].isalpha()


def _ends(text: str, end: int) -> bool:
    """Whether a word in prose follows: ``= ab by the first line``."""
    return text[end : end + 1] == " " and text[end + 1 : end + 2].isalpha()


def subtracted(text: str, start: int, at: int) -> bool:
    """Return whether the hyphen at ``at``, behind the word that begins at ``start``, is a minus between two letters:
    ``(a-b)``, ``= a-b``; not in ``x-axis`` and not in ``the x-y plane``."""
    if text[at] != "-" or at - start != 1 or text[at + 2 : at + 3].isalpha() or text[at + 2 : at + 3] in ("'", "’"):
        return False
    before, after = text[:start].rstrip(" ")[-1:], text[at + 2 : at + 6].lstrip(" ")[:1]
    return (before == "(" and (after == ")" or after in _SIGNS)) or before in _SIGNS - {"-"} or after in _SIGNS - {"-"}
