"""An answer's text without what only sets it: delimiters, boxes, bold, sizes of brackets; and its parts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from verifier.answers.forms.respelling import respell
from verifier.answers.marks.braces import boxes, closing, stopped

MAX_NESTING: Final = 6

_BLANK: Final = ("\\left", "\\right", "\\displaystyle", "\\bigl", "\\bigr", "\\Bigl", "\\Bigr", "\\big", "\\Big")
_AROUND: Final = (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"))
_WORDS: Final = ("\\text", "\\mbox", "\\textbf", "\\mathrm", "\\mathbf", "\\textrm", "\\textit")
_SPACES: Final = ("\\,", "\\;", "\\:", "\\!", "\\ ", "~", "\\quad", "\\qquad")
_SAME: Final = (
    ("\\dfrac", "\\frac"),
    ("\\tfrac", "\\frac"),
    ("\\cfrac", "\\frac"),
    ("^\\circ", "°"),
    ("^{\\circ}", "°"),
)


@lru_cache(maxsize=16)  # several rules look at the same two answers
def plain(text: str) -> str:
    """Return an answer's text without what only sets it: dollars and brackets around a formula, boxes, bold, a full
    stop, sizes of brackets."""
    found = text.strip()
    for _ in range(MAX_NESTING):
        before = found
        found = stopped(found.strip()).strip("*` \n").removesuffix("\\\\").strip()
        for opening, end in _AROUND if found[:1] in ("$", "\\") else ():
            inner = found[len(opening) : len(found) - len(end)]
            if found.startswith(opening) and found.endswith(end) and len(found) > len(opening) and opening not in inner:
                found = inner
                break
        box = next(boxes(found), None) if "box" in found else None
        if box is not None and box[:2] == (0, len(found)):
            found = box[2]
        if found == before:
            break
    if "\\" in found:
        if "\\\\" not in found:  # no rows of a matrix, whose ends look alike
            for sign in ("\\(", "\\)", "\\[", "\\]"):
                found = found.replace(sign, " ")
        for name in _BLANK:
            found = _without(found, name)
        for old, new in _SAME:
            found = found.replace(old, new)
    return _without_edges(respell(found))


def _without_edges(text: str) -> str:
    """The text without blanks of any kind at its ends."""
    while True:
        found = text.strip()
        for space in _SPACES:
            if space == "~":  # in front it may mean "about"
                continue
            found = found.removeprefix(space) if not found[len(space) : len(space) + 1].isalpha() else found
            found = found.removesuffix(space)
        if found == text:
            return found
        text = found


def _without(text: str, command: str) -> str:
    """The text without a LaTeX command of that whole name."""
    if command not in text:
        return text
    pieces = text.split(command)
    return pieces[0] + "".join(piece if not piece[:1].isalpha() else command + piece for piece in pieces[1:])


def spelling(text: str) -> str:
    """Return the text with what does not change its meaning taken out, to compare as it stands."""
    found = plain(text)
    for space in _SPACES:
        found = found.replace(space, " ")
    return "".join(unwrapped(found).split()).replace("{,}", ",").casefold()


def written(text: str) -> str:
    """Return the text as ``spelling`` does, but with blanks between digits kept, and small letters apart from capitals
    where they stand alone or in pairs: ``5 m`` is not ``5 M``."""
    found = plain(text)
    for space in _SPACES if not found.startswith("~") else ():  # "about"
        found = found.replace(space, " ")
    pieces = unwrapped(found).replace("{,}", ",").split()
    joined = ""
    for piece in pieces:
        joined += " " * (joined[-1:].isdigit() and piece[:1].isdigit()) + _lowered(piece)
    return joined


def _lowered(piece: str) -> str:
    alone = sum(c.isalpha() for c in piece) < 3 and piece.lower() not in ("am", "pm", "no")
    return piece if alone else piece.casefold()


def grouped(text: str) -> str | None:
    """Return the digits of a number whose points or commas may group them, with a point before its decimals; None where
    they cannot."""
    found = plain(text)
    if not found or not all(c.isascii() and (c.isdigit() or c in ".,") for c in found):
        return None
    sign = "," if "," in found[:-1] and found.find(",") < (found.find(".") + 1 or len(found) + 1) else "."
    whole, decimals = found, ""
    other = "." if sign == "," else ","
    if found.count(other) == 1:
        whole, _, decimals = found.partition(other)
    groups = whole.split(sign)
    fits = len(groups[-1]) == 3 and all(2 <= len(group) <= 3 for group in groups[1:]) and groups[0][:1] not in ("", "0")
    if len(groups) > 1 and not fits:
        return ".".join(groups) if len(groups) == 2 and not decimals else None
    return "".join(groups) + "." * bool(decimals) + decimals


def unwrapped(text: str) -> str:
    """Return the text where it is one ``\\text{...}`` and nothing else: what that holds."""
    for command in _WORDS if text.startswith("\\") else ():
        if text.startswith(command + "{") and closing(text, len(command)) == len(text):
            return unwrapped(text[len(command) + 1 : -1].strip())
    return text


def split(text: str, marks: tuple[str, ...], grouped: bool = True) -> Iterator[str]:
    """Yield the pieces between marks that stand outside all brackets; with ``grouped``, a comma that may group the
    digits of a number parts nothing."""
    depth = start = at = 0
    if not any(mark in text for mark in marks):
        at = len(text)
    while at < len(text):
        mark = next((m for m in marks if depth == 0 and text.startswith(m, at)), None)
        if mark is not None and not (mark == "," and grouped and _groups(text, at)):
            yield text[start:at]
            start = at = at + len(mark)
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        at += 2 if text[at : at + 2] in ("\\,", "\\;", "\\:") else 1  # blanks
    yield text[start:]


def _groups(text: str, at: int) -> bool:
    """Whether the comma there stands between digits that it may group: ``1,234``, but not ``1, 234`` nor ``1,2``."""
    before = len(text[:at]) - len(text[:at].rstrip("0123456789"))
    after = len(text[at + 1 :]) - len(text[at + 1 :].lstrip("0123456789"))
    return after == 3 and 1 <= before <= 3
