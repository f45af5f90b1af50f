"""A judge by translations that are made when they are wanted, by a server that REPLAYS: it is no language model."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.model_servers import Raw, replay, served
from support.pen_attempts import PROBLEM, SAMPLES, TEXTS, reply

import verifier
from verifier.asking.model import ModelUnavailable
from verifier.chain import Chain
from verifier.pipeline.verify import verify_formal
from verifier.records.record import record as formal_record


@pytest.fixture
def by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setenv("OPENAI_API_KEY", "a-secret")
    return {"translator": "openai:m", "translator_answers": tmp_path / "kept.sqlite", "trust": "agreeing"}


def test_what_is_translated_live_settles_as_files_do_and_is_kept(by: dict[str, Any]) -> None:
    chains = [Chain.of(f"{PROBLEM}{' ' * i}".strip(), [text], f"c{i}") for i, text in enumerate(TEXTS)]
    with served(replay(SAMPLES)) as server:
        by |= {"translator_url": server.url}
        with verifier.Judge("off", **by) as judge:
            alone = [judge(chain) for chain in chains]
    assert [chain.steps[0].correct for chain in alone] == [False, True]
    with verifier.Judge("off", **{**by, "translator_offline": True}) as judge:
        again = [judge(chain) for chain in chains]
        assert judge.translations.heard[0].why == ()
    formal = [one.translation.formal for chain in alone for one in chain.translations]
    files = verify_formal(formal, chains, trust="agreeing")
    assert list(map(formal_record, alone)) == list(map(formal_record, again)) == list(map(formal_record, files))


def test_one_id_for_two_texts_and_a_running_event_loop_are_no_trouble(by: dict[str, Any]) -> None:
    async def judged() -> list[bool | None]:
        with served(replay(SAMPLES)) as server, verifier.Judge("off", **by, translator_url=server.url) as judge:
            return [judge(Chain.of(PROBLEM, [text], "same")).steps[0].correct for text in TEXTS]

    assert asyncio.run(judged()) == [False, True]


def test_attempts_at_one_problem_share_its_vocabulary_within_a_sample(by: dict[str, Any]) -> None:
    with served(reply) as server, verifier.Judge("off", **by, translator_url=server.url) as judge:
        judge.all([Chain.of(PROBLEM, [text]) for text in TEXTS])
        seen = sorted(len(asked.steps) for asked in server.seen)
    assert seen == [0, 0, 1, 1, 1, 1], "the problem in each sample, and two chains over each"


def test_a_failing_server_leaves_the_exact_reading_with_the_reason_and_the_budget_ends_it(by: dict[str, Any]) -> None:
    chain = Chain.of("Add.", ["2 + 2 = 5"])
    judge_by = partial(verifier.Judge, "off")
    with served(lambda asked: Raw(b"no", 400)) as server, judge_by(**by, translator_url=server.url) as judge:
        found = judge(chain)
    assert found.first_error == 0 and found.translations == () and len(judge.translations.heard[0].why) == 1
    with served(replay(SAMPLES)) as server:
        few = {**by, "translator_url": server.url, "translator_budget": 1}
        with judge_by(**few) as judge:
            judge(Chain.of(PROBLEM, [TEXTS[0]]))
            judge(Chain.of(PROBLEM, [TEXTS[1]]))
            assert "budget of 1 tokens is spent" in judge.translations.heard[0].why[0]


def test_what_cannot_be_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="openai:MODEL"):
        verifier.Judge("off", translator="nonsense")
    with pytest.raises(ValueError, match="can be read"):
        verifier.Judge("off", readings=tmp_path / "none.jsonl")
