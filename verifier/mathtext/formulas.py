"""Where LaTeX's marks set formulas apart in a text: ``$x$``, ``$$x$$``, ``\\(x\\)``, ``\\[x\\]``, environments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from verifier.mathtext.dollars import closing, opens_formula
from verifier.mathtext.lexicon.signs import ENVIRONMENTS

_BRACKETS: Final = {"\\(": "\\)", "\\[": "\\]"}


@dataclass(frozen=True, slots=True)
class Region:
    """A formula with its marks, from ``start`` up to ``end``; ``displayed``: it is set on a line of its own."""

    start: int
    end: int
    displayed: bool


def regions(text: str) -> list[Region]:
    """Return the formulas of a text that are set apart by marks, in order; marks that do not close open none."""
    found: list[Region] = []
    at, unclosed = 0, set[str]()
    while (at := _next(text, at)) >= 0:
        region = _region(text, at, unclosed)
        found += [] if region is None else [region]
        at = at + 1 + (text[at] == "\\") if region is None else region.end
    return found


def _next(text: str, at: int) -> int:
    """Where a dollar sign or a backslash stands from there on; -1 for nowhere."""
    places = [place for place in (text.find("$", at), text.find("\\", at)) if place >= 0]
    return min(places, default=-1)


def _region(text: str, at: int, unclosed: set[str]) -> Region | None:
    """The formula that begins there. ``unclosed``: marks of which none closes any more, not to be sought again."""
    if text[at] == "$" and text[at + 1 : at + 2] != "$":
        if not opens_formula(text, at):
            return None
        return Region(at, closing(text, at) + 1, False)
    opener, closer = text[at : at + 2], _BRACKETS.get(text[at : at + 2], "$$")
    if text[at] == "\\" and opener not in _BRACKETS:
        close = text.find("}", at, at + 40) if text.startswith("\\begin{", at) else -1
        name = text[at + len("\\begin{") : close] if close > 0 else ""
        if name not in ENVIRONMENTS:
            return None
        opener, closer = text[at : close + 1], "\\end{" + name + "}"
    end = -1 if closer in unclosed else text.find(closer, at + len(opener))
    if end < 0:
        unclosed.add(closer)
        return None
    return Region(at, end + len(closer), opener != "\\(")


def masked(text: str, found: list[Region]) -> str:
    """Return the text with a letter for every character of these formulas, so that no mark in them is one of the text;
    every place stays what it was."""
    parts, at = [], 0
    for region in found:
        parts += [text[at : region.start], "x" * (region.end - region.start)]
        at = region.end
    return "".join([*parts, text[at:]])
