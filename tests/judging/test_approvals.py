"""Approvals: a step is settled correct only where nothing is claimed besides its formulas."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain

NAMED = ["There are 3 + 2 = 5 kittens.", "So 5 * 4 = 20 m.", "It has 6 + 7 = 13.", "So 12 / 4 m = 3 m.",
         "So (2 m)^4 = 16 m.", "So 6 * 2 = $12.", "This is 6 * 2 = 12.", "The first is 6 * 2 = 12."]  # fmt: skip
EMPTY = ["So 5 = 5.", "Hence x = x."]
BARE = ["So 17 + 25 = 42.", "We have 2^10 = 1024.", "So 5 m + 7 m = 12 m.", "So $12 / 4 = $3.",
        "It follows that 6 * 7 = 42.",
        "The greatest common divisor of 36 and 60 is 12.", "Simplifying, we get 2x + 3x = 5x."]  # fmt: skip


@pytest.mark.parametrize("step", [*NAMED, *EMPTY])
def test_what_a_result_is_said_to_be_is_checked_and_not_settled(
    step: str, judge: Callable[[Chain], JudgedChain]
) -> None:
    (judged,) = judge(Chain.of("", [step])).steps
    assert judged.correct is None and judged.checked


@pytest.mark.parametrize("step", BARE)
def test_a_bare_formula_stays_settled(step: str, judge: Callable[[Chain], JudgedChain]) -> None:
    (judged,) = judge(Chain.of("", [step])).steps
    assert judged.correct is True


def test_less_than_is_known_is_no_solution(judge: Callable[[Chain], JudgedChain]) -> None:
    steps = judge(Chain.of("Solve 3x + 1 = 10.", ["So x > 0.", "Simplifying, 3x + 1 = 10.", "So x = 3."])).steps
    assert [step.correct for step in steps] == [None, None, True]
