"""Sums of squares, proposed: for a polynomial that may be nonnegative everywhere, squares that may show it (untrusted).

The coefficients of ``p`` are put into a symmetric matrix over half-degree monomials, and that is split exactly into
``sum of d * (linear form in the monomials)^2``; where the matrix is not unique, a few values of its free entries are
tried. Lean checks the identity; nothing here is believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, islice
from itertools import product as tuples

from verifier.engines.lean.tactics.polynomials import Monomial, Polynomial, expanded
from verifier.kernel.expr import Expr

Square = dict[Monomial, Fraction]

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
