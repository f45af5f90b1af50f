"""What forced values say: equations that numbers rounded on the way may explain, and orders, which they do not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.checkers.evaluate import Outcome
from verifier.checkers.forced_values import APPROXIMATE, at_pins, pinned_by
from verifier.checkers.points import spell
from verifier.kernel.claim import Standing, relate, suppose
from verifier.kernel.expr import Dec, Head, Int, Sym, node
from verifier.kernel.functions import RELATIONS

X, ROUNDED = Sym("x"), frozenset({Dec(33, 2)})


def judged(relation: str, value: int, right: int, rounded: frozenset[Dec] = ROUNDED) -> Outcome:
    premises = (suppose("p", Standing.FACT, Head.EQ, X, Int(value)),)
    asked = relate(
        RELATIONS[relation], node(Head.ADD, X, Int(0)), node(Head.MUL, X, node(Head.DIV, Int(right), Int(value)))
    )
    point, terms = pinned_by(premises, [0])
    return at_pins(relate(asked.relation, asked.left, asked.right, premises=premises, rounded=rounded), point, terms)


@pytest.mark.parametrize(
    ("relation", "value", "right", "expected"),
    [
        ("=", 100, 95, Outcome.ROUNDED),
        ("=", 95, 100, Outcome.ROUNDED),
        ("=", 100, 94, Outcome.FAILS),
        ("=", 94, 100, Outcome.FAILS),
        ("<", 100, 99, Outcome.FAILS),
        ("≤", 100, 99, Outcome.FAILS),
        (">", 99, 100, Outcome.FAILS),
        ("≥", 99, 100, Outcome.FAILS),
        ("≠", 100, 100, Outcome.FAILS),
        ("=", 100, 100, Outcome.HOLDS),
    ],
)
def test_what_is_off_by_up_to_5_percent_may_have_been_rounded_where_it_is_an_equation(
    relation: str, value: int, right: int, expected: Outcome
) -> None:
    assert judged(relation, value, right) is expected and APPROXIMATE * 20 == 1


def test_without_rounded_numbers_nothing_near_is_forgiven() -> None:
    assert judged("=", 100, 99, frozenset()) is Outcome.FAILS


def test_a_certificate_spells_a_value_of_up_to_2000_bits() -> None:
    for value_of_2000 in (Fraction(2**1998), Fraction(-(2**1998)), Fraction(2**998, 3**631)):
        assert value_of_2000.numerator.bit_length() + value_of_2000.denominator.bit_length() == 2000
        assert Fraction(spell(value_of_2000)) == value_of_2000
    assert spell(Fraction(2**1999)) == "a number of 2001 bits"
