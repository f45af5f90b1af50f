"""Words that name an operation: a computation that does another one is not checked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedStep
from verifier.pipeline.judge import Judge
from verifier.readers.exact.guards.named_operations import OPERATIONS, Operation


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(lean="off") as judge:
        yield judge


def judged(judge: Judge, text: str) -> JudgedStep:
    return judge(Chain.of("Find it.", [text])).steps[0]


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: " ".join(row.words))
def test_a_computation_is_checked_where_it_does_what_the_words_name(judge: Judge, row: Operation) -> None:
    done, other = judged(judge, row.done), judged(judge, row.other)
    assert done.checked or done.correct
    assert not other.checked and other.correct is not True


@pytest.mark.parametrize(
    "text",
    [
        "In lowest terms, 12/16 = 6/8.",
        "Factoring, x^2 - 9 = x^2 - 9.",
        "Factoring, (x-3)(x+3) = x^2 - 9.",
        "Expanding, x^2 - 9 = (x-3)(x+3).",
    ],
)
def test_a_step_is_not_checked_where_its_formula_does_not_do_what_its_verb_says(judge: Judge, text: str) -> None:
    step = judged(judge, text)
    assert not step.checked and step.correct is not True
