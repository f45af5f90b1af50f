"""Notation that may mean something else: each guard stops an accusation, and leaves proofs and plain errors alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedStep
from verifier.mathtext.guards.notation import POWER, RATE, ROOT
from verifier.mathtext.notation.signs.shorthand import shorthand
from verifier.pipeline.judge import Judge

Judged = Callable[[str, str], JudgedStep]


@pytest.fixture(scope="module")
def judged() -> Iterator[Judged]:
    """Judges one step of one problem, without Lean."""
    with Judge(lean="off") as judge:
        yield lambda problem, step: judge(Chain.of(problem, [step])).steps[0]


MARKED = (
    "√16", "√16 metres", "3√2", "(1 + √5)", "√(16)+9", "√(x^2 + y^2)", "\\sqrt{16}+9", "\\sqrt[3]{8}+1", "√5²",
    "x^{-1}", "x^2(x + 1)", "\\sin^2 x", "2^{-1}(3)", "f(3) + 2",
    "3(4)", "(3)(4)", "2·(3)", "(3)/4", "(x)", "(-3) + 4", "2 + 3(4) + 5", "(2)^3", "d/t", "ad/bd", "3d/2",
)  # fmt: skip
DOUBTFUL = {
    **dict.fromkeys(("√16 + 9", "√3·4", "√64/16", "√2x", "√2π", "√8²+15²", "√(3-0)²+(4-0)²"), ROOT),
    **dict.fromkeys(("√(4)(9)", "√(4)·(9)", "√7·√3", "\\sqrt 9 + 16", "(√25 - 16)/3"), ROOT),
    **dict.fromkeys(("f^{-1}(9)", "f^2(1)", "\\sin^{-1}(1)", "\\cos^{-1} 0", "\\log^2 x", "a^{-1}(b)"), POWER),
    **dict.fromkeys(("4π(25) dr/dt", "3 dx/dt", "dA/dr"), RATE),
}


@pytest.mark.parametrize("text", MARKED)
def test_what_is_marked_raises_no_doubt(text: str) -> None:
    assert shorthand(text) == set()


@pytest.mark.parametrize("text", DOUBTFUL)
def test_what_is_not_marked_raises_its_doubt(text: str) -> None:
    assert shorthand(text) == {DOUBTFUL[text]()}


def test_long_expressions_are_looked_through_quickly() -> None:
    start = time.monotonic()
    for text in ("√(" * 10_000, "√(1)" * 10_000, "√9·" * 10_000, "(7)·" * 10_000, "x^2(1)" * 10_000):
        shorthand(text)
    assert time.monotonic() - start < 30  # seconds, on a busy machine


GUARDED = [
    ("", "√9+40 = 7"),
    ("Let f(x) = 4x + 1.", "$f^{-1}(9) = 2$"),
    ("", "320 - 400 = (80)"),
    ("The profit is π.", "2π = 900"),
    ("", "π = 0.4"),
    ("A balloon grows.", "100 = 4π(25) dr/dt"),
    ("", "π_1 + π_2 = 1"),
    ("", "π(20) = 8"),
    ("", "1 + π = 1.02"),
    ("The digits are a = 8 and b = 1.", "$ab = 81$"),
    ("", "Divisors: $28 = 3 \\cdot 2 = 6$"),
    ("", "9 + 2, 9 - 2 = 11, 7"),
    ("", "3·3; 3·4 = 9; 12"),
    ("", "3 + 3 and 3·3 = 6 and 9 respectively"),
    ("", "523 × 67 = 35,000"),
    ("", "38 × 9.8 = 370 N"),
    ("", "6-1 = 7 games"),
    ("", "11-6 = 7 hours"),
    ("", "13/20 = 65"),
    ("Two quizzes were scored.", "4/5 + 9/10 = 13/15"),
    ("", "5/31 - 5/27 = 4 days"),
    ("", "2023/24 = 1 season"),
    ("", "24/7 = 168"),
    ("", "12 - 30 = 18 degrees"),
    ("f(n) = n/2 if n is even and n - 1 if n is odd.", "f(9) = 8"),
]


@pytest.mark.parametrize(("problem", "step"), GUARDED)
def test_what_may_be_right_is_not_held_against_its_step(judged: Judged, problem: str, step: str) -> None:
    assert judged(problem, step).correct is not False


WRONG = [
    ("", "17 + 25 = 43"),
    ("", "So $\\sqrt{16} = 5$."),
    ("", "√16 = 5"),
    ("", "√(9 + 16) = 7"),
    ("", "$\\sqrt{9} + 16 = 5$"),
    ("", "So $\\sqrt{9 \\cdot 4} = 7$."),
    ("", "$3^{-1}(6) = 3$"),
    ("", "So (3)(4) = 13."),
    ("", "2(7) + 1 = 16"),
    ("A circle has radius 3.", "The area is π(3)^2 = 6π."),
    ("", "So π = 3.41."),
    ("", "So 2·3 = 5, 2·4 = 8."),
    ("", "The sum is 9 + 2 = 12."),
    ("", "523 × 67 = 36,041"),
    ("", "12 × 37 = 440"),
    ("", "20-5 = 16"),
    ("", "1/2 + 1/3 = 2/5"),
    ("", "30 - 12 = 16 degrees"),
    ("", "6.50 + 1.20 = 7.80"),
    ("f(n) = n - 1.", "f(9) = 7"),
]


@pytest.mark.parametrize(("problem", "step"), WRONG)
def test_a_plain_error_is_still_held_against_its_step(judged: Judged, problem: str, step: str) -> None:
    assert judged(problem, step).correct is False


TRUE = [
    "√(16) + 9 = 13",
    "$\\sqrt{16} + 9 = 13$",
    "2(7) + 1 = 15",
    "9 + 2 = 11, 9 - 2 = 7",
    "12 × 37 = 444",
    "20-5 = 15",
]
"""A guard that looks at shorthand does not touch what is true."""


@pytest.mark.parametrize("step", TRUE)
def test_what_is_true_is_still_proved(judged: Judged, step: str) -> None:
    found = judged("", step)
    assert found.claims and found.count("proved") == len(found.claims)
