"""Other readings of refuted equations: each spares the texts that it is for, and no others of the same field."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedStep, Settled
from verifier.kernel.verdict import Reason, Unknown
from verifier.mathtext.guards.guard import Case
from verifier.pipeline.judge import Judge
from verifier.readers.exact.charity.charity import ALTERNATIVES, Alternative


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(lean="off") as judge:
        yield judge


def judged(judge: Judge, text: Case) -> JudgedStep:
    return judge(Chain.of(text[0], text[1:])).steps[-1]


def code(one: object) -> str | None:
    return one.guard.code if isinstance(one, Alternative) else None


SPARED = [(one, text) for one in ALTERNATIVES for text in one.guard.fires]
LEFT = [(one, text) for one in ALTERNATIVES for text in one.guard.silent]


@pytest.mark.parametrize(("alternative", "text"), SPARED, ids=code)
def test_a_right_equation_is_unknown_and_its_other_reading_named(
    judge: Judge, alternative: Alternative, text: Case
) -> None:
    step = judged(judge, text)
    assert not isinstance(step.judgement, Settled)  # neither accused nor approved by an alternative
    verdicts = [claim.verdict for claim in step.claims]
    named = [v for v in verdicts if isinstance(v, Unknown) and v.reason is Reason.ALTERNATIVE]
    assert any(v.detail.endswith(f"[{alternative.guard.code}]") for v in named), verdicts


@pytest.mark.parametrize(("alternative", "text"), LEFT, ids=code)
def test_a_wrong_equation_of_the_same_field_stays_refuted(judge: Judge, alternative: Alternative, text: Case) -> None:
    assert judged(judge, text).judgement == Settled(False)


def test_every_other_reading_has_texts_that_stay_refuted() -> None:
    assert all(one.guard.silent for one in ALTERNATIVES)
