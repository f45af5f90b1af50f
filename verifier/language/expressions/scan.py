"""The look before parsing: one pass that bounds length, nesting and digits, and refuses what the language has not."""

from __future__ import annotations

from collections.abc import Iterator
from keyword import kwlist
from string import ascii_letters, digits
from typing import Final

from verifier.language.expressions.errors import LanguageError

MAX_TEXT: Final = 4000  # characters of one expression
MAX_BRACKETS: Final = 60  # brackets inside each other
MAX_DIGITS: Final = 400  # digits of one numeral
MAX_PREFIXES: Final = 20  # signs or words in a row that stand before an operand
MAX_POWERS: Final = 60  # powers and conditions, which nest to the right

_NAME: Final = frozenset(ascii_letters + "_")
_WORD: Final = frozenset(ascii_letters + digits + "_")
_NUMBER: Final = frozenset(digits + ".")
_SIGNS: Final = frozenset("+-*/%=!<>|&")
_OTHER: Final = frozenset("()[]{}, \t\n\"'")
_CLOSING: Final = {")": "(", "]": "[", "}": "{"}
_HINTS: Final = {
    "^": "a power is written **",
    ":": "nothing is written with a colon; a condition is Implies(a, b), a type stands as 'x in Int'",
    ";": "one expression is expected; several stand in a list",
    "\\": "LaTeX is not read here: spell it with the functions of the language",
    "$": "LaTeX is not read here: spell it with the functions of the language",
    "@": "products are written *",
    "~": "a negation is written not",
    "?": "an unknown is a declared name",
    "#": "comments are not part of an expression",
}
RESERVED: Final = frozenset(kwlist)
SPOKEN: Final = frozenset({"True", "False", "and", "or", "not", "in", "for", "if"})
"""The reserved words that expressions use."""


def scan(text: str) -> None:
    """Go through an expression once, and refuse it where it is too large or has a sign of another language.

    Raises:
        LanguageError: with the column of what is refused.
    """
    if not text.strip():
        raise LanguageError("expected an expression, found nothing")
    if len(text) > MAX_TEXT:
        raise LanguageError(f"an expression has at most {MAX_TEXT} characters, this one {len(text)}", MAX_TEXT)
    prefixes = powers = 0
    opened: list[str] = []
    before = (-2, "")
    for start, token in tokens(text):
        column = start + 1
        if {token, before[1]} == {"+", "-"} and before[0] == start - 1:
            raise LanguageError("'+-' may mean either sign: say which values there are, x == 3 or x == -3", column)
        if token == "," and not opened:
            raise LanguageError("one expression is expected; put several in a list, and write 1,000 as 1000", column)
        before = (start, token)
        prefixes = prefixes + 1 if token in ("+", "-", "not") else 0
        powers += token in ("**", "if")
        if prefixes > MAX_PREFIXES or powers > MAX_POWERS:
            raise LanguageError(f"more than {MAX_PREFIXES} signs in a row, or more than {MAX_POWERS} powers", column)
        if token in "([{":
            opened.append(token)
        elif token in _CLOSING and (not opened or opened.pop() != _CLOSING[token]):
            raise LanguageError(f"{token!r} closes nothing", column)
        if len(opened) > MAX_BRACKETS:
            raise LanguageError(f"brackets nest deeper than {MAX_BRACKETS}", column)
    if opened:
        raise LanguageError(f"{opened[-1]!r} is never closed", len(text))


def tokens(text: str) -> Iterator[tuple[int, str]]:
    """Yield the tokens of an expression with their places, counted from 0.

    Raises:
        LanguageError: at a character or a numeral that the language has not.
    """
    at = 0
    while at < len(text):
        char = text[at]
        if char in _NAME:
            stop = _while(text, at, _WORD)
            word = text[at:stop]
            if word == "else":
                raise LanguageError("a choice is written If(condition, a, b)", at + 1)
            if word in RESERVED and word not in SPOKEN:
                raise LanguageError(f"{word!r} is a reserved word; a name is spelled {word}_", at + 1)
            yield at, word
        elif char in _NUMBER:
            stop = _numeral(text, at)
            yield at, text[at:stop]
        elif char in "\"'":
            stop = text.find(char, at + 1) + 1
            if char == "'" and at and (text[at - 1] in _WORD or text[at - 1] == ")"):
                raise LanguageError("nothing is written with a prime: a derivative is diff(f(x), x)", at + 1)
            if not stop or stop - at > MAX_DIGITS:
                raise LanguageError(f"a text in quotation marks ends, and has at most {MAX_DIGITS} characters", at + 1)
            yield at, text[at:stop]
        elif char in _SIGNS:
            stop = _sign(text, at)
            yield at, text[at:stop]
        elif char in _OTHER:
            stop = at + 1
            if not char.isspace():
                yield at, char
        else:
            hint = _HINTS.get(char, "names and numerals are ASCII")
            raise LanguageError(f"{char!r} is not in the language: {hint}", at + 1)
        at = stop


def _while(text: str, at: int, among: frozenset[str]) -> int:
    while at < len(text) and text[at] in among:
        at += 1
    return at


def _numeral(text: str, at: int) -> int:
    """Return where the numeral ends: digits, or digits with a point between or before them."""
    stop = _while(text, at, _NUMBER)
    spelled = text[at:stop]
    if spelled.count(".") > 1 or spelled.endswith("."):
        raise LanguageError(f"{spelled[:40]!r} is no numeral: expected 12, 0.5 or .5", at + 1)
    if len(spelled) > MAX_DIGITS:
        raise LanguageError(f"a numeral has at most {MAX_DIGITS} digits", at + 1)
    if stop < len(text) and text[stop] in _WORD:
        told = "no underscores, no exponents (10**5), no j (I), and a product is written with *"
        raise LanguageError(f"{text[at : stop + 1][:40]!r} is no numeral: {told}", stop + 1)
    if len(spelled) > 1 and spelled[0] == "0" and spelled[1] != ".":
        raise LanguageError(f"{spelled[:40]!r} is no numeral: it begins with a zero", at + 1)
    return stop


def _sign(text: str, at: int) -> int:
    for sign in ("**", "//", "==", "!=", "<=", ">="):
        if text.startswith(sign, at):
            return at + 2
    if text[at] == "=":
        raise LanguageError("'=' is not in the language: an equation is written ==", at + 1)
    if text[at] == "!":
        raise LanguageError("'!' is not in the language: write factorial(n), or !=", at + 1)
    return at + 1
