"""The solutions of a condition on one letter that is made of equations between quotients of polynomials.

All of them are the zeros of one polynomial with simple zeros. How many of these are rational, real and complex is
found exactly: rational ones from linear factors, real ones by Sturm's theorem.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly

from verifier.checkers.formulas.places.monomials import fraction
from verifier.checkers.formulas.values.bounds import conjuncts
from verifier.checkers.formulas.values.polynomials.polynomials import ONE, Poly, Quotient, bounded, quotient, squarefree
from verifier.checkers.formulas.values.values import Place
from verifier.checkers.functions import Undefined, Unsupported
from verifier.kernel.expr import Expr, Head, Letter, Node, Type, node

_LEAST = {Type.COUNT: 0, Type.POS: 1}
_WHOLE = frozenset({Type.INT, Type.COUNT, Type.POS})
NUMBERS = _WHOLE | {Type.UNDECLARED, Type.COMPLEX, Type.REAL, Type.RAT}
"""The types of letters that are numbers: each has infinitely many values."""


@dataclass(frozen=True, slots=True)
class Roots:
    """The solutions in a letter: those zeros of ``zeros`` that are of its type. ``zeros`` is None where all values but
    finitely many are solutions; else it has simple zeros."""

    letter: Letter
    zeros: Poly | None

    def counts(self) -> frozenset[int]:
        """Return how many solutions there are: in the reals and in the complex numbers where no type is declared.

        Raises:
            Unsupported: where there are infinitely many.
        """
        p = self._finite()
        match self.letter.type:
            case Type.REAL:
                return frozenset({real_zeros(p)})
            case Type.COMPLEX:
                return frozenset({int(p.degree())})
            case Type.UNDECLARED:
                return frozenset({real_zeros(p), int(p.degree())})
        return frozenset({len(self._rational(p))})

    def count(self) -> int:
        """Return how many solutions there are.

        Raises:
            Unsupported: where there are infinitely many, or more in the complex numbers than in the reals, and no type
                is declared.
        """
        found = self.counts()
        if len(found) > 1:
            raise Unsupported("the real and the complex solutions differ, and no type is declared")
        return min(found)

    def values(self) -> frozenset[Fraction]:
        """Return all the solutions.

        Raises:
            Unsupported: where there are infinitely many, or not all are rational.
        """
        found = self._rational(self._finite())
        if self.count() != len(found):
            raise Unsupported("solutions that are not rational")
        return found

    def _finite(self) -> Poly:
        if self.zeros is None:
            raise Unsupported("infinitely many solutions")
        return self.zeros

    def _rational(self, p: Poly) -> frozenset[Fraction]:
        """The rational zeros that are of the letter's type."""
        found = (fraction(-f[0] / f[1]) for f, _ in p.factor()[1] if f.degree() == 1)
        least, whole = _LEAST.get(self.letter.type), self.letter.type in _WHOLE
        return frozenset(x for x in found if not (whole and x.denominator != 1) and (least is None or x >= least))


def roots(letter: Letter, condition: Expr, place: Place) -> Roots:
    """Return the solutions of ``condition`` in ``letter``, the other letters having their values of ``place``.

    Raises:
        Unsupported: where the condition is not one of equations between quotients of polynomials, with other ones that
            can be asked at each solution.
        NotEvaluated: as ``quotient``.
    """
    if letter.type not in NUMBERS:
        raise Unsupported(f"{letter.name} runs through the type {letter.type.value}")
    zeros: Poly = fmpq_poly([0])  # what the equations have in common; zero as long as there are none
    without: list[Poly] = []
    later: list[Expr] = []
    for one in conjuncts(condition):
        if letter.name not in one.free:
            if place.truth(one) is not True:
                return Roots(letter, ONE)
        elif isinstance(one, Node) and one.head is Head.OR:
            if (found := _either(letter, one.args, place).zeros) is not None:
                zeros = zeros.gcd(found)
            else:
                raise Unsupported("infinitely many solutions of an alternative")
        elif isinstance(one, Node) and one.head in (Head.EQ, Head.NE) and len(one.args) == 2:
            if (difference := _difference(one, letter.name, place)) is None:
                return Roots(letter, ONE)
            without.append(difference.holes)
            if one.head is Head.EQ:
                zeros = zeros.gcd(difference.top)
            elif difference.top == 0:
                return Roots(letter, ONE)
            else:
                without.append(difference.top)
        else:
            later.append(one)
    return _kept(letter, _less(zeros, without), later, place)


def _either(letter: Letter, alternatives: Iterable[Expr], place: Place) -> Roots:
    """The solutions of one of several conditions."""
    found: Poly = ONE
    for one in alternatives:
        zeros = roots(letter, one, place).zeros
        if zeros is None:
            return Roots(letter, None)
        found = squarefree(bounded(found * zeros, place.work))
    return Roots(letter, found)


def _difference(equation: Node, name: str, place: Place) -> Quotient | None:
    """The left side less the right, or None where it is undefined whatever the letter is."""
    try:
        return quotient(node(Head.SUB, *equation.args), name, place)
    except Undefined:
        return None


def _less(zeros: Poly, without: Iterable[Poly]) -> Poly | None:
    """The polynomial with the zeros of ``zeros`` that are not zeros of the others."""
    if zeros == 0:
        return None
    kept = squarefree(zeros)
    for p in without:
        kept = kept // kept.gcd(p)
    return kept


def _kept(letter: Letter, zeros: Poly | None, later: list[Expr], place: Place) -> Roots:
    """The solutions at which the other conditions hold too: each must be rational, to be asked about."""
    found = Roots(letter, zeros)
    place.work.spend(0 if zeros is None else int(zeros.degree() + 1) ** 3)  # what finding its zeros takes
    if not later:
        return found
    kept: Poly = ONE
    for x in found.values():
        if all(place.at({letter.name: x}).truth(one) is True for one in later):
            kept = kept * fmpq_poly([fmpq(-x.numerator, x.denominator), 1])
    return Roots(letter, kept)


def real_zeros(p: Poly) -> int:
    """Return the number of distinct real zeros of a polynomial that is not zero, by Sturm's theorem."""
    chain = [p, p.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    ends = [(q[q.degree()], q.degree()) for q in chain if q.degree() >= 0]
    return _changes(-c if d % 2 else c for c, d in ends) - _changes(c for c, _ in ends)


def _changes(signs: Iterable[Any]) -> int:
    return sum(a != b for a, b in pairwise([c > 0 for c in signs]))
