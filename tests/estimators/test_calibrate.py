"""Calibration: scores come to mean what they say, keep their order, and thresholds keep their promise."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from verifier.estimators.calibrate import Calibration, conformal, expected_error, isotonic, reliability, temperature
from verifier.estimators.ranking import auc

DICE = random.Random(4)
TRUE = [DICE.random() for _ in range(4000)]
RIGHT = [DICE.random() < p for p in TRUE]
BOLD = [p**3 / (p**3 + (1 - p) ** 3) for p in TRUE]  # log-odds three times too large


def error(scores: list[float]) -> float:
    found = expected_error(scores, RIGHT)
    assert found is not None
    return found


def test_a_temperature_undoes_boldness() -> None:
    fit = temperature(BOLD, RIGHT, shift=False)
    assert fit.slope == pytest.approx(1 / 3, abs=0.03) and fit.shift == 0
    assert error(BOLD) > 0.08 and error([fit(score) for score in BOLD]) < 0.03


def test_a_weight_counts_as_so_many_labels() -> None:
    twice = temperature(BOLD[:200] + BOLD[:50], RIGHT[:200] + RIGHT[:50])
    weighed = temperature(BOLD[:200], RIGHT[:200], weights=[2.0] * 50 + [1.0] * 150)
    assert (weighed.slope, weighed.shift) == pytest.approx((twice.slope, twice.shift), abs=1e-6)
    with pytest.raises(ValueError, match="a weight for each of 2 scores, got 1"):
        temperature([0.5, 0.6], [True, False], weights=[1.0])


def test_a_staircase_undoes_what_no_temperature_can() -> None:
    bent = [0.9 + p / 10 if p > 0.5 else p / 10 for p in TRUE]
    fit = isotonic(bent, RIGHT)
    assert error(bent) > 0.15 and error([fit(score) for score in bent]) < 0.03


@pytest.mark.parametrize("fit", [temperature(BOLD, RIGHT), isotonic(BOLD, RIGHT)])
def test_calibration_keeps_the_order_and_never_says_never(fit: Calibration, tmp_path: Path) -> None:
    shown = [fit(score / 100) for score in range(101)]
    assert shown == sorted(shown) and shown[0] > 0 and shown[-1] < 1
    place = tmp_path / "c.json"
    place.write_text(json.dumps(fit.to_json()))
    assert Calibration.read(place) == fit


@pytest.mark.parametrize(
    "data", ["{}", '{"slope": -1, "shift": 0, "knots": [], "levels": [], "fitted_on": "", "steps": 1}']
)
def test_what_is_no_calibration_is_refused(data: str, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(data)
    with pytest.raises(ValueError, match="not a calibration"):
        Calibration.read(tmp_path / "c.json")


def test_one_kind_of_step_calibrates_nothing() -> None:
    with pytest.raises(ValueError, match="right and wrong"):
        temperature([0.5, 0.6], [True, True])


def test_the_bins_of_the_plot_hold_what_they_say() -> None:
    assert [(b.count, b.right) for b in reliability([0.05, 0.07, 1.0], [False, True, True])] == [(2, 0.5), (1, 1.0)]
    assert expected_error([], []) is None


def test_a_conformal_threshold_keeps_its_rate_on_fresh_right_chains() -> None:
    dice, accused = random.Random(1), 0
    for _ in range(300):
        chosen = conformal([dice.random() for _ in range(99)], 0.1)
        accused += dice.random() < chosen.value
    assert accused / 300 < 0.15  # 0.1 on average; three standard errors are 0.05
    assert "exchangeable" in chosen.statement
    assert conformal([0.4] * 5, 0.1).value == 0.0  # too few to promise anything: nobody is accused


@pytest.mark.parametrize("rate", [0.0, 1.0, -1.0])
def test_a_rate_lies_between_nothing_and_all(rate: float) -> None:
    with pytest.raises(ValueError, match="rate between"):
        conformal([0.5], rate)


def test_auc_counts_ties_half() -> None:
    assert auc([0.1, 0.2, 0.2, 0.9], [False, False, True, True]) == 0.875
    assert auc([0.5, 0.5], [True, True]) is None
