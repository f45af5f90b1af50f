"""Estimates stand where exact means settled nothing; they settle nothing, and never read as certain."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.judging.estimates.fusion import MODEL_ALONE
from verifier.judging.judgements.judgement import Estimated
from verifier.pipeline.verify import verify
from verifier.records.recheck import recheck
from verifier.records.record import line, record


class Fixed:
    """Stands in for a model whose scores a test knows beforehand; real models are tested in tests/estimators."""

    name = "fixed 1"

    def __init__(self, *scores: float) -> None:
        self.scores = list(scores)

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        return [self.scores[: len(chain.steps)] for chain in chains]


STEPS = ("So 6 * 7 = 42.", "This seems a good start.", "Then 2 * 3 = 6.", "It goes on well.", "So 6 * 7 = 43.", "Done.")


def written(*scores: float, steps: Sequence[str] = STEPS) -> Any:
    return json.loads(line(record(verify("What is 6 * 7?", steps, lean="off", prm=Fixed(*scores), fusion=MODEL_ALONE))))


def test_settled_steps_keep_their_verdicts_and_the_others_are_estimated() -> None:
    rows = written(0.1, 0.8, 0.1, 0.6, 0.9, 0.9)["steps"]
    kinds = [row["kind"] for row in rows]
    assert kinds == ["settled", "estimated", "settled", "estimated", "settled", "unjudged"]
    assert [row["correct"] for row in rows] == [True, None, True, None, False, None]


def test_the_probability_of_a_prefix_never_rises_and_is_nothing_after_a_settled_error() -> None:
    found = [row["score"] for row in written(0.9, 0.72, 0.6, 0.9, 0.9, 0.9)["steps"]]
    assert found == pytest.approx([1.0, 0.8, 0.8, 0.8, 0.0, 0.0], abs=2e-4)  # the second step takes a fifth away
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize("score", [0.0, 1.0, 1e-9, 1 - 1e-9])
def test_an_estimate_never_reads_as_certain(score: float) -> None:
    shown = written(score, score, steps=("Easy to see.", "Clear too."))["steps"]
    assert all(0.0 < row["score"] < 1.0 and row["kind"] == "estimated" for row in shown)
    with pytest.raises(ValueError, match="between 0 and 1"):
        Estimated(1.0)


def test_a_low_score_alone_names_no_first_error_and_a_high_one_says_that_it_is_an_estimate() -> None:
    guessed = written(0.9, 0.4, 0.3, steps=("Easy to see.", "Clear too.", "So we are done."))
    assert (guessed["first_error"], guessed["first_error_kind"]) == (None, None)  # no threshold for the length is known
    settled = written(0.9, 0.2, 0.2, 0.2, 0.2, 0.2)
    assert (settled["first_error"], settled["first_error_kind"]) == (4, "settled")
    right = written(0.9, 0.9, steps=("Easy to see.", "Clear too."))
    assert (right["first_error"], right["first_error_kind"]) == (None, None)  # -1 needs proofs


def test_the_record_names_the_model() -> None:
    assert written(*[0.5] * 6)["versions"]["prm"] == "fixed 1"


def test_recheck_accepts_estimates_where_nothing_is_settled() -> None:
    assert [f.wrong for f in recheck([written(0.9, 0.8, 0.7, 0.6, 0.5, 0.4)]) if f.wrong] == []


def forged(data: Any, step: int, **values: Any) -> Any:
    data = copy.deepcopy(data)
    data["steps"][step].update(values)
    return data


@pytest.mark.parametrize(
    ("step", "values"),
    [
        (4, {"kind": "estimated", "correct": None, "score": 0.9}),
        (0, {"kind": "estimated", "correct": None, "score": 0.9}),
        (1, {"kind": "settled", "correct": True}),
        (1, {"score": 1.0}),
        (1, {"score": 0.0}),
        (1, {"score": 5.0}),
        (1, {"score": True}),
        (1, {"score": "0.8"}),
        (3, {"score": 0.9}),
        (5, {"score": 0.9}),
    ],
)
def test_recheck_refuses_an_estimate_that_says_too_much(step: int, values: dict[str, Any]) -> None:
    assert [f for f in recheck([forged(written(0.9, 0.8, 0.7, 0.6, 0.5, 0.4), step, **values)]) if f.wrong]
