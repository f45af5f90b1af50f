"""A step that says what it does to an expression is approved where the formula does that."""

from __future__ import annotations

import pytest

from verifier import verify

OTHERWISE = [
    "Factoring, 3(x + 2) = 3x + 6.",
    "Factor: 2(x + 1) = 2x + 2.",
    "Factoring, 2 * 6 = 12.",
    "Expanding, 3x + 6 = 3(x + 2).",
    "Distributing, 3x + 6 = 3(x + 2).",
    "Simplifying, 5x = 2x + 3x.",
    "Simplify: 6/8 = 12/16.",
    "Completing the square, (x + 1)^2 - 1 = x^2 + 2x.",
]

AS_SAID = [
    "Factoring, 3x + 6 = 3(x + 2).",
    "Factoring, x^2 - 25 = (x - 5)(x + 5).",
    "Expanding, 3(x + 2) = 3x + 6.",
    "Expanding, (x + 1)^2 = x^2 + 2x + 1.",
    "Simplifying, 2x + 3x = 5x.",
    "Simplifying, 6/8 = 3/4.",
    "Completing the square, x^2 + 2x = (x + 1)^2 - 1.",
]


def correct(step: str) -> bool | None:
    return verify("Work with the expression.", [step], lean="off").steps[0].correct


@pytest.mark.parametrize("step", OTHERWISE)
def test_formula_that_does_something_else_is_not_approved(step: str) -> None:
    assert correct(step) is None


@pytest.mark.parametrize("step", AS_SAID)
def test_formula_that_does_what_is_said_is_approved(step: str) -> None:
    assert correct(step) is True
