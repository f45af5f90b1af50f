"""Conversions: ``3 feet = 36 inches`` as ``3·12 = 36``; what else a false equation between quantities may stand for."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Dec, Expr, Head, Node, free_names, number, walk_expr
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import factor
from verifier.readers.exact.discourse.sentences import Link

_SPOKEN: Final = (
    (words.TIMES, 1, (60, 3600, 24, 7, 12, 1440, 52, 365, 30)),
    (words.LENGTHS, 2, (12, 3, 36, 5280, 1760)),
    (words.WEIGHTS, 2, (16, 8, 1000)),
    (words.METRIC, 2, (10, 100, 1000, 1_000_000)),
    (words.MONEY | {"percent", "percentage", "hundred", "century"}, 1, (100,)),
    (frozenset({"dozen"}), 1, (12,)),
    (frozenset({"dime", "ten", "decade"}), 1, (10,)),
    (frozenset({"thousand", "k", "grand"}), 1, (1000,)),
    (frozenset({"million", "billion"}), 1, (1000, 1_000_000)),
)
"""Units, how many of them must be spoken of beside an equation that names none, and factors between two of them."""

_TENS: Final = tuple(10**n for n in range(1, 19))  # prefixes of units that are made of others, and their powers

_LINEAR: Final = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.NEG})


def converted(link: Link, known: Callable[[str], bool], said: frozenset[str]) -> tuple[Link, tuple[Expr, ...]]:
    """Return an equation between quantities as one between numbers of the right unit, and what its left side is
    without the conversion; the link itself and nothing where it is no conversion.

    It is kept from being refuted where a side is worked out (``120 minutes / 60 = 2 hours``), the left one rounded, or
    the text speaks of a scale. ``known`` tells the words of the problem's story.
    """
    left, right = link.left, link.right
    times = factor(left.units, right.units)
    plain = link.relation is Head.EQ and not (link.modular or link.choice or left.mixed or right.mixed)
    shared = left.share or right.share or left.rows or right.rows or left.label or right.label
    if times is None or not plain or shared or free_names(left.term, right.term):
        return link, ()
    if left.term.depth > 100 or not (_linear(left.term) and _linear(right.term)):
        return link, ()
    decimals = any(isinstance(inner, Dec) for inner in walk_expr(left.term))
    scaled = any(word in said or known(word) for word in sorted(words.SCALED))
    qualms = {guards.CONVERSION()} if decimals or scaled or left.compound or right.compound else set()
    term = Node(Head.MUL, (left.term, number(times)))
    return replace(link, left=replace(left, term=term, units=right.units, doubts=left.doubts | qualms)), (left.term,)


def hidden(left: frozenset[str], right: frozenset[str], heard: Set[str]) -> list[Fraction]:
    """Return the factors by which two quantities may differ that the text counts in other units than it says, of the
    units of both sides and the words ``heard``: a false equation that one of them explains is not refuted.

    None where both sides name their units, and the table says how many of one the other is.
    """
    if factor(left, right) is not None:
        return []
    own = left | right
    units = own | frozenset(map(words.lemma, heard))
    spoken = (factors for named, least, factors in _SPOKEN if named & own or len(named & units) >= least)
    tens = _TENS if own & words.SYMBOLS or own & words.DERIVED or any("^" in unit for unit in own) else ()
    return [Fraction(n) for n in sorted({*tens, *(n for factors in spoken for n in factors)})]


def packed(left: Expr, right: Expr) -> bool:
    """Return whether a sum comes out where one of its parts stands for so many times as much, as packs do for what is
    in them: ``4 + 3 = 23``.
    """
    try:
        parts, result = [value(part, {}) for part in _parts(left, False)], value(right, {})
    except NotEvaluated:
        return True
    rest = result - sum(parts)
    return len(parts) > 1 and any(part and (times := rest / part) > 0 and times.denominator == 1 for part in parts)


def _parts(term: Expr, negative: bool) -> list[Expr]:
    if isinstance(term, Node) and term.head in (Head.ADD, Head.SUB):
        first, second = term.args
        return _parts(first, negative) + _parts(second, negative != (term.head is Head.SUB))
    return [Node(Head.NEG, (term,)) if negative else term]


def _linear(term: Expr) -> bool:
    """Whether the term is a number of its unit: sums and products, and fractions of numerals."""
    applied = [inner for inner in walk_expr(term) if isinstance(inner, Node)]
    fraction = isinstance(term, Node) and term.head is Head.DIV and len(applied) == 1
    return fraction or all(inner.head in _LINEAR for inner in applied)
