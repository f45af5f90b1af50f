"""Ideals: polynomial equations over the complex numbers, decided by a Groebner basis (Hilbert's Nullstellensatz).

Proof data: ``{"kind": "ideal"}``. With ``p_i = 0`` for the premises, all of them equations of polynomials or of their
quotients, and with ``1 - t d = 0`` besides, where ``d`` is the product of what the premises divide by and ``t`` is a
letter of its own (Rabinowitsch, 1929): where a premise holds, nothing that it divides by is zero.

* they have a common zero exactly when 1 is not in their ideal, so no model needs to be spelled;
* the claim ``g = 0`` follows when g is in the ideal; it is false at every common zero when 1 is in the ideal with g;
* a divisor of the claim is zero at no common zero when 1 is in the ideal with it.

Roots of primes and i are adjoined with their rules; other slots are refused, for what is known of them is not enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import lcm
from typing import Any

from flint import Ordering, fmpz_mpoly_ctx, fmpz_mpoly_vec

from verifier.checkers.balls import decimals_of
from verifier.checkers.canonical.combination import System, system
from verifier.checkers.canonical.ring import Kind, Poly, Ring, over_budget
from verifier.checkers.evaluate import Outcome
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head, Type
from verifier.kernel.verdict import CheckFailed, Reason

MAX_BASIS = 24  # most polynomials of a basis,
MAX_TERMS = 60  # most terms of one of them,
MAX_BITS = 600  # and most bits of a coefficient
MAX_DEGREE = 8  # highest degree of a premise or of the claim
MAX_LETTERS = 5


def decided(claim: Claim) -> Outcome:
    """Return what the ideal of the premises says of the claim. Raises: CheckFailed."""
    if claim.domain not in (Type.UNDECLARED, Type.COMPLEX) or claim.relation not in (Head.EQ, Head.NE):
        raise CheckFailed("ideals decide equations between complex numbers", Reason.OUT_OF_SCOPE)
    if any(p.relation is not Head.EQ for p in claim.premises) or not claim.premises:
        raise CheckFailed("ideals are of equations", Reason.OUT_OF_SCOPE)
    if claim.rounded or any(map(decimals_of, claim.terms)):
        raise CheckFailed("decimals are among the equations", Reason.ROUNDED)
    found = system(claim)
    _plain(found)
    nulls = [p for p in found.nulls.values() if not p.is_zero()]
    if not nulls or _trivial(found, nulls):
        raise CheckFailed("the premises have no common zero", Reason.INCONSISTENT_CONTEXT)
    for divisor in found.fresh:
        if not _trivial(found, [*nulls, divisor.num]):
            raise CheckFailed("a divisor of the claim may be zero", Reason.SIDE_CONDITION)
    if _member(found, nulls, found.gap.num):
        return Outcome.HOLDS if claim.relation is Head.EQ else Outcome.FAILS
    if _trivial(found, [*nulls, found.gap.num]):
        return Outcome.FAILS if claim.relation is Head.EQ else Outcome.HOLDS
    raise CheckFailed("the premises neither give the claim nor exclude it")


def _plain(found: System) -> None:
    """See that only letters and roots of primes stand there."""
    divisors = (divisor.num for divisor in found.forms.divisors.values())
    ring, polys = found.forms.ring, [*found.nulls.values(), found.gap.num, found.gap.den, *divisors]
    used = {slot.index: slot for p in polys for slot in ring.used(p)}
    if any(slot.kind not in (Kind.LETTER, Kind.RADICAL) for slot in used.values()) or found.forms.demands:
        raise CheckFailed("more than polynomials is among the equations", Reason.OUT_OF_SCOPE)
    if len(ring.letters) > MAX_LETTERS or any(p.total_degree() > MAX_DEGREE or len(p) > MAX_TERMS for p in polys):
        raise over_budget("equations that are too large for a basis")


def _trivial(found: System, generators: Iterable[Poly]) -> bool:
    """Whether 1 is in the ideal."""
    return any(p.is_constant() for p in _basis(found, generators))


def _member(found: System, generators: Iterable[Poly], p: Poly) -> bool:
    basis = _basis(found, generators)
    return bool(_whole(p, _context(found)).reduction_primitive_part(basis).is_zero())


def _basis(found: System, generators: Iterable[Poly]) -> Any:
    """A Groebner basis of the ideal, with the rules of roots and with 1 - t d. Raises: CheckFailed(OUT_OF_BUDGET)."""
    ring, ctx = found.forms.ring, _context(found)
    polys = [_whole(p, ctx) for p in (*generators, *_rules(ring))]
    polys += [1 - ctx.gens()[-1] * _whole(p, ctx) for p in _divided(found)]
    basis, whole = fmpz_mpoly_vec([p for p in polys if not p.is_zero()], ctx).buchberger_naive(
        limits=(MAX_BASIS, MAX_TERMS, MAX_BITS)
    )
    if not whole:
        raise over_budget("a basis of the equations is too large")
    return basis


def _divided(found: System) -> list[Poly]:
    """The product of what the premises divide by; nothing where they divide by no letters."""
    fresh = {divisor.term for divisor in found.fresh}
    granted = [divisor.num for term, divisor in found.forms.divisors.items() if term not in fresh]
    return [reduce(found.forms.ring.multiply, granted)] if granted else []


def _rules(ring: Ring) -> list[Poly]:
    return [ring.gens[index] ** n - becomes for index, (n, becomes) in ring.rules.items()]


def _context(found: System) -> Any:
    size = len(found.forms.ring.gens) + 1  # the last is t
    return fmpz_mpoly_ctx.get([f"x{i}" for i in range(size)], Ordering.degrevlex)


def _whole(p: Poly, ctx: Any) -> Any:
    """The polynomial times the common denominator of its coefficients."""
    terms = p.to_dict()
    scale = lcm(*(int(c.q) for c in terms.values())) if terms else 1
    return ctx.from_dict({(*monomial, 0): int(c.p) * (scale // int(c.q)) for monomial, c in terms.items()})
