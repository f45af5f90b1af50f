"""Combinations: polynomial multiples of premises ``p = 0`` that add up to what a claim says.

Proof data, JSON values::

    {"kind": "combination", "model": {"x": "3"}, "value": "0", "units": [1],
     "cofactors": [[0, [["1/2", {"x": 2}], ["1", {}]]]],
     "divisors": {"x ≠ 0": {"value": "3", "cofactors": [[0, [["1", {}]]]]}}}

shows ``left - right = value``: (left - right - value), with denominators cleared and times the numerators of the
premises in ``units`` (which are not zero: ≠, <, >), equals the sum of cofactor times premise. Each divisor of the claim
that is not one of its premises' must be shown not to be zero in the same way, or be made of factors of what is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from verifier.checkers.canonical.forms import Divisor, Forms
from verifier.checkers.canonical.ring import Poly, Quotient, Ring
from verifier.checkers.points import read_point
from verifier.checkers.spelling import spelled
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head
from verifier.kernel.verdict import CheckFailed, Reason

MAX_COFACTOR_TERMS = 500
MAX_FACTORED = 60  # most terms of a polynomial that is taken apart
ORDERS = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})
STRICT = frozenset({Head.NE, Head.LT, Head.GT})


@dataclass(frozen=True)
class System:
    """A claim and its premises over one ring."""

    forms: Forms
    gap: Quotient  # left - right
    nulls: Mapping[int, Poly]  # by premise: what is zero
    units: Mapping[int, Poly]  # by premise: what is not zero
    orders: Mapping[int, Poly]  # by inequality without divisors: left - right
    fresh: tuple[Divisor, ...]  # the claim's divisors that are not its premises'
    work: int  # that it took

    def again(self) -> System:
        """Return the same system with its first budget: each search has all of it."""
        self.forms.ring.work = self.work
        return self


def forms_of(claim: Claim) -> Forms:
    """Return empty forms with room for the claim and its premises. Raises: CheckFailed."""
    left, right, *sides = claim.terms
    forms = Forms((*sides, left, right), claim.domain)
    if forms.imaginary and claim.relation in ORDERS:
        raise CheckFailed("an order relation between complex numbers", Reason.OUT_OF_SCOPE)
    return forms


def system(claim: Claim) -> System:
    """Return the claim and its premises as polynomials. Raises: CheckFailed."""
    forms = forms_of(claim)
    nulls, units, orders = {}, {}, {}
    for index, p in enumerate(claim.premises):
        gap = _gap(forms, p)
        if p.relation is Head.EQ:
            nulls[index] = gap.num
        if p.relation in STRICT:
            units[index] = gap.num
        if p.relation in ORDERS and gap.den == forms.ring.one and not forms.imaginary:
            orders[index] = gap.num
    given, granted = set(forms.divisors), set(forms.demands)
    gap = _gap(forms, claim)
    if forms.demands.keys() - granted:
        raise CheckFailed("the claim takes roots that its premises do not grant", Reason.SIDE_CONDITION)
    fresh = tuple(divisor for term, divisor in forms.divisors.items() if term not in given)
    return System(forms, gap, nulls, units, orders, fresh, forms.ring.work)


def _gap(forms: Forms, relation: Any) -> Quotient:
    left, right = forms.of(relation.left), forms.of(relation.right)
    return forms.ring.plus(left, Quotient(-right.num, right.den))


def combined(claim: Claim, data: Mapping[str, Any]) -> tuple[Fraction, tuple[str, ...]]:
    """Return the number that ``left - right`` is under the premises, and the side conditions. Raises: CheckFailed."""
    found = system(claim)
    ring, unit = found.forms.ring, _unit(found, data.get("units", []))
    gap = number_in(data.get("value", "0"))
    excess = ring.add(found.gap.num, ring.multiply(found.gap.den, ring.constant(-gap)))
    if ring.multiply(excess, unit) != sum_of(found, data.get("cofactors", [])):
        raise CheckFailed("the cofactors do not add up to the claim")
    proofs = data.get("divisors", {})
    for divisor in found.fresh:
        text = f"{spelled(divisor.term)} ≠ 0"
        if units_within(found, divisor.num) is None and not _is_apart(found, divisor.num, unit, proofs, text):
            raise CheckFailed(f"{text} does not follow from the premises", Reason.SIDE_CONDITION)
    return gap, found.forms.conditions


def number_in(data: object) -> Fraction:
    """Return the rational number that a JSON string spells. Raises: CheckFailed."""
    return read_point({"value": data})["value"]


def _unit(found: System, indices: object) -> Poly:
    unit = found.forms.ring.one
    for index in listed(indices):
        if type(index) is not int or index not in found.units:
            raise CheckFailed(f"premise {index!r:.20} does not say that something is not zero")
        unit = found.forms.ring.multiply(unit, found.units[index])
    return unit


def units_within(found: System, p: Poly) -> frozenset[int] | None:
    """Return premises that say that ``p`` is not zero: each of its factors is one of what they say is not zero. None
    where that is not so."""
    used = set[int]()
    for index, q in found.units.items():
        if q.is_zero() or q.is_constant() or len(p) > MAX_FACTORED or len(q) > MAX_FACTORED:
            continue
        while not p.is_constant() and not (shared := p.gcd(q)).is_constant():
            p, used = p // shared, used | {index}
    return frozenset(used) if p.is_constant() and not p.is_zero() else None


def _is_apart(found: System, p: Poly, unit: Poly, proofs: object, text: str) -> bool:
    """Whether the proof shows that ``p`` equals a number other than zero."""
    proof = proofs.get(text) if isinstance(proofs, Mapping) else None
    if not isinstance(proof, Mapping):
        return False
    ring, number = found.forms.ring, number_in(proof.get("value"))
    excess = ring.add(p, ring.constant(-number))
    return number != 0 and bool(ring.multiply(excess, unit) == sum_of(found, proof.get("cofactors", [])))


def sum_of(found: System, cofactors: object) -> Poly:
    """Return the sum of cofactor times premise that JSON values spell. Raises: CheckFailed."""
    ring, total = found.forms.ring, found.forms.ring.zero
    for entry in listed(cofactors):
        pair = listed(entry)
        if len(pair) != 2 or type(pair[0]) is not int or pair[0] not in found.nulls:
            raise CheckFailed("a cofactor does not belong to an equation among the premises")
        total = ring.add(total, ring.multiply(_polynomial(ring, pair[1]), found.nulls[pair[0]]))
    return total


def _polynomial(ring: Ring, data: object) -> Poly:
    """Read a polynomial in the letters, spelled ``[["3/2", {"x": 2}], ...]``. Raises: CheckFailed."""
    terms: dict[tuple[int, ...], Any] = {}
    for entry in listed(data):
        pair = listed(entry)
        if len(pair) != 2 or not isinstance(pair[1], Mapping) or len(terms) > MAX_COFACTOR_TERMS:
            raise CheckFailed("a cofactor is not a polynomial")
        exponents = [0] * len(ring.gens)
        for name, degree in pair[1].items():
            if name not in ring.letters or type(degree) is not int or not 0 <= degree <= 64:
                raise CheckFailed("a cofactor is not a polynomial in the letters")
            exponents[ring.slots[name].index] = degree
        number = number_in(pair[0])
        terms[tuple(exponents)] = fmpq(number.numerator, number.denominator)
    return ring.ctx.from_dict(terms)


def listed(data: object) -> list[Any]:
    """Return the entries of a JSON list. Raises: CheckFailed."""
    if not isinstance(data, Iterable) or isinstance(data, str | Mapping):
        raise CheckFailed("a list was expected in the proof")
    return list(data)
