"""The canonical checker: identities by canonical forms, consequences of equations by combinations of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from verifier.checkers.balls import EQUATIONS, decimals, decimals_of, enclosed
from verifier.checkers.canonical.combination import apart, bounded, equals, forms_of, system
from verifier.checkers.canonical.forms import Forms, Roots
from verifier.checkers.canonical.intervals import between
from verifier.checkers.canonical.ring import Quotient, Ring
from verifier.checkers.enclosure import exactly
from verifier.checkers.evaluate import Outcome, compare, satisfies
from verifier.checkers.expression_json import expression_from_json
from verifier.checkers.forced_values import APPROXIMATE
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.points import check_relation, listed, read_point, reason_of, spell_point
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Sym, number
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Reason, Shows

WHEN_EQUAL = {Head.EQ, Head.APPROX, Head.LE, Head.GE}  # the relations that equal sides stand in


KINDS = ("identity", "combination", "bound", "apart", "sign")


class CanonicalChecker:
    """Accepts an "identity", where ``{"roots": [[2, below, value]]}`` may say what roots are; a "combination", a
    "bound" or what is "apart" by multiples of premises (``combination``); a "sign" in one letter (``intervals``).

    ``{"model": {"x": "3"}}`` in the data shows that premises do not contradict each other: it is asked for but in
    ``leaves`` of a structural proof, which has a model of its own.
    """

    name: ClassVar[str] = "canonical"
    version: ClassVar[str] = "3"

    def __init__(self, leaves: bool = False) -> None:
        self._models = not leaves

    def check(self, claim: Claim, proof: Proof) -> Certificate:
        """Return the certificate when canonical forms show what the proof says. Raises: CheckFailed."""
        kind = proof.data.get("kind") if isinstance(proof.data, Mapping) else None
        if proof.checker != self.name or kind not in KINDS:
            raise CheckFailed("this is no proof by canonical forms")
        check_relation(claim, proof.shows)
        if kind == "identity":
            outcome, conditions, notes = identity(claim, _roots(proof.data.get("roots", [])))
        elif kind == "sign":
            outcome, conditions, notes = *between(claim), {}
        else:
            outcome, conditions, notes = consequence(claim, proof.data)
            if claim.premises and self._models:
                notes["model"] = _model(claim, proof.data)
        if outcome is Outcome.ROUNDED:
            raise CheckFailed("the sides differ by no more than rounding explains", Reason.ROUNDED)
        if proof.shows is not (Shows.FALSE if outcome is Outcome.FAILS else Shows.TRUE):
            raise CheckFailed("the canonical forms do not show that")
        rounded = {"as_rounded": True} if outcome is Outcome.HOLDS_ROUNDED else {}
        return Certificate(claim, proof, self.version, side_conditions=conditions, notes=notes | rounded)


Finding = tuple[Outcome, tuple[str, ...], dict[str, Any]]


def _roots(data: object) -> Roots:
    """What closed roots are said to be, spelled ``[[index, what is below, value], ...]``. Raises: CheckFailed."""
    found: dict[tuple[int, Expr], Expr] = {}
    for entry in map(listed, listed(data)):
        if len(entry) != 3 or type(entry[0]) is not int:
            raise CheckFailed("expected the index of a root, what is below it, and its value")
        try:
            below, value = (expression_from_json(one, frozenset()) for one in entry[1:])
        except ValueError as error:
            raise CheckFailed(str(error)) from error
        if below.free or value.free:
            raise CheckFailed("only a root of a number is said to be another number", Reason.OUT_OF_SCOPE)
        found[entry[0], below] = value
    return found


def identity(claim: Claim, roots: Roots | None = None) -> Finding:
    """Return what the difference of both sides' forms says, the side conditions, and notes. Raises: CheckFailed."""
    if claim.premises:
        raise CheckFailed("an identity rests on no premises")
    forms = forms_of(claim, roots)
    left, right = forms.of(claim.left), forms.of(claim.right)
    gap, conditions = forms.ring.minus(left, right), forms.conditions
    if gap.num.is_zero():
        return equal_sides(claim, conditions), conditions, {}
    if not claim.letters and None in (exactly(claim.left), exactly(claim.right)):
        left, right = _lowest(forms.ring, left), _lowest(forms.ring, right)
        if all(side.num.is_constant() and side.den == forms.ring.one for side in (left, right)):
            return _by_values(claim, left, right), conditions, {}
    if not claim.letters and forms.faithful(gap.num):
        outcome, notes = _unequal(claim, forms)
        return outcome, conditions, notes
    raise CheckFailed("the canonical forms of both sides differ")


def _lowest(ring: Ring, form: Quotient) -> Quotient:
    shared = form.num.gcd(form.den)
    return (
        ring.quotient(form.num / shared, form.den / shared) if not form.num.is_zero() else Quotient(ring.zero, ring.one)
    )


def _by_values(claim: Claim, left: Quotient, right: Quotient) -> Outcome:
    """Judge a closed claim whose sides are unequal rational numbers by their forms. Raises: CheckFailed."""
    sides = []
    try:
        for term, form in ((claim.left, left), (claim.right, right)):
            known = exactly(term) is not None
            if not known and decimals_of(term):
                raise CheckFailed("decimals in a term that only its canonical form evaluates", Reason.ROUNDED)
            lead = form.num.leading_coefficient()
            sides.append(term if known else number(Fraction(int(lead.p), int(lead.q))))
        return compare(claim.between(*sides), {})
    except ExprTooLarge as error:
        raise CheckFailed(str(error), Reason.OUT_OF_BUDGET) from error
    except NotEvaluated as error:
        raise CheckFailed(str(error), reason_of(error)) from error


def equal_sides(claim: Claim, conditions: tuple[str, ...]) -> Outcome:
    """Return what it says of the claim that both sides are equal wherever they are defined. Raises: CheckFailed."""
    if claim.relation not in EQUATIONS and _rounded_decimals(claim):
        return Outcome.ROUNDED
    if claim.relation in WHEN_EQUAL:
        return Outcome.HOLDS
    if conditions:
        raise CheckFailed("both sides are equal, where they are defined", Reason.SIDE_CONDITION)
    return Outcome.FAILS


def _unequal(claim: Claim, forms: Forms) -> tuple[Outcome, dict[str, Any]]:
    """Judge a closed claim whose sides are certainly not equal."""
    if claim.relation is Head.NE:
        return Outcome.ROUNDED if _rounded_decimals(claim) else Outcome.HOLDS, {}
    if claim.relation is Head.EQ and forms.imaginary:
        gaussian = forms.ring.slots.keys() <= {("constant", "i")}
        return Outcome.FAILS if gaussian and not decimals(claim) else Outcome.ROUNDED, {}
    outcome, notes = enclosed(claim)
    return outcome, dict(notes)


def _rounded_decimals(claim: Claim) -> bool:
    return bool(claim.rounded & frozenset().union(*map(decimals_of, claim.terms)))


def consequence(claim: Claim, data: Mapping[str, Any]) -> Finding:
    """Return what multiples of its premises say of the claim. Raises: CheckFailed."""
    if claim.is_for_all and claim.premises:
        raise CheckFailed("premises are about fixed variables")
    found = system(claim)
    if data.get("kind") == "bound":
        return bounded(found, data), found.forms.demanded, {}
    if data.get("kind") == "apart":
        return apart(found, data), found.forms.demanded, {}
    gap = equals(found, data)
    try:
        return _by_gap(claim, gap), found.forms.demanded, {"difference": str(gap)}
    except NotEvaluated as error:  # of decimals taken as rounded: the root of a ball with negative numbers in it
        raise CheckFailed(str(error), reason_of(error)) from error


def _model(claim: Claim, data: Mapping[str, Any]) -> dict[str, str]:
    point = read_point(data.get("model"))
    try:
        if satisfies(claim.premises, point):
            return spell_point(point)
    except NotEvaluated as error:
        raise CheckFailed(f"the model does not evaluate: {error}", reason_of(error)) from error
    raise CheckFailed("the premises do not hold at the model", Reason.NO_MODEL_FOUND)


def _by_gap(claim: Claim, gap: Fraction) -> Outcome:
    """Judge a claim whose left side exceeds its right side by exactly ``gap``."""
    if gap == 0:
        return equal_sides(claim, ())
    earlier = bool(claim.rounded) or any(map(decimals_of, claim.terms[2:]))
    if _rounded_decimals(claim):
        return Outcome.ROUNDED
    left, right = exactly(claim.left), exactly(claim.right)
    if right is not None:
        outcome = compare(relate(claim.relation, Sym("left"), claim.right), {"left": right + gap})
        larger, loose = max(abs(right + gap), abs(right)), decimals_of(claim.left)
    elif left is not None:
        outcome = compare(relate(claim.relation, claim.left, Sym("right")), {"right": left - gap})
        larger, loose = max(abs(left - gap), abs(left)), decimals_of(claim.right)
    elif claim.relation is Head.APPROX:
        return Outcome.ROUNDED  # how large the sides are is not known
    else:
        outcome = compare(relate(claim.relation, Sym("left"), Sym("right")), {"left": gap, "right": Fraction(0)})
        larger, loose = abs(gap) / APPROXIMATE, decimals(claim)
    if outcome is Outcome.FAILS and (loose or earlier) and abs(gap) <= larger * APPROXIMATE:
        return Outcome.ROUNDED
    return outcome
