"""Roots of polynomials as values of a model (trusted): a polynomial of degree n is its leading coefficient times n
linear factors, over the complex numbers (the fundamental theorem of algebra), and over the real ones where it changes
its sign between n pairs of ends apart from one another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from flint import fmpq_poly

from verifier.checkers.formulas.places.monomials import flint_number, numeral
from verifier.checkers.points import number_in
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Reason

MAX_ROOTS = 6  # most roots of a polynomial
MAX_SPLITS = 3  # most polynomials of a model
VARIABLE = "#x"
"""The letter of what holds for every number: no text can spell it."""

Real = Mapping[str, tuple[tuple[Fraction, ...], Fraction, Fraction]]
"""Zeros of polynomials that are known to exist: the coefficients from the lowest, and the two ends."""


def split(spelled: object, real: Real, taken: frozenset[str]) -> tuple[list[Letter], list[tuple[str, Expr]]]:
    """Return the letters for the roots of polynomials, and what is known of them, each by the name of its first root.

    ``spelled`` lists polynomials (``polynomial``, coefficients from the lowest) with a name for each root (``roots``):
    new names, for complex numbers, or those of zeros that are ``real``, of the same polynomial.

    Raises:
        CheckFailed: where it spells none, or a name is ``taken``.
    """
    if not isinstance(spelled, list | tuple) or len(spelled) > MAX_SPLITS:
        raise _refused("the model splits no polynomial, or too many")
    letters, known, used = list[Letter](), list[tuple[str, Expr]](), set[str]()
    for one in spelled:
        if not isinstance(one, Mapping):
            raise _refused("a polynomial is split by its coefficients and its roots")
        factors, names = _coefficients(one.get("polynomial")), _names(one.get("roots"))
        if not used.isdisjoint(names) or len(set(names)) < len(names) or len(factors) != len(names) + 1:
            raise _refused("a polynomial has as many roots as its degree says, with names of their own")
        used |= set(names)
        if all(name in real for name in names):
            _apart([real[name] for name in names], factors)
        elif any(name in real or name in taken for name in names):
            raise _refused("a root has the name of a letter")
        else:
            letters += [Letter(name, Type.COMPLEX) for name in names]
        known += [(names[0], fact) for fact in _known(factors, [Sym(name) for name in names])]
    return letters, known


def _known(factors: Sequence[Fraction], roots: Sequence[Sym]) -> list[Expr]:
    """That the polynomial is the product of its linear factors everywhere; what that says of its coefficients
    (Vieta's formulas); and that no two roots are equal, where it has no factor in common with its derivative."""
    x, degree = Sym(VARIABLE), len(roots)
    product = numeral(factors[-1])
    for root in roots:
        product = node(Head.MUL, product, node(Head.SUB, x, root))
    total = numeral(factors[0])
    for k, factor in enumerate(factors[1:], 1):
        power: Expr = x if k == 1 else node(Head.POW, x, Int(k))
        total = node(Head.ADD, total, node(Head.MUL, numeral(factor), power))
    found: list[Expr] = [
        Node(Head.FOR_ALL, (node(Head.EQ, total, product),), (Letter(VARIABLE, Type.COMPLEX),)),
    ]
    for size in range(1, degree + 1):
        value = (-1) ** size * factors[degree - size] / factors[-1]
        found.append(node(Head.EQ, _symmetric(roots, size), numeral(value)))
    polynomial = fmpq_poly(list(map(flint_number, factors)))
    if polynomial.gcd(polynomial.derivative()).degree() == 0:
        found += [node(Head.NE, *pair) for pair in combinations(roots, 2)]
    return found


def _symmetric(roots: Sequence[Sym], size: int) -> Expr:
    """The sum of all products of so many of the roots."""
    found: Expr | None = None
    for chosen in combinations(roots, size):
        product: Expr = chosen[0]
        for root in chosen[1:]:
            product = node(Head.MUL, product, root)
        found = product if found is None else node(Head.ADD, found, product)
    assert found is not None
    return found


def _apart(zeros: Sequence[tuple[tuple[Fraction, ...], Fraction, Fraction]], factors: Sequence[Fraction]) -> None:
    """Check that zeros are all of one polynomial, each between two ends of its own."""
    if any(tuple(polynomial) != tuple(factors) for polynomial, _, _ in zeros):
        raise _refused("a root is the zero of another polynomial")
    ends = sorted((low, high) for _, low, high in zeros)
    if any(high > low for (_, high), (low, _) in pairwise(ends)):
        raise _refused("two zeros may be the same number")


def _coefficients(spelled: object) -> list[Fraction]:
    if not isinstance(spelled, list | tuple) or not 2 <= len(spelled) <= MAX_ROOTS + 1:
        raise _refused("a polynomial of too low or too high a degree")
    found = list(map(number_in, spelled))
    if found[-1] == 0:
        raise _refused("a polynomial whose leading coefficient is zero")
    return found


def _names(spelled: object) -> list[str]:
    if not isinstance(spelled, list | tuple) or not all(isinstance(one, str) and one.isidentifier() for one in spelled):
        raise _refused("the roots of a polynomial have no names")
    return [str(one) for one in spelled]


def _refused(why: str) -> CheckFailed:
    return CheckFailed(why, Reason.NO_MODEL_FOUND)
