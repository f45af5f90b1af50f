"""Remainders: ``a ≡ b (mod n)``, ``17 mod 5``, ``3 | 12``, ``12 is divisible by 3``, as equations of remainders; and
``17 ÷ 5 = 3 remainder 2`` as an equation of numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Head, Int, Node
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.mathtext.notation.notation import read_expression
from verifier.mathtext.numerals import Token

_NAMES: Final = frozenset({"mod", "modulo"})
DIVISIBILITY: Final = {"∣": Head.EQ, "∤": Head.NE, "⋮": Head.EQ, "not ⋮": Head.NE}
_SPELLED: Final = {
    ("is", "divisible", "by"): "⋮",
    ("is", "evenly", "divisible", "by"): "⋮",
    ("is", "also", "divisible", "by"): "⋮",
    ("is", "exactly", "divisible", "by"): "⋮",
    ("is", "a", "multiple", "of"): "⋮",
    ("is", "not", "divisible", "by"): "not ⋮",
    ("is", "a", "divisor", "of"): "∣",
    ("is", "a", "factor", "of"): "∣",
}


def remainder(of: PlacedExpr, by: PlacedExpr) -> PlacedExpr:
    """Return the remainder of a number by a modulus. Raises: ExprTooLarge."""
    term = Node(Head.MOD, (of.term, by.term))
    return replace(of, term=term, doubts=of.doubts | by.doubts, label=False)


def divisibility(sign: str, left: PlacedExpr, right: PlacedExpr) -> tuple[Head, PlacedExpr]:
    """Return the relation to zero, and the remainder that stands in it. Raises: ExprTooLarge."""
    of, by = (right, left) if sign in ("∣", "∤") else (left, right)
    return DIVISIBILITY[sign], replace(left, term=Node(Head.MOD, (of.term, by.term)), doubts=of.doubts | by.doubts)


def spelled_divisibility(tokens: list[Token], i: int) -> tuple[str, int]:
    """Return the sign that the words from token ``i`` on spell, and how many they are."""
    low = tuple(t.text.lower() if t.kind is Kind.WORD else "" for t in tokens[i : i + 4])
    found = next((words for words in _SPELLED if low[: len(words)] == words), None)
    return (_SPELLED[found], len(found)) if found else ("", 0)


LEAVING: Final = frozenset(
    {
        ("remainder",),
        ("with", "remainder"),
        ("with", "a", "remainder"),
        ("with", "a", "remainder", "of"),
        ("with", "remainder", "of"),
        ("and", "a", "remainder", "of"),
        ("remainder", "of"),
    }
)


def with_remainder(division: PlacedExpr, quotient: PlacedExpr, rest: PlacedExpr) -> PlacedExpr | None:
    """Return ``3 remainder 2`` of ``17 ÷ 5`` as the number 3 + 2/5; None if it is no division of integers."""
    match division.term, quotient.term, rest.term:
        case Node(Head.DIV, (_, divisor)), Int(), Int():
            try:
                over = value(divisor, {})
            except NotEvaluated:
                return None
            if over.denominator != 1 or not 0 <= rest.term.value < over or division.units | quotient.units | rest.units:
                return None
            term = Node(Head.ADD, (quotient.term, Node(Head.DIV, (rest.term, divisor))))
            doubts = quotient.doubts | rest.doubts
            return replace(quotient, term=term, end=rest.end, doubts=doubts, remainder=True)
    return None


def read_modulus(tokens: list[Token], i: int, text: str, free: frozenset[str]) -> tuple[PlacedExpr, int, bool] | None:
    """Return the modulus that stands at token ``i``, the first token after it, and whether it is in brackets.

    ``\\pmod{7}``, ``(mod 7)`` and ``(\\bmod 7)`` are in brackets; ``mod 7`` and ``\\bmod 7`` are not.
    """
    start = tokens[i].start
    bracket = tokens[i].kind is Kind.OPEN and tokens[i].text == "("
    i += bracket
    if i + 1 >= len(tokens) or tokens[i].text.lower() not in _NAMES or tokens[i].kind not in (Kind.CMD, Kind.WORD):
        return None
    parenthesized = text[tokens[i].start : tokens[i].end] == "\\pmod"
    found, after = read_expression(tokens, i + 1, text, free)
    if found is None:
        return None
    if bracket:
        if after >= len(tokens) or tokens[after].kind is not Kind.CLOSE or tokens[after].text != ")":
            return None
        after += 1
    return replace(found, start=start), after, bool(bracket) or parenthesized
