"""A model of transformers as translator: small random ones, held to the claim language as real ones are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tiny

from verifier.kernel.verdict import Reason, Unknown
from verifier.translating.ask import SAME, comparing, same, translating
from verifier.translating.checks import Situation
from verifier.translating.language import MAX_CLAIMS, MAX_RELATION, SCHEMA
from verifier.translating.local import LocalModel, name_of, tight
from verifier.translating.model import Bounds, NoAnswer, Question
from verifier.translating.weights import WHOLE, digest


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("models") / "tiny"
    words = tiny.chatml(place)
    tiny.qwen2(tiny.CAUSAL, place, len(words), max_position_embeddings=2048)
    return place


def test_even_a_random_model_answers_by_the_schema_and_ends(folder: Path) -> None:
    model = LocalModel(str(folder))
    for sample in range(3):
        asked = comparing("Half of 48 is 24.", "48/2 = 24")
        answer = model.ask(Question(asked.messages, ("same", SAME), sample, 64))
        assert same(answer.text) in (True, False) and 0 < answer.written < 64 and answer.read > 20


def test_an_answer_that_does_not_end_is_cut_short_and_paid_for(folder: Path) -> None:
    model = LocalModel(str(folder))
    chat = ({"role": "user", "content": "Translate."},)
    with pytest.raises(NoAnswer, match="cut short") as cut:
        model.ask(Question(chat, ("claims", SCHEMA), 0, 8))
    assert cut.value.written == 8 and cut.value.read > 0
    with pytest.raises(NoAnswer, match="cut short") as cut:
        model.ask(Question(chat, ("claims", SCHEMA), 0, 1024, Bounds((), 1, 6)))
    assert cut.value.written == 6
    with pytest.raises(NoAnswer, match="more than"):
        model.ask(Question(({"role": "user", "content": "7 " * 2048},), None, 0, 8))


def test_what_is_drawn_stays_within_what_is_read() -> None:
    claim: Any = tight(SCHEMA, None)["properties"]["claims"]
    assert claim["maxItems"] == MAX_CLAIMS and claim["items"]["additionalProperties"] is False
    assert claim["items"]["properties"]["claim"]["maxLength"] == MAX_RELATION
    assert tight(SAME, None) == json.loads(json.dumps(SAME))
    here = Situation("Half of 48 is 24.", {"p.s0": "Ann has 48 pears."}, {}, lambda claim: Unknown(Reason.NO_ENGINE))
    held: Any = tight(SCHEMA, translating(here, [], 0).bounds)["properties"]["claims"]
    assert held["maxItems"] == 3  # half, 48, 24
    hypotheses = held["items"]["properties"]["hypotheses"]
    assert hypotheses["maxItems"] == 1 and hypotheses["items"]["properties"]["rests_on"]["enum"] == ["p.s0"]


def test_a_model_is_named_by_its_weights(folder: Path, tmp_path: Path) -> None:
    name = name_of(folder)
    assert name == LocalModel(str(folder)).name == f"hf:tiny@{digest(folder)}"
    other = tmp_path / "tiny"
    words = tiny.chatml(other)
    tiny.qwen2(tiny.CAUSAL, other, len(words), seed=8, max_position_embeddings=2048)
    assert name_of(other) != name
    large = tmp_path / "large.gguf"
    large.write_bytes(bytes(3 * WHOLE))
    before = digest(large)
    with large.open("r+b") as stream:
        stream.seek(3 * WHOLE - 1)
        stream.write(b"1")
    assert digest(large) != before
