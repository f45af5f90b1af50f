"""Complex numbers by their parts, and what the evaluator makes of signs, lists and meanings that do not fit."""

from __future__ import annotations

import cmath
from collections.abc import Callable
from fractions import Fraction

import pytest
from support.formulas.sequents import SCOPE, TYPES

from verifier.checkers.formulas.places.place import Held, Place
from verifier.checkers.formulas.places.totality import total
from verifier.checkers.formulas.rules.complex_numbers import MAX_POWER, letter_parted, real_equations, speaks_otherwise
from verifier.checkers.formulas.values import gaussian, lists, logic
from verifier.checkers.formulas.values.evaluation import Point, value
from verifier.checkers.formulas.values.matrices import combined
from verifier.checkers.formulas.values.values import Gaussian, Value, Work
from verifier.checkers.functions import NotEvaluated, Unsupported
from verifier.kernel.expr import Const, Expr, Head, Int, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Reason
from verifier.language.expressions.parse import formula, parse

PLACE = Place((), TYPES, True)
AT = {"x": Fraction(3), "y": Fraction(4), "n": Fraction(2), "k": Fraction(-5)}
Z = complex(3, 4)
I = Const("i")  # noqa: E741 - its name


def parts(text: str) -> tuple[complex, Expr]:
    """The number that the parts of an expression come to where letters have values, and what was said of it."""
    side = node(Head.ADD, parse(text, SCOPE), node(Head.ADD, Int(0), node(Head.MUL, Int(0), I)))
    said, _ = real_equations(node(Head.EQ, side, node(Head.ADD, Int(0), node(Head.MUL, Int(0), I))), PLACE)
    assert isinstance(said, Node) and said.head is Head.AND
    real, imaginary = (float(value(one.args[0], AT)) for one in said.args)  # type: ignore[union-attr]
    return complex(real, imaginary), said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x + y*I", Z),
        ("I*y + x", Z),
        ("-(x + y*I)", -Z),
        ("-(y*I)", -4j),
        ("(x + y*I) + (n + k*I)", Z + (2 - 5j)),
        ("x + (n + k*I)", 3 + (2 - 5j)),
        ("(x + y*I) - (n + k*I)", Z - (2 - 5j)),
        ("x - (n + k*I)", 3 - (2 - 5j)),
        ("y*I - n", 4j - 2),
        ("(x + y*I)*(n + k*I)", Z * (2 - 5j)),
        ("y*I*(k*I)", 4j * -5j),
        ("(x + y*I)/n", Z / 2),
        ("y*I/n", 2j),
        ("(x + y*I)/(n + k*I)", Z / (2 - 5j)),
        ("x/(k*I)", 3 / -5j),
        ("y*I/(k*I)", 4j / -5j),
        ("x**n + 0*I", None),
        ("x**3", 27),
        ("(x + y*I)**1", Z),
        ("(x + y*I)**3", Z**3),
        (f"(x + y*I)**{MAX_POWER}", Z**MAX_POWER),
        ("conj(x + y*I)", Z.conjugate()),
        ("conj(y*I)", -4j),
        ("re(x + y*I)", 3),
        ("re(y*I)", 0),
        ("im(x + y*I)", 4),
        ("im(x)", 0),
        ("abs(x + y*I)", 5),
        ("abs(y*I)", 4),
        ("abs(k)", 5),
        ("abs(k*I)", 5),
        ("sqrt(4)*I", 2j),
    ],
)
def test_the_parts_of_a_number_make_it(text: str, expected: complex | None) -> None:
    if expected is None:
        with pytest.raises(CheckFailed):
            parts(text)
        return
    found, _ = parts(text)
    assert cmath.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-12)


def test_a_real_number_has_no_imaginary_part_and_parts_that_are_zero_are_equal() -> None:
    said, sides = real_equations(formula("x == y", SCOPE), PLACE)
    assert said == formula("x == y", SCOPE) and sides == [Sym("x"), Sym("y")]
    assert real_equations(formula("x != y", SCOPE), PLACE)[0] == formula("not x == y", SCOPE)
    assert real_equations(formula("x == I", SCOPE), PLACE)[0] == formula("x == 0 and 0 == 1", SCOPE)
    assert real_equations(formula("I == x", SCOPE), PLACE)[0] == formula("0 == x and 1 == 0", SCOPE)
    assert real_equations(formula("I == I", SCOPE), PLACE)[0] == formula("1 == 1", SCOPE)
    assert real_equations(formula("I*x*I == y", SCOPE), PLACE)[1][-1] == Sym("y")


@pytest.mark.parametrize(
    "text",
    [
        *("z == 1", "z*I == 1", "sqrt(x) == I", "ln(x)*I == 1", f"(x + I)**{MAX_POWER + 1} == 1"),
        *("(x + I)**0 == 1", "(x + I)**n == 1", "2**I == 1", "(x + I)**(1/2) == 1", "x/(0*I) == x/(0*(I*I)) + z"),
        *(
            "Sum(k, k, 1, 3) == I",
            "x < y + I",
            "x == 1 and y == 1",
            "re(x + z*I) == 1",
            "(1, 2) == (1, 2)",
        ),
        *("re(x + (1/x)*I) == 1", "im((1/x) + y*I) == 1", "arg(I) == 1"),
    ],
)
def test_where_a_part_is_not_known_nothing_is_said(text: str) -> None:
    with pytest.raises(CheckFailed):
        real_equations(formula(text, SCOPE), PLACE)


def test_a_decimal_may_be_rounded() -> None:
    for text in ("x == 0.5", "x + 0.5*I == I", "x != 0.5"):
        with pytest.raises(CheckFailed) as refused:
            real_equations(formula(text, SCOPE), PLACE)
        assert refused.value.reason is Reason.ROUNDED


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        *(("sqrt(x) == 1", True), ("sqrt(4) == 1", False), ("sqrt(x**2) == 1", False), ("sqrt(-4) == 1", True)),
        *(("ln(x) == 1", True), ("ln(2) == 1", False), ("root(x, 3) == 1", False), ("root(x, 4) == 1", True)),
        *(("x**2 == 1", False), ("x**(1/2) == 1", True), ("x**n == 1", True), ("asin(x) == 1", True)),
        *(("not sqrt(x) == 1", True), ("sin(x) == 1", False), ("log(x, 2) == 1", True), ("x == 1", False)),
        *(("acos(x) == 1", True), ("1/x == 1", False)),
    ],
)
def test_roots_logarithms_and_powers_may_speak_of_other_numbers(text: str, otherwise: bool) -> None:
    assert speaks_otherwise(formula(text, SCOPE)) is otherwise


def test_a_complex_letter_has_two_real_parts_and_is_gone() -> None:
    held = tuple(Held(formula(text, SCOPE), i) for i, text in enumerate(("z == x", "sqrt(x) == 2", "x == 1")))
    put, inside = letter_parted(formula("z*z == x", SCOPE), Place(held, TYPES, True, frozenset(), True), "z")
    whole = node(Head.ADD, Sym("z#re"), node(Head.MUL, Sym("z#im"), I))
    assert put == node(Head.EQ, node(Head.MUL, whole, whole), Sym("x"))
    said = [node(Head.EQ, whole, Sym("x")), Node(Head.TRUE), formula("x == 1", SCOPE)]
    assert [one.formula for one in inside.held] == said
    assert inside.types == {k: v for k, v in TYPES.items() if k != "z"} | {"z#re": Type.REAL, "z#im": Type.REAL}
    assert not inside.plain and not inside.lenient


@pytest.mark.parametrize("taken", [{}, {"z#re": Type.REAL}, {"z#im": Type.REAL}])
def test_only_a_complex_letter_is_parted_and_only_once(taken: dict[str, Type]) -> None:
    place = Place((), {**TYPES, **taken}, True)
    for name in ("x", "n", "unknown", *(("z",) if taken else ())):
        with pytest.raises(CheckFailed):
            letter_parted(formula("z == 1", SCOPE), place, name)
    with pytest.raises(CheckFailed):
        letter_parted(formula("z == sqrt(x)", SCOPE), place, "z")


HERE = Point(AT)
MATRIX, UNREAL = HERE.value(parse("Matrix([[1, 2], [3, 4]])", SCOPE)), Gaussian(Fraction(1), Fraction(2))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: logic.connective(node(Head.ADD, Node(Head.TRUE), Node(Head.TRUE)), HERE),
        lambda: logic.predicate(node(Head.IN, Int(1), Int(2)), HERE),
        lambda: logic.comparison(node(Head.LT, I, Int(2)), HERE),
        lambda: gaussian.combined(Head.SQRT, [UNREAL], Work()),
        lambda: gaussian.combined(Head.POW, [UNREAL, UNREAL], Work()),
        lambda: gaussian.combined(Head.POW, [UNREAL, Fraction(1, 2)], Work()),
        lambda: gaussian.combined(Head.POW, [UNREAL, Fraction(1001)], Work()),
        lambda: combined(Head.ADD, [MATRIX, Fraction(1)], Work()),
        lambda: combined(Head.SUB, [Fraction(1), MATRIX], Work()),
        lambda: combined(Head.DIV, [Fraction(1), MATRIX], Work()),
        lambda: combined(Head.DIV, [MATRIX, MATRIX], Work()),
        lambda: combined(Head.POW, [Fraction(2), MATRIX], Work()),
        lambda: combined(Head.ABS, [MATRIX], Work()),
        lambda: combined(Head.MUL, [MATRIX, UNREAL], Work()),
        lambda: lists.membership(node(Head.IN, Int(1), Int(2)), HERE),
        lambda: HERE.truth(Node(Head.ADD, (Int(1), Int(1)))),
        lambda: HERE.value(Node(Head.EQ, (Int(1), Int(1)))),
    ],
)
def test_what_has_no_meaning_is_refused_and_is_never_a_value(ask: Callable[[], Value | bool | None]) -> None:
    with pytest.raises(Unsupported):
        ask()


@pytest.mark.parametrize(
    "text",
    [
        "limit(diff(x*y, y), x, 2)",
        "limit(diff(x**3, x, x), x, 2)",
        "limit(diff(x**3, x, 1/2), x, 2)",
        "limit(diff(x**3, x, 0), x, 2)",
        "limit(diff(x**3, x, 41), x, 2)",
        "limit(2**x, x, 2)",
        "limit(x**(1/2), x, 2)",
        "limit(x**41, x, 2)",
        "limit(sin(x), x, 2)",
    ],
)
def test_a_derivative_is_by_its_own_letter_so_often_as_a_number_says(text: str) -> None:
    with pytest.raises(NotEvaluated):
        value(parse(text, SCOPE), {"y": Fraction(3)})
    assert value(parse("limit(diff(y*x**3, x, 2), x, 2)", SCOPE), {"y": Fraction(3)}) == 36
    assert value(parse("limit(diff(x**3, x, 40) + x**40, x, 1)", SCOPE), {}) == 1


@pytest.mark.parametrize("relation", ["<", "<=", ">", ">="])
def test_an_order_comes_to_the_same_order_of_real_parts(relation: str) -> None:
    for left, right in (("x", "y + 0*x"), ("-n", "k"), ("x*y", "y*x")):
        given = formula(f"{left} {relation} {right}", SCOPE)
        said, sides = real_equations(given, PLACE)
        assert isinstance(said, Node) and isinstance(given, Node) and said.head is given.head and len(sides) == 2
        assert [value(one, AT) for one in said.args] == [value(one, AT) for one in given.args]
    with pytest.raises(CheckFailed, match="between real numbers"):
        real_equations(formula(f"x {relation} y + I", SCOPE), PLACE)


@pytest.mark.parametrize("text", ["sin(I)", "sin(x + I)", "If(x > 0, I, 1)", "sqrt(-1)", "1/(x - x)", "z"])
def test_what_may_be_no_real_number_has_no_parts(text: str) -> None:
    for given in (node(Head.EQ, parse(text, SCOPE), Int(1)), node(Head.LT, parse(text, SCOPE), Int(1))):
        with pytest.raises(CheckFailed):
            said, sides = real_equations(given, PLACE)
            assert not all(total(one, TYPES) for one in sides), said
            raise CheckFailed("a part may be undefined")
