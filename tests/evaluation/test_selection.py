"""Best-of-N, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from making import item

from verifier.evaluation.items import Item
from verifier.evaluation.selection import best_of_n


def candidates() -> list[Item]:
    rows = [("a", [0.9, 0.2], True), ("b", [0.6, 0.6], False), ("c", [0.5, 0.9], False)]
    return [item(id, None, scores, problem="p", final_correct=right, answer=None) for id, scores, right in rows]


def accuracies(items: list[Item], n: int, answers: dict[str, str] | None = None) -> dict[str, float]:
    section = best_of_n(items, n, 0, (lambda one: answers.get(one.truth.id)) if answers else None)
    return {name: metric(np.ones(len(section.groups))) for name, metric in section.metrics.items()}


def test_each_rule_over_all_candidates_by_hand() -> None:
    found = accuracies(candidates(), 3)
    # min .2 .6 .5; product .18 .36 .45; mean .55 .6 .7; last .2 .6 .9: never the right one
    assert found == pytest.approx(
        {**dict.fromkeys(("min", "product", "mean", "last"), 0), "oracle": 1, "random": 1 / 3}
    )


def test_votes_count_readable_answers_and_weigh_them_by_mean_scores() -> None:
    found = accuracies(candidates(), 3, {"a": "5", "b": "5", "c": "6"})
    # 5 has two votes; of them b has the better mean, and is labelled wrong here
    assert found["majority"] == 0.0 and found["weighted"] == 0.0
    found = accuracies(candidates(), 3, {"a": "5", "c": "6"})
    assert found["majority"] == 0.5, "one vote each: a tie is shared"
    assert found["weighted"] == 0.0, "0.55 against 0.7"


def test_where_all_tie_the_mean_counts_and_small_problems_are_left_out() -> None:
    blind = [item(str(i), None, [None], problem="p", final_correct=i < 1) for i in range(4)]
    assert accuracies(blind, 4)["min"] == 0.25
    assert best_of_n(blind, 5, 0).groups == ()
    two = accuracies(blind, 2)
    assert two["oracle"] == pytest.approx(0.5, abs=0.2) and two["min"] == two["random"]
    assert accuracies(blind, 2) == two, "the subsets are drawn under the seed"
