"""What Lean makes of each decided formula goes to the formula that it is of, and changes nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.judging.deciding.translation import Decision
from verifier.judging.judgements.judgement import JudgedChain
from verifier.kernel.verdict import Certificate, Reason, Unknown
from verifier.pipeline.judge import certified, decisions, with_lean
from verifier.pipeline.verify import verify_formal

EXAMPLES = Path(__file__).parents[3] / "examples" / "formal"
FIRST, SECOND = EXAMPLES / "bakery.json", EXAMPLES / "bakery_agreeing.json"


class Numbered:
    """Stands for Lean: says of each certificate how many came before it."""

    def __init__(self) -> None:
        self.asked: list[Certificate] = []
        self.until: list[float] = []

    def certified(self, certificates: Sequence[Certificate], until: float = math.inf) -> list[Unknown]:
        self.until.append(until)
        self.asked += certificates
        return [Unknown(Reason.NO_CERTIFICATE, str(i)) for i in range(len(certificates))]


def engine() -> tuple[Numbered, LeanFormulaEngine]:
    made = Numbered()
    return made, cast(LeanFormulaEngine, made)


@pytest.fixture(scope="module")
def judged() -> JudgedChain:
    [found] = verify_formal([FIRST, SECOND])
    return found


def every(chain: JudgedChain) -> list[Decision]:
    return [decision for _, decision in chain.decisions()]


def number(one: Decision) -> str:
    assert isinstance(one.lean, Unknown)
    return one.lean.detail


def test_each_decided_formula_is_asked_about_once_and_gets_its_own_answer(judged: JudgedChain) -> None:
    lean, made = engine()
    [told] = with_lean([judged], made)
    held = [one for one in every(judged) if one.certificate is not None]
    assert len(held) > 10 and lean.asked == [one.certificate for one in held] and lean.until == [math.inf]
    after = [one for one in every(told) if one.certificate is not None]
    assert [number(one) for one in after] == [str(i) for i in range(len(held))]


def test_what_is_not_decided_is_not_asked_about() -> None:
    [found] = verify_formal([FIRST])
    [heard] = found.translations
    assert heard.judged is not None
    first = heard.judged.steps[0].statements[0]
    open_one = replace(first.decisions[0], verdict=Unknown(Reason.NO_ENGINE, "nothing"))
    statement = replace(first, decisions=(open_one, *first.decisions))
    step = replace(heard.judged.steps[0], statements=(statement, *heard.judged.steps[0].statements[1:]))
    changed = replace(heard.judged, steps=(step, *heard.judged.steps[1:]))
    lean, made = engine()
    [told] = certified([changed], made, 7.5)
    said = list(decisions(told))
    assert said[0].lean is None and number(said[1]) == "0" and lean.until == [7.5]
    assert len(said) == len(lean.asked) + sum(one.certificate is None for one in said)


def test_nothing_but_that_is_changed(judged: JudgedChain) -> None:
    [told] = with_lean([judged], engine()[1])
    assert (told.chain, told.trust, told.steps) == (judged.chain, judged.trust, judged.steps)
    assert [replace(one, lean=None) for one in every(told)] == every(judged)
    assert [one.translation for one in told.translations] == [one.translation for one in judged.translations]
    assert [one.counts for one in told.translations] == [one.counts for one in judged.translations]


def test_chains_keep_their_own_translations_and_those_set_aside_stay(judged: JudgedChain) -> None:
    aside = replace(judged.translations[0], judged=None)
    chains = [replace(judged, translations=(aside, judged.translations[1])), judged, replace(judged, translations=())]
    told = with_lean(chains, engine()[1], until=3.0)
    assert [len(one.translations) for one in told] == [2, 2, 0]
    assert told[0].translations[0] == aside
    numbers = [number(one) for chain in told for one in every(chain) if one.certificate is not None]
    assert numbers == [str(i) for i in range(len(numbers))] and numbers


def test_decisions_come_in_the_order_of_the_steps(judged: JudgedChain) -> None:
    [first, _] = judged.translations
    assert first.judged is not None
    expected: list[Any] = [d for step in first.judged.steps for one in step.statements for d in one.decisions]
    assert list(decisions(first.judged)) == expected == list(first.judged.decisions())
