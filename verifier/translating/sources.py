"""What stands in a text: its numbers, in digits and in words, its letters, and its sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from verifier.chain import Span
from verifier.kernel.claim import Relation, Standing
from verifier.kernel.term import Const, Dec, Int, Term, letters, walk
from verifier.reading.formalize import read
from verifier.reading.ledger.numbers import part, spelled
from verifier.reading.scan import scan
from verifier.reading.signs import Kind

_ENDS = ".?!"
_NO_LETTERS = frozenset({"a", "A", "I"})
"""Single letters that are words of English: they count as letters only where an expression holds them."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A claim that stood before a step, by its id, as a step's text or a translation spelled it."""

    id: str
    text: str
    relation: Relation
    left: Term
    right: Term
    standing: Standing

    @property
    def same(self) -> tuple[Relation, Term, Term]:
        """What it says, apart from how it was spelled."""
        return self.relation, self.left, self.right


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a text names, and where."""

    values: frozenset[Fraction]  # half: 1/2, and the 1 and 2 that it is written with
    span: Span


def sentences(text: str) -> list[str]:
    """Return the sentences of ``text``, none empty: cut after ``.?!`` before a blank, and at line ends. Fails: never.

    They only name what a hypothesis rests on, so a wrong cut (``Mr. Hill``) makes two names and nothing worse.
    """
    found, start = [], 0
    for i, c in enumerate(text):
        if c == "\n" or (c in _ENDS and text[i + 1 : i + 2].isspace()):
            found.append(text[start : i + 1])
            start = i + 1
    return [part for piece in (*found, text[start:]) if (part := piece.strip())]


def numbers(text: str) -> list[Number]:
    """Return the numbers of ``text``, in order: numerals, and words such as twelve, half, percent. Fails: never."""
    return list(_numbers(text))


def _numbers(text: str) -> Iterator[Number]:
    for token in scan(text):
        span = (token.start, token.end)
        if token.value is not None and isinstance(token.value, Int | Dec):
            yield Number(frozenset({Fraction(token.value.value)}), span)
        elif token.kind is Kind.WORD:
            word = token.text.lower()
            if (whole := spelled(word)) is not None:
                yield Number(frozenset({Fraction(whole)}), span)
            elif (share := part(word)) is not None:
                yield Number(frozenset({share, *map(Fraction, share.as_integer_ratio())}), span)
            elif word in ("percent", "percentage"):
                yield Number(frozenset({Fraction(100)}), span)
        elif token.text == "%":
            yield Number(frozenset({Fraction(100)}), span)


def constants(terms: Iterable[Term]) -> set[Fraction]:
    """Return the numbers that terms are written with. Fails: never."""
    return {Fraction(t.value) for term in terms for t in walk(term) if isinstance(t, Int | Dec)}


def holds_letter(text: str, name: str) -> bool:
    """Return whether ``text`` holds a letter of an expression, or a name word for word. Fails: never."""
    if len(name) > 1 and "_" not in name:
        return f" {name} " in f" {_worded(text)} "
    if any(name in letters(expr.term) for expr in read(text).numerals):
        return True
    symbols = {token.text for token in scan(text) if token.kind in (Kind.SYM, Kind.WORD)}
    return name in symbols and name not in _NO_LETTERS


def holds_constant(text: str, name: str) -> bool:
    """Return whether ``text`` names π, e or the imaginary unit. Fails: never."""
    if any(isinstance(t, Const) and t.name == name for expr in read(text).numerals for t in walk(expr.term)):
        return True
    return name == "pi" and ("π" in text or f" {name} " in f" {_worded(text)} ")


def _worded(text: str) -> str:
    """The words of a text in lower case, with one blank between them: a mark between two words parts them."""
    kept = "".join(c if c.isalnum() or c in "-'" else " " if c.isspace() else " | " for c in text.lower())
    return " ".join(kept.split())
