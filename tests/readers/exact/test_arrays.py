"""What is written out of sums and products of arrays is what SymPy makes of them."""

from __future__ import annotations

import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sizes import sized

from verifier.checkers.evaluate import value
from verifier.kernel.expr import Expr, Int, node
from verifier.kernel.expr import Head as O
from verifier.mathtext.notation.arrays import Rows, added, cross, determinant, dot, product, scaled
from verifier.readers.exact.read import read

NUMBERS = st.integers(-9, 9)


def matrices(rows: int, columns: int) -> st.SearchStrategy[list[list[int]]]:
    line = st.lists(NUMBERS, min_size=columns, max_size=columns)
    return st.lists(line, min_size=rows, max_size=rows)


def spelled(number: int) -> Expr:
    return Int(number) if number >= 0 else node(O.NEG, Int(-number))


def terms(numbers: list[list[int]]) -> Rows:
    return tuple(tuple(map(spelled, row)) for row in numbers)


def values(rows: Rows) -> sympy.Matrix:
    return sympy.Matrix([[sympy.Rational(*value(x, {}).as_integer_ratio()) for x in row] for row in rows])


@settings(max_examples=sized(20, 60), deadline=None)
@given(st.integers(1, 3).flatmap(lambda n: st.tuples(matrices(n, 2), matrices(2, n), matrices(n, 2))))
def test_sums_and_products_are_those_of_sympy(three: tuple[list[list[int]], ...]) -> None:
    a, b, c = three
    assert values(product(terms(a), terms(b))) == sympy.Matrix(a) * sympy.Matrix(b)
    assert values(added(terms(a), terms(c), O.SUB)) == sympy.Matrix(a) - sympy.Matrix(c)
    assert values(scaled(terms(a), spelled(-3))) == -3 * sympy.Matrix(a)


@settings(max_examples=sized(20, 60), deadline=None)
@given(st.integers(1, 4).flatmap(lambda n: matrices(n, n)))
def test_determinants_are_those_of_sympy(numbers: list[list[int]]) -> None:
    assert value(determinant(terms(numbers)), {}) == int(sympy.Matrix(numbers).det())


@settings(max_examples=sized(20, 60), deadline=None)
@given(matrices(3, 1), matrices(3, 1))
def test_dot_and_cross_products_are_those_of_sympy(a: list[list[int]], b: list[list[int]]) -> None:
    u, v = sympy.Matrix(a), sympy.Matrix(b)
    assert values(cross(terms(a), terms(b))) == u.cross(v)
    assert value(dot(terms(a), terms(b)), {}) == int(u.dot(v))


def test_what_cannot_be_an_equation_between_arrays_makes_no_claim() -> None:
    for text in (
        "the interval (0, 1) = (a, b)",
        "gcd (12, 18) = (6, 12)",
        "So $f(1, 2) = (3, 4)$",
        "So $(1, 2) = 3$",
        "So $(1, 2) < (3, 4)$",
        r"So $\begin{pmatrix} 1 & 2 \\ 3 \end{pmatrix} = \begin{pmatrix} 1 & 2 \\ 3 \end{pmatrix}$",
        r"So $\begin{pmatrix} 1 & 2 $ and $\end{pmatrix} = 3$",
    ):
        assert not [formula for formula in read(text).formulas if not formula.doubts], text
