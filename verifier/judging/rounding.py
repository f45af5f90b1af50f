"""Roundings that nobody would call right without a word: what is proved as rounded is then not decided.

``2/3 = 0.67`` shows a result by its first places. ``0.67 = 2/3`` makes of a decimal what it is not, ``2.5^2 = 6.3``
drops the one place that would make it exact, and ``1/3 = 0.33 = 33/100`` takes a shown result for the exact one.
"""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction

from verifier.kernel.claim import Claim, Relation
from verifier.kernel.evaluate import NotEvaluated, shown, value
from verifier.kernel.term import App, Dec, Int, Op, Term, walk
from verifier.kernel.verdict import Certificate
from verifier.reading import words
from verifier.reading.formalize import Formula


def dubious(formula: Formula, certificate: Certificate, rounded: Set[Dec]) -> str | None:
    """Return why a proved equation may be a rounding that is not right; None where it is none.

    ``rounded`` holds the decimals that earlier claims showed rounded. Fails: never.
    """
    claim = certificate.claim
    if not certificate.notes.get("as_rounded"):
        return "a result shown rounded is taken for the exact one" if _taken_exact(formula, claim, rounded) else None
    if formula.words & words.EXACT:
        return "what is rounded is not exact"
    if "\\overline" in formula.text or "\\bar" in formula.text or "..." in formula.text or "\\dots" in formula.text:
        return "digits that go on are not cut off"
    found, left = shown(claim.right), _exact(claim.left)
    if claim.relation is Relation.APPROX:
        tie = found is not None and left is not None and abs(left - found[0]) * 2 == found[1]
        return "half a unit is rounded down" if tie and found and left and abs(found[0]) < abs(left) else None
    if found is None or not found[2] or (left is not None and abs(left - found[0]) * 2 > found[1]):
        return "a decimal is set equal to what it only rounds"
    money = bool(words.CURRENCY & (formula.left.units | formula.right.units))
    short = left is not None and (left / found[1] * 10).denominator == 1 and not money
    return "one more place would be exact" if short and not formula.words & words.ROUNDING else None


def coarse(claim: Claim) -> bool:
    """Return whether a refuted approximation by a whole number with zeros at its end may be an estimate. Fails: never.

    ``1234 ≈ 1000`` may be a number rounded to its first digit.
    """
    right, left = claim.right, _exact(claim.left)
    if claim.relation is not Relation.APPROX or not isinstance(right, Int) or not right.value or left is None:
        return False
    zeros = len(str(right.value)) - len(str(right.value).rstrip("0"))
    return abs(left - right.value) * 2 <= int(10**zeros)


def _taken_exact(formula: Formula, claim: Claim, rounded: Set[Dec]) -> bool:
    """Whether a chain goes on from a decimal that it showed rounded to a fraction: ``1/3 = 0.33 = 33/100``."""
    bare = claim.left in rounded and formula.position > 0 and claim.relation is Relation.EQ
    return bare and isinstance(claim.right, App) and claim.right.op is Op.DIV and not _decimal(claim.right)


def _decimal(term: Term) -> bool:
    return any(isinstance(inner, Dec) for inner in walk(term))


def _exact(term: Term) -> Fraction | None:
    try:
        return value(term, {})
    except NotEvaluated:
        return None
