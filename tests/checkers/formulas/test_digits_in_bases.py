"""Digits in a base are worth what their places say; no other base and no other digits are."""

from __future__ import annotations

import string
from fractions import Fraction

import pytest

from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Head, Int, Node, Text
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Scope

DIGITS = string.digits + string.ascii_lowercase


def numeral(spelled: str, base: int) -> Node:
    return Node(Head.NUMERAL, (Text(spelled), Int(base)))


@pytest.mark.parametrize("base", range(2, 37))
def test_digits_below_a_base_are_worth_what_their_places_say(base: int) -> None:
    for spelled in (DIGITS[base - 1], "10", f"1{DIGITS[base - 1].upper()}0", "0" * 399 + "1"):
        worth = sum(DIGITS.index(digit.lower()) * base**k for k, digit in enumerate(reversed(spelled)))
        assert value(numeral(spelled, base), {}) == Fraction(worth)


@pytest.mark.parametrize(
    ("spelled", "base"),
    [
        ("0", 1),
        ("0", 0),
        ("10", 37),
        ("1" * 401, 2),
        ("", 10),
        ("1_0", 10),
        (" 1", 10),
        ("-1", 10),
        ("+1", 10),
        ("٣", 10),
    ]
    + [(DIGITS[base], base) for base in range(2, 36)],
)
def test_other_digits_and_bases_have_no_value(spelled: str, base: int) -> None:
    with pytest.raises(NotEvaluated):
        value(numeral(spelled, base), {})


@pytest.mark.parametrize("listed", ["[I, -I]", "{I}", "[2, I]", "[(1, 2)]"])
def test_what_is_no_list_of_rational_numbers_is_not_compared_with_solutions(listed: str) -> None:
    with pytest.raises(NotEvaluated):
        truth(formula(f"solves(x in Real, {listed}, x**2 == 4)", Scope({})), {})
