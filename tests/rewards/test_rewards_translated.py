"""Rewards by translations, by files or by a server that REPLAYS: it is no language model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import quick_model
from support.model_servers import served
from support.pen_attempts import PROBLEM, TEXTS, reply, write

import verifier
from verifier.rewards import workers as kept

SMALL = {"workers": 1, "item_seconds": 60.0, "batch_seconds": 120.0}


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    yield
    kept._KEPT.close()
    kept._KEPT.all.clear()


def many(*texts: str) -> dict[str, Any]:
    return {"prompts": [PROBLEM] * len(texts), "completions": list(texts)}


def test_a_batch_is_translated_together_and_translations_that_agree_are_rewarded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-secret")
    by = {"translator": "openai:m", "translator_answers": tmp_path / "kept.sqlite", "trust": "agreeing", **SMALL}
    with served(reply) as server:
        reward = verifier.rewards.process("mean", penalty=0.5, translator_url=server.url, **by)
        assert reward(**many(*TEXTS)) == [-0.5, 1.0]
        assert len(server.seen) == 6, "the problem and two attempts over it, in each of two samples"
        assert reward(**many(*TEXTS)) == [-0.5, 1.0] and len(server.seen) == 6, "answers are kept"
    evidence = verifier.rewards.process("mean", penalty=0.5, translator_offline=True, **{**by, "trust": "evidence"})
    assert evidence(**many(*TEXTS)) == [None, 1.0], "a step all of whose statements are proved is checked"


def test_files_reward_too_and_a_server_that_is_gone_leaves_the_exact_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-secret")
    place = write(tmp_path / "formal.jsonl")
    files = verifier.rewards.process("mean", penalty=0.5, readings=[place], trust="agreeing", **SMALL)
    assert files(**many(*TEXTS)) == [-0.5, 1.0]
    gone = {"translator": "openai:m", "translator_answers": tmp_path / "other.sqlite"}
    gone |= {"translator_url": "http://127.0.0.1:9/v1"}
    dead = verifier.rewards.process("mean", penalty=0.5, **gone, **{**SMALL, "batch_seconds": 40.0})
    assert dead(**many("So 2 + 2 = 5.", TEXTS[1])) == [-0.5, None]
    assert "not translated" in caplog.text and "a-secret" not in caplog.text


def test_a_models_estimates_are_fused_with_what_translations_say(tmp_path: Path) -> None:
    place = write(tmp_path / "formal.jsonl")
    wrong, right = verifier.rewards.process("mean", penalty=0.5, readings=[place], prm=quick_model.PRM, **SMALL)(
        **many(*TEXTS)
    )
    assert wrong is not None and right is not None and 0 < wrong < 0.3 < right < 1
    settled = verifier.rewards.process(
        "mean", penalty=0.5, readings=[place], prm=quick_model.PRM, trust="agreeing", **SMALL
    )
    assert settled(**many(*TEXTS)) == [-0.5, 1.0], "what is settled is not estimated"


def test_translations_and_lean_at_once_are_refused() -> None:
    with pytest.raises(ValueError, match="not available with formal"):
        verifier.rewards.process(readings="a.jsonl", lean="auto")
