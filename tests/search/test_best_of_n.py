"""Choosing among attempts: ties, missing scores, votes."""

from __future__ import annotations

import pytest

from verifier.judging.estimates.aggregate import NEUTRAL, aggregate
from verifier.search.best_of_n import RULES, Attempt, winners


def test_scores_are_put_together_and_missing_ones_left_out() -> None:
    assert [aggregate([0.5, None, 0.8], how) for how in ("min", "product", "mean", "last")] == [0.5, 0.4, 0.65, 0.8]
    assert aggregate([None, None], "min") == NEUTRAL == aggregate([], "last")
    with pytest.raises(KeyError):
        aggregate([0.1], "median")


def test_the_highest_score_wins_and_ties_come_in_order() -> None:
    attempts = [Attempt((0.9, 0.3)), Attempt((0.5, 0.5)), Attempt((None,)), Attempt((0.2,))]
    assert winners(attempts, "min") == [1, 2], "what nothing is known of has the neutral score"
    assert winners(attempts, "mean") == [0]
    assert winners([Attempt((0.1, 0.2, 0.3)), Attempt((0.3, 0.2, 0.1))], "mean") == [0, 1], "sums in another order tie"


def test_votes_are_for_answers_and_weighted_by_mean_scores() -> None:
    attempts = [Attempt((0.2,), "7"), Attempt((0.3,), "7"), Attempt((0.9,), "8"), Attempt((1.0,), None)]
    assert winners(attempts, "majority") == [1], "of a group the best stands for it"
    assert winners(attempts, "weighted") == [2]
    assert winners(attempts[2:] + attempts[:1], "majority") == [0, 2], "one vote each"
    assert winners([Attempt((), None)] * 2, "majority") == [0, 1], "nobody votes"
    assert winners(
        [Attempt((), "1/2"), Attempt((), "x"), Attempt((), "0.5")], "majority", lambda a, b: {a, b} <= {"1/2", "0.5"}
    ) == [0]


def test_what_cannot_be_chosen_is_refused() -> None:
    for attempts, rule in (([], "min"), ([Attempt(())], "best")):
        with pytest.raises(ValueError, match="expected attempts and a rule"):
            winners(attempts, rule)
    assert set(RULES) == {"min", "product", "mean", "last", "majority", "weighted"}
