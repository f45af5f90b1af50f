"""Sums of comparisons: what each row says, what contradicts what is shown, cuts, and the bounds of it all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from support.formulas.sequents import SCOPE, claim, shown

from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules import linear
from verifier.checkers.formulas.rules.forms import atoms, polynomial, strict
from verifier.checkers.formulas.rules.linear import Row, absurd, cut, opposites, rows_of, summed
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import Dec, Expr, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Proved, Reason, Refuted
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse

NUMBERS = {"x": Type.REAL, "y": Type.REAL, "k": Type.INT, "n": Type.COUNT}
PLACE = Place((), NUMBERS, True, frozenset({"k", "n"}))
X, Y, K, N = (Sym(name) for name in "xykn")
ONE = linear.ONE
NONE = frozenset[Expr]()


def said(text: str) -> Expr:
    return formula(text, SCOPE)


def number(text: str) -> Expr:
    return parse(text, SCOPE, Sort.NUMBER)


def power(**powers: int) -> linear.Monomial:
    return frozenset((Sym(name), count) for name, count in powers.items())


def form(constant: int | str = 0, **factors: int | str) -> dict[linear.Monomial, Fraction]:
    made = {power(**{name: 1}): Fraction(value) for name, value in factors.items()}
    return made | ({ONE: Fraction(constant)} if constant else {})


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("x == 2", Row(form(-2, x=1), Head.EQ)),
        ("x >= 2", Row(form(-2, x=1), Head.GE)),
        ("x > 2", Row(form(-2, x=1), Head.GT)),
        ("x <= 2", Row(form(2, x=-1), Head.GE)),
        ("x < 2", Row(form(2, x=-1), Head.GT)),
        ("x/2 + y < y", Row(form(x="-1/2"), Head.GT)),
    ],
)
def test_what_a_comparison_says_of_a_polynomial(text: str, row: Row) -> None:
    assert rows_of([said(text)], PLACE) == [row]


@pytest.mark.parametrize("text", ["x != 2", "x == 1 or x == 2", "not x < 1", "divides(2, x)", "True"])
def test_what_is_no_equation_or_inequality_says_nothing(text: str) -> None:
    with pytest.raises(CheckFailed):
        rows_of([said(text)], PLACE)


@pytest.mark.parametrize(
    ("holds", "text", "denials"),
    [
        (True, "x == 2", [[Row(form(-2, x=1), Head.GT)], [Row(form(2, x=-1), Head.GT)]]),
        (False, "x != 2", [[Row(form(-2, x=1), Head.GT)], [Row(form(2, x=-1), Head.GT)]]),
        (True, "x != 2", [[Row(form(-2, x=1), Head.EQ)]]),
        (False, "x == 2", [[Row(form(-2, x=1), Head.EQ)]]),
        (True, "x < 2", [[Row(form(-2, x=1), Head.GE)]]),
        (True, "x <= 2", [[Row(form(-2, x=1), Head.GT)]]),
        (True, "x > 2", [[Row(form(2, x=-1), Head.GE)]]),
        (True, "x >= 2", [[Row(form(2, x=-1), Head.GT)]]),
        (False, "x < 2", [[Row(form(2, x=-1), Head.GT)]]),
        (False, "x <= 2", [[Row(form(2, x=-1), Head.GE)]]),
        (False, "x > 2", [[Row(form(-2, x=1), Head.GT)]]),
        (False, "x >= 2", [[Row(form(-2, x=1), Head.GE)]]),
        (True, "False", [[]]),
    ],
)
def test_what_contradicts_a_comparison(holds: bool, text: str, denials: list[list[Row]]) -> None:
    assert opposites(holds, said(text), [], PLACE) == denials


@pytest.mark.parametrize(
    ("holds", "text"), [(False, "False"), (True, "True"), (True, "is_int(x)"), (True, "not x < 1")]
)
def test_sums_show_nothing_but_comparisons_and_false(holds: bool, text: str) -> None:
    with pytest.raises(CheckFailed):
        opposites(holds, said(text), [], PLACE)


@pytest.mark.parametrize(("text", "reason"), [("x >= 0.5", Reason.ROUNDED), ("x*1.5 < 2", Reason.ROUNDED)])
def test_what_is_shown_has_no_decimal_in_it(text: str, reason: Reason) -> None:
    with pytest.raises(CheckFailed) as refused:
        opposites(True, said(text), [], PLACE)
    assert refused.value.reason is reason


def test_an_equation_with_a_decimal_is_shown_as_it_stands_and_not_refuted() -> None:
    assert opposites(True, said("x == 0.5"), [], PLACE) == opposites(True, said("x == 1/2"), [], PLACE)
    for text in ("x == 0.5", "x != 0.5"):
        with pytest.raises(CheckFailed) as refused:
            opposites(text == "x != 0.5", said(text), [], PLACE)
        assert refused.value.reason is Reason.ROUNDED


@pytest.mark.parametrize("text", ["1/x == 1", "x == sqrt(y)", "0*(1/x) == 0", "x - x/y == 1", "abs(1/x) >= 0"])
def test_a_side_is_defined_everywhere_or_by_what_is_used(text: str) -> None:
    with pytest.raises(CheckFailed) as refused:
        opposites(True, said(text), [], PLACE)
    assert refused.value.reason is Reason.SIDE_CONDITION
    assert opposites(True, said(text), [said(text)], PLACE)


def test_what_stands_under_a_binder_or_in_a_choice_is_not_defined_by_it() -> None:
    for used in ("Sum(1/x, i, 1, 0) == 0", "If(x > 1, 1/x, 2) == 2"):
        with pytest.raises(CheckFailed) as refused:
            opposites(True, said("1/x == 1"), [said(used)], PLACE)
        assert refused.value.reason is Reason.SIDE_CONDITION
    assert opposites(True, said("If(x > 1, 1/x, 2) == 1"), [said("If(x > 1, 1/x, 2) == 2")], PLACE)
    whole = said("1/(x + y) == abs(2/y)")
    inside = set(strict(whole))
    assert {whole, number("1/(x + y)"), number("x + y"), number("abs(2/y)"), number("2/y"), X, Y, Int(1)} <= inside


@pytest.mark.parametrize("text", ["re(z) == 1", "im(x) == 1", "conj(x) == 1", "arg(x) == 1", "x*I == 1"])
def test_what_is_no_real_number_is_out_of_scope(text: str) -> None:
    for where in (PLACE, Place((), {**NUMBERS, "z": Type.REAL}, True)):
        with pytest.raises(CheckFailed) as refused:
            rows_of([said(text)], where)
        assert refused.value.reason is Reason.OUT_OF_SCOPE


@pytest.mark.parametrize(
    "text",
    [
        "limit(x*t, t, 1) == 2",
        "integral(x*t, t, 0, 1) == 2",
        "diff(x**2, x) == 2",
        "integral(x, x) == x**2/2",
        "det(Matrix([[x]])) == 1",
        "norm(cross(Vector([x, 1, 1]), Vector([1, 1, 1]))) == 1",
        "det(transpose(Matrix([[x]]))) == 1",
        "det(inverse(Matrix([[x]]))) == 1",
        "norm(cross(Vector([x, 1, 1]), Vector([1, 1, 1]))) == 1",
    ],
)
def test_what_may_be_no_number_is_out_of_scope(text: str) -> None:
    with pytest.raises(CheckFailed) as refused:
        rows_of([said(text)], PLACE)
    assert refused.value.reason is Reason.OUT_OF_SCOPE


@pytest.mark.parametrize("head", [Head.TRANSPOSE, Head.INVERSE, Head.VECTOR, Head.INFINITY])
def test_neither_is_anything_that_is_made_of_such(head: Head) -> None:
    args = () if head is Head.INFINITY else (X,)
    with pytest.raises(CheckFailed) as refused:
        rows_of([node(Head.EQ, node(Head.ABS, node(head, *args)), Int(1))], PLACE)
    assert refused.value.reason is Reason.OUT_OF_SCOPE


@pytest.mark.parametrize("kind", [Type.COMPLEX, Type.UNDECLARED])
def test_letters_that_may_be_complex_bar_the_rule_also_beside_it(kind: Type) -> None:
    with pytest.raises(CheckFailed) as refused:
        rows_of([said("x == 1")], Place((), {**NUMBERS, "w": kind}, True))
    assert refused.value.reason is Reason.OUT_OF_SCOPE


@pytest.mark.parametrize("kind", [Type.COMPLEX, Type.UNDECLARED, Type.MATRIX, Type.SET, Type.POINT])
def test_letters_that_are_not_real_bar_the_rule(kind: Type) -> None:
    with pytest.raises(CheckFailed):
        rows_of([node(Head.EQ, Sym("w"), Int(1))], Place((), {"w": kind}, True))
    with pytest.raises(CheckFailed):
        rows_of([said("x == 1")], Place((), {}, True))


@pytest.mark.parametrize("kind", [Type.FUNCTION, Type.BOOL, Type.RAT, Type.POS, Type.MATRIX, Type.SET, Type.POINT])
def test_what_is_no_complex_number_stands_beside_it(kind: Type) -> None:
    assert rows_of([said("x == 1")], Place((), {**NUMBERS, "w": kind}, True)) == [Row(form(-1, x=1), Head.EQ)]
    if kind is Type.BOOL:
        with pytest.raises(CheckFailed):
            rows_of([node(Head.EQ, Sym("w"), Int(1))], Place((), {"w": kind}, True))


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("3", form(3)),
        ("0", {}),
        ("1.50", form("3/2")),
        ("-(x + 1)", form(-1, x=-1)),
        ("x - y - x", form(y=-1)),
        ("(x + 1)*(x - 1)", {power(x=2): Fraction(1), ONE: Fraction(-1)}),
        ("x*y*x", {power(x=2, y=1): Fraction(1)}),
        ("(x + y)/4", form(x="1/4", y="1/4")),
        ("x/(2 - 1/2)", form(x="2/3")),
        ("x/(2 - 2)", {frozenset({(number("x/(2 - 2)"), 1)}): Fraction(1)}),
        ("x/y", {frozenset({(number("x"), 1), (number("1/y"), 1)}): Fraction(1)}),
        ("(x + 1)**3", {power(x=3): Fraction(1), power(x=2): Fraction(3), power(x=1): Fraction(3), ONE: Fraction(1)}),
        ("x**1", form(x=1)),
        ("x**0", form(1)),
        ("x**12", {power(x=12): Fraction(1)}),
        ("x**13", {frozenset({(number("x**13"), 1)}): Fraction(1)}),
        ("2*abs(x) - abs(x)", {frozenset({(number("abs(x)"), 1)}): Fraction(1)}),
    ],
)
def test_an_expression_as_a_polynomial(text: str, made: dict[linear.Monomial, Fraction]) -> None:
    assert polynomial(number(text)) == made


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("3 + 1.5", []),
        ("-(x + 1)*y", ["x", "y"]),
        ("x/2", ["x"]),
        ("x/(1 + 1)", ["x"]),
        ("x/(2 - 2)", ["x/(2 - 2)"]),
        ("0*(1/x)", ["1/x"]),
        ("x/(2 + 0*(1/y))", ["x", "1/y"]),
        ("(1/x)**2", ["1/x"]),
        ("x**12 - x", ["x", "x"]),
        ("x**13", ["x**13"]),
        ("x**0", ["x**0"]),
        ("x**y", ["x**y"]),
    ],
)
def test_what_a_polynomial_is_taken_apart_into_loses_nothing_that_may_be_undefined(
    text: str, inside: list[str]
) -> None:
    assert list(atoms(number(text))) == [number(one) for one in inside]


def test_a_polynomial_has_at_most_400_terms() -> None:
    def balanced(low: int, high: int) -> Expr:
        middle = (low + high) // 2
        return Sym(f"x{low}") if high - low == 1 else node(Head.ADD, balanced(low, middle), balanced(middle, high))

    assert len(polynomial(balanced(0, 400))) == 400
    with pytest.raises(CheckFailed) as refused:
        polynomial(balanced(0, 401))
    assert refused.value.reason is Reason.OUT_OF_BUDGET


def steps(rows: list[Row], *made: Any, grounds: frozenset[Expr] = NONE) -> Row:
    return summed(list(rows), made, PLACE, grounds)


GT, GE, EQ = (Row(form(-1, x=1), head) for head in (Head.GT, Head.GE, Head.EQ))


@pytest.mark.parametrize(
    ("rows", "sign"),
    [
        ([EQ, EQ], Head.EQ),
        ([EQ, GE], Head.GE),
        ([GE, GE], Head.GE),
        ([GT, GE], Head.GT),
        ([GE, GT], Head.GT),
        ([EQ, GT], Head.GT),
    ],
)
def test_a_sum_is_as_strict_as_the_strictest_row_in_it(rows: list[Row], sign: Head) -> None:
    assert steps(rows, {"sum": [[0, "2"], [1, "1/2"]]}) == Row(form("-5/2", x="5/2"), sign)


@pytest.mark.parametrize(
    ("rows", "sign"),
    [
        ([EQ, GE], Head.EQ),
        ([GT, EQ], Head.EQ),
        ([GE, GE], Head.GE),
        ([GT, GE], Head.GE),
        ([GE, GT], Head.GE),
        ([GT, GT], Head.GT),
    ],
)
def test_a_product_is_strict_where_both_are(rows: list[Row], sign: Head) -> None:
    squared = {power(x=2): Fraction(1), power(x=1): Fraction(-2), ONE: Fraction(1)}
    assert steps(rows, {"times": [0, 1]}) == Row(squared, sign)


def test_only_an_equation_is_multiplied_by_what_is_not_positive() -> None:
    assert steps([EQ], {"sum": [[0, "-1"]]}) == Row(form(1, x=-1), Head.EQ)
    assert steps([EQ], {"sum": [[0, "0"]]}) == Row({}, Head.EQ)
    for row in (GT, GE):
        for factor in ("-1", "0"):
            with pytest.raises(CheckFailed):
                steps([row], {"sum": [[0, factor]]})


def test_later_steps_use_earlier_ones_and_the_last_is_what_counts() -> None:
    found = steps([GT], {"sum": [[0, "2"]]}, {"sum": [[1, "2"], [0, "1"]]})
    assert found == Row(form(-5, x=5), Head.GT)


@pytest.mark.parametrize(
    "step",
    [
        {"sum": [[1, "1"]]},
        {"sum": [[-1, "1"]]},
        {"sum": [[True, "1"]]},
        {"sum": [["0", "1"]]},
        {"sum": [[0, 1]]},
        {"sum": [[0]]},
        {"sum": [[0, "1", "1"]]},
        {"sum": 3},
        {"sum": None},
        {},
        {"times": [0]},
        {"times": [0, 0, 0]},
        {"times": [0, 1]},
        [0, "1"],
        None,
        {"sum": [[0, "1/0"]]},
    ],
)
def test_a_malformed_step_is_refused(step: Any) -> None:
    with pytest.raises(CheckFailed):
        steps([GT], step)


def test_a_part_has_from_1_to_60_steps() -> None:
    one = {"sum": [[0, "1"]]}
    assert steps([GT], *[one] * 60) == GT
    for count in (0, 61):
        with pytest.raises(CheckFailed):
            steps([GT], *[one] * count)


@pytest.mark.parametrize(
    ("constant", "sign", "is_absurd"),
    [
        (-1, Head.GE, True),
        (-1, Head.GT, True),
        (-1, Head.EQ, True),
        (1, Head.EQ, True),
        (0, Head.GT, True),
        (0, Head.GE, False),
        (0, Head.EQ, False),
        (1, Head.GT, False),
        (1, Head.GE, False),
    ],
)
def test_what_a_row_may_not_say_of_a_number(constant: int, sign: Head, is_absurd: bool) -> None:
    assert absurd(Row(form(constant), sign)) is is_absurd
    assert not absurd(Row(form(constant, x=1), sign))


@pytest.mark.parametrize(
    ("constant", "sign", "least"),
    [
        ("5/2", Head.GE, 2),
        ("5/2", Head.GT, 2),
        ("-5/2", Head.GE, -3),
        ("-5/2", Head.GT, -3),
        ("3", Head.GE, 3),
        ("3", Head.GT, 2),
        ("-3", Head.GT, -4),
        ("1/2", Head.GE, 0),
        ("1", Head.GT, 0),
        ("0", Head.GT, -1),
        ("0", Head.GE, 0),
    ],
)
def test_a_cut_rounds_the_constant_down_to_what_whole_numbers_reach(constant: str, sign: Head, least: int) -> None:
    row = Row(form(x=0) | {power(k=1): Fraction(2), power(k=1, n=2): Fraction(-1)}, sign)
    others = {key: value for key, value in row.form.items() if value}
    with_constant = {**others, **({ONE: Fraction(constant)} if Fraction(constant) else {})}
    assert cut(Row(with_constant, sign), PLACE, NONE) == Row({**others, **form(least)}, Head.GE)


def test_nothing_but_whole_multiples_of_whole_numbers_is_cut() -> None:
    for made in (form("5/2", k="1/2"), form("5/2", x=1), {power(k=1, x=1): Fraction(1)}, form(1, k=1, y=3)):
        with pytest.raises(CheckFailed):
            cut(Row(made, Head.GE), PLACE, NONE)
    assert cut(Row(form("5/2", x=1), Head.GE), PLACE, frozenset({X})) == Row(form(2, x=1), Head.GE)


def test_a_cut_is_made_only_where_the_step_says_so() -> None:
    row = Row(form("5/2", k=1), Head.GE)
    assert steps([row], {"sum": [[0, "1"]], "cut": True}) == Row(form(2, k=1), Head.GE)
    for word in (False, None, 1, "true"):
        assert steps([row], {"sum": [[0, "1"]], "cut": word}) == row


def rule(*parts: Any, uses: Any = (0,), **more: Any) -> dict[str, Any]:
    return {"rule": "linear", "uses": list(uses), "parts": list(parts), **more}


BOTH = [{"sum": [[0, "1"], [1, "1"]]}]


def test_an_equation_needs_both_parts_and_an_inequality_one() -> None:
    equal, half = claim("x == 3", "x == 3"), [{"sum": [[0, "-1"], [1, "1"]]}]
    assert isinstance(shown(equal, rule(half, BOTH), True, {"x": "3"}), Proved)
    for parts in ([half], [BOTH, half], [half, BOTH, BOTH], []):
        with pytest.raises(CheckFailed):
            shown(equal, rule(*parts), True, {"x": "3"})
    assert isinstance(shown(claim("x < 4", "x > 5"), rule(BOTH), False, {"x": "6"}), Refuted)


@pytest.mark.parametrize(
    ("standing", "taken"),
    [(Standing.FACT, True), (Standing.DEFINED, True), (Standing.STATED, False), (Standing.HYPOTHESIS, False)],
)
def test_a_decimal_is_exact_where_it_was_given_and_not_where_it_was_stated(standing: Standing, taken: bool) -> None:
    what = claim("x <= 2", "x <= 1.5", standing=standing)
    if taken:
        assert isinstance(shown(what, rule(BOTH), True, {"x": "1"}), Proved)
    else:
        with pytest.raises(CheckFailed) as refused:
            shown(what, rule(BOTH), True, {"x": "1"})
        assert refused.value.reason is Reason.ROUNDED


def test_a_decimal_that_is_not_used_is_no_matter() -> None:
    held = (Hypothesis("a", Standing.FACT, said("x <= 1")), Hypothesis("b", Standing.STATED, said("y <= 1.5")))
    both = Claim(said("x <= 2 and y <= 1.5"), (Letter("x", Type.REAL), Letter("y", Type.REAL)), held)
    tree = {"rule": "all", "trees": [rule(BOTH), {"rule": "given", "of": 1}]}
    assert isinstance(shown(both, tree, True, {"x": "1", "y": "1"}), Proved)


@pytest.mark.parametrize("data", [None, 3, {}, "0", [1], ["0"], [True]])
def test_malformed_uses_are_refused(data: Any) -> None:
    with pytest.raises(CheckFailed):
        shown(claim("x <= 2", "x <= 1"), {"rule": "linear", "uses": data, "parts": [BOTH]}, True, {"x": "1"})
    with pytest.raises(CheckFailed):
        shown(claim("x <= 2", "x <= 1"), {**rule(BOTH), "whole": data if data != {} else 1}, True, {"x": "1"})
    if data is not None:
        with pytest.raises(CheckFailed):
            shown(claim("x <= 2", "x <= 1"), {**rule(BOTH), "parts": data}, True, {"x": "1"})


def test_the_leaf_is_counted_by_its_name() -> None:
    found = shown(claim("x <= 2", "x <= 1"), rule(BOTH), True, {"x": "1"})
    assert found.certificate.notes["leaves"] == ["linear"]
    assert isinstance(said("x <= 1.5"), Node) and Dec(15, 1) == number("1.5")
