"""Best-of-N, by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.scored_chains import item

from verifier.evaluation.items import Item
from verifier.evaluation.metrics.selection import ballots, best_of_n
from verifier.judging.estimates.votes import Votes


def candidates(answers: dict[str, str]) -> list[Item]:
    rows = [("a", [0.9, 0.2], True), ("b", [0.6, 0.6], False), ("c", [0.5, 0.9], False)]
    return [
        written(item(id, None, scores, problem="p", final_correct=right), answers.get(id, ""))
        for id, scores, right in rows
    ]


def written(one: Item, answer: str) -> Item:
    """Return the chain with ``answer`` at its end."""
    last = f"The answer is {answer}." if answer else "Who knows?"
    return replace(one, truth=replace(one.truth, steps=("So.", last)))


def accuracies(items: list[Item], n: int) -> dict[str, float]:
    section = best_of_n(items, n, 0)
    return {name: metric(np.ones(len(section.groups))) for name, metric in section.metrics.items()}


def test_each_rule_over_all_candidates_by_hand() -> None:
    found = accuracies(candidates({"a": "5", "b": "5", "c": "6"}), 3)
    # min .2 .6 .5; product .18 .36 .45; mean .55 .6 .7; last .2 .6 .9: never the right one
    assert [found[name] for name in ("min", "product", "mean", "last")] == [0, 0, 0, 0]
    assert found["oracle"] == 1 and found["random"] == pytest.approx(1 / 3)
    # 5 has two votes; of them b has the better mean, and is labelled wrong here
    assert found["majority"] == 0.0 and found["weighted"] == 0.0


def test_votes_count_readable_answers_and_weigh_them_by_mean_scores() -> None:
    found = accuracies(candidates({"a": "5", "c": "6"}), 3)
    assert found["majority"] == 0.5, "one vote each: a tie is shared"
    assert found["weighted"] == 0.0, "0.55 against 0.7"
    found = accuracies(candidates({"a": "0.5", "b": "7", "c": "\\frac{1}{2}"}), 3)
    assert found["majority"] == 0.0, "0.5 and 1/2 are one answer, for which c stands"
    assert accuracies(candidates({}), 3)["majority"] == pytest.approx(1 / 3), "nobody votes: all tie"


def test_where_all_tie_the_mean_counts_and_small_problems_are_left_out() -> None:
    blind = [item(str(i), None, [None], problem="p", final_correct=i < 1) for i in range(4)]
    assert accuracies(blind, 4)["min"] == 0.25
    assert best_of_n(blind, 5, 0).groups == ()
    two = accuracies(blind, 2)
    assert two["oracle"] == pytest.approx(0.5, abs=0.2) and two["min"] == two["random"]
    assert accuracies(blind, 2) == two, "the subsets are drawn under the seed"


def test_votes_weigh_by_what_scores_are_known_to_tell() -> None:
    tried = candidates({"a": "5", "b": "5", "c": "6"})
    told = [(sorted(scores), right) for scores, right in ballots(tried)[0]]
    assert told == [([pytest.approx(0.55), pytest.approx(0.6)], True), ([pytest.approx(0.7)], False)]

    def weighted(votes: Votes | None, items: list[Item]) -> list[float]:
        section = best_of_n(items, 3, 0, votes)
        return [section.metrics[rule](np.ones(1)) for rule in ("majority", "weighted")]

    one = [*tried[:1], *(tried[2:] * 2)]  # 5 once, 6 twice, with the better scores
    assert weighted(Votes(0.0), one) == [0.0, 0.0]
    refuted = [one[0], *(each.scored([0.5, 0.0]) for each in one[1:])]
    assert weighted(Votes(0.0), refuted) == [0.0, 1.0], "what is settled incorrect has no vote"
