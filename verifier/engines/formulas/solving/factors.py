"""Equations as products that are zero: factors of polynomials in letters, powers, sines and the like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from flint import fmpq_mpoly_ctx

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import ONE, Form, numeral, written
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.engines.formulas.ideals.bases import from_flint, to_flint
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.sums.multiples import degree_of
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
    said = product_of(found)
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
    degree = max(map(degree_of, form), default=0)
    if not any(map(free_names, atoms)) or len(form) > MAX_TERMS or degree > MAX_DEGREE or degree < 2:
        return []
    ring = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(atoms))], "lex")
    return [(from_flint(factor, atoms), int(power)) for factor, power in to_flint(form, atoms, ring).factor()[1]]


def product_of(forms: Iterable[tuple[Form, int]]) -> Node:
    """Return that a product of powers of forms is zero.

    Raises:
        CheckFailed: where one is too large.
    """
    product: Expr | None = None
    for one, power in forms:
        base = written(one)
        factor = base if power == 1 else node(Head.POW, base, Int(power))
        product = factor if product is None else node(Head.MUL, product, factor)
    assert product is not None
    return node(Head.EQ, product, Int(0))


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
