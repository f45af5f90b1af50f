"""What problems lay down, in the words of school books: a right step is settled correct, a wrong one incorrect."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.readers.exact.formal.formalize import formalize

QUADRATIC = "x^2 - 5x + 6 = 0"


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge("off") as one:
        yield one


@pytest.mark.parametrize(("problem", "right", "wrong"), [
    ("If x + y = 10 and x - y = 4, find x.", "So x = 7.", "So x = 8."),
    ("Solve the system of equations $2x+3y=12$ and $x-y=1$.", "$y = 2$", "$y = 3$"),
    ("Real numbers x and y satisfy x + y = 4 and xy = 3.", "x^2 + y^2 = 10", "x^2 + y^2 = 12"),
    ("x and y are numbers with x + y = 7 and xy = 12.", "x^2 + y^2 = 25", "x^2 + y^2 = 26"),
    ("The real number x satisfies x + 1/x = 3.", "So x^2 + 1/x^2 = 7.", "So x^2 + 1/x^2 = 8."),
    ("Solve $\\begin{cases} x + y = 5 \\\\ x - y = 1 \\end{cases}$", "x = 3 and y = 2", "x = 2"),
    ("Solve \\[\\left\\{ \\begin{array}{l} x + y &= 5, \\\\ x - y &= 1. \\end{array} \\right.\\]", "x = 3", "x = 2"),
    ("Solve for $x$ and $y$:\n\\[x + y = 10\\]\n\\[x - y = 4\\]", "x = 7", "x = 8"),
    ("Solve:\n(1) x + y = 10\n(2) x - y = 4", "x = 7", "x = 8"),
    ("The equation 2x + 6 = 14 holds. What is x?", "x = 4", "x = 5"),
    ("It goes with $v_0 = 24.5\\ \\text{m/s}$ and $g = 9.8\\ \\text{m/s}^2$.", "$g/v_0 = 0.4$", "$v_0/g = 3.5$ s"),
    ("A block of mass m = 2 kg and acceleration a = 3 m/s.", "2ma = 12", "ma = 7"),
    ("For what value of x does 3x - 2 = 10?", "x = 4", "x = 5"),
    ("Determine all x for which 2x - 1 = 7.", "2x = 8", "2x = 6"),
    ("Let $x = 3$ and $y = 4$. Compute $x^2 + y^2$.", "$x^2 + y^2 = 25$", "$x^2 + y^2 = 26$"),
    (f"Let a and b be the roots of {QUADRATIC}.", "a^2 + b^2 = 13", "a^2 + b^2 = 14"),
    (f"If $a$ and $b$ are the two solutions to the equation ${QUADRATIC}$,", "ab = 6", "ab = -6"),
    ("The zeros of $x^{2}-22 x+93$ are $r$ and $s$.", "$r+s = 22$", "$r+s = -22$"),
    ("Let $a,$ $b,$ and $c$ be the roots of $x^3 - 3x - 5 = 0.$", "ab + bc + ca = -3", "abc = -5"),
    ("The equation $2x^2-6x=29$ has two solutions, $p$ and $q$, with $p > q$.", "$p + q = 3$", "$p + q = 6$"),
    ("Let r be a root of x^2 - x - 1 = 0.", "r^2 = r + 1", "r^2 = r - 1"),
])  # fmt: skip
def test_steps_are_held_against_what_is_laid_down(judge: Judge, problem: str, right: str, wrong: str) -> None:
    assert [judge.exactly(Chain.of(problem, [step])).steps[0].correct for step in (right, wrong)] == [True, False]


@pytest.mark.parametrize(("problem", "step"), [
    ("Find all k for which x^2 + kx + 4 = 0 has exactly one real solution.", "k = 5"),
    ("For what value of x is x^2 = 4 false?", "x = 5"),
    ("If $x = \\begin{cases} y + 1 = 2 \\\\ y - 1 = 0 \\end{cases}$, find y.", "y = 5"),
    ("Let d = 5 km and t = 20 min.", "d/t = 15 km/h"),
    ("Suppose t = 2500 ms.", "t = 2.5 s"),
    ("If $v = 5\\ \\text{m/s}$, how fast is it?", "$v = 18$ km/h"),
    ("At t = 1 second it is at rest, at t = 11 seconds too.", "t = 3"),
    (f"Let a and 2b be the roots of {QUADRATIC}.", "ab = 6"),
    ("Let a be a root of x^2 - 5x + 6 = 0 and b a root of x^2 - x - 1 = 0.", "ab = 7"),
    (f"Let a and b be roots of {QUADRATIC}.", "a + b = 4"),  # perhaps the same root
    (f"The sums of roots of {QUADRATIC} are a and b.", "a + b = 3"),
    (f"Let a, b and c be the roots of {QUADRATIC}.", "a + b = 3"),
])  # fmt: skip
def test_what_is_not_laid_down_accuses_nobody(judge: Judge, problem: str, step: str) -> None:
    assert judge.exactly(Chain.of(problem, [step])).steps[0].correct is None


@pytest.mark.parametrize(("problem", "right", "wrong"), [
    ("What is 3 * 4?", "The answer is 12.", "So the final answer is 13."),
    ("Let $x = 3$ and $y = 4$. Compute $x^2 + y^2$.", "The answer is $\\boxed{25}$.", "**Answer: 26**"),
    ("Solve for x: 2x + 3 = 11.", "Thus the answer is 4.", "Thus, our answer is 5."),
    (f"Solve {QUADRATIC}.", "The sum of the roots is 5.", "The product of the two roots is 5."),
])  # fmt: skip
def test_what_is_asked_for_may_be_named(judge: Judge, problem: str, right: str, wrong: str) -> None:
    assert [judge.exactly(Chain.of(problem, [step])).steps[0].correct for step in (right, wrong)] == [True, False]


@pytest.mark.parametrize(("problem", "steps"), [
    ("What is 3 * 4?", ["The answer is 13 minus 1."]),
    ("What is 3 * 4 to the nearest ten?", ["The answer is 10."]),
    ("What is 3 + 4? Choose: (1) 6 (2) 7 (3) 8", ["The answer is 2."]),
    ("What is 100 - 37? Give your answer in dollars per 10.", ["The answer is 6.3."]),
    ("What is 20% of 50 + 10?", ["The answer is 12."]),
    ("What is 6/8 in lowest terms? Add numerator and denominator.", ["The answer is 7."]),
    ("The sum of the roots of x^2 - 5x + 6 = 0 that exceed 2?", ["The sum of the roots is 3."]),
    ("What is 3 * 4?", ["Her answer is 13."]),
    ("What is 3 * 4?", ["The answer is not 13."]),
    (f"Solve {QUADRATIC}.", ["Let u = x - 1.", "The sum of the roots is 3."]),
    (f"Solve {QUADRATIC}.", ["The sum of the squares of the roots is 13."]),
    ("Solve x^2 - 4x + 4 = 0.", ["The sum of the solutions is 2."]),
])  # fmt: skip
def test_another_answer_accuses_nobody(judge: Judge, problem: str, steps: list[str]) -> None:
    assert all(step.correct is not False for step in judge.exactly(Chain.of(problem, steps)).steps)


def test_roots_with_letters_are_facts_of_the_formal_chain() -> None:
    problem = f"Let a and b be the roots of {QUADRATIC}."
    facts = formalize(problem, ["a + b = 5"]).facts
    assert {fact.quote for fact in facts} >= {"a and b be the roots of x^2 - 5x + 6 = 0"}
    assert len(facts) == 3
