"""Texts of requests are split aside of the event loop, or by workers alone: a slow one holds up nobody else."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from verifier.intake.chains import of_value
from verifier.intake.splitting.split import split
from verifier.pipeline.settings import TranslationSettings
from verifier.rewards import workers
from verifier.serving import app, paste
from verifier.serving.access import Doors
from verifier.serving.app import Limits, Metrics, _Service
from verifier.serving.paste import add_pages
from verifier.serving.request_queue import Desk, Told, Work
from verifier.serving.rewards import judging
from verifier.serving.rewards.judging import Rewarding
from verifier.serving.translating import Translating

REQUEST = workers.as_request("p", "So 12 * 3 = 36.", process=True, reference="40")
TEXT = "So 12 * 3 = 36.\n\nThen 36 + 4 = 40."


class Noted:
    """Calls what it stands for, and notes in which thread."""

    def __init__(self, real: Any) -> None:
        self._real, self.aside = real, list[bool]()

    def __call__(self, *args: Any) -> Any:
        self.aside.append(threading.current_thread() is not threading.main_thread())
        return self._real(*args)


class Plain:
    def form(self) -> str:
        return "form"

    def judged(self, record: Any) -> str:
        return "judged"

    def told(self, message: str) -> str:
        return message


def desk() -> Desk:
    return Desk(Work(lean="off", workers=1, waiting=1))  # nobody works: it is not started


def test_chains_are_read_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "of_value", noted := Noted(of_value))
    nobody, at = Translating(TranslationSettings(), 1.0), desk()
    service = _Service(at, Doors((), "9/minute"), Metrics(at), Limits(), nobody)
    told = asyncio.run(service.all_told([{"problem": "p"}, 3], "one"))
    assert [one.status for one in told] == [422, 422] and noted.aside == [True, True]


def test_a_pasted_solution_is_split_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paste, "split", noted := Noted(split))
    page = FastAPI()

    async def judged(data: dict[str, Any], caller: str) -> Told:
        return Told(200, {"steps": data["steps"]})

    async def sent() -> httpx.Response:
        transport = httpx.ASGITransport(page)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.post("/page/judged", data={"problem": "p", "solution": TEXT})

    add_pages(page, Plain(), judged)
    assert asyncio.run(sent()).text == "judged" and noted.aside == [True]


@pytest.mark.parametrize("translated", [False, True])
def test_completions_are_split_aside_where_they_are_translated_and_else_by_workers_alone(
    translated: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(judging, "chain_of", noted := Noted(workers.chain_of))
    live: dict[str, Any] = {
        "translator": "openai:m",
        "translator_answers": tmp_path / "kept",
        "translator_offline": True,
    }
    settings = TranslationSettings(**live if translated else {})
    rewarding = Rewarding(at := desk(), Translating(settings, 1.0), wait=0.0)
    at.close()
    [told] = asyncio.run(rewarding([REQUEST]))
    assert told.status == 503 and noted.aside == [True] * translated


def test_a_trainer_without_a_translator_splits_nothing_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "chain_of", noted := Noted(workers.chain_of))
    made = workers.Workers(workers.Settings(workers=1, batch_seconds=0.0))
    assert made.ask([REQUEST]) == ["timed_out"] and noted.aside == []
    made.close()
