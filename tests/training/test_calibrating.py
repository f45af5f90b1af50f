"""Calibration of fused estimates: as a small file, by the kind of chain, for one model alone, with a threshold."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from support import quick_model
from support.command_line import Run, lines

from verifier.chain import Chain
from verifier.estimators.calibrate import Calibration, expected_error, isotonic
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.surprisal.tuned_layers import load_folder
from verifier.judging.estimates.calibrated import Calibrated, calibration_for, digest, domain_of
from verifier.judging.estimates.drift import Agreement
from verifier.judging.estimates.features import NAMES
from verifier.judging.estimates.fusion import MODEL_ALONE, fusion_of
from verifier.pipeline.judge import Judge
from verifier.training.calibrating import Taught, calibrated, prefixes
from verifier.training.data.examples import Target
from verifier.training.fusing import Lesson, levelled

NOTHING = (0.0,) * len(NAMES)


def taught(number: int, dice: random.Random, known: str) -> Taught:
    """A chain of three steps; the model's log-odds are three times too large. Of some the end alone is known."""
    steps, scores, alive, score = [], [], True, 1.0
    targets: list[Target] = []
    for _ in range(3):
        share = dice.uniform(0.55, 0.98)
        alive = alive and dice.random() < share
        score *= share**3 / (share**3 + (1 - share) ** 3)
        steps.append("So $x \\le 2$ holds." if number % 2 else "So it is.")
        scores.append(score)
        targets.append(float(alive))
    if known == "end":
        targets = [None, None, targets[-1]]
    lesson = Lesson((None,) * 3, (NOTHING,) * 3, tuple(scores), tuple(targets))
    return Taught(Chain.of(f"problem {number}", steps), lesson)


def many(known: str, count: int = 1500, seed: int = 4) -> list[Taught]:
    dice = random.Random(seed)
    return [taught(number, dice, known) for number in range(count)]


@pytest.mark.parametrize("method", ["temperature", "isotonic"])
def test_estimates_come_to_mean_what_they_say_on_problems_not_fitted_on(method: str) -> None:
    found, figures = calibrated(many("steps"), "m", MODEL_ALONE, method, 0.1, "a test")
    assert {"all"} <= set(found.domains) <= {"all", "words", "formulas"}, "both kinds are alike: that of all may serve"
    for row in figures:
        assert row["all, before"] > 0.1 > 0.06 > row["all, after"], row
    if method == "temperature":
        assert found.domains["words"].slope == pytest.approx(1 / 3, abs=0.08)


def test_where_only_the_end_is_known_blame_is_shared_out() -> None:
    found, _ = calibrated(many("end", 3000), "m", MODEL_ALONE, "temperature", 0.1, "a test")
    assert found.domains["all"].slope == pytest.approx(1 / 3, abs=0.12)
    fresh = many("steps", 1500, seed=5)
    told = [p for one in fresh for p in prefixes(one, MODEL_ALONE, found)]
    truth = [target == 1.0 for one in fresh for target in one.lesson.targets]
    error = expected_error([0.0 if p is None else p for p in told], truth)
    assert error is not None and error < 0.05


def test_the_threshold_accuses_no_more_right_chains_than_it_promises() -> None:
    found, _ = calibrated(many("steps", 3000), "m", MODEL_ALONE, "temperature", 0.1, "a test")
    assert found.threshold is not None and "exchangeable" in found.threshold.statement
    right = [one for one in many("steps", 3000, seed=6) if one.lesson.targets[-1] == 1.0]
    lowest = [prefixes(one, MODEL_ALONE, found)[-1] or 0.0 for one in right]
    assert 0.04 < sum(low < found.threshold.value for low in lowest) / len(right) < 0.16


def test_a_calibration_of_ones_own_has_thresholds_by_length() -> None:
    found, _ = calibrated(many("steps", 3000), "m", MODEL_ALONE, "temperature", 0.1, "a test")
    lengths = found.lengths
    assert lengths is not None and lengths.rate == 0.1 and lengths.longest == 3 and lengths.threshold is not None
    fresh = [(one, prefixes(one, MODEL_ALONE, found)[-1]) for one in many("steps", 3000, seed=6)]
    right = [lengths.accuses(one.chain, last) for one, last in fresh if one.lesson.targets[-1] == 1.0]
    wrong = [lengths.accuses(one.chain, last) for one, last in fresh if one.lesson.targets[-1] == 0.0]
    assert sum(right) / len(right) < 0.15 < sum(wrong) / len(wrong)
    assert calibrated(many("end", 400), "m", MODEL_ALONE, "temperature", 0.1, "a test")[0].lengths is not None
    none, _ = calibrated(many("steps", 400), "m", MODEL_ALONE, "temperature", None, "a test")
    assert none.lengths is None and none.threshold is None


def test_the_command_writes_thresholds_by_length_on_problems_that_are_not_held_out(
    command: Run, tmp_path: Path
) -> None:
    rows = [
        {
            "id": f"c{n}",
            "problem": f"Kim has {n} cups.",
            "steps": [f"She has {n} cups.", "That is all."],
            "labels": [1, 1],
            "first_error": -1,
        }
        for n in range(150)
    ]
    (tmp_path / "right.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = ("calibrate", "--prm", quick_model.PRM, "--data", "right.jsonl", "--rate", "0.2")
    done = command(*asked, "--lengths", "l.json", "--most", "70")
    assert (
        done.returncode == 0 and "steps" in done.stdout and "at most 20.0% of them are" in " ".join(done.stdout.split())
    ), done.stderr
    told = json.loads((tmp_path / "l.json").read_text())
    assert told["model"] == quick_model.load().name and told["thresholds"]["right"] == 35
    few = command(*asked, "--lengths", "few.json", "--most", "58")
    assert few.returncode == 2 and "at most" not in few.stdout and not (tmp_path / "few.json").exists()
    assert "expected at least 60 right chains" in few.stderr
    neither = command(*asked)
    assert neither.returncode == 2 and "--lengths" in neither.stderr


def test_a_level_says_as_often_wrong_as_the_lessons_are() -> None:
    lessons = [one.lesson for one in many("steps")]
    fusion = levelled(MODEL_ALONE, lessons)
    said = truth = 0.0
    for one in lessons:
        for share, target in zip(one.shares(fusion), one.targets, strict=True):
            said, truth = said + (share or 0.0), truth + (target or 0.0)
            if target == 0.0:
                break
    assert said == pytest.approx(truth, rel=0.01)
    assert {k: v for k, v in fusion.coefficients.items() if k != "constant"} == {
        k: v for k, v in MODEL_ALONE.coefficients.items() if k != "constant"
    }


def test_weights_count_in_a_staircase_and_in_the_error() -> None:
    scores, right, weights = [0.2, 0.2, 0.8], [True, False, True], [3.0, 1.0, 1.0]
    many = isotonic([0.2] * 4 + [0.8], [True] * 3 + [False, True])
    assert isotonic(scores, right, weights=weights) == Calibration(knots=many.knots, levels=many.levels, steps=3)
    assert expected_error(scores, right, weights=weights) == pytest.approx((4 * abs(0.2 - 0.75) + 0.2) / 5)


def test_chains_with_latex_are_a_kind_of_their_own() -> None:
    assert domain_of(Chain.of("It costs $5.", ["So $5 + $5 = $10."])) == "words"
    assert domain_of(Chain.of("Add.", ["We have $\\frac{1}{2}$."])) == "formulas"


def written(path: Path, model: str, fusion: str) -> Path:
    made = Calibrated(model, fusion, {"all": Calibration(0.5, -1.0)}, None)
    path.write_text(json.dumps(made.to_json()))
    assert Calibrated.read(path) == made
    return path


def test_a_calibration_moves_estimates_and_is_named_in_the_record(tmp_path: Path) -> None:
    model = quick_model.load()
    place = written(tmp_path / "c.json", model.name, digest(fusion_of(model)))
    chain = Chain.of("What is 6 * 7?", ["So 6 * 7 = 42.", "It is easy to see that this is so."])
    found = calibration_for(model, place)
    assert found is not None
    with Judge(lean="off", prm=model) as plain, Judge(lean="off", prm=model, calibration=found) as other:
        before, after = plain(chain), other(chain)
    assert before.steps[0].score == after.steps[0].score == 1.0
    assert after.steps[1].score == pytest.approx(found.domains["all"](before.steps[1].score or 0), abs=1e-3)
    assert after.versions["prm"] == f"{model.name}, {found.name}" != before.versions["prm"]


def test_a_file_for_another_model_another_fusion_or_of_another_kind_is_refused(tmp_path: Path) -> None:
    model = quick_model.load()
    with pytest.raises(PrmUnavailable, match="fitted for 'other 1'"):
        calibration_for(model, written(tmp_path / "a.json", "other 1", digest(fusion_of(model))))
    with pytest.raises(PrmUnavailable, match="run 'verifier calibrate' for this model"):
        calibration_for(model, written(tmp_path / "b.json", model.name, "0" * 16))
    for text in ("{}", "[]", (quick_model.FOLDER / "calibration.json").read_text()):
        (tmp_path / "c.json").write_text(text)
        with pytest.raises(PrmUnavailable, match="that 'verifier calibrate' of this version wrote"):
            calibration_for(model, tmp_path / "c.json")
    with pytest.raises(PrmUnavailable, match="expected --prm beside it"):
        calibration_for(None, tmp_path / "c.json")


def test_the_calibration_of_an_older_folder_is_not_misread(tmp_path: Path) -> None:
    folder = shutil.copytree(quick_model.FOLDER, tmp_path / "model")
    data = json.loads((folder / "calibration.json").read_text())
    del data["schema"]
    (folder / "calibration.json").write_text(json.dumps(data))
    with pytest.raises(PrmUnavailable, match="not a calibration of version 2"):
        load_folder(folder)


def test_the_command_fits_a_file_that_check_label_and_eval_use(command: Run, tmp_path: Path) -> None:
    dice = random.Random(8)
    right = [
        {"problem": f"Tom buys {a} pens and {b} more ({n}).", "source": "own", "steps": steps}
        for n, (a, b) in enumerate((dice.randint(5, 60), dice.randint(5, 60)) for _ in range(100))
        for steps in [
            [
                f"He buys {a} pens and then {b} more of them.",
                f"In the end he has got {a + b} pens, of course.",
                f"So {a} + {b} = {a + b}.",
            ]
        ]
    ]
    (tmp_path / "right.jsonl").write_text("".join(json.dumps(row) + "\n" for row in right))
    files = ("--alone", "a.json", "--level", "l.json")
    done = command(
        "calibrate", "--out", "c.json", "--plant", "right.jsonl", "--prm", quick_model.PRM, *files, "--rate", "0.2"
    )
    assert done.returncode == 0, done.stderr
    assert "calibration error, not settled" in done.stdout and "Brier skill" in done.stdout
    assert "at most 20.0% of them are accused" in done.stdout and "exchangeable" in done.stdout
    assert Calibration.read(tmp_path / "a.json").steps > 100
    assert Agreement.read(tmp_path / "l.json").agreement is not None
    data = "".join(
        json.dumps({"id": f"c{n}", "problem": "p", "steps": ["It is so."], "labels": [1], "first_error": -1}) + "\n"
        for n in range(3)
    )
    (tmp_path / "in.jsonl").write_text(data)
    asked = ("--lean", "off", "--prm", quick_model.PRM, "--calibration", "c.json")
    records = lines(command("check", "in.jsonl", "--json", *asked).stdout)
    labelled = command("label", "in.jsonl", "--out", "out.jsonl", "--labels", "soft", "--processes", "1", *asked)
    assert labelled.returncode == 0, labelled.stderr
    rows = lines((tmp_path / "out.jsonl").read_text())
    assert [row["scores"] for row in rows] == [[step["score"] for step in record["steps"]] for record in records]
    assert "calibrated" in records[0]["versions"]["prm"]
    measured = command("eval", "in.jsonl", "--json", "--bootstrap", "0", *asked)
    at = json.loads((tmp_path / "c.json").read_text())["threshold"]["value"]
    assert json.loads(measured.stdout)["threshold"]["value"] == pytest.approx(at, abs=1e-5)
    bad = command("check", "in.jsonl", "--lean", "off", "--calibration", "c.json")
    assert bad.returncode == 2 and "expected --prm beside it" in bad.stderr


def test_too_few_labels_promise_nothing_and_write_nothing(command: Run, tmp_path: Path) -> None:
    rows = [
        {"problem": f"p{n}", "steps": ["It is so."], "labels": [1 - n % 2], "first_error": n % 2 - 1} for n in range(8)
    ]
    (tmp_path / "few.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = (
        "--data",
        "few.jsonl",
        "--prm",
        quick_model.PRM,
        "--alone",
        "a.json",
        "--level",
        "l.json",
        "--fusion",
        "f.json",
    )
    done = command("calibrate", "--out", "c.json", *asked)
    assert done.returncode == 2 and "nothing can be promised on so few" in done.stderr, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["few.jsonl"] and "accused" not in done.stdout


def test_what_is_worse_on_problems_that_it_was_not_fitted_on_is_refused() -> None:
    """The half that is fitted on says of the same scores the opposite of the half that is held out."""
    turned = [
        one
        if one.second
        else Taught(
            one.chain, replace(one.lesson, targets=tuple(None if t is None else 1 - t for t in one.lesson.targets))
        )
        for one in honest(1200)
    ]
    with pytest.raises(ValueError, match=r"estimates would be worse than before.*nothing is written"):
        calibrated(turned, "m", MODEL_ALONE, "temperature", 0.1, "a test")


def honest(count: int) -> list[Taught]:
    """Chains of a step whose scores mean what they say."""
    dice, made = random.Random(9), []
    for number in range(count):
        share = dice.uniform(0.6, 0.95)
        lesson = Lesson((None,), (NOTHING,), (share,), (float(dice.random() < share),))
        made.append(Taught(Chain.of(f"problem {number}", ["So it is."]), lesson))
    return made
