"""Fusion moves an estimate by evidence, each piece the way it must, and drift is told from chance."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from verifier.judging.estimates.drift import Agreement, Watch, drifted, seen
from verifier.judging.estimates.features import NAMES, evidence
from verifier.judging.estimates.fusion import MODEL_ALONE, SHIPPED, TERMS, Fusion, fusion_of, shares
from verifier.judging.judgements.judgement import JudgedStep, Settled
from verifier.pipeline.judge import Judge
from verifier.pipeline.verify import verify

PROBLEM = "Tom has 6 boxes of 7 pens. How many pens has he?"
STEPS = ("It seems that 6 * 7 = 42, my friends.", "Well, it looks like 6 * 7 = 43 then, roughly speaking.", "Easy.")
STEP = JudgedStep(0, "x", Settled(True))


def test_the_model_alone_comes_through_unchanged() -> None:
    steps = verify(PROBLEM, ["Easy.", "Clear.", "Done."], lean="off").steps
    assert MODEL_ALONE(steps, [0.9, 0.6, 0.7]) == pytest.approx([0.9, 0.6, 0.6], abs=1e-4)
    assert MODEL_ALONE(steps, [0.9, math.nan, 0.7]) == [pytest.approx(0.9, abs=1e-4), None, None]


def test_evidence_has_a_number_for_each_name() -> None:
    steps = verify(PROBLEM, STEPS, lean="off").steps
    found = [dict(zip(NAMES, evidence(step), strict=True)) for step in steps]
    assert found[0]["all claims proved"] == 1 and found[0]["claims refuted"] == 0
    assert found[1]["claims refuted"] > 0 and found[2]["no claim read"] == 1
    assert all(0 <= row["unread share"] <= 1 for row in found)
    assert [row["position"] for row in found] == pytest.approx([math.log(n) for n in range(1, len(found) + 1)])


@pytest.mark.parametrize(
    ("term", "rises"),
    [("all claims proved", True), ("model", True), ("claims refuted", False), ("rests on an error", False)],
)
def test_the_shipped_coefficients_move_the_right_way(term: str, rises: bool) -> None:
    value = fusion_of(None).coefficients[term]
    assert value >= 0 if rises else value <= 0


def test_a_refuted_claim_lowers_what_the_model_says_and_a_proof_does_not() -> None:
    steps = verify(PROBLEM, STEPS, lean="off").steps
    fusion = fusion_of(None)
    assert fusion.share(steps[1], 0.8) < fusion.share(steps[0], 0.8)


def test_a_step_settled_correct_takes_nothing_away() -> None:
    steps = verify(PROBLEM, ["So 6 * 7 = 42.", "Easy.", "So 6 * 7 = 42."], lean="off").steps
    found = fusion_of(None)(steps, [0.1, 0.1, 0.1])
    assert found[0] == 1.0 and found[2] == found[1]


def test_coefficients_must_be_whole() -> None:
    with pytest.raises(ValueError, match="a coefficient for each"):
        Fusion({"model": 1.0})
    data = json.loads((SHIPPED / "fusion.json").read_text())
    assert list(data["coefficients"]) == list(TERMS)


def test_shares_are_what_a_prefix_falls_to() -> None:
    assert shares([0.8, 0.4, 0.6]) == pytest.approx([0.8, 0.5, 1 - 1e-6])


LEVEL = Agreement(1000, 400, 0.85, 0.9, 0.02)


def batch(skill: float, count: int, seed: int = 3) -> Agreement:
    """A batch in which the model tells right from wrong with a skill of 0 to 1."""
    dice, watch = random.Random(seed), Watch()
    for _ in range(count):
        right = dice.random() < 0.6
        told = right if dice.random() < (1 + skill) / 2 else not right
        watch.see(seen([replace(STEP, judgement=Settled(right))], [0.85 if told else 0.15]))
    return watch.agreement()


def test_a_batch_of_the_same_kind_raises_no_alarm() -> None:
    level = batch(0.7, 3000)
    assert not [said for seed in range(40) for said in drifted(batch(0.7, 200, seed), level)]


def test_a_batch_of_another_kind_raises_one() -> None:
    level = batch(0.7, 3000)
    for seed in range(40):
        said = drifted(batch(0.0, 200, seed), level)
        assert any("AUC" in line for line in said) and any("share" in line for line in said)


def of_right(share: float, told: float, count: int = 200, seed: int = 1) -> Agreement:
    """A batch in which so many steps are right, and the model says the same of each: two steps a chain."""
    dice, watch = random.Random(seed), Watch()
    for _ in range(count):
        settled = [replace(STEP, judgement=Settled(dice.random() < share)) for _ in range(2)]
        watch.see(seen(settled, [told, told * told]))
    return watch.agreement()


def test_probabilities_that_fit_the_batch_no_more_raise_an_alarm_either_way() -> None:
    level = of_right(0.9, 0.85, 3000)
    assert level.excess == pytest.approx(-0.05, abs=0.01)  # of steps: not of prefixes, which would be lower
    for seed in range(40):
        assert drifted(of_right(0.9, 0.85, 60, seed), level) == []
        for other in (of_right(0.6, 0.85, 200, seed), of_right(0.9, 0.6, 200, seed)):
            assert any("differs from the share of right steps by" in line for line in drifted(other, level))
    assert drifted(of_right(0.9, 0.88, 3000), of_right(0.9, 0.7, 3000)) == [], "what fits better is no drift"


def test_a_batch_without_an_error_can_drift_too() -> None:
    (said,) = drifted(of_right(1.0, 0.6), of_right(0.9, 0.85, 3000))
    assert "differs from the share of right steps by -0.40" in said and "400 settled steps, 0 wrong" in said


def test_too_few_settled_steps_say_nothing() -> None:
    assert drifted(batch(0.0, 15), LEVEL) == [] and batch(0.0, 15).auc is None


class Contrary:
    """Stands in for a model that has drifted; its folder holds the level of the days when it had not."""

    name = "contrary 1"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def score(self, chains: object) -> list[list[float]]:
        return [[0.1 if "42" in chain.steps[0].text else 0.9] for chain in chains]  # type: ignore[attr-defined]


def test_a_judge_tells_of_drift(tmp_path: Path) -> None:
    (tmp_path / "level.json").write_text(json.dumps(LEVEL.to_json()))
    with Judge(lean="off", prm=Contrary(tmp_path)) as judge:
        for step in ("So 6 * 7 = 42.", "So 6 * 7 = 43.") * 25:
            judge(verify(PROBLEM, [step], lean="off").chain)
        assert any(line.startswith("drift: on this batch") for line in judge.drift())
