"""A word behind a number is a unit where something is counted in it; any other word may change the number."""

from __future__ import annotations

import pytest

from verifier import verify

NO_UNITS = [
    "3 pi + 3 = 6 pi",
    "2 + 4 = 6 pi",
    "3 Pi + 3 = 6 Pi",
    "3 lakh + 3 = 6 lakh",
    "3 crores - 1 = 2 crores",
    "3 twelfths + 3 = 6 twelfths",
    "3 sevenths + 3 = 6",
    "3 halved + 3 = 6 halved",
    "3 infinity + 3 = 6 infinity",
    "3 negative + 3 = 6",
    "negative 3 + 5 = 8",
    "9 hex + 9 hex = 18 hex",
    "7 octal + 7 octal = 14 octal",
    "3 factorial + 3 factorial = 6 factorial",
    "3 dozen + 3 = 6 dozen",
    "3 dozen * 3 dozen = 9 dozen",
    "3 half + 3 = 6 half",
    "3 quux + 3 = 6 quux",
    "2 * 3 = 6 quux",
]

UNITS = [
    ("Add.", "3 apples + 3 apples = 6 apples"),
    ("Add.", "3 mangoes + 3 mangoes = 6 mangoes"),
    ("Add.", "3 dozen + 3 dozen = 6 dozen"),
    ("Tom has 3 quuxes and finds 3 more.", "3 quuxes + 3 = 6 quuxes"),
    ("Tom washes 2 loads, 3 times each.", "2 * 3 = 6 washes"),
    ("A car runs 25 miles per gallon.", "5 * 25 = 125 miles"),
]


def states(problem: str, step: str) -> list[str]:
    return [claim.state for one in verify(problem, [step], lean="off").steps for claim in one.claims]


@pytest.mark.parametrize("step", NO_UNITS)
def test_claim_with_a_word_that_is_no_unit_is_not_decided(step: str) -> None:
    assert "proved" not in states("Add.", step) and "refuted" not in states("Add.", step)


@pytest.mark.parametrize(("problem", "step"), UNITS)
def test_claim_in_what_is_counted_is_proved(problem: str, step: str) -> None:
    assert states(problem, step) == ["proved"]
