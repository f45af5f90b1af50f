"""The words, signs, values and pieces of code of a step, in one pass.

An apostrophe is no quote, and the full stop behind a number is no part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from verifier.language.expressions.asked_run import closing
from verifier.language.expressions.runs import expression_or_none, value_spelled

MOST_CODE: Final = 2000  # characters of a piece of code
MOST_SEARCHED: Final = 200_000  # characters that are gone through in search of closing brackets, of one step


def listed(words: str) -> frozenset[str]:
    """Return the words of a text, for a list of words that is looked up."""
    return frozenset(words.split())


class Kind(Enum):
    """What a token is. BREAK ends a sentence, or a line."""

    WORD, SIGN, VALUE, CODE, BREAK = "word", "sign", "value", "code", "break"


@dataclass(frozen=True, slots=True)
class Token:
    """A token and where it stands. ``value``: the spelling of a value; ``marked``: it stands in backquotes."""

    kind: Kind
    text: str
    start: int
    end: int
    value: str = ""
    marked: bool = False

    @property
    def word(self) -> str:
        """The word in small letters; an empty text for what is none."""
        return self.text.lower() if self.kind is Kind.WORD else ""


@dataclass(slots=True)
class _Scan:
    """The tokens found so far, and how many characters may still be gone through in search of closing brackets."""

    out: list[Token]
    left: int = MOST_SEARCHED

    def closing(self, text: str, start: int) -> int | None:
        """Return where the bracket at ``start`` is closed, on its line; None where it is not, or the search is up."""
        line = text.find("\n", start)
        end = min(line if line >= 0 else len(text), start + min(MOST_CODE, self.left))
        found = closing(text[:end], start) if self.left > 0 else None
        self.left -= (end if found is None else found) - start
        return found


def tokens(text: str) -> list[Token]:
    """Return the tokens of a step."""
    scan = _Scan([])
    i = 0
    while i < len(text):
        token, i = _next(text, i, scan)
        if token is not None:
            scan.out.append(token)
    return scan.out


def _next(text: str, i: int, scan: _Scan) -> tuple[Token | None, int]:
    c = text[i]
    if c == "\n":
        return Token(Kind.BREAK, c, i, i + 1), i + 1
    if c.isspace() or text.startswith("**", i):
        return None, i + (1 if c.isspace() else 2)
    if c == "`":
        return _marked(text, i)
    for read in (_quoted, _bracketed, _number, _name):
        if (found := read(text, i, scan)) is not None:
            return found, found.end
    if c in ".!?" and (i + 1 == len(text) or text[i + 1].isspace() or text[i + 1] in "\"')"):
        return Token(Kind.BREAK, c, i, i + 1), i + 1
    return Token(Kind.SIGN, c, i, i + 1), i + 1


def _marked(text: str, i: int) -> tuple[Token | None, int]:
    """Code in backquotes; three of them begin a block of lines."""
    if text.startswith("```", i):
        end = text.find("```", i + 3)
        end = len(text) if end < 0 else end
        return Token(Kind.CODE, text[i + 3 : end], i, min(end + 3, len(text)), marked=True), min(end + 3, len(text))
    end = text.find("`", i + 1)
    if end < 0 or "\n" in text[i:end] or end - i > MOST_CODE:
        return None, i + 1
    inner = text[i + 1 : end].strip()
    value = value_spelled(inner)
    kind = Kind.CODE if value is None else Kind.VALUE
    return Token(kind, inner, i, end + 1, value or "", marked=True), end + 1


def _quoted(text: str, i: int, scan: _Scan) -> Token | None:
    if text[i] not in "'\"" or (i and text[i - 1].isalnum()):
        return None
    end = i + 1
    while end < len(text) and text[end] != "\n" and end - i < MOST_CODE:
        if text[end] == "\\":
            end += 2
            continue
        if text[end] == text[i] and not text[end + 1 : end + 2].isalnum():
            value = value_spelled(text[i : end + 1])
            return (
                None if value is None else _applied(text, scan, Token(Kind.VALUE, text[i : end + 1], i, end + 1, value))
            )
        end += 1
    return None


def _applied(text: str, scan: _Scan, token: Token) -> Token:
    """A value, or the code that it begins: a method or an index stands right behind it."""
    reach = _reach(text, token.end, scan)
    longer = text[token.start : reach]
    code = reach > token.end and longer.endswith((")", "]")) and is_expression(longer)
    return Token(Kind.CODE, longer, token.start, reach) if code else token


def _reach(text: str, end: int, scan: _Scan) -> int:
    """Where the calls, indices and attributes end that stand right behind a name or a value, all on its line."""
    while True:
        if text[end : end + 1] in ("(", "[") and (close := scan.closing(text, end)) is not None:
            end = close + 1
        elif text[end : end + 1] == "." and text[end + 1 : end + 2].isalpha():
            last = end + 1
            while last < len(text) and (text[last].isalnum() or text[last] == "_"):
                last += 1
            if text[last : last + 1] != "(":
                return end
            end = last
        else:
            return end


def _bracketed(text: str, i: int, scan: _Scan) -> Token | None:
    """A list, dictionary, set or tuple that is written out."""
    if text[i] not in "[{(":
        return None
    end = scan.closing(text, i)
    if end is None:
        return None
    inner = text[i : end + 1]
    value = value_spelled(inner) if text[i] != "(" or "," in inner else None
    return None if value is None else _applied(text, scan, Token(Kind.VALUE, inner, i, end + 1, value))


def _number(text: str, i: int, scan: _Scan) -> Token | None:
    negative = text[i] == "-" and _opens(scan)
    start = i + negative
    if (
        not text[start : start + 1].isdigit()
        or not text[start].isascii()
        or (i and (text[i - 1].isalnum() or text[i - 1] == "_"))
    ):
        return None
    end = start
    while end < len(text) and text[end].isascii() and text[end].isdigit():
        end += 1
    if text[end : end + 1] == "." and text[end + 1 : end + 2].isdigit():
        end += 1
        while end < len(text) and text[end].isascii() and text[end].isdigit():
            end += 1
    if text[end : end + 1].isalnum() or text[end : end + 1] in ("_", "%"):
        return None
    written = text[i:end]
    value = written if written.isdigit() and (written[0] != "0" or written == "0") else value_spelled(written)
    return None if value is None else Token(Kind.VALUE, written, i, end, value)


def _opens(scan: _Scan) -> bool:
    """Whether a minus that comes next is a sign: nothing that could be subtracted from stands before it."""
    last = scan.out[-1] if scan.out else None
    return last is None or last.kind in (Kind.WORD, Kind.BREAK) or (last.kind is Kind.SIGN and last.text not in ")]}")


def _name(text: str, i: int, scan: _Scan) -> Token | None:
    """A word; with brackets right behind it that close, and if it is Python's, a piece of code."""
    if not (text[i].isalnum() or text[i] == "_"):
        return None
    end = i
    while end < len(text) and (text[end].isalnum() or text[end] == "_" or _inside(text, i, end)):
        end += 1
    if text[i:end] in ("True", "False", "None"):
        return Token(Kind.VALUE, text[i:end], i, end, text[i:end])
    reach = _reach(text, end, scan)
    if reach > end and is_expression(text[i:reach]):
        return Token(Kind.CODE, text[i:reach], i, reach)
    return Token(Kind.WORD, text[i:end], i, end)


def _inside(text: str, start: int, at: int) -> bool:
    """Whether an apostrophe, a hyphen or a point stands inside a word."""
    return at > start and text[at] in "'’-." and text[at - 1].isalnum() and text[at + 1 : at + 2].isalpha()


def is_expression(text: str) -> bool:
    """Return whether a text is an expression of Python."""
    return len(text) <= MOST_CODE and expression_or_none(text) is not None
