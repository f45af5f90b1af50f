"""Estimates name a first error below a threshold for the chain's length alone, and never where claims are proved."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from verifier.chain import Chain
from verifier.estimators.calibrate import Calibration
from verifier.estimators.model import PrmUnavailable
from verifier.judging.estimates.by_length import FEWEST, ByLength, Usual, by_length, likeliest, write
from verifier.judging.estimates.calibrated import ALL, Calibrated, digest
from verifier.judging.estimates.fusion import MODEL_ALONE
from verifier.judging.estimates.text_kinds import FEWEST as FEWEST_OF_A_KIND
from verifier.judging.estimates.text_kinds import Profile
from verifier.judging.judgements.judgement import JudgedChain
from verifier.pipeline.judge import Judge

PROSE = "We multiply the two numbers."


class Fixed:
    """Stands in for a model whose scores a test needs to know beforehand; real models are tested beside the default."""

    name = "fixed 1"

    def __init__(self, folder: Path, *scores: float) -> None:
        self.folder, self.scores = folder, list(scores)

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        return [self.scores[: len(chain.steps)] for chain in chains]


def chain(length: int, text: str = PROSE) -> Chain:
    return Chain.of("What is 6 * 7?", [text] * length)


def right(dice: random.Random, lengths: Sequence[int], each: int) -> Iterator[tuple[Chain, float]]:
    """Right chains whose shares scatter about 0.9 at each step: their scores fall with their lengths."""
    for length in lengths:
        for _ in range(each):
            score = 1.0
            for _ in range(length):
                score *= dice.uniform(0.8, 1.0)
            yield chain(length), score


def thresholds(rate: float = 0.1) -> ByLength:
    return by_length(right(random.Random(1), range(1, 13), 40), rate, "made scores")


def test_right_chains_are_accused_no_oftener_than_was_promised() -> None:
    found, fresh = thresholds(), list(right(random.Random(2), range(1, 13), 400))
    for length in (4, 6, 9, 11):
        mine = [found.accuses(c, score) for c, score in fresh if len(c.steps) == length]
        assert sum(mine) / len(mine) < 0.3, length  # the promise is of all of them together
    accused = [found.accuses(c, score) for c, score in fresh]
    assert 0.04 < sum(accused) / len(accused) < 0.12
    assert sum(score < 0.5 for c, score in fresh if len(c.steps) == 12) > 300  # below any one threshold


def test_the_score_below_which_a_chain_is_accused_falls_with_its_length() -> None:
    found = thresholds()
    below = [found.below(length, length * len(PROSE)) or 0.0 for length in range(1, found.longest + 1)]
    assert len(below) >= 11 and below == sorted(below, reverse=True) and 0.5 < below[0] < 1
    for length in (2, 7):
        at = below[length - 1]
        assert found.accuses(chain(length), at - 1e-6) and not found.accuses(chain(length), at + 1e-6)


def test_what_is_said_at_length_is_expected_to_score_less() -> None:
    dice = random.Random(3)
    spread = [(chain(4, "x" * dice.randint(10, 400)), 0.0) for _ in range(200)]
    found = by_length([(c, 0.9 ** (len(c.steps[0].text) / 100)) for c, _ in spread], 0.1, "characters")
    low = 0.9**3
    assert found.accuses(chain(4, "x" * 20), low) and not found.accuses(chain(4, "x" * 400), low)


def test_nothing_is_named_where_too_few_right_chains_are_known_or_the_chain_is_longer_than_most() -> None:
    few = by_length(right(random.Random(1), [5], 2 * FEWEST - 2), 0.1, "few")
    assert few.threshold is None and not few.accuses(chain(5), 1e-9) and "nothing is promised" in few.statement
    assert few.below(5, 100) is None
    enough = by_length(right(random.Random(1), [5], 2 * FEWEST), 0.1, "enough")
    assert enough.accuses(chain(5), 1e-9) and "at most 10.0% of them" in enough.statement
    rare = by_length(right(random.Random(1), [5], 2 * FEWEST), 0.01, "too few for the rate")
    assert rare.threshold is None
    assert thresholds().longest in (11, 12)
    assert not thresholds().accuses(chain(13), 1e-9) and not thresholds().accuses(chain(500), 1e-9)
    assert not by_length([], 0.1, "none").accuses(chain(1), 0.1)
    with pytest.raises(ValueError, match="on 30 right chains or none"):
        ByLength(0.1, Usual(0, 0, 0), 0.5, 9, FEWEST - 1)


def test_the_likeliest_first_error_is_where_most_probability_is_lost() -> None:
    assert likeliest([0.8, 0.4, 0.05, 0.0001], [True] * 4) == 1, "0.4, where the last loses most of 0.05"
    assert likeliest([0.8, 0.4, 0.1], [True, False, True]) == 2
    assert likeliest([0.9, 0.9, None], [False, True, True]) is None
    assert likeliest([0.5, 0.0], [True, True]) == 0 and likeliest([], []) is None


def test_nothing_is_named_in_texts_of_a_kind_that_the_calibration_set_lacks() -> None:
    found = thresholds()
    assert found.accuses(chain(5), 1e-9)
    for text in (
        "## Step\n\nIt sings.",
        "It is **a bird**, it is.",
        "- one\n- two",
        "```\nx\n```",
        "Это птица.",
        "$\\pi$",
    ):
        assert not found.accuses(chain(5, text), 1e-9), text
    kinds = {**found.profile.kinds, "headings": FEWEST_OF_A_KIND}
    known = replace(found, profile=Profile(480, 12, 100, kinds))
    assert known.accuses(chain(5, "## Step\n\nIt sings."), 1e-9)


def judged(folder: Path, steps: Sequence[str], *scores: float) -> JudgedChain:
    write(folder / "lengths.json", thresholds(), "fixed 1", digest(MODEL_ALONE))
    with Judge(lean="off", prm=Fixed(folder, *scores), fusion=MODEL_ALONE) as judge:
        return judge(Chain.of("What is 6 * 7?", steps))


def test_the_likeliest_step_of_an_accused_chain_is_named(tmp_path: Path) -> None:
    found = judged(tmp_path, [PROSE] * 4, 0.9, 0.8, 0.05, 0.04)
    assert (found.first_error, found.first_error_kind) == (2, "estimated")


def test_a_low_score_that_is_usual_for_the_length_names_nothing(tmp_path: Path) -> None:
    found = judged(tmp_path, [PROSE] * 12, *[0.92 ** (n + 1) for n in range(12)])
    assert found.steps[-1].score is not None and found.steps[-1].score < 0.5
    assert (found.first_error, found.first_error_kind) == (None, None)


def test_a_step_whose_every_claim_is_proved_is_never_named(tmp_path: Path) -> None:
    checked = "Then, as one sees by the blorp, 6 * 7 = 42."
    found = judged(tmp_path, [PROSE, checked, PROSE], 0.9, 0.01, 0.008)
    assert found.steps[1].kind == "estimated" and found.steps[1].checked
    assert (found.first_error, found.first_error_kind) == (2, "estimated")
    alone = judged(tmp_path, [checked, checked], 0.01, 0.001)
    assert all(step.checked for step in alone.steps) and alone.first_error is None


def test_a_settled_error_is_named_whatever_is_estimated(tmp_path: Path) -> None:
    found = judged(tmp_path, [PROSE, PROSE, "So 6 * 7 = 43."], 0.01, 0.009, 0.008)
    assert (found.first_error, found.first_error_kind) == (2, "settled")


def test_without_thresholds_for_the_model_and_the_fusion_nothing_is_named(tmp_path: Path) -> None:
    for name, fusion in (("other 1", digest(MODEL_ALONE)), ("fixed 1", "0" * 16)):
        write(tmp_path / "lengths.json", thresholds(), name, fusion)
        with Judge(lean="off", prm=Fixed(tmp_path, 0.001, 0.001), fusion=MODEL_ALONE) as judge:
            assert judge(chain(2)).first_error is None
    (tmp_path / "lengths.json").write_text("{}")
    with Judge(lean="off", prm=Fixed(tmp_path, 0.9), fusion=MODEL_ALONE) as judge:
        assert (judge(chain(1)).first_error, judge(chain(1)).first_error_kind) == (None, None)
    broken = {"model": "fixed 1", "fusion": digest(MODEL_ALONE), "thresholds": {"schema": 1}}
    (tmp_path / "lengths.json").write_text(json.dumps(broken))
    with pytest.raises(PrmUnavailable, match="damaged"):
        Judge(lean="off", prm=Fixed(tmp_path, 0.9), fusion=MODEL_ALONE)


def test_the_thresholds_of_a_calibration_come_before_those_of_the_model(tmp_path: Path) -> None:
    write(tmp_path / "lengths.json", thresholds(), "fixed 1", digest(MODEL_ALONE))
    own = Calibrated("fixed 1", digest(MODEL_ALONE), {ALL: Calibration()}, None, None)
    with Judge(lean="off", prm=Fixed(tmp_path, 0.001), fusion=MODEL_ALONE, calibration=own) as judge:
        assert judge(chain(1)).first_error is None
    told = ByLength.of_json(json.loads(json.dumps(thresholds().to_json())))
    assert told == thresholds()
    (tmp_path / "c.json").write_text(json.dumps(Calibrated(own.model, own.fusion, own.domains, None, told).to_json()))
    own = Calibrated.read(tmp_path / "c.json")
    with Judge(lean="off", prm=Fixed(tmp_path, 0.001), fusion=MODEL_ALONE, calibration=own) as judge:
        assert judge(chain(1)).first_error == 0
