"""What translations say moves a model's estimates of steps that are not settled, and settles nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support import quick_model
from support.command_line import Run
from support.pen_attempts import PROBLEM, SAMPLES, TEXTS, write

import verifier
from verifier.chain import Chain
from verifier.judging.estimates.features import NAMES, OF_TRANSLATIONS, of_translations
from verifier.judging.estimates.fusion import (
    MODEL_ALONE,
    OF_TRANSLATIONS_FILE,
    TERMS,
    Fusion,
    fusion_of,
    with_translations,
)
from verifier.judging.judgements.judgement import JudgedChain
from verifier.pipeline.verify import verify_formal
from verifier.records.recheck import recheck
from verifier.training.as_shipped.translating import SIGNS, learnt
from verifier.training.fusing import Lesson


class Fixed:
    """A model that says the same of every step."""

    name = "fixed 1"

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        return [[0.6] * len(chain.steps) for chain in chains]


def judged(folder: Path, samples: int, **named: Any) -> list[JudgedChain]:
    """Both attempts, the wrong one first, by as many translations of each."""
    chains = [Chain.of(PROBLEM, [text], one.id) for text, one in zip(TEXTS, SAMPLES[0], strict=True)]
    place = write(folder / "all.jsonl")
    lines = place.read_text("utf-8").splitlines()
    place.write_text("\n".join(lines[: samples * len(TEXTS)]), "utf-8")
    with verifier.Judge("off", readings=place, **named) as judge:
        return judge.all(chains)


@pytest.mark.parametrize("samples", [1, 2])
def test_what_is_refuted_is_likelier_wrong_and_what_is_proved_right_and_nothing_is_settled(
    tmp_path: Path, samples: int
) -> None:
    wrong, right = judged(tmp_path, samples, prm=Fixed())
    assert wrong.versions["prm"] == right.versions["prm"] == "fixed 1"
    low, high = wrong.steps[0].score, right.steps[0].score
    fused = fusion_of(None).prefixes([None], [of_translations(wrong)[0][: len(NAMES)]], [0.6])[0]
    assert low is not None and high is not None and fused is not None and low < fused < high
    bare = judged(tmp_path, samples)
    for one, without in zip((wrong, right), bare, strict=True):
        told, plain = verifier.record(one), verifier.record(without)
        assert [step["kind"] for step in told["steps"]] == ["estimated"]
        assert all(told[key] == plain[key] for key in ("translations", "trust", "first_error", "findings"))
    assert "prm" not in bare[0].versions and bare[0].steps[0].score is None


def test_one_call_gives_the_same_estimates(tmp_path: Path) -> None:
    wrong, right = judged(tmp_path, 2, prm=Fixed())
    found = verify_formal(tmp_path / "all.jsonl", [wrong.chain, right.chain], prm=Fixed())
    assert [one.steps[0].score for one in found] == [wrong.steps[0].score, right.steps[0].score]
    assert [one.steps[0].score for one in verify_formal(tmp_path / "all.jsonl")] == [None, None]


def test_two_that_refute_alike_weigh_more_than_one(tmp_path: Path) -> None:
    alone, both = (judged(tmp_path, samples, prm=Fixed())[0].steps[0].score for samples in (1, 2))
    assert alone is not None and both is not None and both < alone


def test_what_translations_settle_is_not_estimated(tmp_path: Path) -> None:
    wrong, right = judged(tmp_path, 2, prm=Fixed(), trust="agreeing")
    assert [(one.steps[0].kind, one.steps[0].score) for one in (wrong, right)] == [("settled", 0.0), ("settled", 1.0)]


def test_the_evidence_has_a_number_for_each_name(tmp_path: Path) -> None:
    found = [
        dict(zip(OF_TRANSLATIONS, of_translations(one)[0][len(NAMES) :], strict=True)) for one in judged(tmp_path, 2)
    ]
    assert found[0] == {name: float("refute" in name) for name in OF_TRANSLATIONS}
    assert found[1] == {name: float("prove" in name) for name in OF_TRANSLATIONS}


def test_a_record_with_estimates_is_checked_again_and_may_not_rise(tmp_path: Path) -> None:
    [wrong, _] = judged(tmp_path, 2, prm=Fixed(), trust="agreeing")
    data = json.loads(json.dumps(verifier.record(wrong)))
    assert not [one for one in recheck(data) if one.wrong]
    data["steps"][0]["score"] = 0.7
    assert any("score" in str(one) for one in recheck(data) if one.wrong)


def test_weights_of_the_models_own_folder_count_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    own = dict.fromkeys(OF_TRANSLATIONS, 0.0)
    (tmp_path / OF_TRANSLATIONS_FILE).write_text(json.dumps({"weights": own}), "utf-8")
    assert with_translations(MODEL_ALONE, Fixed(tmp_path)).coefficients == {**MODEL_ALONE.coefficients, **own}
    full = Fusion({**dict.fromkeys(TERMS, 0.0), **dict.fromkeys(OF_TRANSLATIONS, 1.0)})
    assert with_translations(full, Fixed(tmp_path)) is full
    other = tmp_path / "other"
    other.mkdir()
    (other / OF_TRANSLATIONS_FILE).write_text('{"weights": {}}', "utf-8")
    with pytest.raises(ValueError, match="expected a weight for each"):
        with_translations(MODEL_ALONE, Fixed(other))
    with pytest.raises(ValueError, match="terms, got"):
        MODEL_ALONE.weighed((0.0,), 0.5)


def test_shipped_weights_move_estimates_the_right_way() -> None:
    weights = with_translations(fusion_of(None), None).coefficients
    assert all(weights[name] * SIGNS[name] >= 0 for name in OF_TRANSLATIONS)
    assert weights["translations refute"] < 0 < weights["translations prove"]


def lesson(right: bool, *said: float) -> Lesson:
    known = ((*(0.0,) * len(NAMES), *said),)
    return Lesson((None,), known, (0.6,), (float(right),))


def test_weights_are_learnt_with_their_signs_and_not_without_right_and_wrong() -> None:
    refuted, proved = (1.0, 1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 1.0, 0.0)
    found = learnt([lesson(False, *refuted)] * 20 + [lesson(True, *proved)] * 20, MODEL_ALONE)
    assert found["translations refute"] < 0 < found["translations prove"]
    against = learnt([lesson(True, *refuted)] * 20 + [lesson(False, *proved)] * 20, MODEL_ALONE)
    assert set(against.values()) == {0.0}
    with pytest.raises(ValueError, match="right and wrong steps"):
        learnt([lesson(True, *proved)], MODEL_ALONE)


def test_the_commands_learn_weights_and_estimate_by_them(command: Run, tmp_path: Path) -> None:
    formal = write(tmp_path / "formal.jsonl")
    rows = [
        {"id": one.id, "problem": PROBLEM, "steps": [text], "label": label}
        for text, one, label in zip(TEXTS, SAMPLES[0], (0, -1), strict=True)
    ]
    chains, weights = tmp_path / "chains.jsonl", tmp_path / "weights.json"
    chains.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    asked = ("--data", str(chains), "--formal", str(formal), "--prm", quick_model.PRM)
    done = command("calibrate", "--translation-weights", str(weights), *asked)
    assert done.returncode == 0, done.stderr
    found = json.loads(weights.read_text("utf-8"))["weights"]
    assert found["translations refute"] < 0 < found["translations prove"]
    alone = command("calibrate", "--translation-weights", str(weights), *asked[:2])
    assert alone.returncode == 2 and "together" in alone.stderr
    shown = command("check", str(chains), "--formal", str(formal), "--prm", quick_model.PRM)
    assert shown.returncode == 0 and shown.stdout.count("  ~ 0.") == 2
    records = command("check", str(chains), "--formal", str(formal), "--prm", quick_model.PRM, "--json").stdout
    (tmp_path / "records.jsonl").write_text(records, "utf-8")
    page = command("report", str(tmp_path / "records.jsonl"), "--out", str(tmp_path / "page.html"))
    told = (tmp_path / "page.html").read_text("utf-8")
    assert page.returncode == 0 and told.count('"state":"estimated"') == 2, page.stderr
