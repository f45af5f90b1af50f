"""Groebner bases of few polynomials, each member with the multiples of the given ones that it is the sum of.

Buchberger's algorithm (B. Buchberger, 1965) with the pairs of lowest degree first; where it takes too much, the members
that were found by then are returned: each lies in the ideal, whether or not all do that belong to a basis.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from verifier.checkers.effort import spend
from verifier.checkers.formulas.places.monomials import Form, flint_number, fraction
from verifier.kernel.expr import Expr

MAX_PAIRS: Final = 60  # most pairs of members that are looked at
MAX_LENGTH: Final = 40  # most terms of a member
MAX_DEGREE: Final = 8
MAX_BITS: Final = 200  # of a coefficient
MAX_WORK: Final = 4_000  # most terms that are added up for one basis
Exponents = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """A polynomial in an ideal: the sum of multiples ``by`` of the given ones, by their indices."""

    form: fmpq_mpoly
    by: Mapping[int, fmpq_mpoly]

    @property
    def lead(self) -> Exponents:
        """The exponents of its leading term."""
        return tuple(map(int, self.form.monomial(0)))


class _TooMuch(Exception):
    """More work than one basis may take."""


def to_flint(form: Form, atoms: Sequence[Expr], ring: Any) -> Any:
    """Return a form in these atoms as a polynomial of a ring of flint with a generator for each."""
    powers = [(dict(key), x) for key, x in form.items()]
    return ring.from_dict({tuple(own.get(atom, 0) for atom in atoms): flint_number(x) for own, x in powers})


def from_flint(flint: Any, atoms: Sequence[Expr]) -> Form:
    """Return a polynomial of flint as a form: its generators are these atoms."""
    return {
        frozenset((atom, int(k)) for atom, k in zip(atoms, powers, strict=True) if k): fraction(x)
        for powers, x in flint.to_dict().items()
    }


def basis(given: Sequence[fmpq_mpoly], context: fmpq_mpoly_ctx) -> list[Member]:
    """Return members of the ideal of some polynomials: a Groebner basis, or what was found of one; where a member is a
    number, that alone."""
    building = _Building(context)
    try:
        for index, form in enumerate(given):
            if building.add(Member(form, {index: context.constant(1)})):
                return building.members[-1:]
        while building.pairs and building.seen < MAX_PAIRS:
            if building.paired():
                return building.members[-1:]
    except _TooMuch:
        pass
    return building.reduced()


def combination(form: fmpq_mpoly, members: Sequence[Member], context: fmpq_mpoly_ctx) -> Member | None:
    """Return a polynomial as a sum of multiples of the given ones, by members of their ideal; None, where something is
    left of it."""
    try:
        rest = _Building(context).rest(Member(form, {}), members)
    except _TooMuch:
        return None
    return Member(form, {i: -factor for i, factor in rest.by.items()}) if rest.form.is_zero() else None


class _Building:
    """A basis while it is built. ``pairs``: those of members that are left, by their indices."""

    def __init__(self, context: fmpq_mpoly_ctx) -> None:
        self._context = context
        self._left = MAX_WORK
        self.members: list[Member] = []
        self.pairs: list[tuple[int, int, int]] = []
        self.seen = 0

    def add(self, member: Member) -> bool:
        """Add what is left of a member once the others are taken away; return whether that is a number."""
        member = self.rest(member, self.members)
        if member.form.is_zero():
            return False
        if len(member.form) > MAX_LENGTH or member.form.total_degree() > MAX_DEGREE or _long(member.form):
            return False
        new = len(self.members)
        self.members.append(member)
        if member.form.is_constant():
            return True
        for index in range(new):
            one, other = self.members[index].lead, member.lead
            if any(a and b for a, b in zip(one, other, strict=True)):  # else the pair comes to nothing
                self.pairs.append((sum(map(max, one, other)), index, new))
        return False

    def paired(self) -> bool:
        """Add what the pair of lowest degree comes to; return whether that is a number."""
        self.pairs.sort()
        _, first, second = self.pairs.pop(0)
        self.seen += 1
        one, other = self.members[first], self.members[second]
        both = tuple(map(max, one.lead, other.lead))
        return self.add(self._less(self._times(one, both), self._times(other, both)))

    def reduced(self) -> list[Member]:
        """The members, each less multiples of the others where these shorten it."""
        found: list[Member] = []
        try:
            for index, one in enumerate(self.members):
                others = [other for i, other in enumerate(self.members) if i > index]
                if not any(_divides(other.lead, one.lead) for other in others):
                    found.append(one)
            for index, one in enumerate(found):
                found[index] = self.rest(one, [other for i, other in enumerate(found) if i != index])
        except _TooMuch:
            pass
        return [one for one in found if not one.form.is_zero()]

    def _times(self, member: Member, both: Exponents) -> Member:
        """The multiple of a member that has this leading term, its coefficient one."""
        exponents = tuple(a - b for a, b in zip(both, member.lead, strict=True))
        return self._multiple(member, exponents, 1 / member.form.leading_coefficient())

    def _multiple(self, member: Member, exponents: Exponents, factor: fmpq) -> Member:
        term = self._context.from_dict({exponents: factor})
        self._work(len(member.form) + sum(map(len, member.by.values())))
        return Member(member.form * term, {i: one * term for i, one in member.by.items()})

    def _less(self, one: Member, other: Member) -> Member:
        by = dict(one.by)
        for index, factor in other.by.items():
            by[index] = by[index] - factor if index in by else -factor
        return Member(one.form - other.form, {i: factor for i, factor in by.items() if not factor.is_zero()})

    def rest(self, member: Member, others: Sequence[Member]) -> Member:
        """What is left of a member once multiples of others are taken away, term by term."""
        done = 0
        while done < len(member.form):
            exponents = tuple(map(int, member.form.monomial(done)))
            divisor = next((one for one in others if _divides(one.lead, exponents)), None)
            if divisor is None:
                done += 1
                continue
            factor = member.form.coefficient(done) / divisor.form.leading_coefficient()
            shift = tuple(a - b for a, b in zip(exponents, divisor.lead, strict=True))
            member = self._less(member, self._multiple(divisor, shift, factor))
        return member

    def _work(self, steps: int) -> None:
        spend(steps)
        self._left -= steps
        if self._left < 0:
            raise _TooMuch


def _divides(one: Exponents, other: Exponents) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True))


def _long(form: fmpq_mpoly) -> bool:
    return any(int(x.p).bit_length() + int(x.q).bit_length() > MAX_BITS for x in form.coeffs())


def factors(form: fmpq_mpoly) -> Iterator[tuple[fmpq_mpoly, int]]:
    """Yield the irreducible factors of a polynomial and how often each divides it."""
    spend(len(form) * (1 + int(form.total_degree())))
    for factor, power in form.factor()[1]:
        yield factor, int(power)
