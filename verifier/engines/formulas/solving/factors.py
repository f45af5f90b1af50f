"""Equations as products that are zero: factors of polynomials in letters, powers, sines and the like."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from flint import fmpz_mpoly_ctx

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import ONE, Form, numeral, written
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.sums.sums import by_sums
from verifier.kernel.expr import Expr, Head, Int, Node, free_names, node
from verifier.kernel.verdict import CheckFailed

MAX_TERMS = 24  # most terms of a polynomial that is factored
MAX_DEGREE = 12


def by_factors(index: int, place: Place) -> Iterator[tuple[Expr, Tree]]:
    """Yield that a product is zero, which a hypothesis says otherwise, and the lemma that adds it."""
    given = place.held[index].formula
    if not (isinstance(given, Node) and given.head is Head.EQ and Int(0) not in _products(given)):
        return
    try:
        found = factored(gap_of(given, place))
    except CheckFailed:
        return
    if sum(power for _, power in found) < 2:
        return
    product: Expr | None = None
    for one, power in found:
        base = written(one)
        factor = base if power == 1 else node(Head.POW, base, Int(power))
        product = factor if product is None else node(Head.MUL, product, factor)
    assert product is not None
    said = node(Head.EQ, product, Int(0))
    tree = by_sums(True, said, place, [])
    if tree is not None:
        yield said, {"rule": "lemma", "lemma": expression_to_json(said), "trees": [tree]}


def _products(given: Node) -> list[Expr]:
    """The side that is zero, where the other one is a product already."""
    return [one for one, other in (given.args, given.args[::-1]) if isinstance(other, Node) and other.head is Head.MUL]


def factored(form: Form) -> list[tuple[Form, int]]:
    """Return the factors of a polynomial that have letters or functions in them, and how often each divides it; none,
    where it is large."""
    atoms = sorted({atom for key in form for atom, _ in key}, key=repr)
    degree = max((sum(k for _, k in key) for key in form), default=0)
    if not any(map(free_names, atoms)) or len(form) > MAX_TERMS or degree > MAX_DEGREE or degree < 2:
        return []
    under = lcm(*(x.denominator for x in form.values()))
    ring = fmpz_mpoly_ctx.get([f"x{i}" for i in range(len(atoms))], "lex")
    powers = [dict(key) for key in form]
    rows = {
        tuple(own.get(atom, 0) for atom in atoms): int(x * under) for own, x in zip(powers, form.values(), strict=True)
    }
    found: list[tuple[Form, int]] = []
    for factor, power in ring.from_dict(rows).factor()[1]:
        terms = {
            frozenset((atom, k) for atom, k in zip(atoms, map(int, key), strict=True) if k): Fraction(int(x))
            for key, x in factor.to_dict().items()
        }
        found.append((terms, int(power)))
    return found


def isolated(index: int, place: Place) -> Iterator[tuple[Expr, Tree]]:
    """Yield what a power, a root, a sine or the like equals by a hypothesis of degree one in it, and the lemma."""
    given = place.held[index].formula
    if not (isinstance(given, Node) and given.head is Head.EQ) or any(_is_function(side) for side in given.args):
        return
    try:
        form = gap_of(given, place)
    except CheckFailed:
        return
    others = [key for key in form if key]
    if len(others) != 1 or len(others[0]) != 1:
        return
    [(atom, power)] = others[0]
    if power != 1 or not _is_function(atom):
        return
    said = node(Head.EQ, atom, numeral(-form.get(ONE, Fraction(0)) / form[others[0]]))
    tree = by_sums(True, said, place, [])
    if tree is not None:
        yield said, {"rule": "lemma", "lemma": expression_to_json(said), "trees": [tree]}


def _is_function(expr: Expr) -> bool:
    return isinstance(expr, Node) and expr.head in _FUNCTIONS and bool(expr.free)


_FUNCTIONS = frozenset({Head.POW, Head.EXP, Head.LN, Head.LOG, Head.SQRT, Head.SIN, Head.COS, Head.TAN})
