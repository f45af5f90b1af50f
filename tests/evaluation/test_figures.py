"""Every figure against a value computed by hand, and against scikit-learn where it has the same."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from sklearn import metrics as sk
from support.scored_chains import item

from verifier.evaluation.items import Item, Said
from verifier.evaluation.metrics.bootstrap import Figure, Section, array, figures, mean, share
from verifier.evaluation.metrics.calibration import are_probabilities, calibration, reliability
from verifier.evaluation.metrics.first_error import matthews, mr, processbench
from verifier.evaluation.metrics.measure import coverage, fused, pair
from verifier.evaluation.metrics.steps import auc, calls, prmbench, ranking
from verifier.evaluation.metrics.threshold import best, parts

FOUR = [
    item("a", 1, [0.9, 0.2, 0.1]),  # named
    item("b", 2, [0.9, 0.3, 0.1]),  # named one step early
    item("c", -1, [0.9, 0.8]),  # right, called right
    item("d", -1, [0.9, 0.4]),  # right, called wrong
    item("e", None, [0.1]),  # not known: left out
]


def values(section: Section, weights: Sequence[float] | None = None) -> dict[str, float]:
    w = array(list(weights)) if weights is not None else np.ones(len(section.groups))
    return {name: metric(w) for name, metric in section.metrics.items()}


def groups(items: Sequence[Item]) -> list[str]:
    return [one.truth.id for one in items]


def test_processbench_counts_exact_first_errors_and_takes_the_harmonic_mean() -> None:
    found = processbench(FOUR, 0.5, groups(FOUR))
    assert values(found) == {"error_accuracy": 0.5, "correct_accuracy": 0.5, "f1": 0.5}
    # drawn twice, once, three times, not at all: 2 of 3 wrong chains named, all right ones
    assert values(found, [2, 1, 3, 0]) == pytest.approx({"error_accuracy": 2 / 3, "correct_accuracy": 1.0, "f1": 0.8})
    assert found.counts == {"chains": 4, "wrong": 2, "right": 2}


def test_the_f1_of_two_zeros_is_zero_and_without_right_chains_there_is_none() -> None:
    assert values(processbench([item("a", 0, [0.9]), item("b", -1, [0.1])], 0.5, ["a", "b"]))["f1"] == 0
    assert math.isnan(values(processbench([item("a", 0, [0.9])], 0.5, ["a"]))["f1"])


def test_a_settled_step_overrules_its_score_and_a_silent_one_is_called_right() -> None:
    assert item("a", 0, [0.1, 0.9], settled=[True, False]).first_error(0.5) == 1
    assert item("a", 0, [None, None]).first_error(0.5) == -1
    assert item("a", 0, [0.5]).first_error(0.5) == -1, "only scores below the threshold are called wrong"


def test_mr_correlates_right_chains_with_chains_called_right() -> None:
    found = values(mr(FOUR, 0.5, groups(FOUR)))
    # a: wrong, called wrong; b: same; c: right, called right; d: right, called wrong
    assert found["mcc"] == pytest.approx((1 * 2 - 1 * 0) / math.sqrt(2 * 1 * 3 * 2))
    assert found["first_error_accuracy"] == 0.5


def random_items(seed: int, n: int = 60) -> list[Item]:
    random = np.random.Generator(np.random.PCG64(seed))
    return [
        item(
            f"r{i}",
            None,
            [round(float(x), 1) for x in random.random(size)],
            labels=[bool(x) for x in random.random(size) < 0.6],
        )
        for i, size in enumerate(random.integers(1, 6, n))
    ]


def flat(items: Sequence[Item], weights: Sequence[float]) -> tuple[list[bool], list[float], list[float]]:
    rows = [
        (bool(label), float(score or 0), w)
        for one, w in zip(items, weights, strict=True)
        for label, score in zip(one.truth.labels, one.said.scores, strict=True)
    ]
    labels, scores, times = zip(*rows, strict=True)
    return list(labels), list(scores), list(times)


@pytest.mark.parametrize("seed", range(5))
def test_the_figures_of_steps_are_those_of_scikit_learn(seed: int) -> None:
    items = random_items(seed)
    weights = np.random.Generator(np.random.PCG64(seed)).integers(0, 4, len(items)).astype(float)
    labels, scores, times = flat(items, list(weights))
    called = [score >= 0.5 for score in scores]
    got = values(calls(items, 0.5, groups(items)), list(weights))
    for name, positive in (("f1_right", True), ("f1_wrong", False)):
        assert got[name] == pytest.approx(sk.f1_score(labels, called, pos_label=positive, sample_weight=times))
    assert got["macro_f1"] == pytest.approx(sk.f1_score(labels, called, average="macro", sample_weight=times))
    assert got["accuracy"] == pytest.approx(sk.accuracy_score(labels, called, sample_weight=times))
    area = values(ranking(items, groups(items)), list(weights))["auc"]
    assert area == pytest.approx(sk.roc_auc_score(labels, scores, sample_weight=times))
    brier = values(calibration(items, groups(items)), list(weights))["brier"]
    assert brier == pytest.approx(sk.brier_score_loss(labels, scores, sample_weight=times))
    mcc = matthews(array(labels), array(called))(array(times))
    assert mcc == pytest.approx(sk.matthews_corrcoef(labels, called, sample_weight=times))


def test_a_tie_counts_half_and_one_class_has_no_auc() -> None:
    assert auc([0, 0], array([1, 0]), array([0.5, 0.5]))(np.ones(1)) == 0.5
    assert math.isnan(auc([0], array([1]), array([0.5]))(np.ones(1)))


def test_prmscore_is_the_mean_of_both_f1_by_kind_of_error() -> None:
    items = [
        item("a", 1, [0.9, 0.1, 0.9], labels=[True, False, True], error_type="circular", family="simplicity"),
        item("b", 0, [0.9, 0.9], labels=[False, True], error_type="counterfactual", family="soundness"),
    ]
    parts_ = {found.name: values(found) for found in prmbench(items, 0.5, groups(items))}
    assert parts_["error_type: circular"]["macro_f1"] == 1.0
    # b: no wrong step found, 1 right step of 2 called right: F1 2/3 and 0
    assert parts_["family: soundness"]["macro_f1"] == pytest.approx((2 / 3 + 0) / 2)
    assert parts_["error_type: counterfactual"]["first_error_recall"] == 0.0


def test_ece_and_the_bins_by_hand() -> None:
    items = [item("a", None, [0.05, 0.95, 1.0, 0.95], labels=[False, True, True, False])]
    found = values(calibration(items, ["a"], bins=10))
    # bin 0: |0 - 0.05| of one step; bin 9: |2/3 - (0.95 + 1 + 0.95) / 3| of three
    assert found["ece"] == pytest.approx((0.05 + abs(2 - 2.9)) / 4)
    assert found["brier"] == pytest.approx((0.05**2 + 0.05**2 + 0 + 0.95**2) / 4)
    bins = reliability(items, 10)
    assert [one.steps for one in bins] == [1, *[0] * 8, 3] and bins[9].right == pytest.approx(2 / 3)
    assert bins[4].score is None and not are_probabilities([item("b", None, [1.5])])


def test_coverage_and_precision_of_exact_verdicts_by_hand() -> None:
    items = [
        item(
            "a",
            None,
            [None] * 5,
            settled=[True, True, False, False, None],
            checked=[False, False, False, False, True],
            labels=[True, False, False, None, True],
        )
    ]
    found = coverage(items, ["a"])
    got = values(found)
    assert (got["settled_correct_coverage"], got["settled_correct_precision"]) == (0.4, 0.5)
    assert (got["settled_incorrect_coverage"], got["settled_incorrect_precision"]) == (0.4, 1.0)
    assert (got["checked_coverage"], got["checked_precision"], got["wrong_found"]) == (0.2, 1.0, 0.5)
    assert found.counts["settled_incorrect"] == 2 and found.counts["settled_incorrect_labelled"] == 1


def test_a_bootstrap_draws_groups_whole_under_a_seed() -> None:
    section = Section("s", ("p", "p", "q"), {"mean": share(array([1, 1, 0]), np.ones(3))})
    found = figures(section, 400, 7)["mean"]
    assert found.value == pytest.approx(2 / 3)
    # two groups drawn twice: pp, pq, qp, qq give 1, 2/3, 2/3, 0 and nothing else
    assert set(np.round(found.draws, 9)) == {0.0, round(2 / 3, 9), 1.0}
    assert 0.4 < float(np.mean(found.draws == 2 / 3)) < 0.6
    assert found.interval == (0.0, 1.0)
    assert np.array_equal(found.draws, figures(section, 400, 7)["mean"].draws)
    assert not np.array_equal(found.draws, figures(section, 400, 8)["mean"].draws)


def test_a_paired_difference_is_taken_draw_by_draw() -> None:
    worse = Section("s", ("p", "q", "r"), {"m": share(array([1, 0, 0]), np.ones(3))})
    better = Section("s", ("p", "q", "r"), {"m": share(array([1, 1, 0]), np.ones(3))})
    gap = figures(better, 200, 1)["m"] - figures(worse, 200, 1)["m"]
    assert gap.value == pytest.approx(1 / 3) and gap.draws.min() == 0.0
    same = figures(better, 200, 1)["m"] - figures(better, 200, 1)["m"]
    assert same.interval == (0.0, 0.0)
    assert mean([Figure(0.2), Figure(0.4)]).value == pytest.approx(0.3)


def test_verdicts_cap_and_hold_another_systems_scores() -> None:
    assert fused([0.9, 0.8, 0.7], [None, False, None]) == (0.9, 0.0, 0.0)
    assert fused([0.9, 0.2, 0.7], [None, True, None]) == (0.9, 0.9, 0.7), "a step settled correct does not lower it"
    assert fused([0.3, 0.6], [True, None]) == (1.0, 0.6)
    assert fused([None, None, None], [None, True, False]) == (None, None, 0.0)
    assert fused([0.9, 0.4], [False, True]) == (0.0, 0.0), "after an error nothing raises it"


def test_scores_that_are_no_probabilities_are_capped_at_their_own_ends() -> None:
    ours = [item("a", 0, [None, None], settled=[False, None]), item("b", -1, [None], settled=[True])]
    before, after = pair(ours, [Said.by_scores("a", [4.0, -7.0]), Said.by_scores("b", [-1.0])])
    assert [one.said.scores for one in after] == [(-7.0, -7.0), (4.0,)]
    assert [one.said.settled for one in before] == [(None, None), (None,)]


def f1_at(items: Sequence[Item], threshold: float, first: bool) -> float:
    section = processbench(items, threshold, groups(items)) if first else calls(items, threshold, groups(items))
    return values(section)["f1" if first else "macro_f1"]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("first", [True, False])
def test_the_chosen_threshold_is_the_best_of_all(seed: int, first: bool) -> None:
    random = np.random.Generator(np.random.PCG64(seed))
    items = []
    for i in range(40):
        size = int(random.integers(1, 5))
        scores = [None if random.random() < 0.1 else round(float(random.random()), 2) for _ in range(size)]
        settled = [[None, None, None, None, True, False][int(random.integers(0, 6))] for _ in range(size)]
        error = int(random.integers(-1, size)) if first else None
        labels = None if first else [bool(random.random() < 0.5) for _ in range(size)]
        items.append(item(f"{i}", error, scores, settled, labels=labels))
    chosen = best(items)
    tried = [f1_at(items, t / 200, first) for t in range(-1, 202)]
    assert f1_at(items, chosen, first) == pytest.approx(max(tried))


def test_parts_keep_problems_whole_and_leave_the_chosen_part_out() -> None:
    items = [item(f"{i}", -1, [0.5], problem=f"p{i // 3}", subset="s" if i < 30 else "t") for i in range(60)]
    chosen, kept = parts(items, "40%", 3)
    assert 0 < len(chosen) < len(items) and len(chosen) + len(kept) == 60
    assert not {one.truth.problem for one in chosen} & {one.truth.problem for one in kept}
    assert [one.truth.id for one in parts(items, "40%", 3)[0]] == [one.truth.id for one in chosen]
    assert {one.truth.subset for one in parts(items, "s", 0)[1]} == {"t"}
    for wrong in ("u", "0%", "x%", "100%"):
        with pytest.raises(ValueError, match=r"expected|choose"):
            parts(items, wrong, 0)
