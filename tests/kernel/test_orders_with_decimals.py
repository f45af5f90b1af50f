"""Orders between numerals as shown and what was computed from rounded decimals, from left and from right."""

from __future__ import annotations

import pytest

from verifier.checkers.evaluate import Outcome, compare
from verifier.kernel.claim import relate
from verifier.kernel.expr import Dec, Expr, Head, Int, node
from verifier.kernel.functions import RELATIONS

TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "=", "≠": "≠", "≈": "≈"}
THIRD = Dec(33, 2)  # rounded: from 0.32 to 0.34
ONE = node(Head.MUL, THIRD, Int(3))  # from 0.96 to 1.02
TWO_THIRDS = node(Head.DIV, Int(2), Int(3))
FAILS, ROUNDED, HOLDS = Outcome.FAILS, Outcome.ROUNDED, Outcome.HOLDS


@pytest.mark.parametrize(
    ("left", "relation", "right", "expected"),
    [
        (Dec(5, 1), ">", ONE, FAILS),
        (Dec(5, 1), "≥", ONE, FAILS),
        (Dec(5, 1), "<", ONE, HOLDS),
        (Dec(5, 1), "≤", ONE, HOLDS),
        (Dec(15, 1), "<", ONE, FAILS),
        (Dec(15, 1), "≤", ONE, FAILS),
        (Dec(15, 1), ">", ONE, HOLDS),
        (Dec(15, 1), "≥", ONE, HOLDS),
        (Dec(9, 1), ">", ONE, ROUNDED),
        (Dec(9, 1), "≥", ONE, ROUNDED),
        (Dec(11, 1), "<", ONE, ROUNDED),
        (Dec(11, 1), "≤", ONE, ROUNDED),
        (Int(1), "<", ONE, ROUNDED),
        (Int(1), ">", ONE, ROUNDED),
        (Int(2), "<", ONE, FAILS),
        (Int(0), ">", ONE, FAILS),
        (Dec(66, 2), ">", TWO_THIRDS, ROUNDED),
        (Dec(67, 2), "≤", TWO_THIRDS, ROUNDED),
        (Dec(65, 2), "≥", TWO_THIRDS, FAILS),
        (Dec(68, 2), "<", TWO_THIRDS, FAILS),
        (Int(1), "<", TWO_THIRDS, FAILS),
        (Int(1), "≠", Int(1), FAILS),
        (Dec(10, 1), "≠", ONE, ROUNDED),
        (Dec(11, 1), "≠", ONE, HOLDS),
    ],
)
def test_an_order_fails_only_where_the_balls_are_apart_whichever_side_is_the_numeral(
    left: Expr, relation: str, right: Expr, expected: Outcome
) -> None:
    for turned in (
        relate(RELATIONS[relation], left, right, rounded=frozenset({THIRD})),
        relate(RELATIONS[TURNED[relation]], right, left, rounded=frozenset({THIRD})),
    ):
        assert compare(turned, {}) is expected
