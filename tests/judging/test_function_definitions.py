"""A definition of a function holds where it is defined, and says nothing about the letter elsewhere."""

from __future__ import annotations

import pytest

from verifier import verify

NESTED = "Let f(x) = 1/(x - 3). Find the largest x that is not in the domain of f(f(x))."

CHAINS = [
    (NESTED, ["10 - 3x = 0", "-3x = -10", "x = 10/3"]),
    (
        NESTED,
        ["f(f(x)) = 1/(1/(x - 3) - 3) = (x - 3)/(10 - 3x)", "So 10 - 3x = 0.", "-3x = -10", "x = 10/3"],
    ),
    ("g(x) = sqrt(x - 5). For which x is g not defined?", ["x - 5 < 0", "x < 5"]),
    ("Let g(x) = sqrt(x - 5). For which x is g not defined?", ["g(x) = sqrt(x - 5)", "x - 5 < 0", "x < 5"]),
    (
        "Let f(x) = 1/(x^2 - 4). What are the vertical asymptotes?",
        ["f(x) = 1/((x-2)(x+2))", "x^2 - 4 = 0", "(x-2)(x+2) = 0", "x = 2 or x = -2"],
    ),
    (
        "Let f(x) = (x^2 - 1)/(x - 1). Find the hole.",
        ["f(x) = (x-1)(x+1)/(x-1)", "f(x) = x + 1", "x - 1 = 0", "x = 1"],
    ),
    (
        "Let f(x) = 1/(x-3) and g(x) = 1/(x + 1). Find x not in the domain of f + g.",
        ["f(x) + g(x) = (2x - 2)/((x-3)(x+1))", "(x-3)(x+1) = 0", "x = 3"],
    ),
    ("Let a_n = 1/(n - 4). For which n is a_n not defined?", ["n - 4 = 0", "n = 4"]),
    ("Let h(t) = 5/(t - 2). At which t is h undefined?", ["h(t) = 5/(t-2)", "t - 2 = 0", "t = 2"]),
]


@pytest.mark.parametrize(("problem", "steps"), CHAINS)
def test_right_steps_about_where_a_function_is_undefined_are_not_refuted(problem: str, steps: list[str]) -> None:
    assert False not in [step.correct for step in verify(problem, steps, lean="off").steps]


def test_value_of_a_function_that_is_given_still_settles_its_letter() -> None:
    steps = ["1/(x-3) = 2", "x - 3 = 1/2", "x = 7/2"]
    judged = verify("Let y = 1/(x - 3). If y = 2, find x.", steps, lean="off")
    assert [step.correct for step in judged.steps] == [True, True, True]


def test_composition_is_still_worked_out_from_the_definition() -> None:
    judged = verify("Let f(x) = x/(x - 1). Find f(f(x)).", ["f(f(x)) = (x/(x-1))/(x/(x-1) - 1) = x"], lean="off")
    assert judged.steps[0].correct is True


def test_exchanged_letters_of_an_inverse_are_no_system_of_equations() -> None:
    steps = ["y = 2x + 3", "x = 2y + 3", "y = x"]
    judged = verify("Let f(x) = 2x + 3. Find the inverse of f.", steps, lean="off")
    assert judged.steps[2].correct is None
