"""Models: a rational point at which premises hold, so that nothing is concluded from a contradiction."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from flint import fmpq, fmpq_mat, fmpq_poly

from verifier.checkers.canonical.combination import gap_of
from verifier.checkers.canonical.forms import Forms
from verifier.checkers.canonical.ring import Poly
from verifier.checkers.evaluate import Point, satisfies
from verifier.checkers.forced_values import forcing, pinned_by
from verifier.checkers.functions import NotEvaluated
from verifier.engines.points import small_points
from verifier.kernel.claim import Claim, Hypothesis
from verifier.kernel.expr import Head
from verifier.kernel.verdict import CheckFailed

MAX_UNKNOWNS = 3  # SymPy solves no larger systems,
MAX_DEGREE = 4  # none of higher degree,
MAX_TERMS = 12  # and no longer equations
MAX_BEZOUT = 6  # and no more solutions than this are looked for
SMALL = (1, 2, 3, 5, -1, 0, 10)  # values that letters are tried at, so that the rest becomes linear
MAX_LETTERS = 12
MAX_LONG = 400  # longest equation in which that is done,
MAX_POWER = 60  # and its highest degree: powers of the values become numbers


def model(claim: Claim) -> Point | None:
    """Return a point at which every premise of the claim holds, or None."""
    premises = claim.premises
    names = frozenset[str]().union(*(p.formula.free for p in premises))
    for point in _guesses(claim, names):
        full = {name: Fraction(1) for name in names} | dict(point)
        if _fits(premises, full):
            return full
    return None


def _fits(premises: tuple[Hypothesis, ...], point: Point) -> bool:
    try:
        return satisfies(premises, point)
    except NotEvaluated:
        return False


def _guesses(claim: Claim, names: frozenset[str]) -> Iterator[Point]:
    indices = range(len(claim.premises))
    if (pins := forcing(claim.premises, indices, names)) is not None:
        yield pinned_by(claim.premises, pins)[0]
        return
    equations = _polynomials(claim)
    yield from _linear(equations, sorted(names))
    yield from islice(small_points(claim, indices), 60)
    yield from _stepwise(equations, sorted(names))
    yield from _solved(equations, sorted(names))


def _polynomials(claim: Claim) -> list[Poly]:
    """The equations among the premises as polynomials that are zero, letters only, over one ring."""
    try:
        forms, found = Forms(claim.terms[2:], claim.domain), list[Poly]()
    except CheckFailed:  # too much for one ring, as a root of a large index is: guesses are tried without it
        return []
    for p in claim.premises:
        try:
            gap = gap_of(forms, p).num
        except CheckFailed:
            continue
        if p.relation is Head.EQ and not any(gap.degrees()[len(forms.ring.letters) :]):
            found.append(gap)
    return found


def _linear(equations: list[Poly], names: list[str]) -> Iterator[Point]:
    """Solutions of the linear equations; unknowns that stay free are tried at small values."""
    rows = [_row(p, len(names)) for p in equations if p.total_degree() == 1]
    if not rows:
        return
    reduced, rank = fmpq_mat(len(rows), len(names) + 1, [x for row in rows for x in row]).rref()
    pivots = [next(j for j in range(len(names) + 1) if reduced[i, j] != 0) for i in range(rank)]
    if len(names) in pivots:
        return
    free = [j for j in range(len(names)) if j not in pivots]
    for value in (1, 2, 0, 3, 10, -1, 5, 12, 60, 100):
        chosen = {j: fmpq(value + k) for k, j in enumerate(free)}
        for i, pivot in enumerate(pivots):
            chosen[pivot] = -reduced[i, len(names)] - sum((reduced[i, j] * chosen[j] for j in free), fmpq(0))
        yield {names[j]: Fraction(int(x.p), int(x.q)) for j, x in chosen.items()}
        if not free:
            return


def _stepwise(equations: list[Poly], names: list[str]) -> Iterator[Point]:
    """Solutions in which some letters have small values: those without which the equations are linear in the others."""
    if len(names) > MAX_LETTERS or any(len(p) > MAX_LONG or p.total_degree() > MAX_POWER for p in equations):
        return
    for shift in range(len(SMALL)):
        chosen: dict[int, fmpq] = {}
        left = equations
        while any(p.total_degree() > 1 for p in left) and not any(p.is_constant() for p in left):
            if (forced := _forced(left)) is None:
                forced = _busiest(left, len(names)), fmpq(SMALL[(shift + len(chosen)) % len(SMALL)])
            j, value = forced
            chosen[j] = value
            left = [q for p in left if (q := p.subs({p.context().names()[j]: value})) != 0]
        given = {names[j]: Fraction(int(x.p), int(x.q)) for j, x in chosen.items()}
        for point in _linear(left, names) if left else ({},):
            yield {**point, **given}


def _forced(equations: list[Poly]) -> tuple[int, fmpq] | None:
    """A letter that stands alone in an equation, and a rational value that it may have there."""
    for p in equations:
        found = [j for j, degree in enumerate(p.degrees()) if degree]
        if len(found) == 1 and p.total_degree() <= MAX_DEGREE:
            powers = {m[found[0]]: c for m, c in p.to_dict().items()}
            alone = fmpq_poly([powers.get(k, fmpq(0)) for k in range(p.total_degree() + 1)])
            if roots := alone.roots():
                return found[0], roots[0][0]
    return None


def _busiest(equations: list[Poly], size: int) -> int:
    """The letter in most monomials that are not linear."""
    monomials = [m for p in equations for m in p.to_dict() if sum(m) > 1]
    return max(range(size), key=lambda j: sum(1 for m in monomials if m[j]))


def _row(p: Poly, size: int) -> list[fmpq]:
    row = [fmpq(0)] * (size + 1)
    for monomial, coefficient in p.to_dict().items():
        row[next((j for j in range(size) if monomial[j]), size)] = coefficient
    return row


def _solved(equations: list[Poly], names: list[str]) -> Iterator[Point]:
    """Rational solutions that SymPy finds of a small system."""
    if not equations or not _small(equations, len(names)):
        return
    import sympy  # heavy: loaded only when a system needs it

    unknowns = sympy.symbols(f"x0:{len(names)}")
    system = [_sympy_poly(p, unknowns) for p in equations]
    try:
        solutions = sympy.solve(system, unknowns, dict=True, check=False)  # the kernel checks what comes of it
    except NotImplementedError:
        return
    for solution in solutions:
        values = {x: solution.get(x, sympy.Integer(1)).subs(dict.fromkeys(unknowns, 1)) for x in unknowns}
        if all(v.is_Rational for v in values.values()):
            yield {name: Fraction(int(values[x].p), int(values[x].q)) for name, x in zip(names, unknowns, strict=True)}


def _small(equations: list[Poly], unknowns: int) -> bool:
    bezout = math.prod(max(p.total_degree(), 1) for p in equations)  # bounds the solutions, and with them SymPy's work
    few = unknowns <= MAX_UNKNOWNS and bezout <= (MAX_BEZOUT if unknowns <= 2 else 1)
    return few and all(p.total_degree() <= MAX_DEGREE and len(p) <= MAX_TERMS for p in equations)


def _sympy_poly(p: Poly, unknowns: tuple[object, ...]) -> object:
    import sympy

    terms = {monomial[: len(unknowns)]: sympy.Rational(int(c.p), int(c.q)) for monomial, c in p.to_dict().items()}
    return sympy.Poly.from_dict(terms, *unknowns)
