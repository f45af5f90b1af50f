"""Roundings that nobody would call right without a word: what is proved as rounded is then not decided.

``2/3 = 0.67`` shows a result by its first places. ``0.67 = 2/3`` makes of a decimal what it is not, ``2.5^2 = 6.3``
drops the one place that would make it exact, and ``1/3 = 0.33 = 33/100`` takes a shown result for the exact one.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from fractions import Fraction

from verifier.checkers.evaluate import shown, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Dec, Expr, Head, Node, walk_expr
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon import words
from verifier.readers.exact.guards.table import approvals as guards
from verifier.readers.exact.reading import Formula


def dubious(formula: Formula, claim: Claim, as_rounded: bool, rounded: Set[Dec]) -> Iterator[Abstention]:
    """Yield why a proved equation may be a rounding that is not right.

    ``as_rounded``: it holds, and only as rounded. ``rounded`` holds the decimals that earlier claims showed rounded.
    """
    if not as_rounded:
        if _taken_exact(formula, claim, rounded):
            yield guards.TAKEN_EXACT()
        return
    if formula.words & words.EXACT:
        yield guards.NOT_EXACT()
    if "\\overline" in formula.text or "\\bar" in formula.text or "..." in formula.text or "\\dots" in formula.text:
        yield guards.CUT_OFF()
    found, left = shown(claim.right), _exact(claim.left)
    if claim.relation is Head.APPROX:
        tie = found is not None and left is not None and abs(left - found[0]) * 2 == found[1]
        if tie and found and left and abs(found[0]) < abs(left):
            yield guards.HALF_DOWN()
        return
    if found is None or not found[2] or (left is not None and abs(left - found[0]) * 2 > found[1]):
        yield guards.ONLY_ROUNDS()
        return
    money = bool(words.CURRENCY & (formula.left.units | formula.right.units))
    short = left is not None and (left / found[1] * 10).denominator == 1 and not money
    if short and not formula.words & words.ROUNDING:
        yield guards.ONE_PLACE()


def _taken_exact(formula: Formula, claim: Claim, rounded: Set[Dec]) -> bool:
    """Whether a chain goes on from a decimal that it showed rounded to a fraction: ``1/3 = 0.33 = 33/100``."""
    bare = claim.left in rounded and formula.position > 0 and claim.relation is Head.EQ
    return bare and isinstance(claim.right, Node) and claim.right.head is Head.DIV and not _decimal(claim.right)


def _decimal(term: Expr) -> bool:
    return any(isinstance(inner, Dec) for inner in walk_expr(term))


def _exact(term: Expr) -> Fraction | None:
    try:
        return value(term, {})
    except NotEvaluated:
        return None
