"""Heads on a frozen model: what they see, what they learn, and that no head is measured on problems that taught it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from verifier.chain import Chain
from verifier.estimators.surprisal.surprisal import load
from verifier.training.data.examples import Example, until_error
from verifier.training.heads.curve import LABELS, Measured, Wanted, curve
from verifier.training.heads.frozen import FIGURES, KINDS, Frozen, Seen, figures, frozen, kinds_of, seen
from verifier.training.heads.head import Shape, Taught, fitted

NAMES = ("says", "place", "characters")


def _chain(dice: np.random.Generator, error: int, told: float) -> Taught:
    """Four steps; the wrong one stands out in the seventh number of its state, and ``told`` of it in what is said."""
    states = dice.normal(size=(4, 12)).astype(np.float32)
    says = dice.normal(size=(4, 3)).astype(np.float32)
    if error >= 0:
        states[error, 6] += 4
        says[error, 0] += told
    example = Example(f"p {dice.integers(10**9)}", ("a", "b", "c", "d"), until_error(4, error))
    return Taught(Seen(says, states), example)


def _chains(seed: int, count: int = 200) -> list[Taught]:
    dice = np.random.default_rng(seed)
    return [_chain(dice, int(dice.integers(-1, 4)), 0.5) for _ in range(count)]


def test_a_head_learns_what_stands_in_the_states() -> None:
    head = fitted(_chains(1), Shape(("says",), 12), NAMES)
    assert np.argmax(np.abs(head.weights[1:])) == 6 and head.weights[7] > 0
    right, wrong = (_chain(np.random.default_rng(5), error, 0.0).seen for error in (-1, 2))
    assert head(wrong)[2] > head(right)[2] + 1


def test_a_final_answer_teaches_by_what_is_believed_of_the_steps() -> None:
    dice = random.Random(1)
    answers = [
        Taught(one.seen, Example(one.example.problem, one.example.steps, (None, None, None, one.example.targets[-1])))
        for one in _chains(2, 400)
        if dice.random() < 0.9
    ]
    head = fitted(answers, Shape(("says",), 12), NAMES)
    assert np.argmax(np.abs(head.weights[1:])) == 6


def test_where_nothing_is_wrong_there_is_nothing_to_learn() -> None:
    right = [_chain(np.random.default_rng(n), -1, 0.0) for n in range(5)]
    with pytest.raises(ValueError, match="right and wrong"):
        fitted(right, Shape(("says",), 0), NAMES)


def test_a_curve_compares_heads_with_what_the_model_says() -> None:
    measured = [
        Measured(file, one.seen, one, one.example.targets.index(0.0) if 0.0 in one.example.targets else -1)
        for file, seed in (("a", 3), ("b", 4))
        for one in _chains(seed, 80)
    ]
    model = Frozen("a model", NAMES, lambda chain: measured[0].seen)
    rows = list(curve(model, {"planted": _chains(1)}, measured, Wanted((12,), (0.5, 1.0), draws=20)))
    assert [row.teacher for row in rows[:3]] == ["-"] * 3 and rows[2].above == 0.0
    whole = [row for row in rows if row.head == "says, 12 parts"]
    assert [row.teacher for row in whole] == ["planted", LABELS]
    assert all(row.interval[0] > 0.1 and row.mean > 0.9 for row in whole)
    assert {row.share for row in rows[3:]} == {0.5, 1.0}


def test_no_head_is_measured_on_a_problem_that_taught_it() -> None:
    one = _chains(3, 60)
    measured = [Measured(file, t.seen, t, 0 if t.example.targets[0] == 0.0 else -1) for file in "ab" for t in one]
    model = Frozen("a model", NAMES, lambda chain: one[0].seen)
    with pytest.raises(ValueError, match="right and wrong"):  # both files are of the same problems
        list(curve(model, {}, measured, Wanted((), (1.0,), draws=0)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("So 3 * 5 = 15.", {"given": "3", "sign": "*=", "earlier": "5", "computed": "15"}),
        ("Take 8 of 3.", {"new": "8", "given": "3"}),
        ("Nothing.", {}),
    ],
)
def test_numbers_are_told_apart_by_where_they_come_from(text: str, found: dict[str, str]) -> None:
    from fractions import Fraction

    kinds = kinds_of(text, {Fraction(3)}, {Fraction(5)})
    told = {kind: "".join(c for c, k in zip(text, kinds, strict=True) if KINDS[k] == kind) for kind in KINDS}
    assert {kind: told[kind] for kind in KINDS if told[kind] and kind != "word"} == found


def test_the_nats_of_a_step_are_parted_by_kind() -> None:
    chain = Chain.of("There are 3.", ["3 + 4 = 7"])
    nats = [[1.0, 2.0, 3.0, 4.0, 5.0]]
    spans: list[Sequence[tuple[int, int]]] = [[(0, 1), (1, 3), (3, 5), (5, 7), (7, 9)]]
    [row] = figures(chain, nats, spans)
    told = dict(zip(FIGURES, np.expm1(row).round(3).tolist(), strict=True))
    assert (
        told["nats, given"] == 1 and told["nats, new"] == 3 and told["nats, computed"] == 5 and told["nats, sign"] == 6
    )
    assert told["largest"] == 5 and told["mean"] == 3


def test_what_a_frozen_model_gives_is_kept(tmp_path: Path) -> None:
    model = frozen(load())
    chain = Chain.of("Ann has 3 pens and buys 4. How many has she?", ["She has 3 + 4 = 7 pens.", "", "So 8."])
    [first] = seen(model, [chain], tmp_path)
    again = Frozen(model.name, model.figures, _nobody)
    [second] = seen(again, [chain], tmp_path)
    assert np.array_equal(first.states, second.states) and np.array_equal(first.figures, second.figures)
    assert first.states.shape == (3, 576) and first.figures.shape == (3, len(FIGURES))
    told = load().seen(chain)
    assert first.figures[:, 0] == pytest.approx(told[:, 1], abs=1e-3)


def _nobody(chain: Chain) -> Seen:
    raise AssertionError("expected what was kept")
