"""What votes are worth: learnt from attempts whose outcome is known, nothing where scores tell nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import quick_model
from support.command_line import Run

from verifier.estimators.calibrate import Calibration
from verifier.judging.estimates.calibrated import ALL, Calibrated, digest
from verifier.judging.estimates.fusion import MODEL_ALONE
from verifier.judging.estimates.votes import FEWEST, Ballot, Votes, votes, votes_of, write
from verifier.search.best_of_n import Attempt, winners


def attempts(count: int, telling: float, seed: int = 1) -> Iterator[Ballot]:
    """Problems with eight attempts each, half of them right; wrong ones give one of three answers. The log-odds of
    right ones lie ``telling`` above those of wrong ones."""
    dice = random.Random(seed)
    for _ in range(count):
        told: dict[int, list[float]] = {}
        for _ in range(8):
            right = dice.random() < 0.5
            odds = dice.gauss(telling if right else 0.0, 1)
            told.setdefault(0 if right else dice.randint(1, 3), []).append(1 / (1 + 2.718281828**-odds))
        yield [(scores, answer == 0) for answer, scores in sorted(told.items())]


def test_scores_that_tell_something_weigh_and_others_do_not() -> None:
    found = votes(attempts(2000, 1.0), "made")
    assert 0.3 < found.slope < 3 and found.problems > 1500
    assert votes(attempts(2000, 0.0), "made").slope < 0.15
    assert votes(attempts(2000, -1.0), "made").slope == 0, "lower scores never count more"


def test_what_was_learnt_chooses_right_answers_oftener_than_the_count_and_never_much_less() -> None:
    def share(found: Votes, telling: float, rule: str) -> float:
        fresh = [ballot for ballot in attempts(1500, telling, seed=2) if any(right for _, right in ballot)]
        good = 0.0
        for ballot in fresh:
            tried = [(Attempt((s,), str(n)), right) for n, (scores, right) in enumerate(ballot) for s in scores]
            best = winners([one for one, _ in tried], rule, votes=found)
            good += sum(tried[i][1] for i in best) / len(best)
        return good / len(fresh)

    telling = votes(attempts(2000, 1.0), "made")
    assert share(telling, 1.0, "weighted") > share(telling, 1.0, "majority") + 0.03
    nothing = votes(attempts(2000, -0.5), "made")
    assert share(nothing, 0.0, "weighted") == share(nothing, 0.0, "majority")


def test_nothing_is_learnt_on_few_problems_or_on_those_that_agree() -> None:
    for ballots in (
        list(attempts(FEWEST - 1, 1.0)),
        [[([0.5, 0.6], True)]] * 90,
        [[([0.5], False), ([0.6], False)]] * 90,
    ):
        with pytest.raises(ValueError, match=f"at least {FEWEST} problems"):
            votes(ballots, "made")
    with pytest.raises(ValueError, match="a slope of 0 or more"):
        Votes(-0.1)


def test_a_vote_counts_by_how_far_its_score_lies_above_the_mean_and_none_where_it_is_settled_wrong() -> None:
    assert Votes(0.0).weights([0.1, 0.9]) == [1, 1] and Votes(1.0).weights([]) == []
    low, high = Votes(0.5).weights([0.5, 0.9])
    assert low + high == pytest.approx(2) and high - low == pytest.approx(0.5 * 2.1972, abs=1e-3)
    assert Votes(9.0).weights([0.01, 0.99])[0] == 0, "no vote counts against its answer"
    tried = [Attempt((0.9, 0.0), "7"), Attempt((0.9, 0.0), "7"), Attempt((0.2, 0.1), "8")]
    assert winners(tried, "weighted", votes=Votes(0.0)) == [2]
    assert winners(tried[:2], "weighted", votes=Votes(1.0)) == [0], "where nothing else votes"
    three = [Attempt((0.3,), "7"), Attempt((0.3,), "7"), Attempt((0.9,), "8")]
    assert winners(three, "weighted") == [2] and winners(three, "weighted", votes=Votes(0.1)) == [0]


class Named:
    """Stands in for a model with a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder


def test_votes_are_kept_in_the_folder_of_a_model_and_in_a_calibration(tmp_path: Path) -> None:
    found = Votes(0.25, 99, "made")
    write(tmp_path / "votes.json", found, "m", "f")
    assert votes_of(Named(tmp_path), "m", "f") == found
    assert votes_of(Named(tmp_path), "m", "other") is None and votes_of(object(), "m", "f") is None
    made = Calibrated("m", digest(MODEL_ALONE), {ALL: Calibration()}, votes=found)
    (tmp_path / "c.json").write_text(json.dumps(made.to_json()))
    assert Calibrated.read(tmp_path / "c.json").votes == found
    (tmp_path / "votes.json").write_text(json.dumps({"model": "m", "fusion": "f", "votes": {"schema": 1}}))
    with pytest.raises(ValueError, match="no worth of votes"):
        votes_of(Named(tmp_path), "m", "f")


def test_the_command_learns_from_attempts_at_problems_that_are_not_barred(command: Run, tmp_path: Path) -> None:
    rows = [
        {
            "id": f"{n}/{k}",
            "problem": f"Kim has {n} cups and buys {k % 2 + 1} more. How many?",
            "steps": ["Let us think it over" + " again" * k + ".", f"The answer is {n + k % 2 + 1 + wrong}."],
            "labels": [None, None],
            "first_error": None,
            "final_correct": not wrong,
        }
        for n in range(3, 23)
        for k, wrong in enumerate((0, 0, 9, 7))
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = ("calibrate", "--vote-weights", "v.json", "--answers", "a.jsonl", "--prm", quick_model.PRM)
    few = command(*asked, "--bar", "a.jsonl")
    assert few.returncode == 2 and "at least 30 problems" in few.stderr and not (tmp_path / "v.json").exists()
    done = command(*asked)
    assert done.returncode == 0 and "at 40 problems" in done.stdout, done.stderr
    told = json.loads((tmp_path / "v.json").read_text())
    assert told["model"] == quick_model.NAME and told["votes"]["problems"] == 40 and told["votes"]["slope"] >= 0
