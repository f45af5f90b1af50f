"""Markdown in a step's text, as places: what is bold, slanted, code or a heading, and which signs only say so.

The text itself stays as it is, so that claims keep their places, and no page makes markup of it. A library
(markdown-it-py) says what is Markdown; formulas and claims are covered before it looks, since ``*`` and ``_`` are
signs of mathematics there. Links, pictures, HTML, lists, rules and quotes stay as they are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

Look = Literal["hidden", "strong", "em", "code", "head"]
Place = tuple[int, int, Look]
"""Start and end in code points, and how that is shown."""

LONGEST: Final = 20_000
"""Most characters of a text in which Markdown is looked for."""

COVER: Final = "x"
OPENING: Final = {"$$": "$$", "$": "$", "\\(": "\\)", "\\[": "\\]"}
INLINE: Final[dict[str, Look]] = {"strong_open": "strong", "em_open": "em"}


@cache
def _parser() -> MarkdownIt:
    rules = ["heading", "fence", "list", "emphasis", "backticks", "newline"]
    return MarkdownIt("zero").enable(rules)


def places(text: str, claims: Iterable[tuple[int, int]] = ()) -> list[Place]:
    """Return the places of Markdown in a text, in order, outside of these claims."""
    if len(text) > LONGEST or not any(sign in text for sign in "*_`#"):
        return []
    covered = _covered(text, claims)
    starts = [0, *(at + 1 for at, char in enumerate(covered) if char == "\n"), len(covered) + 1]
    found: list[Place] = []
    for token in _parser().parse(covered):
        if token.map is not None and token.map[1] < len(starts):
            found += _of(token, covered, starts[token.map[0]], starts[token.map[1]] - 1)
    return sorted(found)


def _covered(text: str, claims: Iterable[tuple[int, int]]) -> str:
    """The text with formulas and claims covered, as long as it was; its lines end where they did."""
    chars = list(text.replace("\r", " ").replace("\0", " ").replace("\t", " "))
    for start, end in [*_formulas(text), *claims]:
        chars[start:end] = ["\n" if char == "\n" else COVER for char in chars[start:end]]
    return "".join(chars)


def _formulas(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(text):
        opening = next((sign for sign in OPENING if text.startswith(sign, at)), None)
        end = -1 if opening is None else text.find(OPENING[opening], at + len(opening), at + LONGEST // 10)
        if opening is None or end < 0:
            at += 1
            continue
        yield at, end + len(opening)
        at = end + len(opening)


def _of(token: Token, text: str, start: int, end: int) -> Iterator[Place]:
    if token.type == "heading_open":
        sign = text.find(token.markup, start, end)
        if sign >= 0:
            after = sign + len(token.markup)
            yield sign, after + (text[after : after + 1] == " "), "hidden"
            yield after, end, "head"
    elif token.type == "fence":
        yield from _fence(text, start, end)
    elif token.type == "inline" and token.children:
        yield from _inline(token.children, token.content, text, start, end)


def _fence(text: str, start: int, end: int) -> Iterator[Place]:
    """The lines that open and close a block of code are hidden; what is between is code."""
    first = text.find("\n", start, end)
    if first < 0:
        return
    last = text.rfind("\n", first, end)
    closes = last > first and set(text[last:end].strip()) <= set("`~") and text[last:end].strip()
    yield start, first + 1, "hidden"
    yield first + 1, last if closes else end, "code"
    if closes:
        yield last, end, "hidden"


def _inline(children: Sequence[Token], content: str, text: str, start: int, end: int) -> list[Place]:
    """Places of a run of text; none where it is not found again as it was parsed."""
    at = max(start, text.find(content.partition("\n")[0], start, end))
    found: list[Place] = []
    opened: list[tuple[int, int, Look]] = []
    for child in children:
        sought = child.content if child.type == "text" else child.markup
        place = text.find(sought, at, end) if sought else at
        if place < 0:
            return []
        at = place + len(sought)
        if child.type in INLINE:
            opened.append((place, at, INLINE[child.type]))
        elif child.type in ("strong_close", "em_close") and opened:
            found += _between(opened.pop(), (place, at), text)
        elif child.type == "code_inline":
            close = text.find(child.markup, at, end)
            if close < 0:
                return []
            found += [(place, at, "hidden"), (at, close, "code"), (close, close + len(child.markup), "hidden")]
            at = close + len(child.markup)
    return found


def _between(opening: Place, closing: tuple[int, int], text: str) -> list[Place]:
    """What stands between two signs, unless they may be signs of mathematics: beside a letter, a digit or a bracket, or
    one star around what holds no word."""
    before, after = text[opening[0] - 1 : opening[0]] if opening[0] else "", text[closing[1] : closing[1] + 1]
    inside = text[opening[1] : closing[0]]
    word = any(a.isalpha() and b.isalpha() for a, b in pairwise(inside))
    if before.isalnum() or after.isalnum() or before in tuple(")]}\\") or after in tuple("([{"):
        return []
    if opening[2] == "em" and not word:
        return []
    return [(opening[0], opening[1], "hidden"), (opening[1], closing[0], opening[2]), (*closing, "hidden")]
