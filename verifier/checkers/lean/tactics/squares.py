"""Sums of squares, proposed: for a polynomial that may be nonnegative everywhere, squares that may show it (untrusted).

The coefficients of ``p`` are put into a symmetric matrix over half-degree monomials, and that is split exactly into
``sum of d * (linear form in the monomials)^2``; where the matrix is not unique, a few values of its free entries are
tried. Lean checks the identity; nothing here is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, islice
from itertools import product as tuples

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym

Monomial = tuple[str, ...]  # sorted letters, with repeats
Polynomial = dict[Monomial, Fraction]
Square = dict[Monomial, Fraction]

MAX_TERMS = 200
MAX_BASIS = 15
MAX_TRIES = 200
GRID = tuple(Fraction(n, 4) for n in (0, -2, 2, -1, 1, -4, 4, -8, 8, -3, 3, -12, 12))


def sum_of_squares(gap: Expr) -> list[Square] | None:
    """Return forms whose squares, with nonnegative weights, add up to ``gap``, or None."""
    p = expanded(gap)
    if not p or max(map(len, p)) % 2 or max(map(len, p)) > 6:
        return None
    basis = _basis(p)
    if len(basis) > MAX_BASIS:
        return None
    for gram in islice(_grams(p, basis), MAX_TRIES):
        if (found := _split(gram, basis)) is not None:
            return found
    return None


def expanded(term: Expr) -> Polynomial | None:
    """Return ``term`` as a polynomial in its letters, or None where it is none or has too many terms."""
    if not term.free:
        try:
            return {(): value(term, {})}
        except NotEvaluated:
            return None
    match term:
        case Sym(name):
            return {(name,): Fraction(1)}
        case Node(Head.ADD | Head.SUB as op, (a, b)):
            return _plus(expanded(a), expanded(b), Fraction(1 if op is Head.ADD else -1))
        case Node(Head.NEG, (a,)):
            return _plus({}, expanded(a), Fraction(-1))
        case Node(Head.MUL, (a, b)):
            return _times(expanded(a), expanded(b))
        case Node(Head.DIV, (a, Int() | Dec() as b)) if value(b, {}):
            return _times(expanded(a), {(): 1 / value(b, {})})
        case Node(Head.POW, (a, Int(n))) if 1 <= n <= 6:
            found = expanded(a)
            for _ in range(n - 1):
                found = _times(found, expanded(a))
            return found
    return None


def product(factors: Iterable[Polynomial]) -> Polynomial | None:
    """Return the product of polynomials, or None where it has too many terms."""
    found: Polynomial | None = {(): Fraction(1)}
    for factor in factors:
        found = _times(found, factor)
    return found


def _plus(p: Polynomial | None, q: Polynomial | None, scale: Fraction) -> Polynomial | None:
    if p is None or q is None:
        return None
    found = {m: p.get(m, Fraction(0)) + scale * q.get(m, Fraction(0)) for m in {**p, **q}}
    return {m: c for m, c in found.items() if c}


def _times(p: Polynomial | None, q: Polynomial | None) -> Polynomial | None:
    if p is None or q is None or len(p) * len(q) > MAX_TERMS:
        return None
    found: Polynomial = {}
    for (m, c), (n, d) in tuples(p.items(), q.items()):
        key = tuple(sorted(m + n))
        found[key] = found.get(key, Fraction(0)) + c * d
    return {m: c for m, c in found.items() if c}


def _basis(p: Polynomial) -> list[Monomial]:
    """Monomials of half degree that may occur in a square: in each letter no higher than half of what p has."""
    names = sorted({name for m in p for name in m})
    half, low = max(map(len, p)) // 2, -(-min(map(len, p)) // 2)
    most = {name: max(m.count(name) for m in p) // 2 for name in names}
    found: list[Monomial] = [m for k in range(half, low - 1, -1) for m in combinations_with_replacement(names, k)]
    return [m for m in found if all(m.count(name) <= most[name] for name in names)]


def _grams(p: Polynomial, basis: Sequence[Monomial]) -> Iterator[list[list[Fraction]]]:
    """Symmetric matrices whose form in the monomials is ``p``: free entries off the diagonal run over a grid."""
    places: dict[Monomial, list[tuple[int, int]]] = {}
    for i, j in combinations_with_replacement(range(len(basis)), 2):
        places.setdefault(tuple(sorted(basis[i] + basis[j])), []).append((i, j))
    if not p.keys() <= places.keys():
        return
    free = [(m, at) for m, spots in places.items() for at in spots[1:]]
    for values in tuples(GRID, repeat=min(len(free), 2)):
        chosen = dict(zip((at for _, at in free), values, strict=False))
        gram = [[Fraction(0)] * len(basis) for _ in basis]
        for m, spots in places.items():
            left = p.get(m, Fraction(0)) - sum(2 * chosen.get(at, Fraction(0)) for at in spots[1:] if at[0] != at[1])
            left -= sum(chosen.get(at, Fraction(0)) for at in spots[1:] if at[0] == at[1])
            first = spots[0]
            chosen[first] = left if first[0] == first[1] else left / 2
            for i, j in spots:
                gram[i][j] = gram[j][i] = chosen.get((i, j), Fraction(0))
        yield gram


def _split(gram: list[list[Fraction]], basis: Sequence[Monomial]) -> list[Square] | None:
    """Complete the squares one after another; None when the form is negative somewhere."""
    size, found = len(basis), list[Square]()
    rest = [row[:] for row in gram]
    for i in range(size):
        pivot = rest[i][i]
        if pivot < 0 or (pivot == 0 and any(rest[i][i:])):
            return None
        if pivot == 0:
            continue
        row = [x / pivot for x in rest[i]]
        found.append({basis[j]: row[j] for j in range(i, size) if row[j]})
        for j, k in tuples(range(i, size), repeat=2):
            rest[j][k] -= pivot * row[j] * row[k]
    return found


def spelled(square: Square, names: Mapping[str, str]) -> str:
    """Return a form as Lean text, letters by their names there."""
    parts = []
    for m, c in square.items():
        factors = [f"(({c.numerator} : K)/{c.denominator})", *(names[name] for name in m)]
        parts.append("*".join(factors if c != 1 or not m else factors[1:]))
    return f"({' + '.join(parts)})"
