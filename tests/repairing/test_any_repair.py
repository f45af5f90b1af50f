"""Whatever the chain is: it has a repair or a reason, nothing is proved that is false, and the record rechecks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.sizes import sized

from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.records.recheck import recheck
from verifier.records.record import line
from verifier.repairing.record import repair_record
from verifier.repairing.repair import repair

SIGNS: dict[str, Callable[[int, int], int | Fraction]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": Fraction,
}
numbers = st.integers(1, 999)
SPELLED = "2 3 7 x y ( ) + - * / = < ≤ ^ ! % $ . 0 1,000 0.50 \\frac{ } \\sqrt{ \\times \\[ \\] \\( \\)"
PIECES = [*SPELLED.split(), "So "]
texts = st.lists(st.sampled_from([*PIECES, " ", "\n", "\u202e", "1e9", "9" * 25]), max_size=18).map("".join)


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """One judge for all, without Lean."""
    with Judge(lean="off") as warm:
        yield warm


@settings(max_examples=sized(15, 40), deadline=None)
@given(a=numbers, b=numbers, sign=st.sampled_from(sorted(SIGNS)), off=st.integers(1, 99))
@example(a=5, b=5, sign="-", off=3)
@example(a=999, b=999, sign="*", off=1)
def test_a_false_sum_is_repaired_and_carried(judge: Judge, a: int, b: int, sign: str, off: int) -> None:
    right = Fraction(SIGNS[sign](a, b))
    if right.denominator > 1 or right < 0:
        return
    wrong = int(right) + off
    if wrong % 10 == 0 or sign == "/":
        return  # a number that may be rounded, and a quotient that may be a share, are not refuted
    steps = [f"So {a} {sign} {b} = {wrong}.", f"Then {wrong} + 1000 = {wrong + 1000}."]
    done = repair(Chain.of(f"There are {a} and {b}, and 1000 others.", steps), judge=judge)
    assert done.after is not None and done.state == "repaired"
    for step in done.after.steps:
        _, one, op, other, _, result = step.text.strip(".").split()
        assert SIGNS[op](int(one), int(other)) == int(result), "what is repaired is true, by other means"


@settings(max_examples=sized(25, 80), deadline=None)
@given(problem=texts, steps=st.lists(texts, min_size=1, max_size=3))
@example(problem="", steps=["So 2 + " + "9" * 25 + " = 7."])
@example(problem="", steps=["So $10^{400} \\cdot \\sqrt{2} + 10^{400} = 3$."])
@example(problem="Solve x^2 = 9.", steps=["So x = " + "9" * 25 + "."])
@example(problem="", steps=["So 3 - 3 = 3/0.", "So 2 * 0 = 5."])
def test_any_texts_have_a_repair_or_a_reason(judge: Judge, problem: str, steps: list[str]) -> None:
    done = repair(Chain.of(problem, steps), judge=judge)
    stored = json.loads(line(repair_record(done)))
    assert [str(one) for one in recheck([stored]) if one.wrong] == []
    wrong = any(step.correct is False for step in done.judged.steps)
    assert (done.state == "nothing to repair") is not wrong
    assert done.state in ("repaired", "nothing to repair") or done.stuck
