"""Signs of polynomials, and of their quotients, in one letter, everywhere or between bounds, decided exactly.

A polynomial p is at least zero from a to b exactly when ``(1 + t^2)^n p((a + b t^2) / (1 + t^2))`` is for all real t,
n its degree: as t runs, the fraction runs from a up to b. From a on it is ``p(a + t^2)``. What is left is a sign on the
whole line, which Sturm's theorem decides. The bounds come from the premises, all of them hypotheses of the claim.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly

from verifier.checkers.balls import decimals_of
from verifier.checkers.canonical.combination import forms_of, gap_of
from verifier.checkers.canonical.ring import Kind, Poly
from verifier.checkers.enclosure import exactly
from verifier.checkers.evaluate import Outcome
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import Head, Sym, Type
from verifier.kernel.verdict import CheckFailed, Reason

MAX_DEGREE = 12
_TURNED = {Head.GT: Head.LT, Head.GE: Head.LE, Head.LT: Head.GT, Head.LE: Head.GE}


@dataclass(frozen=True, slots=True)
class End:
    """A bound, and whether it is left out."""

    at: Any
    open: bool


Interval = tuple[End | None, End | None]


def between(claim: Claim) -> tuple[Outcome, tuple[str, ...]]:
    """Return what the sign of ``left - right`` between the bounds of its one letter says of the claim, and the side
    conditions. Raises: CheckFailed when the sign changes, or is not decided here."""
    if claim.relation not in _TURNED or claim.domain not in (Type.REAL, Type.UNDECLARED) or len(claim.letters) != 1:
        raise CheckFailed("bounds decide order relations in one real letter", Reason.OUT_OF_SCOPE)
    if any(map(decimals_of, claim.terms)):
        raise CheckFailed("the relation has decimals", Reason.ROUNDED)
    interval = _interval(claim.premises, next(iter(claim.letters)))
    forms = forms_of(claim)
    gap = gap_of(forms, claim)
    if forms.imaginary or any(s.kind is not Kind.LETTER for part in (gap.num, gap.den) for s in forms.ring.used(part)):
        raise CheckFailed("the relation has roots or constants", Reason.OUT_OF_SCOPE)
    if max(part.total_degree() for part in (gap.num, gap.den)) > MAX_DEGREE:
        raise CheckFailed("a polynomial of too high a degree", Reason.OUT_OF_BUDGET)
    num, den = _line(gap.num), _line(gap.den)
    if num.degree() + 2 * den.degree() > MAX_DEGREE or not _keeps_above(den * den, interval, True):
        raise CheckFailed("a denominator may be zero there", Reason.SIDE_CONDITION)
    p = num * den if claim.relation in (Head.GT, Head.GE) else -num * den
    strict = claim.relation in (Head.GT, Head.LT)
    if _keeps_above(p, interval, strict):
        return Outcome.HOLDS, forms.conditions
    if _keeps_above(-p, interval, not strict) and not forms.conditions:
        return Outcome.FAILS, ()
    raise CheckFailed("the sign of the difference changes between the bounds")


def _interval(premises: tuple[Hypothesis, ...], name: str) -> Interval:
    """The bounds that hypotheses set to a letter. Raises: CheckFailed where one of them says another thing."""
    low: End | None = None
    high: End | None = None
    for premise in premises:
        relation, left, right = premise.relation, premise.left, premise.right
        if right == Sym(name):
            relation, left, right = _TURNED.get(relation, relation), right, left
        value = exactly(right)
        if premise.standing is not Standing.HYPOTHESIS or left != Sym(name) or value is None or relation not in _TURNED:
            raise CheckFailed("a premise is no bound of the letter", Reason.OUT_OF_SCOPE)
        end = End(fmpq(value.numerator, value.denominator), relation in (Head.GT, Head.LT))
        if relation in (Head.GT, Head.GE):
            low = end if low is None or (end.at, end.open) > (low.at, low.open) else low
        else:
            high = end if high is None or (end.at, not end.open) < (high.at, not high.open) else high
    if low is not None and high is not None and not low.at < high.at:
        raise CheckFailed("nothing lies between the bounds", Reason.INCONSISTENT_CONTEXT)
    return low, high


def _line(p: Poly) -> Any:
    """A polynomial in one letter or none, by its coefficients."""
    found: dict[int, Any] = {}
    for monomial, c in p.to_dict().items():
        found[sum(monomial)] = c
    return fmpq_poly([found.get(k, fmpq(0)) for k in range(max(found, default=0) + 1)])


def _keeps_above(p: Any, interval: Interval, strict: bool) -> bool:
    """Whether p is at least zero (``strict``: more than zero) everywhere between the bounds."""
    if p == 0:
        return not strict
    low, high = interval
    for end, factor in ((low, 1), (high, -1)):  # x - a and b - x are above zero between them
        while end is not None and p(end.at) == 0 and (end.open or not strict):
            p = p // fmpq_poly([-factor * end.at, fmpq(factor)])
    if strict and high is not None and not p(high.at) > 0:
        return False  # the only place that the substitution does not reach
    return nowhere_negative(_whole_line(p, low, high), strict)


def _whole_line(p: Any, low: End | None, high: End | None) -> Any:
    """The polynomial whose values on the whole line have the signs of those of p between the bounds."""
    if low is None and high is None:
        return p
    if low is None or high is None:
        inner = fmpq_poly([low.at, 0, 1]) if low is not None else fmpq_poly([high.at if high else 0, 0, -1])
        return p(inner)
    over, under = fmpq_poly([low.at, 0, high.at]), fmpq_poly([1, 0, 1])
    n = max(p.degree(), 0)
    made = fmpq_poly([0])
    for k in range(n + 1):
        made += p[k] * over**k * under ** (n - k)
    return made


def nowhere_negative(p: Any, strict: bool) -> bool:
    """Return whether a polynomial (an ``fmpq_poly``) is at least zero, or more than zero where ``strict``, for all real
    values: its degree is even, its leading coefficient above zero, and its factors of odd multiplicity (``strict``: all
    of them) have no real root."""
    if p == 0:
        return not strict
    if p.degree() % 2 or p[p.degree()] < 0:
        return False
    return not any(_has_real_root(factor) for factor, times in p.factor_squarefree()[1] if strict or times % 2)


def _has_real_root(p: Any) -> bool:
    """Sturm: the sign changes of the chain at minus infinity less those at infinity count the distinct real roots."""
    chain = [p, p.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    ends = [q[q.degree()] for q in chain if q.degree() >= 0]
    degrees = [q.degree() for q in chain if q.degree() >= 0]
    low = [-c if d % 2 else c for c, d in zip(ends, degrees, strict=True)]
    return _changes(low) > _changes(ends)


def _changes(signs: list[Any]) -> int:
    kept = [c > 0 for c in signs if c != 0]
    return sum(a != b for a, b in pairwise(kept))
