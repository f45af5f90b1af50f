"""Combinations of premises, replayed: polynomial multiples of what they say add up to what a claim says.

Proof data, JSON values; a polynomial in letters, and in roots of primes by their place in the ring, is spelled
``[["1/2", {"x": 2, "#3": 1}], ...]``. What is zero is p, by an equation ``p = 0`` among the premises. What is not zero
(``units``, a product) is a premise with ≠, < or >, by its index, or what premises divide by, as text.

* ``{"kind": "combination", "value": "0", "units": [1, "x"], "cofactors": [[0, polynomial], ...]}``:
  ``left - right = value``, since ``(left - right - value) * units`` is the sum of cofactor times p.
* ``{"kind": "bound", "side": 1, "value": "-2", "cofactors": [...], "orders": [[2, "1/2"]], "squares": [["3", q]]}``:
  ``side * (left - right) >= value`` (Positivstellensatz), since the difference is the sum of cofactor times p, positive
  multiples of inequalities and positive multiples of squares ``q^2`` of real numbers.
* ``{"kind": "apart", "value": "1", "units": [], "by": polynomial, "cofactors": [...]}``: ``left - right`` is not zero,
  since ``value * units``, with a value other than zero, is ``by`` times it (without one: ``units`` times it) and the
  sum of cofactor times p (Hilbert's Nullstellensatz).

Each divisor of the claim that is not one of its premises' must be made of factors of what is not zero, or is ``apart``
from it by an entry of ``divisors``: ``{"x ≠ 0": {"value": ..., "by": ..., ...}}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from verifier.checkers.balls import decimals_of
from verifier.checkers.canonical.forms import Divisor, Forms, Roots
from verifier.checkers.canonical.ring import Poly, Quotient
from verifier.checkers.evaluate import Outcome
from verifier.checkers.functions import REAL_LETTER
from verifier.checkers.points import listed, number_in, two
from verifier.checkers.spelling import spelled
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Dec, Head, Node, Type
from verifier.kernel.verdict import CheckFailed, Reason

MAX_ENTRIES = 500  # most entries of a list in a proof
MAX_DEGREE = 64  # highest power of a letter in a multiplier
MAX_FACTORED = 60  # most terms of a polynomial that is taken apart
ABOVE, BELOW = frozenset({Head.GT, Head.GE}), frozenset({Head.LT, Head.LE})
ORDERS = ABOVE | BELOW
STRICT = frozenset({Head.NE, Head.LT, Head.GT})


@dataclass(frozen=True)
class System:
    """A claim and its premises over one ring."""

    claim: Claim
    forms: Forms
    gap: Quotient  # left - right
    nulls: Mapping[int, Poly]  # by premise: what is zero
    units: Mapping[int | str, Poly]  # by premise, and by the text of what premises divide by: what is not zero
    orders: Mapping[int, Poly]  # by inequality without divisors: what is at least zero
    fresh: tuple[Divisor, ...]  # the claim's divisors that are not its premises'
    work: int  # that it took

    def again(self) -> System:
        """Return the same system with its first budget: each search has all of it."""
        self.forms.ring.work = self.work
        return self


def forms_of(claim: Claim, roots: Roots | None = None) -> Forms:
    """Return empty forms with room for the claim and its premises. Raises: CheckFailed."""
    left, right, *sides = claim.terms
    forms = Forms((*sides, left, right), claim.domain, roots)
    if forms.imaginary and claim.relation in ORDERS:
        raise CheckFailed("an order relation between complex numbers", Reason.OUT_OF_SCOPE)
    return forms


def system(claim: Claim) -> System:
    """Return the claim and its premises as polynomials. Raises: CheckFailed."""
    forms = forms_of(claim)
    nulls, orders = dict[int, Poly](), dict[int, Poly]()
    units = dict[int | str, Poly]()
    for index, p in enumerate(claim.premises):
        gap = gap_of(forms, p)
        if p.relation is Head.EQ:
            nulls[index] = gap.num
        if p.relation in STRICT:
            units[index] = gap.num
        if p.relation in ORDERS and gap.den == forms.ring.one and not forms.imaginary:
            orders[index] = gap.num if p.relation in ABOVE else -gap.num
    given, granted = set(forms.divisors), set(forms.demands)
    units |= {spelled(divisor.term): divisor.num for divisor in forms.divisors.values()}
    gap = gap_of(forms, claim)
    if forms.demands.keys() - granted:
        raise CheckFailed("the claim takes roots that its premises do not grant", Reason.SIDE_CONDITION)
    if any(demand == REAL_LETTER for _, demand in granted):
        raise CheckFailed("a letter in a premise may be no real number", Reason.SIDE_CONDITION)
    fresh = tuple(divisor for term, divisor in forms.divisors.items() if term not in given)
    return System(claim, forms, gap, nulls, units, orders, fresh, forms.ring.work)


def gap_of(forms: Forms, relation: Any) -> Quotient:
    """Return the left side less the right side of a relation. Raises: CheckFailed."""
    return forms.ring.minus(forms.of(relation.left), forms.of(relation.right))


def equals(found: System, data: Mapping[str, Any]) -> Fraction:
    """Return the number that ``left - right`` is by a combination. Raises: CheckFailed."""
    ring, gap = found.forms.ring, number_in(data.get("value"))
    excess = ring.add(found.gap.num, ring.multiply(found.gap.den, ring.constant(-gap)))
    if ring.multiply(excess, _unit(found, data)) != sum_of(found, data):
        raise CheckFailed("the cofactors do not add up to the claim")
    _check_divisors(found, data)
    return gap


def apart(found: System, data: Mapping[str, Any]) -> Outcome:
    """Return what it says of an equation, or of its denial, that its sides are apart. Raises: CheckFailed."""
    if found.claim.relation not in (Head.EQ, Head.NE):
        raise CheckFailed("what is not zero decides equations", Reason.OUT_OF_SCOPE)
    if found.claim.rounded or _decimals(found.claim):
        raise CheckFailed("decimals are among the equations", Reason.ROUNDED)
    if not _is_apart(found, found.gap.num, data):
        raise CheckFailed("the cofactors do not show that the sides are apart")
    _check_divisors(found, data)
    return Outcome.FAILS if found.claim.relation is Head.EQ else Outcome.HOLDS


def bounded(found: System, data: Mapping[str, Any]) -> Outcome:
    """Return what a bound says of the claim. Raises: CheckFailed."""
    ring, side, bound = found.forms.ring, data.get("side"), number_in(data.get("value"))
    if type(side) is not int or side not in (1, -1) or found.gap.den != ring.one or found.fresh:
        raise CheckFailed("a bound is on one side of a difference without divisors")
    total, strict = ring.add(sum_of(found, data), ring.constant(bound)), False
    for index, spelled_factor in pairs(data.get("orders", [])):
        if type(index) is not int or index not in found.orders:
            raise CheckFailed("that premise is no inequality without divisors")
        total = ring.add(total, ring.multiply(found.orders[index], _positive(found, spelled_factor)))
        strict = strict or found.claim.premises[index].relation in STRICT
    for spelled_factor, spelled_root in pairs(data.get("squares", [])):
        if not may_square(found):
            raise CheckFailed("a square of what may be no real number", Reason.OUT_OF_SCOPE)
        root = _polynomial(found, spelled_root)
        total = ring.add(total, ring.multiply(ring.multiply(root, root), _positive(found, spelled_factor)))
    if total != ring.multiply(found.gap.num, ring.constant(Fraction(side))):
        raise CheckFailed("the multiples of the premises do not add up to the claim")
    return _by_bound(found.claim, side, bound, strict)


def may_square(found: System) -> bool:
    """Return whether letters and roots are surely real: they are declared so, or an order is claimed of them alone."""
    claim = found.claim
    bound = claim.formula.letters if isinstance(claim.formula, Node) and claim.is_for_all else ()
    types = {one.type for one in (*bound, *claim.types)}
    alone = claim.relation in ORDERS and not claim.premises
    return types <= ({Type.REAL, Type.UNDECLARED} if alone else {Type.REAL}) and not found.forms.imaginary


def _positive(found: System, data: object) -> Poly:
    factor = number_in(data)
    if factor <= 0:
        raise CheckFailed("an inequality or a square is multiplied by a positive number only")
    return found.forms.ring.constant(factor)


def _by_bound(claim: Claim, side: int, bound: Fraction, strict: bool) -> Outcome:
    """Judge a claim whose ``side * (left - right)`` is at least ``bound``."""
    positive, loose = bound > 0 or (bound == 0 and strict), bound >= 0
    same, other = (ABOVE, BELOW) if side > 0 else (BELOW, ABOVE)
    needed = positive if claim.relation in STRICT else loose
    decimals = _decimals(claim)
    if (claim.relation in same and needed) or (claim.relation is Head.NE and positive):
        return Outcome.ROUNDED if decimals & claim.rounded else Outcome.HOLDS
    denied = loose if claim.relation in STRICT else positive
    if (claim.relation in other and denied) or (claim.relation is Head.EQ and (bound > 1 or (bound == 1 and strict))):
        return Outcome.ROUNDED if decimals else Outcome.FAILS
    raise CheckFailed("the bound does not decide the claim")


def _decimals(claim: Claim) -> frozenset[Dec]:
    return frozenset[Dec]().union(*map(decimals_of, claim.terms))


def _check_divisors(found: System, data: Mapping[str, Any]) -> None:
    proofs = data.get("divisors", {})
    for divisor in found.fresh:
        text = f"{spelled(divisor.term)} ≠ 0"
        proof = proofs.get(text) if isinstance(proofs, Mapping) else None
        shown = isinstance(proof, Mapping) and _is_apart(found, divisor.num, proof)
        if not shown and units_within(found, divisor.num) is None:
            raise CheckFailed(f"{text} does not follow from the premises", Reason.SIDE_CONDITION)


def _is_apart(found: System, p: Poly, data: Mapping[str, Any]) -> bool:
    """Whether a multiple of ``p`` and of what is zero add up to what is not zero."""
    ring, unit, number = found.forms.ring, _unit(found, data), number_in(data.get("value"))
    by = _polynomial(found, data["by"]) if "by" in data else unit
    total = ring.add(sum_of(found, data), ring.multiply(by, p))
    return number != 0 and bool(total == ring.multiply(unit, ring.constant(number)))


def _unit(found: System, data: Mapping[str, Any]) -> Poly:
    unit = found.forms.ring.one
    for name in listed(data.get("units", []), MAX_ENTRIES):
        if type(name) not in (int, str) or name not in found.units:
            raise CheckFailed(f"{name!r:.20} does not say that something is not zero")
        unit = found.forms.ring.multiply(unit, found.units[name])
    return unit


def units_within(found: System, p: Poly) -> frozenset[int] | None:
    """Return premises that say that ``p`` is not zero: each of its factors is one of what they say is not zero. None
    where that is not so."""
    used = set[int]()
    for index, q in found.units.items():
        if isinstance(index, str) or q.is_zero() or q.is_constant() or max(len(p), len(q)) > MAX_FACTORED:
            continue
        while not p.is_constant() and not (shared := p.gcd(q)).is_constant():
            p, used = p // shared, used | {index}
    return frozenset(used) if p.is_constant() and not p.is_zero() else None


def sum_of(found: System, data: Mapping[str, Any]) -> Poly:
    """Return the sum of cofactor times premise that JSON values spell. Raises: CheckFailed."""
    ring, total = found.forms.ring, found.forms.ring.zero
    for index, cofactor in pairs(data.get("cofactors", [])):
        if type(index) is not int or index not in found.nulls:
            raise CheckFailed("a cofactor does not belong to an equation among the premises")
        total = ring.add(total, ring.multiply(_polynomial(found, cofactor), found.nulls[index]))
    return total


def _polynomial(found: System, data: object) -> Poly:
    """Read a polynomial in letters and in roots of rational numbers. Raises: CheckFailed."""
    ring, terms = found.forms.ring, dict[tuple[int, ...], Any]()
    for spelled_factor, powers in pairs(data):
        if not isinstance(powers, Mapping):
            raise CheckFailed("a cofactor is not a polynomial")
        exponents = [0] * len(ring.gens)
        for name, degree in powers.items():
            if name not in found.forms.ring.named or type(degree) is not int or not 0 <= degree <= MAX_DEGREE:
                raise CheckFailed("a cofactor is not a polynomial in letters and roots")
            exponents[found.forms.ring.named[name]] = degree
        number = number_in(spelled_factor)
        terms[tuple(exponents)] = fmpq(number.numerator, number.denominator)
    return ring.reduced(ring.ctx.from_dict(terms))


def pairs(data: object) -> list[tuple[Any, Any]]:
    """Return the entries of a JSON list of lists of two. Raises: CheckFailed."""
    return [two(entry) for entry in listed(data, MAX_ENTRIES)]
