"""How one polynomial, or one polynomial equation, differs from another that it should be."""

from __future__ import annotations

from typing import Any

from verifier.checkers.canonical.combination import gap_of
from verifier.checkers.canonical.forms import Forms
from verifier.checkers.canonical.ring import Kind, Poly
from verifier.kernel.claim import Claim, Hypothesis
from verifier.kernel.verdict import CheckFailed


def unrelated(claim: Claim) -> bool:
    """Return whether neither the claim's equation nor its one premise is a multiple of the other.

    Of the equations ``L = R`` the numerators of ``L - R`` are compared, letter for letter. An equation multiplied by
    something, or divided by what is not zero, is related to itself.  False if that is not known.
    """
    if len(claim.premises) != 1:
        return False
    premise = claim.premises[0]
    sides = (claim.left, claim.right, premise.left, premise.right)
    try:
        forms = Forms(sides, claim.domain)
        here, before = _gap(forms, claim), _gap(forms, premise)
    except CheckFailed:
        return False
    if any(slot.kind is not Kind.LETTER for p in (here, before) for slot in forms.ring.used(p)):
        return False
    if here.is_constant() or before.is_constant():  # also where a gap is zero
        return False
    shared = here.gcd(before)
    return all(shared.total_degree() < p.total_degree() for p in (here, before))


def slips(claim: Claim, lost: bool, agreeing: int = 0) -> bool:
    """Return whether one coefficient alone makes the difference: between the sides of an identity, or between the
    claim's equation and its premise, whatever both are multiplied by. ``lost``: it may be zero on one side;
    ``agreeing``: so many others must be the same, at least one (of equations two).

    What another relation does to an expression is more: what is put in goes, and what it equals comes.
    False if that is not known.
    """
    try:
        forms = Forms(claim.terms, claim.domain)
        if claim.premises:
            before, after = _gap(forms, claim.premises[0]), _gap(forms, claim)
        else:
            left, right = forms.of(claim.left), forms.of(claim.right)
            shared = left.den.gcd(right.den)
            before = forms.ring.multiply(left.num, right.den / shared)
            after = forms.ring.multiply(right.num, left.den / shared)
    except CheckFailed:
        return False
    if any(slot.kind is not Kind.LETTER for p in (before, after) for slot in forms.ring.used(p)):
        return False
    return _one_differs(before.to_dict(), after.to_dict(), bool(claim.premises), lost, agreeing)


def _one_differs(before: dict[Any, Any], after: dict[Any, Any], scaled: bool, lost: bool, agreeing: int) -> bool:
    ratios = {after[key] / before[key] for key in before.keys() & after.keys()} if scaled else {1}
    for ratio in ratios:
        differ = [key for key in before.keys() | after.keys() if after.get(key, 0) != before.get(key, 0) * ratio]
        agree = len((before.keys() & after.keys()) - set(differ))
        if (
            len(differ) == 1
            and agree >= max(agreeing, 2 if scaled else 1)
            and (lost or (differ[0] in before and differ[0] in after))
        ):
            return True
    return False


def _gap(forms: Forms, equation: Claim | Hypothesis) -> Poly:
    gap = gap_of(forms, equation)
    return gap.num if gap.num.is_zero() else gap.num / gap.num.gcd(gap.den)
