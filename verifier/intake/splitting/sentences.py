"""Where sentences end, and whether one goes on in the next line; formulas are never cut."""

from __future__ import annotations

from typing import Final

from verifier.chain import Span

ENDS: Final = ".!?"
_CLOSING: Final = "*_)]\"'”’`"
_ABBREVIATED: Final = frozenset(
    {"e.g", "i.e", "mr", "mrs", "ms", "dr", "st", "vs", "cf", "fig", "eq", "eqs", "no", "approx", "resp", "thm", "sec",
     "w.l.o.g", "a.m", "p.m", "viz", "ch", "def", "prop", "const"}
)  # fmt: skip
_OPENING: Final = "$\\(*_[\"'“‘`"


def sentences(text: str, hidden: str) -> list[Span]:
    """Return where the sentences of a text are. ``hidden``: the text with a letter for each character of a formula."""
    found: list[Span] = []
    start = 0
    for at, c in enumerate(hidden):
        if (c in ENDS or (c == "x" and text[at] in ENDS)) and at >= start:
            end = _closed(text, hidden, at + 1)
            if _ended(text, hidden, at, end):
                found.append((start, end))
                start = end
    return [*found, (start, len(text))]


def _closed(text: str, hidden: str, at: int) -> int:
    """Where what closes a sentence ends behind its mark: brackets, quotes, the marks of a formula."""
    while at < len(text) and (text[at] in _CLOSING or (hidden[at] == "x" and text[at] in "$\\])")):
        at += 1
    return at


def _ended(text: str, hidden: str, at: int, end: int) -> bool:
    """Whether a mark ends a sentence: another one begins behind it."""
    if end < len(text) and not text[end].isspace():
        return False
    if hidden[at] == "x" and end < len(hidden) and hidden[end] == "x":
        return False  # within a formula
    word = text[max(0, at - 12) : at].split()[-1:] if hidden[at] == "." else []
    low = word[0].lower().lstrip("(*_") if word else ""
    if low in _ABBREVIATED or (len(low) == 1 and low.isalpha() and word[0].isupper() and hidden[at - 1] != "x"):
        return False
    if low.isdigit() and not text[:at].rstrip("0123456789").split("\n")[-1].strip():
        return False  # a list number
    after = text[end:].lstrip()[:1]
    return not after or after.isupper() or after.isdigit() or after in _OPENING or not after.isalnum()


def is_open(text: str) -> bool:
    """Return whether a text ends before its sentence does."""
    bare = text.rstrip().rstrip(_CLOSING + "$\\ ")
    return bool(bare) and bare[-1] not in ENDS


def goes_on(text: str) -> bool:
    """Return whether a text begins inside a sentence: with a small letter of a word, or with a relation."""
    bare = text.lstrip(" \t*_")
    word = bare.split(maxsplit=1)[:1]
    small = bool(word) and word[0].rstrip(",").isalpha() and word[0][0].islower() and len(word[0]) > 1
    return small or bare[:1] in ("=", "<", ">", "≤", "≥", "≈", "≠")
