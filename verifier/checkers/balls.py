"""The ball checker: closed claims decided by disjoint rigorous enclosures, at a precision that doubles.

An identity is refuted by the point that the proof's data names, ``{"point": {"x": "3"}}``: at its numbers in the places
of the letters both sides are real, defined, and apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, ClassVar

from verifier.checkers.enclosure import Ball, Doubtful, enclose, exactly, precisions, rational
from verifier.checkers.evaluate import Outcome, Point, shown
from verifier.checkers.points import check_relation, read_point, usable
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import Dec, Expr, Head, Node, Sym, number, walk_expr
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Reason, Shows

EQUATIONS = frozenset({Head.EQ, Head.APPROX})
IRRATIONAL = Fraction(1, 20)  # people write 1.4 for √2: gaps up to 5% of the larger side are taken for approximation
MAX_NODES = 4000  # largest side, in nodes


@dataclass(frozen=True)
class Sides:
    """Both sides of a claim at one precision, and what loosens them."""

    claim: Claim
    left: Ball
    right: Ball
    mixed: bool  # exactly one side is known to be rational


class BallChecker:
    """Accepts closed claims that enclosures decide, where the proof's data is empty; and counterexamples to identities,
    where it names the point."""

    name: ClassVar[str] = "balls"
    version: ClassVar[str] = "1"

    def check(self, claim: Claim, proof: Proof) -> Certificate:
        """Return the certificate when the enclosures show what the proof says. Raises: CheckFailed."""
        if proof.checker != self.name or claim.premises:
            raise CheckFailed("balls decide claims without premises only", Reason.OUT_OF_SCOPE)
        check_relation(claim, proof.shows)
        outcome, notes = enclosed(placed(claim, proof.data) if claim.letters else claim)
        if outcome is Outcome.ROUNDED:
            raise CheckFailed("the sides differ by no more than rounding explains", Reason.ROUNDED)
        if proof.shows is not (Shows.FALSE if outcome is Outcome.FAILS else Shows.TRUE):
            raise CheckFailed("the enclosures do not show that")
        if claim.letters and proof.shows is Shows.TRUE:
            raise CheckFailed("one point does not prove an identity")
        return Certificate(claim, proof, self.version, notes=notes)


def placed(claim: Claim, data: object) -> Claim:
    """Return an identity at the point that a proof's data names, as a closed claim. Raises: CheckFailed."""
    point = read_point(data.get("point") if isinstance(data, Mapping) else None)
    if not claim.is_for_all or claim.relation is not Head.EQ or claim.premises:
        raise CheckFailed("a counterexample is of an identity", Reason.OUT_OF_SCOPE)
    if claim.letters - point.keys() or not usable(claim, point):
        raise CheckFailed("the point is outside the domain", Reason.SIDE_CONDITION)
    return relate(claim.relation, _at(claim.left, point), _at(claim.right, point), rounded=claim.rounded)


def _at(term: Expr, point: Point) -> Expr:
    if isinstance(term, Sym):
        return number(point[term.name])
    if not isinstance(term, Node):
        return term
    if term.head is Head.DIFF:
        raise CheckFailed("a derivative at a point", Reason.OUT_OF_SCOPE)  # its letter is no number
    return Node(term.head, tuple(_at(arg, point) for arg in term.args))


def enclosed(claim: Claim) -> tuple[Outcome, Mapping[str, Any]]:
    """Return what enclosures say of a closed claim, and both sides' values for people. Raises: CheckFailed."""
    if any(next(islice(walk_expr(side), MAX_NODES, None), None) is not None for side in (claim.left, claim.right)):
        raise CheckFailed(f"more than {MAX_NODES} nodes", Reason.OUT_OF_BUDGET)
    rationals = exactly(claim.left) is not None, exactly(claim.right) is not None
    doubt: Exception | None = None
    for bits in precisions():
        try:
            left, right = enclose(claim.left, claim.rounded), enclose(claim.right, claim.rounded)
            outcome = _decided(Sides(claim, left, right, rationals[0] != rationals[1]))
        except Doubtful as error:
            doubt = error
            continue
        if outcome is not None:
            rounded = {"as_rounded": True} if outcome is Outcome.HOLDS_ROUNDED else {}
            return outcome, {"left": _shown(left), "right": _shown(right), "bits": bits} | rounded
    if doubt is not None:
        raise CheckFailed(str(doubt), Reason.SIDE_CONDITION)
    if decimals(claim):
        raise CheckFailed("the sides are not apart beyond rounding", Reason.ROUNDED)
    raise CheckFailed(f"the sides are not apart at {bits} bits", Reason.OUT_OF_BUDGET)


def _shown(ball: Ball) -> str:
    return str(ball.str(15, radius=False))


def _decided(sides: Sides) -> Outcome | None:
    """What these enclosures say, or None when a finer precision may say more."""
    claim = sides.claim
    if not (sides.left.is_finite() and sides.right.is_finite()):
        return None
    if claim.relation is Head.NE:
        return Outcome.HOLDS if sides.left != sides.right else None
    if claim.relation not in EQUATIONS:
        return _ordered(sides)
    bare = [
        (found, other)
        for term, other in ((claim.left, sides.right), (claim.right, sides.left))
        if (found := shown(term)) is not None
    ]
    if not bare:
        return _apart(sides)
    outcomes = [_beside(sides, *each) for each in bare]
    if None in outcomes:
        return None
    return next(o for o in Outcome if o in outcomes)


def _ordered(sides: Sides) -> Outcome | None:
    claim, left, right, relation = sides.claim, sides.left, sides.right, sides.claim.relation
    if relation in (Head.GT, Head.GE):
        left, right = right, left
    if left < right:
        return Outcome.HOLDS
    if not left > right:
        return None
    slack = _slack(claim.left) + _slack(claim.right)
    if slack and not left - right > rational(slack):
        return Outcome.ROUNDED if left - right <= rational(slack) else None
    return Outcome.FAILS


def _slack(side: Expr) -> Fraction:
    """How far off a bare decimal on this side may be in an order relation."""
    found = shown(side)
    return found[1] if found is not None and found[2] else Fraction(0)


def _beside(sides: Sides, bare: tuple[Fraction, Fraction, bool], other: Ball) -> Outcome | None:
    """Judge an equation with a bare numeral on one side, which may show the other side rounded."""
    number, unit, places = bare
    approx = sides.claim.relation is Head.APPROX
    gap = abs(other - rational(number))
    if decimals(sides.claim) & sides.claim.rounded:
        return Outcome.FAILS if gap > rational(unit) else None
    if (places or approx) and gap <= rational(unit / 2):
        return Outcome.HOLDS_ROUNDED
    share = (Fraction(1, 100) if places else Fraction(1, 10)) if approx else Fraction(0)
    larger = abs(other).max(rational(abs(number)))
    limit = rational(unit).max(larger * rational(max(share, IRRATIONAL if sides.mixed else Fraction(0))))
    if gap > rational(unit / 2) or not (places or approx):
        return _beyond(gap, limit)
    return None


def _beyond(gap: Ball, limit: Ball) -> Outcome | None:
    if gap > limit:
        return Outcome.FAILS
    return Outcome.ROUNDED if gap <= limit else None


def _apart(sides: Sides) -> Outcome | None:
    """Judge an equation without a bare numeral: decimals that only one side has may be rounded."""
    claim = sides.claim
    loose = claim.rounded | (decimals_of(claim.left) ^ decimals_of(claim.right))
    left, right = (enclose(side, loose) for side in (claim.left, claim.right))
    share = max(Fraction(claim.relation is Head.APPROX, 10), IRRATIONAL if sides.mixed else Fraction(0))
    gap, limit = abs(left - right), abs(left).max(abs(right)) * rational(share)
    if left != right and gap > limit:
        return Outcome.FAILS
    return Outcome.ROUNDED if share and gap <= limit else None


def decimals_of(term: Expr) -> frozenset[Dec]:
    """Return the decimals that occur in ``term``."""
    return frozenset(t for t in walk_expr(term) if isinstance(t, Dec))


def decimals(claim: Claim) -> frozenset[Dec]:
    """Return the decimals that occur in either side of the claim."""
    return decimals_of(claim.left) | decimals_of(claim.right)
