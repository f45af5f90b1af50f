"""Wrong rewritings, conversions, orders, roots and last digits: refuted where the text can mean nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verifier.chain import Chain
from verifier.pipeline.judge import Judge

WRONG = [
    ("Simplify (2x^3)^4.", "(2x^3)^4 = 2x^{12}"),
    ("Simplify $x^3 \\cdot x^4$.", "$x^3 \\cdot x^4 = x^{12}$"),
    ("Simplify $(x^3)^2 \\cdot x^4$.", "$(x^3)^2 = x^{5}$"),
    ("Expand (a+b)^2.", "(a+b)^2 = a^2 + b^2"),
    ("Combine: 3x + 5x.", "3x + 5x = 8x^2"),
    ("Let f(x) = (2x+1)^5. Find f'(x).", "f'(x) = 5(2x+1)^4"),
    ("How heavy is it?", "3 kg = 300 g"),
    ("What is the area?", "1 m² = 100 cm²"),
    ("Find √2.", "√2 ≈ 1.42"),
    ("Order them.", "0.45 > 0.5"),
    ("Solve x^2 - 5x + 6 = 0.", "x = 2 or x = 4"),
]
"""A problem, and a step that is wrong."""

OPEN = [
    ("In Python, we add.", "√2 ≈ 1.42"),
    ("We work in base 7.", "So √2 ≈ 1.42"),
    ("Estimate √2.", "√2 ≈ 1.42"),
    ("Find it.", "The rest √2 ≈ 1.42"),
    ("Find it.", "√16 + 9 ≈ 13.1"),
    ("Find it.", "√2 km ≈ 1.42 mi"),
    ("Find it.", "√2 ≈ 1.42 m, rounded up"),
    ("By what factor is x^2 + 1 larger?", "So x^2 + 1 = 2x."),
    ("Multiply x + 1 by 3.", "x + 1 = 3x + 3"),
    ("Rewrite x^2 + 4 as 4x and say what x is.", "x^2 + 4 = 4x"),
    ("Simplify $(x + 1)^2 - x^2$ and find where it is 9.", "$(x + 1)^2 = x^2 + 9$"),
    ("Let f(x) = x^2. For which x is f'(x) = x + 4?", "f'(x) = x + 4"),
    ("Let f(x) = x^2.", "We want f'(x) = x + 4."),
    ("Solve x^2 - 5x + 6 = 0.", "Candidates: x = 2 or x = 4."),
    ("Who voted?", "1/4 of the boys and 1/12 of the girls: 1/4 + 1/12 = 2/16 of the class"),
]
"""A problem, and a step that may be right, or asserts nothing."""


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(lean="off") as judge:
        yield judge


@pytest.mark.parametrize(("problem", "step"), WRONG)
def test_a_wrong_rewriting_is_settled_incorrect(judge: Judge, problem: str, step: str) -> None:
    assert judge(Chain.of(problem, [step])).steps[0].correct is False


@pytest.mark.parametrize(("problem", "step"), OPEN)
def test_a_step_that_may_be_right_is_not_accused(judge: Judge, problem: str, step: str) -> None:
    assert judge(Chain.of(problem, [step])).steps[0].correct is None
