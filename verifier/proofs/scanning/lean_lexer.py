"""A lexer of Lean files: comments and strings are passed over, what is left comes word by word.

This look decides early and names a place; it guarantees nothing. A file that defines tokens of its own can make
it see other words than Lean does, and what it misses the audit meets as declarations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """An identifier, a keyword or a single sign; ``line`` from 1, ``column`` from 0; ``quoted``: a string's text."""

    text: str
    line: int
    column: int
    quoted: bool = False


class Unterminated(ValueError):
    """A comment or a string is never closed. ``at`` is the index where it begins."""

    def __init__(self, what: str, at: int) -> None:
        super().__init__(f"{what} is never closed")
        self.at = at


def is_letter(char: str) -> bool:
    """Return whether ``char`` may stand in an identifier."""
    return char.isalnum() or char in "_'!?" or (char > "\x7f" and char.isidentifier()) or "₀" <= char <= "₎"


def words(text: str) -> Iterator[Word]:
    """Yield the words of ``text`` outside comments, strings as quoted words. Raises: Unterminated."""
    line, start, at = 1, 0, 0
    while at < len(text):
        end, kind = _next(text, at)
        if kind != "blank":
            piece = text[at:end].replace("«", "").replace("»", "") if kind == "word" else text[at:end]
            yield Word(piece, line, at - start, kind == "string")
        if (breaks := text.count("\n", at, end)) > 0:
            line, start = line + breaks, text.rindex("\n", at, end) + 1
        at = end


def _next(text: str, at: int) -> tuple[int, str]:
    char = text[at]
    if char.isspace():
        return at + 1, "blank"
    if text.startswith("--", at):
        end = text.find("\n", at)
        return (len(text) if end < 0 else end), "blank"
    if text.startswith("/-", at):
        return _comment(text, at), "blank"
    if char == '"':
        return _string(text, at), "string"
    if char == "r" and (end := _raw(text, at)):
        return end, "string"
    if char == "'":
        return _character(text, at), "string"
    if is_letter(char) or char == "«":
        return _word(text, at), "word"
    if char == "#" and at + 1 < len(text) and is_letter(text[at + 1]):
        return _word(text, at + 1), "word"
    return at + 1, "sign"


def _comment(text: str, at: int) -> int:
    depth, here = 0, at
    while here < len(text):
        if text.startswith("/-", here):
            depth, here = depth + 1, here + 2
        elif text.startswith("-/", here):
            depth, here = depth - 1, here + 2
            if not depth:
                return here
        else:
            here += 1
    raise Unterminated("a comment", at)


def _string(text: str, at: int) -> int:
    here = at + 1
    while here < len(text):
        if text[here] == "\\":
            here += 2
        elif text[here] == '"':
            return here + 1
        else:
            here += 1
    raise Unterminated("a string", at)


def _raw(text: str, at: int) -> int:
    """Return the end of a raw string that begins at ``at``, or 0 when none does. Raises: Unterminated."""
    here = at + 1
    while here < len(text) and text[here] == "#":
        here += 1
    if here >= len(text) or text[here] != '"':
        return 0
    end = text.find('"' + "#" * (here - at - 1), here + 1)
    if end < 0:
        raise Unterminated("a raw string", at)
    return end + here - at


def _character(text: str, at: int) -> int:
    if text.startswith("\\", at + 1):
        end = text.find("'", at + 3)
        return end + 1 if 0 <= end <= at + 12 else at + 1
    return at + 3 if text[at + 2 : at + 3] == "'" else at + 1


def _word(text: str, at: int) -> int:
    here = at
    while here < len(text):
        if text[here] == "«":
            end = text.find("»", here)
            here = len(text) if end < 0 else end + 1
        elif is_letter(text[here]) or (
            text[here] == "." and here + 1 < len(text) and (is_letter(text[here + 1]) or text[here + 1] == "«")
        ):
            here += 1
        else:
            break
    return here
