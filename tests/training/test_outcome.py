"""An outcome model: final answers teach it, and it is used wherever a model is used."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from support.command_line import Run, lines

from verifier.chain import Chain
from verifier.estimators.choose import chosen
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.outcome import OwnOutcomeModel, features
from verifier.training.data.examples import Example
from verifier.training.outcome import train_outcome

CAREFUL = ("We add the 3 red pens to the 4 blue ones, which makes 7.", "The answer is 7 pens.")
WILD = ("Bananas swim upwards at midnight, so the moon is 9.", "Hence purple, and nobody knows.")


def solutions(count: int) -> list[Example]:
    """Right solutions that are about their problem, and wrong ones that are about nothing."""
    return [
        Example(f"Tom has 3 red and 4 blue pens ({number}). How many?", steps, (None, target), kind="outcome")
        for number in range(count)
        for steps, target in ((CAREFUL, 0.95), (WILD, 0.0))
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("outcome")
    figures = train_outcome(place, "outcome 1", solutions(40), lambda said: None)
    assert figures["auc"] == 1.0 and 0 < figures["solutions"] < 40
    return place


def test_it_tells_right_solutions_from_wrong_ones(folder: Path) -> None:
    model = chosen(f"own:{folder}")
    assert isinstance(model, OwnOutcomeModel) and model.name == "outcome 1"
    problem = "Ann has 2 red and 5 blue pens. How many?"
    assert model.outcome(problem, CAREFUL) > 0.6 > 0.4 > model.outcome(problem, WILD)


def test_each_prefix_is_scored_as_a_solution_that_ends_there(folder: Path) -> None:
    model = chosen(f"own:{folder}")
    assert isinstance(model, OwnOutcomeModel)
    (scores,) = model.score([Chain.of("How many pens?", (*CAREFUL, *WILD))])
    ends = [model.outcome("How many pens?", (*CAREFUL, *WILD)[: n + 1]) for n in range(4)]
    assert scores == pytest.approx(ends, abs=1e-5) and all(0 < score < 1 for score in scores)


@pytest.mark.filterwarnings("ignore::verifier.estimators.own.layout.LongChain")
def test_no_text_breaks_it(folder: Path) -> None:
    model = chosen(f"own:{folder}")
    assert model is not None
    for steps in (["", "\ud800"], ["word " * 3000, "x"], ["1 = 1"] * 300):
        (scores,) = model.score([Chain.of("p", steps)])
        assert len(scores) == len(steps) and all(0 < score < 1 for score in scores)


def test_a_damaged_head_is_named(folder: Path, tmp_path: Path) -> None:
    for name in ("card.json", "outcome.safetensors"):
        (tmp_path / name).write_bytes((folder / name).read_bytes()[:-9])
        other = {"card.json": "outcome.safetensors", "outcome.safetensors": "card.json"}[name]
        (tmp_path / other).write_bytes((folder / other).read_bytes())
        with pytest.raises(PrmUnavailable, match="the outcome model is damaged"):
            chosen(f"own:{tmp_path}")


def test_the_features_of_a_prefix_know_nothing_of_what_follows() -> None:
    states, shape = np.arange(24, dtype=np.float32).reshape(4, 6), np.ones((4, 2), np.float32)
    whole = features(states, shape)
    assert whole.shape == (4, 8) and np.array_equal(features(states[:2], shape[:2]), whole[:2])
    assert whole[1, 3:6] == pytest.approx(states[:2, 3:].mean(axis=0))


def test_one_kind_of_outcome_teaches_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="right and wrong final answers"):
        train_outcome(tmp_path, "x", [one for one in solutions(20) if one.targets[-1] == 0.0], lambda said: None)


def test_the_command_trains_one_that_check_uses(command: Run, tmp_path: Path) -> None:
    rows = [
        {"problem": one.problem, "steps": one.steps, "final_correct": one.targets[-1] != 0.0, "source": "own"}
        for one in solutions(40)
    ]
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = command("train", "--outcome", "--out", "model", "--answers", "answers.jsonl", "--name", "mine 1")
    assert done.returncode == 0 and "use it with --prm own:model" in done.stdout, done.stderr
    chain = json.dumps({"problem": "How many pens?", "steps": ["It is easy to see."]})
    (record,) = lines(command("check", "-", "--json", "--lean", "off", "--prm", "own:model", stdin=chain).stdout)
    assert record["versions"]["prm"] == "mine 1" and record["steps"][0]["kind"] == "estimated"
