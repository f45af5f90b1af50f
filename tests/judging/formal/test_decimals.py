"""Decimals: which of them are exact numbers, which may show another number rounded."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.claims.decimals import (
    claimed,
    closed_values,
    exact,
    fine,
    loosened,
    rounded_among,
    shows,
    told_rounded,
)
from verifier.judging.decide import formal_judge
from verifier.kernel.expr import Dec, Expr, Head, Int, Type, node
from verifier.kernel.verdict import Reason, Refuted, Unknown
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.formal_chain import Role, Statement
from verifier.language.read_chain import read_chain

SCOPE = Scope({"x": Declared(Type.REAL)})
HALF, FIVE = Dec(5, 1), Dec(500, 2)


def said(text: str) -> Expr:
    return formula(text, SCOPE)


def test_a_decimal_is_the_fraction_that_it_spells() -> None:
    assert exact(HALF) == node(Head.DIV, Int(5), Int(10)) and exact(FIVE) == node(Head.DIV, Int(500), Int(100))
    assert exact(HALF, frozenset({HALF})) == HALF and exact(Int(1)) == Int(1)
    assert exact(said("x + 0.5 == 1"), frozenset({FIVE})) == said("x + 5/10 == 1")
    assert exact(said("about(x, 0.5, 1)")) == said("about(x, 0.5, 1)")
    inside = exact(said("ForAll(t in Real, t == 0.5)"))
    assert inside == said("ForAll(t in Real, t == 5/10)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x == 0.5", "x == 0.5"),
        ("-0.5 == x", "-0.5 == x"),
        ("x == 0.5 + 1", "x == 5/10 + 1"),
        ("x == 0.5 and 2*0.5 == x", "x == 0.5 and 2*(5/10) == x"),
        ("x == 0.5 or x == 1", "x == 5/10 or x == 1"),
        ("not x == 0.5", "not x == 5/10"),
        ("x != 0.5", "x != 0.5"),
        ("x < 0.5 and -0.5 <= x", "x < 5/10 and -(5/10) <= x"),
    ],
)
def test_only_what_is_a_side_of_what_is_asserted_stays_as_it_is_written(text: str, expected: str) -> None:
    assert claimed(said(text), frozenset()) == said(expected)
    kept = claimed(said("x == 0.5 + 0.25"), frozenset({HALF}))
    assert kept == said("x == 0.5 + 25/100")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x == 0.5", "x == 0.5"),
        ("x == 0.5 and 2*x == 1", "abs(x - 5/10) <= 1/10 and 2*x == 1"),
        ("x == 0.5 and 2 == 1", "x == 0.5 and 2 == 1"),
        ("x < 0.5 and x > 0.25*2", "x < 0.5 and x > (25/100)*2"),
        ("x == 0.5 or x < 0.5", "abs(x - 5/10) <= 1/10 or x < 5/10"),
        ("x == -0.50 or 2 == 0.25*x", "abs(x - -(50/100)) <= 1/100 or 2 == (25/100)*x"),
        ("0.4 == 0.5 or x > 1", "abs(4/10 - 5/10) <= 1/5 or x > 1"),
        ("not x == 0.5", "not x == 5/10"),
        ("not x != 0.5", "not abs(x - 5/10) > 1/10"),
        ("x != 0.5 or x == 1", "x != 5/10 or x == 1"),
        ("Implies(x == 0.5, x == 1.5)", "Implies(x == 5/10, abs(x - 15/10) <= 1/10)"),
        ("Iff(x > 0, x == 1.5)", "Implies(x > 0, abs(x - 15/10) <= 1/10) and Implies(x == 15/10, x > 0)"),
        ("Iff(x > 0, x > 1.5)", "Iff(x > 0, x > 15/10)"),
        ("ForAll(t in Real, t == 0.5)", "ForAll(t in Real, abs(t - 5/10) <= 1/10)"),
        ("Exists(t in Real, t == 0.5 and t > x)", "Exists(t in Real, abs(t - 5/10) <= 1/10 and t > x)"),
        ("3*0.67 > 2 or x > 1", "True or x > 1"),
        ("not 3*0.67 > 2", "not False"),
    ],
)
def test_what_holds_wherever_a_formula_may_hold_up_to_rounding(text: str, expected: str) -> None:
    assert loosened(said(text), frozenset({Dec(67, 2)})) == said(expected)


def test_what_shows_a_rounded_number() -> None:
    assert shows(HALF) and shows(parse("-0.5", SCOPE)) and shows(parse("-(-0.5)", SCOPE))
    assert not any(map(shows, (Int(1), parse("0.5 + 1", SCOPE), parse("-x", SCOPE), parse("sqrt(0.5)", SCOPE))))


@pytest.mark.parametrize(
    ("text", "value", "rounds"),
    [
        ("3*0.67 == x", Fraction(2, 3), True),
        ("3*0.66 == x", Fraction(2, 3), False),
        ("3*0.67 == x", Fraction(67, 100), False),
        ("3*0.67 == x", Fraction(675, 1000), True),
        ("3*0.67 == x", Fraction(665, 1000), True),
        ("3*0.67 == x", Fraction(6751, 10000), False),
        ("x == 0.67", Fraction(2, 3), False),
        ("not 3*0.67 == x", Fraction(2, 3), True),
        ("x == 1 or (x == 2 and x < 2*0.67)", Fraction(2, 3), True),
    ],
)
def test_a_decimal_is_rounded_where_a_number_rounds_to_it_and_is_not_it(
    text: str, value: Fraction, rounds: bool
) -> None:
    assert rounded_among(said(text), [Fraction(9), value]) == (frozenset({Dec(67, 2)}) if rounds else frozenset())


def test_the_values_of_the_parts_without_letters() -> None:
    assert closed_values(said("x + 2*3 == 1/4 + 0")) == {Fraction(6), Fraction(1, 4)}
    assert closed_values(said("x == 1/0 or x == sqrt(4)")) == {Fraction(2)}
    assert closed_values(said("x == Sum(2, i, 1, 3) and x == 2 + 2")) == {Fraction(4)}
    assert closed_values(said("x == 5")) == frozenset()


def test_a_span_that_is_called_rounded_names_the_decimals_that_stand_in_it() -> None:
    text = said("3.4*2 == 6.7")
    quote = "about 3.4 * 2 = 6.7"
    for spans, expected in (((6, 9),), {Dec(34, 1)}), (((5, 10),), {Dec(34, 1)}), (((0, 19),), set()), ((), set()):
        found = told_rounded(text, Statement(Role.CLAIM, quote, (), rounded=spans))  # type: ignore[arg-type]
        assert found == expected


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("2.8284**2 == 8", {4}),
        ("2.8284*1.41 == 4 and 0.333*3 == 1", {4, 3}),
        ("2.828 == 2.83", set()),
        ("2.828*x == 8", set()),
        ("2.82**2 == 8", set()),
        ("not 2.8284**2 == 8", set()),
    ],
)
def test_decimals_of_several_places_beside_numbers_alone_may_have_been_rounded(text: str, places: set[int]) -> None:
    assert {one.places for one in fine(said(text))} == places


@pytest.mark.parametrize(
    ("text", "refuted"),
    [
        ("2.8284**2 == 8", False),
        ("0.333*3 == 1 and 1 == 1", False),
        ("2.8284**2 == 9", True),
        ("0.125*8 == 2", True),
        ("12.50*2 == 26", True),
    ],
)
def test_what_the_rounding_of_a_decimal_of_several_places_explains_is_not_refuted(text: str, refuted: bool) -> None:
    data = {"formal": 1, "id": "r", "vars": {}, "facts": [], "asks": []}
    chain = read_chain({**data, "steps": [[{"role": "claim", "quote": text, "expr": text}]]})
    [step] = formal_judge()([chain], [text]).translations[0].steps
    verdicts = [one.verdict for one in step.statements[0].decisions]
    assert any(isinstance(one, Refuted) for one in verdicts) is refuted
    assert refuted or any(isinstance(one, Unknown) and one.reason is Reason.ROUNDED for one in verdicts)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("x < 2.83", "proved"),
        ("x > 2.82", "proved"),
        ("x > 2.828", "proved"),
        ("x < 2.828", "unknown"),
        ("x < 2.82", "unknown"),
        ("x < 2.81", "refuted"),
        ("x > 2.84", "refuted"),
    ],
)
def test_an_order_with_a_decimal_holds_as_it_is_written_and_fails_beyond_rounding(claim: str, expected: str) -> None:
    facts = [{"id": "p0", "kind": "given", "quote": "x > 0, x^2 = 8", "expr": ["x > 0", "x**2 == 8"]}]
    data = {"formal": 1, "id": "order", "vars": {"x": {"type": "real"}}, "facts": facts, "asks": ["x"]}
    chain = read_chain({**data, "steps": [[{"role": "claim", "quote": claim, "expr": claim}]]})
    [step] = formal_judge()([chain], [claim]).translations[0].steps
    [decision] = step.statements[0].decisions
    assert type(decision.verdict).__name__.lower() == expected
