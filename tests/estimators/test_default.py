"""The surprisal model, with its real weights: what it says of steps is what their tokens cost."""

from __future__ import annotations

import numpy as np
import pytest

from verifier.chain import Chain
from verifier.estimators.own.layout import LongChain
from verifier.estimators.surprisal import surprisal
from verifier.estimators.surprisal.decoder import load as decoder
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
    assert model.nats(CHAIN) == pytest.approx(expected, rel=1e-3)
    shares = [model.calibration(1 / (1 + nats)) for nats in expected]
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
    assert model.nats(right)[0] + 1 < model.nats(wrong)[0]
    assert model.score([wrong])[0][0] < model.score([right])[0][0] < 1
    assert model.folder == SHIPPED and fusion_of(model).fitted_on
