"""Signs that are told of numbers, the limits of pieces, and products of vectors that have none."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.rules.replacing import told
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.formulas.values.polynomials.piecewise import MAX_PIECES
from verifier.checkers.functions import OverBudget
from verifier.kernel.expr import Head, Int, Node, Sym, Type, node
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope

SCOPE = Scope({"x": Declared(Type.REAL), "n": Declared(Type.COUNT)})
HERE = Place((), {"x": Type.REAL, "n": Type.COUNT}, True)
ORDERS = (Head.EQ, Head.NE, Head.LT, Head.LE, Head.GT, Head.GE)
SIGNS = {  # the least and greatest sign that each number has
    "x**2 + 1": (1, 1),
    "x**2": (0, 1),
    "-(x**2 + 1)": (-1, -1),
    "-x**2": (-1, 0),
    "n": (0, 1),
    "n + 2": (1, 1),
    "-n": (-1, 0),
    "x": (-1, 1),
}
HOLDS = {
    Head.EQ: lambda a, b: a == b == 0,
    Head.NE: lambda a, b: a > 0 or b < 0,
    Head.LT: lambda a, b: b < 0,
    Head.LE: lambda a, b: b <= 0,
    Head.GT: lambda a, b: a > 0,
    Head.GE: lambda a, b: a >= 0,
}
OPPOSITE = dict(zip(ORDERS, (Head.NE, Head.EQ, Head.GE, Head.GT, Head.LE, Head.LT), strict=True))
TURNED = {Head.LT: Head.GT, Head.LE: Head.GE, Head.GT: Head.LT, Head.GE: Head.LE}


@pytest.mark.parametrize("text", SIGNS)
def test_signs_tell_what_they_show_and_nothing_else(text: str) -> None:
    number, zero = parse(text, SCOPE, Sort.NUMBER), Int(0)
    for head, holds, turned in product(ORDERS, (True, False), (True, False)):
        said = node(TURNED.get(head, head), zero, number) if turned else node(head, number, zero)
        wanted = HOLDS[head if holds else OPPOSITE[head]](*SIGNS[text])
        assert told(holds, said, HERE, frozenset()) is wanted
        if wanted:
            assert all(truth(said, {"x": Fraction(k, 2), "n": Fraction(abs(k))}) is holds for k in range(-3, 4))


def test_of_how_many_pieces_a_function_is_depends_on_how_long_it_is_looked_at() -> None:
    far = formula("integral(floor(t), t, 1000, 1003) == 3003", SCOPE)
    assert truth(far, {}) is True
    assert truth(formula("integral(floor(t), t, -300, 100) == -40200", SCOPE), {}) is True
    with pytest.raises(OverBudget, match=f"more than {MAX_PIECES} pieces"):
        truth(formula(f"integral(floor(t), t, -300, {MAX_PIECES}) == 1", SCOPE), {})


def test_vectors_of_different_lengths_have_no_product() -> None:
    short, long = (Node(Head.VECTOR, entries) for entries in ((Sym("x"),), (Sym("x"), Int(2))))
    for pair in ((short, long), (long, short)):
        said = node(Head.DOT, *pair)
        assert polynomial(said) == {frozenset({(said, 1)}): 1}
    assert polynomial(node(Head.DOT, long, long)) == polynomial(parse("x**2 + 4", SCOPE, Sort.NUMBER))
