"""Letters for sets that facts set equal to sets written out, or by a condition: they are a model of these."""

from __future__ import annotations

from typing import Any

import pytest
from support.judged_statements import find_state

from verifier.checkers.formulas.places.models import closed_number
from verifier.kernel.expr import Type
from verifier.kernel.verdict import CheckFailed

LETTERS = {"S": "set", "c": "count", "t": "int"}


def state(facts: list[str], claim: str) -> str:
    return find_state(LETTERS, facts, claim)


@pytest.mark.parametrize(
    ("facts", "claim", "expected"),
    [
        (["S == {d for d in NonNeg if d <= 9 and d > 4}", "c == len(S)"], "c == 5", "proved"),
        (["S == {d for d in NonNeg if d <= 9 and d > 4}", "c == len(S)"], "c == 9", "refuted"),
        (["t == 9", "S == {d for d in NonNeg if d <= t and d > 4}"], "S == {5, 6, 7, 8, 9}", "proved"),
        (["t == 9", "S == {d for d in NonNeg if d <= t and d > 4}"], "S == {5, 6}", "refuted"),
        (["S == {1, 2, 3}"], "4 in S", "refuted"),
        (["S == {1, 2, 3}", "S == {1, 2}"], "c == 5", "open"),
        (["S == {d for d in NonNeg if d <= t}", "c == len(S)"], "c == 5", "open"),
    ],
)
def test_what_a_set_has_is_decided(facts: list[str], claim: str, expected: str) -> None:
    assert state(facts, claim) == expected


@pytest.mark.parametrize(
    "spelled",
    [
        ["set", ["/", ["int", "1"], ["int", "0"]]],
        ["set", ["sym", "x"]],
        ["list", ["int", "1"]],
        ["int", "1"],
    ],
)
def test_what_may_be_no_set_is_none(spelled: list[Any]) -> None:
    with pytest.raises(CheckFailed):
        closed_number(spelled, Type.SET)
