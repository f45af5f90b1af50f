"""The scorer in real runs of inspect-ai, with its mock model; its logs are read back."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run

from verifier.evaluation.inspect.scorer import FIGURES, step_verdicts
from verifier.intake.formats.evaluations import RECORD
from verifier.records.recheck import recheck
from verifier.rewards.workers import Settings, workers

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.slow]

SMALL: dict[str, Any] = {"workers": 1, "item_seconds": 60.0}
PROBLEM = "Ann asks what 12 * 3 + 4 is."
RIGHT = "So 12 * 3 = 36.\n\nThen 36 + 4 = 40.\n\nThe answer is 40."
WRONG = "So 12 * 3 = 38.\n\nThen 38 + 4 = 42.\n\nThe answer is 42."
TOO_LONG = "x" * 200_001


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The log of a run: a right answer, a wrong one, none, and one that is too long."""
    from inspect_ai import Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.solver import generate

    def said(text: str) -> ModelOutput:
        made = ModelOutput.from_content("mockllm/model", text)
        made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else it counts tokens, by a download
        return made

    folder = tmp_path_factory.mktemp("logs")
    model = get_model("mockllm/model", custom_outputs=[said(text) for text in (RIGHT, WRONG, "", TOO_LONG)])
    samples = [Sample(input=PROBLEM, target="40", id=f"s{i}") for i in range(4)]
    task = Task(dataset=samples, solver=generate(), scorer=step_verdicts(**SMALL))
    [done] = eval(task, model=model, log_dir=str(folder), log_format="json", display="none", max_samples=1)
    assert done.status == "success", done.error and done.error.message
    yield Path(done.location.removeprefix("file://"))
    workers(Settings(**SMALL)).close()


def scores(log: Path) -> list[dict[str, Any]]:
    return [sample["scores"]["step_verdicts"] for sample in json.loads(log.read_text("utf-8"))["samples"]]


def test_a_run_has_figures_and_leaves_out_what_was_not_judged(log: Path) -> None:
    told = json.loads(log.read_text("utf-8"))["results"]["scores"]
    means = {one["name"]: one["metrics"]["mean"]["value"] for one in told}
    assert means == {"wrong": 0.5, "settled": 0.5, "right_answer": 0.5} and means.keys() == FIGURES.keys()
    assert all(one["scored_samples"] == 2 and one["unscored_samples"] == 2 for one in told)


def test_each_sample_has_its_verdicts_the_first_error_and_a_record_that_rechecks(log: Path) -> None:
    right, wrong, empty, long = scores(log)
    assert right["value"] == {"wrong": 0.0, "settled": 2 / 3, "right_answer": 1.0} and right["answer"] == "40"
    assert wrong["metadata"]["first_error"] == 0 and wrong["metadata"]["verdicts"][0] == "incorrect"
    assert wrong["explanation"].splitlines()[:2] == [
        "first error: step 0 (counted from 0)",
        "0 incorrect: So 12 * 3 = 38.",
    ]
    assert "not judged" in empty["explanation"] and "200000 characters" in long["explanation"]
    records = [one["metadata"][RECORD] for one in (right, wrong)]
    assert [one["id"] for one in records] == ["s0_epoch_1", "s1_epoch_1"] and records[0]["answer"] == "40"
    assert not any(found.wrong for found in recheck(records))


def test_report_shows_kept_records_refuses_edited_ones_and_judges_others(
    log: Path, command: Run, tmp_path: Path
) -> None:
    data = json.loads(log.read_text("utf-8"))
    data["samples"] = data["samples"][:2]
    (tmp_path / "whole.json").write_text(json.dumps(data))
    done = command("report", "whole.json", "--out", "page.html", "--recheck")
    assert done.returncode == 0 and "judged now" not in done.stderr, "nothing is judged"
    assert "s1_epoch_1" in (tmp_path / "page.html").read_text("utf-8")
    del data["samples"][0]["scores"]["step_verdicts"]["metadata"]
    forged = data["samples"][1]["scores"]["step_verdicts"]["metadata"][RECORD]
    forged["steps"][0]["correct"] = True
    (tmp_path / "forged.json").write_text(json.dumps(data))
    done = command("report", "forged.json", "--out", "forged.html")
    assert "judged now" in done.stderr, "the one whose record is gone"
    assert done.returncode == 2 and "settled correct, but not every claim in it is proved" in done.stderr


def test_inspect_finds_the_scorer_by_its_name() -> None:
    from inspect_ai.util import registry_info

    assert registry_info(step_verdicts(**SMALL)).name.endswith("step_verdicts")
    project = tomllib.loads((Path(__file__).parent.parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
    assert import_module(project["entry-points"]["inspect_ai"]["verifier"]).step_verdicts is step_verdicts


def test_settings_that_are_none_are_refused_at_once() -> None:
    with pytest.raises(TypeError):
        step_verdicts(nonsense=1)
