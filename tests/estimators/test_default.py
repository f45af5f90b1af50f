"""The default model, with its real weights: what it says of steps is what heads make of what their tokens cost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from verifier.chain import Chain
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.layout import LongChain
from verifier.estimators.surprisal import surprisal, tuned
from verifier.estimators.surprisal.decoder import load as decoder
from verifier.estimators.surprisal.step_heads import FIGURES, FILE, StepHeads, hashed, read, rows, stored
from verifier.estimators.surprisal.surprisal import CONTEXT, SHIPPED, SurprisalModel, load
from verifier.judging.estimates.fusion import fusion_of

PROBLEM, STEPS = "How many are 6 times 7?", ("So 6 * 7 = 42.", "", "  The answer is 42. ")
CHAIN = Chain.of(PROBLEM, STEPS)


@pytest.fixture(scope="module")
def model() -> SurprisalModel:
    return load(threads=1)


def test_the_surprisal_of_a_step_is_what_its_tokens_cost_given_all_before(model: SurprisalModel) -> None:
    language = decoder(CONTEXT, threads=1)
    ids = language.encode(f"Problem: {PROBLEM}\nSolution:") + language.encode("\n")
    expected = []
    for step in STEPS:
        more = [*language.encode(step.strip()), *language.encode("\n")]
        ids += more
        expected.append(sum(language.nats(np.array(ids))[-len(more) :]))
    seen = model.seen(CHAIN)
    assert np.exp(seen[:, 1]) - 0.1 == pytest.approx(expected, rel=1e-3)
    told = seen.astype(float) @ read(SHIPPED / FILE).weights[0]
    shares = [model.calibration(1 / (1 + np.exp(-odds))) for odds in told]
    scores = model.score([CHAIN])[0]
    assert scores == pytest.approx([shares[0], shares[0] * shares[1], shares[0] * shares[1] * shares[2]], rel=1e-3)


def test_what_comes_later_and_what_stands_beside_change_no_score(model: SurprisalModel) -> None:
    alone = model.score([CHAIN])[0]
    longer = Chain.of(PROBLEM, (*STEPS, "And so on."))
    both = model.score([longer, CHAIN])
    assert both[0][:3] == pytest.approx(alone, rel=1e-4) and both[1] == alone


def test_any_text_has_scores_and_a_long_chain_is_told_of(
    model: SurprisalModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(model.score([Chain.of("\ud800", ["\ud800", "\0", "é漢"])])[0]) == 3
    long = Chain.of(PROBLEM, ["1 and 2 " * 30] * 4)
    monkeypatch.setattr(surprisal, "CONTEXT", 256)  # windows an eighth as long: a long chain takes a second
    with pytest.warns(LongChain, match="windows"):
        scores = load(threads=1).score([long])[0]
    assert all(0 < score < 1 for score in scores) and scores == sorted(scores, reverse=True)


def test_a_wrong_result_surprises_more(model: SurprisalModel) -> None:
    problem = "Tom has 8 boxes of 6 pens and gives 5 pens away. How many pens are left?"
    right, wrong = (
        Chain.of(problem, [f"Tom has 8 * 6 = {n} pens.", f"Then {n} - 5 = {m} pens are left."])
        for n, m in ((48, 43), (73, 68))
    )
    assert np.exp(model.seen(right)[0, 1]) + 1 < np.exp(model.seen(wrong)[0, 1])
    assert model.score([wrong])[0][0] < model.score([right])[0][0] < 1
    assert model.folder == SHIPPED and fusion_of(model).fitted_on


def test_a_problem_of_a_file_is_told_by_the_head_that_the_file_did_not_teach(tmp_path: Path) -> None:
    marks = sorted((hashed(problem), row) for row, problem in enumerate(("Add 1 and 2.", "Add 3 and 4."), 1))
    heads = StepHeads(
        np.array([[0, 1, 0, 0, 0], [0, 0, 0, 1, 0], [5, 0, 1, 0, 2]], np.float32),
        np.array([mark for mark, _ in marks], np.uint32),
        np.array([row for _, row in marks], np.uint8),
    )
    (tmp_path / FILE).write_bytes(stored(heads))
    kept = read(tmp_path / FILE)
    seen = rows([3.0, 7.0], [0.25, 4.0], np.array([[0.5], [-1.0]], np.float32))
    assert [kept.row(problem) for problem in ("add 1 and 2", "Add 3 and 4.", "Add 5 and 6.")] == [1, 2, 0]
    assert kept.odds("Add 1 and 2!", seen) == pytest.approx([0.0, np.log(2)])
    assert kept.odds("Add 3 and 4.", seen) == pytest.approx([6.25, 7.0])
    assert kept.odds("Add 5 and 6.", seen) == pytest.approx(np.log([3.1, 7.1]))


@pytest.mark.parametrize("harm", ["cut", "row", "none", "additions"])
def test_damaged_heads_and_additions_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: str) -> None:
    heads = StepHeads(np.zeros((1, 580), np.float32), np.array([7], np.uint32), np.array([1], np.uint8))
    for name in ("calibration.json", tuned.FILE, FILE):
        (tmp_path / name).write_bytes((SHIPPED / name).read_bytes())
    if harm == "additions":
        (tmp_path / tuned.FILE).write_bytes((SHIPPED / tuned.FILE).read_bytes()[:-9])
    elif harm == "none":
        (tmp_path / FILE).unlink()
    else:
        (tmp_path / FILE).write_bytes(stored(heads)[: None if harm == "row" else -9])
    monkeypatch.setattr(surprisal, "SHIPPED", tmp_path)
    with pytest.raises(PrmUnavailable, match="install the package again"):
        load(threads=1)


def test_doubts_are_of_the_step_and_what_stands_before_it(model: SurprisalModel) -> None:
    column = FIGURES.index("doubt")
    alone, longer = (model.seen(Chain.of(PROBLEM, steps))[:, column] for steps in (STEPS[:1], STEPS))
    assert longer[0] == pytest.approx(alone[0], abs=1e-2) and len(set(longer.tolist())) == 3
    right, wrong = (
        model.seen(Chain.of("Tom has 8 boxes of 6 pens. How many pens are that?", [step]))[0, column]
        for step in ("Tom has 8 * 6 = 48 pens.", "Tom has 8 + 6 = 14 pens.")
    )
    assert right < wrong
    assert not model.taught_by(PROBLEM)
