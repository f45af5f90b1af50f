"""Shares: fractions and percentages that stand for a part of a quantity, set equal to how much that part is.

``2/5 = 24`` says of some whole that two fifths of it are 24, and ``12/12 = $120`` that the whole is: no equation of
numbers. Where it may be one of these, no refutation is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, walk_expr
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.discourse.sentences import Link, Sentence
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula, Reading

LONG_DIVIDEND: Final = 12
"""Least dividend of what is a division for certain, and no share: twelve halves of something are told as six."""

ANOTHER_SIZE: Final = 4
"""How many times a sum of shares, or a fraction, another number is at least that they cannot have been meant for."""

_WORKED: Final = ("÷", "\\div", "\\lim", "\\int", "\\sum", "\\prod")
"""Signs of what is worked out: no fraction with one of these is a share as written."""

_EQUATIONS: Final = (Head.EQ, Head.APPROX)
_SUMS: Final = (Head.ADD, Head.SUB)


def may_tell_share(sentence: Sentence, link: Link) -> bool:
    """Return whether one side of a link may be a share, and the other how much it is."""
    if link.relation not in _EQUATIONS or link.modular:
        return False
    one, other = sentence.items[link.at].text, sentence.items[link.to].text
    carried = link.position > 0 and (_decimal_share(link.left, link.right) or _parts(link.left.term, link.right.term))
    return carried or _tells(one, link.left, link.right) or _tells(other, link.right, link.left)


def of_shares(readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings of a chain, where it tells shares anywhere with no refutation of a fraction or a percentage
    set equal to one number: ``1/8 = 0.75`` beside ``8/8 = 6``."""
    if not any(GUARDS["share-as-amount"]() in formula.qualms for reading in readings for formula in reading.formulas):
        return list(readings)
    return [replace(one, formulas=tuple(map(_beside_shares, one.formulas))) for one in readings]


def _beside_shares(formula: Formula) -> Formula:
    pairs = ((formula.left.term, formula.right.term), (formula.right.term, formula.left.term))
    bare = any(_is_share(side) and isinstance(other, Int | Dec) for side, other in pairs)
    return replace(formula, qualms=(*formula.qualms, GUARDS["share-as-amount"]())) if bare else formula


def _tells(text: str, side: PlacedExpr, other: PlacedExpr) -> bool:
    """Whether a side, which reads ``text``, may be a share, and the other an amount of another size."""
    if any(sign in text for sign in _WORKED) or side.worded or side.base or other.base:
        return False
    amount = _value(other.term)
    share = _value(side.term) if _is_share(side.term) or _is_sum_of_shares(side.term) else None
    if share is None:
        return False
    if other.units - side.units:
        return not _is_division(side.term, amount)
    if amount is None:
        return _is_root_or_circle(other.term) and share <= 1
    if _is_share(side.term) and amount.denominator == 1 and not _is_percentage(other.term):
        return not _is_division(side.term, amount)
    if abs(amount) >= max(Fraction(2), ANOTHER_SIZE * abs(share)):
        return True
    return isinstance(other.term, Dec) and not side.units and _is_share(side.term) and abs(share) <= 1 < abs(amount)


def _is_share(term: Expr) -> bool:
    """Whether a percentage or a fraction of numerals stands here, as written, that is no whole number above one."""
    match term:
        case Node(Head.NEG, (inner,)):
            return _is_share(inner)
        case Node(Head.PERCENT, (Int() | Dec(),)):
            return True
        case Node(Head.DIV, (Int() | Dec() as over, Int(under))) if under > 0:
            quotient = _value(over) or Fraction(0)
            return quotient <= under or under == 1 or quotient % under != 0
    return False


def _is_sum_of_shares(term: Expr) -> bool:
    """Whether shares are added, or taken from each other or from one: ``1 - 2/5``, ``100% - 30%``."""
    if not isinstance(term, Node) or term.head not in _SUMS:
        return False
    return all(arg == Int(1) or _is_share(arg) or _is_sum_of_shares(arg) for arg in term.args) and any(
        map(_is_share, walk_expr(term))
    )


def _is_division(term: Expr, amount: Fraction | None) -> bool:
    """Whether a fraction is the division of a number that was done, perhaps falsely: ``150/12 = 13``."""
    match term:
        case Node(Head.DIV, (over, Int(under))) if amount is not None:
            dividend, quotient = value(over, {}), value(term, {})
            return dividend >= max(LONG_DIVIDEND, 2 * under) and quotient < 2 * amount < 4 * quotient
    return False


def _is_percentage(term: Expr) -> bool:
    return isinstance(term, Node) and term.head is Head.PERCENT


def _is_root_or_circle(term: Expr) -> bool:
    """Whether a product of roots or of pi stands here: an amount that is no rational number."""
    irrational = (Head.SQRT, Head.ROOT, Head.MUL)
    return isinstance(term, Node) and term.head in irrational and all(
        not isinstance(inner, Node) or inner.head in irrational for inner in walk_expr(term)
    )  # fmt: skip


def _decimal_share(left: PlacedExpr, right: PlacedExpr) -> bool:
    """Whether a decimal below one, or one, that came out is set equal to an amount: ``3/4 = 0.75 = 36``."""
    found, amount = _value(left.term), _value(right.term)
    bare = isinstance(left.term, Dec | Int) and not left.units and found is not None
    return bare and found is not None and 0 < found <= 1 and (amount is None or abs(amount) > 1 or bool(right.units))


def _parts(left: Expr, right: Expr) -> bool:
    """Whether so many parts of a whole are set equal to how much they are: ``2 + 3 = 5 = 40``."""
    if not (isinstance(left, Int) and isinstance(right, Int)):
        return False
    small, large = sorted((left.value, right.value))
    return 0 < small < large and large % small == 0


def _value(term: Expr) -> Fraction | None:
    try:
        return value(term, {})
    except NotEvaluated:
        return None
