"""The surprisal model: nats against those computed by hand on a small random model, and the real one where it is."""

from __future__ import annotations

from pathlib import Path

import pytest
import tiny
import torch

from verifier.chain import Chain
from verifier.judging.fusion import fusion_of
from verifier.prm.calibrate import Calibration
from verifier.prm.choose import Placement, chosen
from verifier.prm.layout import LongChain
from verifier.prm.model import PrmUnavailable
from verifier.prm.surprisal import SHIPPED, SurprisalModel, load

PROBLEM, STEPS = "How many are 6 times 7?", ("So 6 * 7 = 42.", "", "  The answer is 42. ")
CHAIN = Chain.of(PROBLEM, STEPS)


@pytest.fixture
def small(tmp_path: Path) -> SurprisalModel:
    words = tiny.tokenizer(tmp_path, ["<s>"], None, bos_token="<s>")
    return SurprisalModel(tiny.llama(tmp_path, len(words), **tiny.ROOM), words, Calibration(1.2, 6.0), tmp_path)


@torch.no_grad()
def test_the_surprisal_of_a_step_is_what_its_tokens_cost_given_all_before(
    small: SurprisalModel, tmp_path: Path
) -> None:
    words = tiny.as_loaded(tmp_path)
    model = tiny.llama(tmp_path / "again", len(words), **tiny.ROOM)
    ids = words.encode(f"Problem: {PROBLEM}\nSolution:\n", add_special_tokens=False)
    expected = []
    for step in STEPS:
        more = words.encode(f"{step.strip()}\n", add_special_tokens=False)
        told = model(torch.tensor([ids + more])).logits[0].log_softmax(-1)
        expected.append(-sum(told[len(ids) + at - 1, id].item() for at, id in enumerate(more)))
        ids += more
    assert small.nats(CHAIN) == pytest.approx(expected, rel=1e-4)
    shares = [Calibration(1.2, 6.0)(1 / (1 + nats)) for nats in expected]
    assert small.score([CHAIN])[0] == pytest.approx(
        [shares[0], shares[0] * shares[1], shares[0] * shares[1] * shares[2]]
    )


def test_what_comes_later_and_what_stands_beside_change_no_score(small: SurprisalModel) -> None:
    alone = small.score([CHAIN])[0]
    longer = Chain.of(PROBLEM, (*STEPS, "And so on."))
    assert small.score([longer, CHAIN]) == [pytest.approx([*alone, small.score([longer])[0][-1]]), alone]


def test_any_text_has_scores_and_a_long_chain_is_told_of(small: SurprisalModel) -> None:
    assert len(small.score([Chain.of("\ud800", ["\ud800", "\0", "é漢"])])[0]) == 3
    long = Chain.of(PROBLEM, ["z q x " * 90] * 12)
    with pytest.warns(LongChain, match="windows"):
        scores = small.score([long])[0]
    assert all(0 < score < 1 for score in scores) and scores == sorted(scores, reverse=True)
    assert scores[:3] == pytest.approx(small.score([Chain.of(PROBLEM, [long.steps[0].text] * 3)])[0], rel=1e-3)


def test_a_wrong_type_of_number_is_refused_before_anything_is_fetched() -> None:
    with pytest.raises(PrmUnavailable, match="expected --dtype auto, float32"):
        chosen("surprisal", Placement(dtype="float8"))


@pytest.mark.filterwarnings("ignore")  # what torch and transformers say of each other's versions is not ours
def test_the_real_model_is_more_surprised_by_a_wrong_result() -> None:
    try:
        model = load(Placement("cpu"))
    except PrmUnavailable as error:
        pytest.skip(f"the weights of SmolLM2 cannot be had here: {error}")
    problem = "Tom has 8 boxes of 6 pens and gives 5 pens away. How many pens are left?"
    right, wrong = (
        Chain.of(problem, [f"Tom has 8 * 6 = {n} pens.", f"Then {n} - 5 = {m} pens are left."])
        for n, m in ((48, 43), (73, 68))
    )
    assert model.nats(right)[0] + 1 < model.nats(wrong)[0]
    assert model.score([wrong])[0][0] < model.score([right])[0][0] < 1
    assert model.folder == SHIPPED and fusion_of(model).fitted_on
