"""Conversions: ``3 feet = 36 inches`` as ``3·12 = 36``; what else a false equation between quantities may stand for."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, free_names, node, number, walk_expr
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import TIMES, factor
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

_ALWAYS: Final = (2, 4)  # pairs and quarters, which go without saying

_TENS: Final = tuple(10**n for n in range(1, 19))  # prefixes of units that are made of others, and their powers

SCALED: Final = frozenset(
    ("map", "atlas", "scale", "scaled", "represent", "represents", "model", "replica", "drawing", "drawn", "blueprint",
     "plan", "simulation", "game", "every")
)  # fmt: skip
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
    scaled = any(word in said or known(word) for word in sorted(SCALED))
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
    return [Fraction(n) for n in sorted({*_ALWAYS, *tens, *(n for factors in spoken for n in factors)})]


def told_otherwise(claim: Claim, text: str, units: Set[str], heard: Set[str], given: Set[Fraction]) -> list[Claim]:
    """Return what a claim with this ``text`` may say instead, where the problem tells of millions, of hours of so many
    minutes, or of what was there before. ``given``: its numbers."""
    found = [claim.between(node(Head.MUL, claim.left, number(times)), claim.right) for times in _large(heard)]
    if " which " in f" {text} ":  # she buys 2 + 3, which is 17 in all
        found += [claim.between(node(Head.ADD, claim.left, number(n)), claim.right) for n in given]
    if "degree" in units:
        found += [claim.between(node(op, claim.left, Int(360)), claim.right) for op in (Head.ADD, Head.SUB)]
    return found + (_otherwise_measured(claim, text, given) if units else [])


def _otherwise_measured(claim: Claim, text: str, told: Set[Fraction]) -> list[Claim]:
    """The claim with so many of the finer unit in a unit as is told, where its text does not say how many."""
    factors = {n for n in TIMES if str(n) not in text}
    found = [int(n) for n in told if n.denominator == 1 and 1 < n < 10_000]
    made = [claim.between(_with(claim.left, factors, n), _with(claim.right, factors, n)) for n in found]
    return [other for other in made if (other.left, other.right) != (claim.left, claim.right)]


def _with(term: Expr, factors: Set[int], times: int) -> Expr:
    match term:
        case Node(Head.MUL, (part, Int(n))) if n in factors:
            return Node(Head.MUL, (part, Int(times)))
        case Node(op, args):
            return Node(op, tuple(_with(arg, factors, times) for arg in args))
    return term


def _large(heard: Set[str]) -> list[int]:
    """By how much a result may be told larger, where the text counts in thousands or more."""
    names = {1000: ("thousand", "thousands", "k"), 10**6: ("million", "millions"), 10**9: ("billion", "billions")}
    return [times for times, called in names.items() if heard & set(called)]


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


def clipped(claim: Claim) -> bool:
    """Return whether a sum of whole numbers may have lost the cents of its parts: ``4 + 7 = 12.50``."""
    parts = _parts(claim.left, False)
    if claim.relation is not Head.EQ or not isinstance(claim.right, Dec) or len(parts) < 2:
        return False
    lost = claim.right.value - sum(part.value for part in parts if isinstance(part, Int))
    return all(isinstance(part, Int) for part in parts) and 0 < lost < len(parts) and lost.denominator > 1


def _parts(term: Expr, negative: bool) -> list[Expr]:
    if isinstance(term, Node) and term.head in (Head.ADD, Head.SUB):
        first, second = term.args
        return _parts(first, negative) + _parts(second, negative != (term.head is Head.SUB))
    return [Node(Head.NEG, (term,)) if negative else term]


def on_scale(left: Expr, right: Expr, told: Set[Fraction], scaled: bool) -> list[Claim]:
    """Return the conversion by a rate of the text's own, which one of the numbers ``told`` gives, or any where the text
    speaks of a scale: school hours of 45 minutes.
    """
    try:
        a, b = value(left, {}), value(right, {})
    except NotEvaluated:
        return []
    if not a or not b or not (scaled or a / b in told or b / a in told):
        return []
    return [relate(Head.EQ, node(Head.MUL, left, number(b / a)), right)]


def _linear(term: Expr) -> bool:
    """Whether the term is a number of its unit: sums and products, and fractions of numerals."""
    applied = [inner for inner in walk_expr(term) if isinstance(inner, Node)]
    fraction = isinstance(term, Node) and term.head is Head.DIV and len(applied) == 1
    return fraction or all(inner.head in _LINEAR for inner in applied)
