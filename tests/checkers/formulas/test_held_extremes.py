"""What a hypothesis about a greatest or least value gives: that value."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.sequents import VALUES, at, claim, shown

from verifier.kernel.verdict import CheckFailed, Proved, Refuted

LEAST = "is_min(k, t, t in Int, t >= 3 and t <= 9 and t != 3)"


def same(value: Any, first: Any = VALUES, last: Any = None, of: object = 0) -> dict[str, Any]:
    return {"rule": "same", "of": of, "value": value, "trees": [first, last or at(1)]}


FOUR, MODEL = ["int", "4"], {"k": "4"}


def test_an_extreme_value_is_what_is_shown_to_be_one() -> None:
    assert isinstance(shown(claim("k == 4", LEAST), same(FOUR), model=MODEL), Proved)
    assert isinstance(shown(claim("k == 5", LEAST), same(FOUR), False, MODEL), Refuted)


@pytest.mark.parametrize(
    ("tree", "why"),
    [
        (same(["int", "5"]), "do not show"),  # it is no least value
        (same(["int", "3"]), "do not show"),
        (same(["sym", "t"]), "in scope"),
        (same(FOUR, {"rule": "given", "of": 0}), "given"),
        ({**same(FOUR), "trees": [VALUES]}, "two trees"),
    ],
)
def test_forged_value_is_refused(tree: dict[str, Any], why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        shown(claim("5 >= k", LEAST), tree, model=MODEL)


def test_a_value_that_names_a_bound_letter_is_refused() -> None:
    with pytest.raises(CheckFailed, match="names no bound letter"):
        shown(claim("k == n", "is_min(k, n, n in Int, n >= 4)"), same(["sym", "n"]), model=MODEL)
