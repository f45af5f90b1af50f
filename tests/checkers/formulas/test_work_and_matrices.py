"""The work that an evaluation may do, at its bounds; matrices and polynomials, at theirs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from support.formulas.evaluation_cases import POINT, SCOPE

from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.formulas.values.matrices import combined
from verifier.checkers.formulas.values.polynomials.polynomials import bounded, fmpq_poly, squarefree
from verifier.checkers.formulas.values.values import Matrix, Work
from verifier.checkers.functions import NotEvaluated, OverBudget, Undefined, Unsupported
from verifier.kernel.expr import Head, Int, Node, Text
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse


def left(work: Work) -> int:
    """How much more work may be done, found by doing it."""
    low, step = 0, 1 << 19
    while step:
        try:
            work.spend(step)
            low += step
        except OverBudget:
            work.spend(-step)
        step >>= 1
    return low


def spent(do: Callable[[Work], object]) -> int:
    work = Work()
    do(work)
    return 400_000 - left(work)


def test_an_evaluation_does_at_most_400000_units_of_work() -> None:
    assert left(Work()) == 400_000
    Work().spend(400_000)
    with pytest.raises(OverBudget):
        Work().spend(400_001)


def test_work_that_is_not_measured_is_one_unit() -> None:
    assert spent(lambda work: work.spend()) == 1 and spent(lambda work: [work.spend(), work.spend(3)]) == 4


def test_bound_letters_run_through_at_most_20000_values() -> None:
    work = Work()
    for _ in range(20_000):
        work.round()
    with pytest.raises(OverBudget):
        work.round()
    assert left(work) == 400_000


@pytest.mark.parametrize(
    ("number", "units"),
    [
        (Fraction(0), 1),
        (Fraction(2**30 - 1), 1),
        (Fraction(2**30), 2),
        (Fraction(1, 2**30), 2),
        (Fraction(2**61), 2),
        (Fraction(2**62), 3),
        (Fraction(-(2**62)), 3),
    ],
)
def test_a_value_costs_a_unit_and_one_more_for_every_32_bits(number: Fraction, units: int) -> None:
    assert spent(lambda work: work.number(number)) == units and Work().number(number) == number


def test_a_value_of_more_than_60000_bits_is_refused() -> None:
    for large in (Fraction(2**59_998), Fraction(1, 2**59_998), Fraction(2**30_000, 2**29_997 + 1)):
        assert Work().number(large) == large
        with pytest.raises(OverBudget):
            Work().number(large * 4 if large > 1 else large / 4)


def square(size: int, entry: Fraction | int = 1) -> Matrix:
    """A matrix with ``entry`` on its diagonal, zeros below it and ones above."""
    rows = [[Fraction(entry) if i == j else Fraction(int(j > i)) for j in range(size)] for i in range(size)]
    return Matrix(tuple(map(tuple, rows)))


def product(a: Matrix, b: Matrix) -> Callable[[Work], object]:
    return lambda work: combined(Head.MUL, [a, b], work)


def test_a_product_of_matrices_costs_a_unit_for_each_product_of_entries_and_for_their_size() -> None:
    a, b = Matrix(((Fraction(1),) * 5,) * 2), Matrix(((Fraction(1),) * 3,) * 5)
    assert a.shape == (2, 5) and b.shape == (5, 3)
    assert spent(product(a, b)) == 2 * 5 * 3 + 6  # and the entries
    large = Matrix(((Fraction(2**254),) * 5,) * 2)  # 255 bits, and one
    for one, two in ((large, b), (a, Matrix(((Fraction(2**254),) * 3,) * 5))):
        assert spent(product(one, two)) == 2 * 5 * 3 * 2 + 6 * 9


def test_the_largest_entry_tells_the_size_of_a_product() -> None:
    mixed = Matrix(((Fraction(1), Fraction(2**510)), (Fraction(0), Fraction(1))))
    assert spent(product(square(2), mixed)) > spent(product(square(2), square(2))) + 8
    with pytest.raises(OverBudget):
        product(square(60, 2**600), square(60))(Work())
    assert spent(product(square(60), square(60))) < 400_000


@pytest.mark.parametrize("text", ["det(Matrix([[{0}, 1], [1, 2]]))", "inverse(Matrix([[{0}, 1], [1, 2]]))"])
def test_a_determinant_that_may_have_too_many_bits_is_refused_before_it_is_found(text: str) -> None:
    for large, fits in (("2**29990", True), ("2**30000", False), ("1/2**30000", False)):
        one = text.format(large)
        if fits:
            assert truth(formula(f"{one} == {one}", SCOPE), POINT) is True
        else:
            with pytest.raises(OverBudget):
                truth(formula(f"{one} == {one}", SCOPE), POINT)


def test_an_elimination_costs_the_cube_of_the_rows() -> None:
    tall = [square(size) for size in (10, 20)]
    costs = [spent(lambda work, a=a: combined(Head.POW, [a, Fraction(-1)], work)) for a in tall]  # type: ignore[misc]
    assert costs[0] >= 2 * 10**3 and costs[1] >= 7 * costs[0]
    with pytest.raises(OverBudget):
        combined(Head.POW, [square(80), Fraction(-1)], Work())


MATRIX = "Matrix([[1, 2], [3, 4]])"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{MATRIX} - Matrix([[1, 1], [1, 1]])", "Matrix([[0, 1], [2, 3]])"),
        (f"{MATRIX} + {MATRIX}", "Matrix([[2, 4], [6, 8]])"),
        (f"{MATRIX}*2", "Matrix([[2, 4], [6, 8]])"),
        (f"{MATRIX}/(1/2)", "Matrix([[2, 4], [6, 8]])"),
        (f"{MATRIX}**1", MATRIX),
        (f"{MATRIX}**2", "Matrix([[7, 10], [15, 22]])"),
        (f"{MATRIX}**3", "Matrix([[37, 54], [81, 118]])"),
        (f"{MATRIX}**6", f"{MATRIX}**2*{MATRIX}**4"),
        (f"{MATRIX}**-1*{MATRIX}", "Matrix([[1, 0], [0, 1]])"),
        (f"{MATRIX}**-2*{MATRIX}**2", "Matrix([[1, 0], [0, 1]])"),
        ("Matrix([[1, 2]])*Vector([3, 4])", "Vector([11])"),
        ("Vector([1, 2])*Matrix([[3, 4]])", "Matrix([[3, 4], [6, 8]])"),
        ("transpose(Vector([1, 2]))", "Matrix([[1, 2]])"),
        ("cross(Vector([2, 3, 5]), Vector([7, 11, 13]))", "Vector([-16, 9, 1])"),
    ],
)
def test_matrices_are_calculated_with(text: str, expected: str) -> None:
    assert truth(formula(f"{text} == {expected}", SCOPE), POINT) is True


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (f"{MATRIX} + Matrix([[1, 2]])", Undefined),
        (f"{MATRIX} - Vector([1, 2])", Undefined),
        (f"{MATRIX}*Matrix([[1, 2]])", Undefined),
        ("Matrix([[1, 2]])**2", Undefined),
        ("Matrix([[1, 2]])**0", Undefined),
        (f"{MATRIX}**(1/2)", Unsupported),
        (f"{MATRIX}/0", Undefined),
        ("inverse(Matrix([[1, 2]]))", Undefined),
        ("inverse(Matrix([[1, 2], [2, 4]]))", Undefined),
        ("det(Vector([1, 2]))", Undefined),
        ("dot(Vector([1]), Vector([1, 2]))", Undefined),
        ("cross(Vector([1, 2, 3, 4]), Vector([1, 2, 3, 4]))", Undefined),
        ("cross(Vector([1, 2, 3]), Vector([1, 2]))", Undefined),
        ("cross(Vector([1, 2]), Vector([1, 2, 3]))", Undefined),
        ("norm(Vector([1, 1]))", Unsupported),
    ],
)
def test_what_matrices_have_not_is_told_apart(text: str, wrong: type[NotEvaluated]) -> None:
    with pytest.raises(wrong):
        value(parse(text, SCOPE), POINT)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("degree(x**40, x) == 40", True),
        ("degree(x**41, x) == 41", False),
        ("degree(x**20*x**20, x) == 40", True),
        ("degree(x**20*x**21, x) == 41", False),
        ("degree(x**-40*x**40*x, x) == 1", False),
        ("coeff(2**1998*x, x, 1) > 0", True),
        ("coeff(2**1999*x, x, 1) > 0", False),
        ("coeff(x/2**1998, x, 1) > 0", True),
        ("coeff(x/2**1999, x, 1) > 0", False),
        ("coeff(x + 2**1998, x, 0) > 0", True),
        ("coeff(x + 2**1999, x, 0) > 0", False),
    ],
)
def test_polynomials_have_a_degree_up_to_40_and_coefficients_of_up_to_2000_bits(text: str, fits: bool) -> None:
    said = formula(text, SCOPE)
    if fits:
        assert truth(said, POINT) is True
    else:
        with pytest.raises((OverBudget, Unsupported)):
            truth(said, POINT)


def test_the_bounds_of_a_polynomial_are_exact() -> None:
    for fits, large in (
        (fmpq_poly([0] * 40 + [1]), fmpq_poly([0] * 41 + [1])),
        (fmpq_poly([2**1998, 1]), fmpq_poly([2**1999, 1])),
    ):
        assert bounded(fits, Work()) == fits
        with pytest.raises(OverBudget):
            bounded(large, Work())


@pytest.mark.parametrize(
    ("coefficients", "units"), [([], 1), ([5], 1), ([0, 1], 2), ([1] * 41, 41), ([2**30, 1], 4), ([1, 2**62], 6)]
)
def test_a_polynomial_costs_its_terms_by_their_size(coefficients: list[int], units: int) -> None:
    assert spent(lambda work: bounded(fmpq_poly(coefficients), work)) == units


@pytest.mark.parametrize("times", ["0", "-1", "1/2", "41", "2**100"])
def test_a_derivative_is_taken_1_to_40_times(times: str) -> None:
    with pytest.raises(Unsupported):
        value(parse(f"diff(x**2, x, {times})", SCOPE), POINT)


@pytest.mark.parametrize(("times", "worth"), [("1", 6), ("2", 2), ("3", 0), ("40", 0)])
def test_a_derivative_is_taken_as_often_as_told(times: str, worth: int) -> None:
    assert value(parse(f"diff(x**2, x, {times})", SCOPE), POINT) == worth


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("diff((x - 1)/(x + 1), x)", "1/8"),
        ("diff(x**-2, x)", "-2/27"),
        ("diff(-x + 2*x**3 - 7, x)", "53"),
        ("diff(y*x**2/(x + y), x)", "60"),
        ("diff((x**2 + 1)**-1, x, 2)", "13/250"),
        ("coeff((x + 2)**3, x, 0)", "8"),
        ("coeff((x + 2)**3, x, 3)", "1"),
        ("coeff((2*x - 3)/(1/2), x, 0)", "-6"),
        ("coeff(x - (x - 5), x, 1)", "0"),
        ("degree(x**3 - x**3 + x, x)", "1"),
    ],
)
def test_what_polynomials_and_their_quotients_come_to(text: str, worth: str) -> None:
    expr = parse(text, SCOPE, Sort.NUMBER)
    assert value(expr, POINT) == Fraction(worth)


@pytest.mark.parametrize(
    "text",
    [
        "diff(1/(x - 3), x)",
        "diff((x - 3)/(x - 3), x)",
        "diff((x - 3)**0, x)",
        "diff(1/(x - 3) - 1/(x - 3), x)",
        "diff(0/(x - 3), x)",
        "diff((1/(x - 3))**2, x)",
        "diff((1/(x - 3))**-1, x)",
        "diff(-(1/(x - 3)), x)",
        "diff(x/0, x)",
        "diff(x**2/(x - x), x)",
        "diff((x - x)**0, x)",
        "diff((x - x)**-1, x)",
        "diff(diff(1/(x - 3), x), x)",
    ],
)
def test_a_quotient_is_undefined_wherever_something_in_it_is(text: str) -> None:
    with pytest.raises(Undefined):
        value(parse(text, SCOPE), POINT)


def test_the_zeros_of_a_polynomial_are_made_simple() -> None:
    x = fmpq_poly([0, 1])
    assert squarefree((x - 1) ** 3 * (x - 2)) == (x - 1) * (x - 2)
    assert squarefree(fmpq_poly([5])) == fmpq_poly([1]) and squarefree(x - 7) == x - 7


@pytest.mark.parametrize(("power", "fits"), [(20, True), (21, False)])
def test_what_is_under_a_derivative_is_bounded_too(power: int, fits: bool) -> None:
    expr = parse(f"diff(1/x**{power}, x)", SCOPE)
    if fits:
        assert value(expr, POINT) == Fraction(-power, 3 ** (power + 1))
    else:
        with pytest.raises(OverBudget):
            value(expr, POINT)


def test_a_side_of_a_limit_is_plus_or_minus() -> None:
    for side in ("+", "-"):
        assert truth(formula(f'limit(x**2, x, 3, "{side}") == 9', SCOPE), POINT) is True
    said = formula('limit(x**2, x, 3, "+") == 9', SCOPE)
    assert isinstance(said, Node) and isinstance(said.args[0], Node)
    limit = said.args[0]
    for wrong in (Text("*"), Text(""), Int(1)):
        changed = Node(limit.head, (*limit.args[:-1], wrong), limit.letters)
        with pytest.raises(Unsupported):
            value(changed, POINT)
