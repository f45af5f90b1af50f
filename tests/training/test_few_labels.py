"""A calibration on few labels: kinds of chains lean towards the whole, and what it is worth is told with intervals."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from verifier.chain import Chain
from verifier.commands.bench.tables.prm import worthless
from verifier.estimators.calibrate import Calibration, temperature
from verifier.evaluation.metrics.bootstrap import Figure
from verifier.judging.estimates.calibrated import Calibrated, level_for
from verifier.judging.estimates.drift import Agreement
from verifier.judging.estimates.features import NAMES
from verifier.judging.estimates.fusion import MODEL_ALONE
from verifier.training.baselines import Position
from verifier.training.calibrating import Taught, calibrated, worth
from verifier.training.fusing import Lesson, fitted
from verifier.training.table import Compared, Measured


def taught(number: int, dice: random.Random) -> Taught:
    """A chain of four steps, a tenth of them with LaTeX; the model's log-odds are three times too large."""
    scores, targets, alive, score = [], [], True, 1.0
    for _ in range(4):
        share = dice.uniform(0.5, 0.99)
        alive = alive and dice.random() < share
        score *= share**3 / (share**3 + (1 - share) ** 3)
        scores.append(score)
        targets.append(float(alive))
    text = "So $x \\le 2$ holds." if number % 10 == 0 else "So it is."
    lesson = Lesson((None,) * 4, ((0.0,) * len(NAMES),) * 4, tuple(scores), tuple(targets))
    return Taught(Chain.of(f"problem {number}", [text] * 4), lesson)


@pytest.mark.parametrize("count", [50, 200])
def test_few_labels_mend_estimates_and_the_worth_is_told_with_intervals(count: int) -> None:
    dice = random.Random(11)
    found, rows = calibrated([taught(n, dice) for n in range(count)], "m", MODEL_ALONE, "temperature", 0.1, "a test")
    whole = rows[0]
    assert found.domains["all"].slope < 0.8, "the truth is a third"
    assert whole["brier, after"] < whole["brier, before"]
    low, high = whole["intervals"]["skill, after"]
    assert low < whole["skill, after"] < high
    low, high = whole["intervals"]["not settled, after"]
    assert 0 <= low < high >= whole["not settled, after"], "resampling adds to the error of every bin"


def test_skill_is_nought_for_what_says_the_base_rate_of_every_step() -> None:
    dice = random.Random(3)
    one = [
        Taught(
            Chain.of(f"problem {n}", ["So it is."]),
            Lesson((None,), ((0.0,) * len(NAMES),), (0.7,), (float(dice.random() < 0.5),)),
        )
        for n in range(400)
    ]
    _, rows = calibrated(one, "m", MODEL_ALONE, "temperature", None, "a test")
    assert rows[0]["skill, after"] == pytest.approx(0.0, abs=0.02)
    assert rows[0]["skill, before"] < -0.1


def ends_at_its_error(number: int, dice: random.Random) -> Taught:
    """A chain that is shown until its first error, in its last step, after three to nine right ones."""
    length = dice.randint(4, 10)
    scores = tuple(0.8**n for n in range(1, length + 1))
    lesson = Lesson((None,) * length, ((0.0,) * len(NAMES),) * length, scores, (*[1.0] * (length - 1), 0.0))
    return Taught(Chain.of(f"problem {number}", ["So it is."] * length), lesson)


def test_products_of_shares_are_mended_where_errors_do_not_strike_at_one_rate(tmp_path: Path) -> None:
    dice = random.Random(2)
    chains = [ends_at_its_error(number, dice) for number in range(50)]
    found, rows = calibrated(chains, "m", MODEL_ALONE, "temperature", None, "a test")
    shares_alone = worth([(chains, replace(found, prefixes={}))], MODEL_ALONE, ["all"])[0]
    assert shares_alone["skill, after"] < -0.3 < 0.0 < rows[0]["skill, after"], "most prefixes are right to the end"
    (tmp_path / "c.json").write_text(json.dumps(found.to_json()))
    assert Calibrated.read(tmp_path / "c.json") == found


def test_all_labels_are_fitted_on_where_no_threshold_can_be_promised() -> None:
    dice = random.Random(5)
    chains = [taught(number, dice) for number in range(60)]
    steps = [
        calibrated(chains, "m", MODEL_ALONE, "temperature", rate, "a test")[0].domains["all"].steps
        for rate in (None, 0.01, 0.5)
    ]
    assert steps[0] == steps[1] > 1.5 * steps[2]


def test_few_labels_of_a_kind_leave_it_near_the_whole() -> None:
    whole = Calibration(0.5, -1.0)
    none = temperature([], [], towards=whole, lean=4.0)
    assert (none.slope, none.shift) == pytest.approx((0.5, -1.0))
    few = temperature([0.5] * 3, [True] * 3, towards=whole, lean=4.0)
    many = temperature([0.5] * 300, [n % 10 > 0 for n in range(300)], towards=whole, lean=4.0)
    assert -1.0 < few.shift < -0.4, "three right steps of three"
    assert many.shift == pytest.approx(math.log(9), abs=0.4)


def test_the_level_for_drift_travels_in_the_calibration() -> None:
    level = Agreement(80, 20, 0.8, 0.7, 0.1)
    bare = Calibrated("m", "f", {"all": Calibration()})
    assert "level" not in bare.to_json(), "older files keep their name"
    held = Calibrated("m", "f", {"all": Calibration()}, level=level)
    assert held.to_json()["level"]["auc"] == 0.7
    assert held.name != bare.name
    assert level_for(None, held) == level and level_for(None, bare) is None


def compared(**step_auc: float) -> Compared:
    rows = [Measured(name.replace("_", " "), "set", {"step auc": Figure(v)}) for name, v in step_auc.items()]
    return Compared("m", rows, {"set": (9, 3)}, {}, {}, "set", 0)


@pytest.mark.parametrize("later", [True, False])
def test_the_fusion_learns_where_in_a_chain_errors_strike(later: bool) -> None:
    dice, lessons = random.Random(6), []
    for _ in range(400):
        hits = [dice.random() < (0.05 + 0.1 * n if later else 0.5 - 0.1 * n) for n in range(5)]
        error = hits.index(True) if True in hits else 5
        known = tuple((*[0.0] * (len(NAMES) - 1), math.log1p(n)) for n in range(5))
        scores = tuple(0.8**n for n in range(1, 6))
        lessons.append(Lesson((None,) * 5, known, scores, tuple(float(n < error) for n in range(5))))
    position = fitted(lessons, "a test").coefficients["position"]
    assert position < -0.3 if later else position > 0.3


def test_an_estimator_that_does_not_beat_every_plain_baseline_is_worthless_there() -> None:
    told = list(worthless(compared(length=0.6, position=0.7, bag_of_words=0.5, m=0.65, fused=0.71), "set"))
    assert told == ["m is worthless on set: its step AUC is 0.650, that of position 0.700"]
    assert list(worthless(compared(length=0.6, position=0.7, m=0.7), "set")) != [], "a tie beats nothing"
    assert list(worthless(compared(length=0.6, m=math.nan), "set")) == []


def test_a_step_is_the_likelier_wrong_the_later_it_stands() -> None:
    chain = Chain.of("p", ["a", "b", "c"])
    (scores,) = Position().score([chain])
    assert scores == Position().alone(chain)
    assert np.all(np.diff(scores) < 0) and scores[0] == 1.0
