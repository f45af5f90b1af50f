"""Numbers and comparisons are found in prose and in LaTeX."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.language.expressions.parse import parse
from verifier.language.expressions.scope import Scope
from verifier.language.linting.comparing import comparisons
from verifier.language.linting.numbers import numerals
from verifier.language.linting.quotes import Text, asks
from verifier.language.linting.wording import numbers


def values(text: str) -> list[set[Fraction]]:
    return [set(one.values) for one in numbers(text) if not one.named]


F = Fraction


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 pears and 3.50 dollars, .5 each.", [{F(12)}, {F(7, 2)}, {F(1, 2)}]),
        ("1,250 and 1{,}250 and 12,5", [{F(1250)}, {F(1250)}, {F(12)}, {F(5)}]),
        ("50% or 50\\% or 5 percent", [{F(50), F(1, 2)}, {F(50), F(1, 2)}, {F(5), F(1, 20)}]),
        ("3/4 of it", [{F(3), F(3, 4)}, {F(4), F(3, 4)}]),
        (r"\frac{3}{4}", [{F(3), F(3, 4)}, {F(4), F(3, 4)}]),
        (r"\frac34 and \frac{x}{4}", [{F(34), F(3), F(4), F(3, 4)}, {F(4)}]),
        ("twelve, half, twice, double, triple", [{F(12)}, {F(1, 2), F(2)}, {F(2)}, {F(2)}, {F(3)}]),
        ("2x^2 - 5", [{F(2)}, {F(2)}, {F(5)}]),
        ("½", [{F(1, 2)}]),
        ("3 million", [{F(3), F(3_000_000)}, {F(1_000_000), F(3_000_000)}]),
        ("twenty-five", [{F(20), F(25)}, {F(5), F(25)}]),
        ("Step 2: x_1 + x_{12} and a1, one of them, third", []),
        ("1. First\n2) then\n- 3: last", []),
        ("9" * 5000, [set()]),
        ("", []),
    ],
)
def test_the_numbers_of_a_text(text: str, expected: list[set[Fraction]]) -> None:
    assert values(text) == expected


def test_a_mixed_number_has_its_value() -> None:
    assert F(3, 2) in values("1 1/2 cups")[0]
    assert F(5, 2) in values("two and a half cups")[0]
    assert F(7, 3) in values("2\\frac{1}{3}")[0]


def test_two_thirds_have_their_value() -> None:
    assert all(F(2, 3) in one for one in values("two-thirds"))


@given(st.text(alphabet="12.,/ {}\\frac%xstephalf_\n½"))
def test_any_text_has_its_numbers_in_order_and_inside(text: str) -> None:
    found = numbers(text)
    assert all(0 <= one.begin < one.end <= len(text) for one in found)
    assert all(a.end <= b.begin for a, b in pairwise(found))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = b <= c", ["=", "<="]),
        (r"x \leq 3, y \ne 4, \left( z \right)", [r"\leq", r"\ne"]),
        ("more apples than pears, at least one, at most two", ["than", "at least", "at most"]),
        ("<<48/2=24>> rather than => other than", ["="]),
        ("x ≥ 2 ≈ 2.1", ["≥", "≈"]),
        ("three times as many", ["times as", "as many"]),
        ("", []),
    ],
)
def test_the_comparisons_of_a_text(text: str, expected: list[str]) -> None:
    assert [text[begin:end] for begin, end in comparisons(text)] == expected


@given(st.text(alphabet="<>= atleshnomr\\q≥"))
def test_any_text_has_its_comparisons_inside(text: str) -> None:
    assert all(0 <= begin < end <= len(text) for begin, end in comparisons(text))


def test_a_quote_is_found_whatever_its_white_space() -> None:
    text = "So   12 +\n9 = 21, and 12 + 9 = 21."
    assert [text[begin:end] for begin, end in Text(text).spans("12 + 9 = 21")] == ["12 +\n9 = 21", "12 + 9 = 21"]
    assert Text(text).spans("12+9") == Text(text).spans("") == Text("").spans("x") == []
    assert len(Text("a" * 1000).spans("a")) == 50


@pytest.mark.parametrize(
    ("quote", "expected"), [("How many?", True), ("how  much is left", True), ("somehow many", False)]
)
def test_a_question_is_known_by_its_words(quote: str, expected: bool) -> None:
    assert asks(quote) is expected


def test_a_quotient_that_is_known_counts_as_one() -> None:
    expr = parse("1/3 + 2/5 == 0.4", Scope())
    assert sorted(numerals(expr, {F(1, 3)})) == [F(2, 5), F(2), F(5)]
