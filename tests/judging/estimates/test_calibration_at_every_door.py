"""A calibration of estimates is used wherever a model is: where attempts are picked, searched, rewarded and served."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command_line import Run

from verifier import rewards
from verifier.estimators.calibrate import Calibration
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.surprisal.surprisal import load
from verifier.judging.estimates.calibrated import ALL, Calibrated, digest
from verifier.judging.estimates.fusion import fusion_of
from verifier.rewards.workers import Settings, workers
from verifier.serving.request_queue import Desk, Work

PROBLEM, PROSE = "Who sings?", "It is the bird that sings."
LIMITS = {"workers": 1, "item_seconds": 100.0, "batch_seconds": 200.0}


@pytest.fixture(scope="module")
def doubt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A calibration that leaves hardly anything of an estimate."""
    return made(tmp_path_factory.mktemp("doubt") / "c.json", -20.0)


@pytest.fixture(scope="module")
def trust(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A calibration that believes nearly everything."""
    return made(tmp_path_factory.mktemp("trust") / "c.json", 20.0)


@pytest.fixture(scope="module", autouse=True)
def ended(doubt: Path, trust: Path) -> Iterator[None]:
    yield
    for file in (doubt, trust):
        workers(Settings(prm="default", calibration=str(file), **LIMITS)).close()  # type: ignore[arg-type]  # as above


def made(place: Path, shift: float) -> Path:
    model = load()
    said = Calibrated(model.name, digest(fusion_of(model)), {ALL: Calibration(1.0, shift)})
    place.write_text(json.dumps(said.to_json()))
    return place


def test_an_attempt_is_picked_by_calibrated_estimates(command: Run, tmp_path: Path, doubt: Path, trust: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"steps": [PROSE]}))
    told = {
        file: command(
            "pick", PROBLEM, "a.jsonl", "--lean", "off", "--prm", "default", "--calibration", str(file), "--json"
        )
        for file in (doubt, trust)
    }
    assert "estimated at 0.00" in told[doubt].stdout, told[doubt].stderr
    assert "estimated at" not in told[trust].stdout and json.loads(told[trust].stdout)["schema"] == 1
    alone = command("pick", PROBLEM, "a.jsonl", "--lean", "off", "--calibration", str(trust))
    assert alone.returncode == 2 and "expected --prm beside it" in alone.stderr


def test_a_search_values_by_calibrated_estimates(command: Run, tmp_path: Path, doubt: Path, trust: Path) -> None:
    (tmp_path / "r.jsonl").write_text(json.dumps({"problem": PROBLEM, "steps": [PROSE, "The answer is the bird."]}))
    asked = ("search", PROBLEM, "--policy", "replay:r.jsonl", "--rule", "min", "--prm", "default", "--json")
    low, high = (json.loads(command(*asked, "--calibration", str(file)).stdout)["value"] for file in (doubt, trust))
    assert low < 0.01 < 0.99 < high


def test_a_reward_is_of_calibrated_estimates(doubt: Path, trust: Path) -> None:
    prompts, completions = [PROBLEM], [PROSE]
    low, high = (
        rewards.process("min", prm="default", calibration=file, **LIMITS)(prompts=prompts, completions=completions)
        for file in (doubt, trust)
    )
    assert low == [pytest.approx(0, abs=0.01)] and high == [pytest.approx(1, abs=0.01)]
    with pytest.raises(PrmUnavailable, match="expected --prm beside it"):
        rewards.process(calibration=trust)
    with pytest.raises(PrmUnavailable, match=r"nowhere\.json"):
        rewards.process(prm="default", calibration="nowhere.json")


def test_the_service_estimates_by_a_calibration_and_refuses_one_without_a_model(command: Run, doubt: Path) -> None:
    desk = Desk(Work("off", "default", doubt, workers=1, item_seconds=100.0))
    desk.start()
    try:
        asked = desk.put({"problem": PROBLEM, "steps": [PROSE]})
        assert asked is not None
        record = asked.result(timeout=200).record
    finally:
        desk.close()
    assert record is not None and record["steps"][0]["score"] < 0.01 and "calibrated" in record["versions"]["prm"]
    done = command("serve", "--port", "0", "--calibration", str(doubt))
    assert done.returncode == 2 and "expected --prm beside it" in done.stderr
