"""Signs of polynomials on the real line and of quadratic polynomials in several letters, decided exactly.

In one letter by Sturm's theorem: a polynomial keeps its sign where its factors of odd multiplicity have no real root.
In several, a polynomial of degree two is a sum of squares exactly when it is nowhere negative: squares are split off
one after another (Lagrange), with one more letter for the constant.
"""

from __future__ import annotations

from flint import fmpq, fmpq_mat, fmpq_poly

from verifier.checkers.balls import decimals_of
from verifier.checkers.canonical.combination import forms_of
from verifier.checkers.canonical.ring import Kind, Poly, Ring
from verifier.checkers.canonical.sturm import nowhere_negative
from verifier.checkers.evaluate import Outcome
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head, Type
from verifier.kernel.verdict import CheckFailed, Reason

MAX_DEGREE = 12
MAX_LETTERS = 6
_ABOVE = {Head.GT: True, Head.GE: False}  # whether the relation is strict
_BELOW = {Head.LT: True, Head.LE: False}


def signed(claim: Claim) -> Outcome:
    """Return what the sign of ``left - right``, for all real values of the letters, says of the claim.

    Raises: CheckFailed when the sign changes, or is not decided here.
    """
    if claim.premises or claim.relation not in _ABOVE | _BELOW or claim.domain is Type.COMPLEX:
        raise CheckFailed("signs decide order relations without premises", Reason.OUT_OF_SCOPE)
    if any(map(decimals_of, (claim.left, claim.right))):
        raise CheckFailed("the relation has decimals", Reason.ROUNDED)
    forms = forms_of(claim)
    left, right = forms.of(claim.left), forms.of(claim.right)
    gap = forms.ring.plus(left, type(right)(-right.num, right.den))
    if gap.den != forms.ring.one or forms.conditions or forms.imaginary:
        raise CheckFailed("the relation has more than polynomials", Reason.OUT_OF_SCOPE)
    if any(slot.kind is not Kind.LETTER for slot in forms.ring.used(gap.num)):
        raise CheckFailed("the relation has roots or constants", Reason.OUT_OF_SCOPE)
    p = gap.num if claim.relation in _ABOVE else -gap.num
    strict = (_ABOVE | _BELOW)[claim.relation]
    if _nowhere_negative(forms.ring, p, strict):
        return Outcome.HOLDS
    if _nowhere_negative(forms.ring, -p, not strict):
        return Outcome.FAILS
    raise CheckFailed("the sign of the difference changes, or is not decided here")


def _nowhere_negative(ring: Ring, p: Poly, strict: bool) -> bool:
    """Whether the polynomial is at least zero (``strict``: more than zero) for all real values of its letters."""
    used = ring.used(p)
    if not used:
        sign = p.leading_coefficient()
        return bool(sign > 0 or (not strict and p.is_zero()))
    if len(used) == 1 and p.total_degree() <= MAX_DEGREE:
        return _on_the_line(p, used[0].index, strict)
    if p.total_degree() == 2 and len(used) <= MAX_LETTERS:
        return _by_squares(p, [slot.index for slot in used], strict)
    return False


def _on_the_line(p: Poly, index: int, strict: bool) -> bool:
    coefficients = [fmpq(0)] * (int(p.degrees()[index]) + 1)
    for monomial, c in p.to_dict().items():
        coefficients[monomial[index]] = c
    return nowhere_negative(fmpq_poly(coefficients), strict)


def _by_squares(p: Poly, letters: list[int], strict: bool) -> bool:
    """Split squares off the form in the letters and a last one for the constant: no pivot may be negative."""
    size = len(letters) + 1
    form = fmpq_mat(size, size)
    for monomial, c in p.to_dict().items():
        places = [i for i, letter in enumerate(letters) for _ in range(monomial[letter])]
        i, j = (places + [size - 1] * 2)[:2]
        form[i, j] += c / 2
        form[j, i] += c / 2
    for k in range(size):
        if form[k, k] < 0 or (form[k, k] == 0 and any(form[k, j] != 0 for j in range(k, size))):
            return False
        if form[k, k] == 0:
            continue
        for i in range(k + 1, size):
            by = form[i, k] / form[k, k]
            for j in range(k, size):
                form[i, j] -= by * form[k, j]
    return not strict or form[size - 1, size - 1] > 0
