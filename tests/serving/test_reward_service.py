"""Rewards by the service: a real server in a process of its own, asked as trainers ask."""

from __future__ import annotations

import asyncio
import json
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import psutil
import pytest
from fastapi import HTTPException
from support.command_line import serving

from verifier import rewards
from verifier.pipeline.settings import TranslationSettings
from verifier.rewards.openrlhf import requests_of
from verifier.serving.access import Doors
from verifier.serving.app import Limits, Metrics, _Service
from verifier.serving.client import ServiceError
from verifier.serving.request_queue import Desk, Work
from verifier.serving.rewards.judging import Rewarding
from verifier.serving.rewards.verl import compute_score
from verifier.serving.translating import Translating

RIGHT = "So 12 * 3 = 36.\n\nThen 36 + 4 = 40.\n\nThe answer is 40."
WRONG = "So 12 * 3 = 38.\n\nThen 38 + 4 = 42.\n\nThe answer is 42."
PROSE = "Who can say?\n\nNot me."
PROBLEM = "Ann asks what 12 * 3 + 4 is."
CHATML = f"<|im_start|>system\nAdd.<|im_end|>\n<|im_start|>user\n{PROBLEM}<|im_end|>\n<|im_start|>assistant\n"
INFO = {"question": PROBLEM, "index": 3}
LOST = {"outcome": 0.0, "process": 0.0, "score": 0.0, "outcome_told": 0.0, "process_told": 0.0, "lost": 1.0}


class Service:
    def __init__(self, url: str, process: subprocess.Popen[str]) -> None:
        self.url, self.process = url, process

    def reward(self, body: Any, **options: Any) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        return httpx.post(f"{self.url}/reward", content=content, headers=headers, params=options, timeout=300)

    def workers(self) -> list[psutil.Process]:
        every = psutil.Process(self.process.pid).children(recursive=True)
        return [one for one in every if "verifier.serving.child" in one.cmdline()]


@contextmanager
def served(*options: str) -> Iterator[Service]:
    with serving(*options) as (url, process):
        yield Service(url, process)


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with served("--workers", "1", "--waiting", "3", "--items", "60", "--item-seconds", "3") as made:
        yield made


def test_openrlhf_gets_lists_of_numbers(service: Service) -> None:
    queries = [CHATML + text + "<|im_end|>" for text in (RIGHT, WRONG, PROSE)]
    told = service.reward({"query": queries, "prompts": [CHATML] * 3, "labels": ["40", "40", None]}).json()
    assert told["rewards"] == [1.0, -0.5, 0.0] and told["scores"] == [1.0, 0.0, 0.0]
    assert told["extra_logs"] == {"outcome_told": [1, 1, 0], "process_told": [1, 1, 1], "lost": [0, 0, 0]}
    alone = service.reward({"query": [queries[0]], "prompts": [CHATML], "labels": ["40"]}).json()
    assert alone["rewards"] == [1.0]


def test_the_marks_of_a_template_are_no_part_of_a_problem_or_of_an_answer() -> None:
    llama = f"<|start_header_id|>user<|end_header_id|>\n\n{PROBLEM}<|eot_id|><|start_header_id|>assistant"
    for prompt, end in ((CHATML, "<|im_end|>\n"), (llama, "<|eot_id|>"), (f"<s>[INST] {PROBLEM} [/INST]", "</s>")):
        [found] = requests_of([prompt + RIGHT + end], [prompt], ["40"])
        assert found is not None and (found["problem"], found["text"]) == (PROBLEM, RIGHT)
    [plain] = requests_of(["Q\nA"], ["Q\n"], [])
    assert plain is not None and (plain["problem"], plain["text"], plain["reference"]) == ("Q\n", "A", None)
    assert requests_of([3, None], "prompts", None) == [None, None]


def test_verl_gets_the_same_score_by_the_service_as_in_its_own_process(service: Service) -> None:
    items = [{"solution_str": text, "ground_truth": "40", "extra_info": INFO} for text in (RIGHT, WRONG, PROSE)]
    one = service.reward(items[1]).json()
    many = service.reward({"items": items}).json()["results"]
    settings = {"workers": 1, "item_seconds": 60.0}
    here = [rewards.compute_score("gsm8k", text, "40", INFO, settings=settings) for text in (RIGHT, WRONG, PROSE)]
    assert many == [{**found, "lost": 0.0} for found in here] and one == many[1]
    rewards.workers.workers(rewards.workers.Settings(**settings)).close()


def test_the_coroutine_of_verl_asks_the_service_and_many_go_at_once(service: Service) -> None:
    async def group() -> list[dict[str, float]]:
        asked = (compute_score("gsm8k", text, "40", INFO, url=service.url) for text in [RIGHT, WRONG] * 20)
        return await asyncio.gather(*asked)

    assert asyncio.iscoroutinefunction(compute_score)
    assert [one["score"] for one in asyncio.run(group())] == [1.0, -0.5] * 20, "what had no room has waited"

    async def alone() -> dict[str, float]:
        return await compute_score(None, PROSE, None, None, url=service.url, options={"how": "mean", "unknown": -0.1})

    assert asyncio.run(alone())["process"] == -0.1


def test_an_unreachable_service_is_an_error_and_no_reward() -> None:
    with pytest.raises(ServiceError, match="cannot be reached"):
        asyncio.run(compute_score("gsm8k", RIGHT, "40", INFO, url="http://127.0.0.1:9"))


def test_the_coroutine_without_a_service_does_not_hold_up_the_loop() -> None:
    settings = rewards.workers.Settings(workers=1, item_seconds=61.0)

    async def both() -> tuple[dict[str, float], int]:
        ticks = 0
        task = asyncio.ensure_future(rewards.compute_score_async("gsm8k", RIGHT, "40", INFO, settings=settings))
        while not task.done():
            await asyncio.sleep(0.001)
            ticks += 1
        return await task, ticks

    found, ticks = asyncio.run(both())
    rewards.workers.workers(settings).close()
    assert found["score"] == 1.0 and ticks >= 2 and asyncio.iscoroutinefunction(rewards.compute_score_async)


def test_the_options_of_a_reward_stand_in_the_address(service: Service) -> None:
    item = {"solution_str": WRONG, "ground_truth": "40", "extra_info": INFO}
    told = service.reward(item, how="min", penalty=1, process_weight=2, outcome_weight=0).json()
    assert (told["process"], told["score"]) == (-1.0, -2.0)
    for wrong in ({"how": "best"}, {"penalty": -1}, {"unknown": "nan"}, {"labels": "all"}, {"process_weight": "inf"}):
        assert service.reward(item, **wrong).status_code == 422


def test_steps_have_their_values_and_their_places(service: Service) -> None:
    item = {"solution_str": WRONG, "ground_truth": "40", "extra_info": INFO}
    steps = service.reward(item, steps=True).json()["steps"]
    assert [step["value"] for step in steps] == [-1.0, None, None]
    assert [WRONG[slice(*step["span"])] for step in steps] == WRONG.split("\n\n")


POISON: tuple[Any, ...] = (
    *(None, 3, "text", [], {}, {"solution_str": 7}, {"solution_str": None, "ground_truth": "40"}),
    {"solution_str": "\ud800\x00\x02" * 50, "ground_truth": "\ud800", "extra_info": {"question": "\ud800"}},
    {"solution_str": "(" * 20_000, "ground_truth": "(" * 2000, "extra_info": {"question": {}}},
    {"solution_str": "x" * 200_001, "ground_truth": "1"},
    {"solution_str": RIGHT, "ground_truth": ["a", "b"], "extra_info": [1]},
)


def test_poisoned_items_cost_no_other_item_of_a_batch(service: Service) -> None:
    good = {"solution_str": RIGHT, "ground_truth": "40", "extra_info": INFO}
    items = [one for bad in POISON for one in (bad, good)]
    found = service.reward({"items": items}).json()["results"]
    assert [one["score"] for one in found[1::2]] == [1.0] * len(POISON)
    assert all(one["lost"] == 0.0 for one in found[1::2]) and found[0]["process_told"] == 0.0


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"\xff\xfe", b"[" * 100_000, [], 3, {}, {"query": "a"}, {"items": {}}),
        *({"query": ["a", "b"], "prompts": ["a"]}, {"query": ["a"], "labels": "x"}),
    ],
)
def test_a_body_of_no_known_shape_is_refused_and_says_why(service: Service, body: Any) -> None:
    told = service.reward(body)
    assert told.status_code in (400, 422) and told.json()["detail"]


def test_a_batch_that_is_too_large_is_refused(service: Service) -> None:
    assert service.reward({"items": [None] * 61}).status_code == 413


def test_what_hangs_and_what_a_worker_is_lost_with_is_told_as_lost(service: Service) -> None:
    item = {"solution_str": RIGHT, "ground_truth": "40", "extra_info": INFO}
    service.reward(item)
    [worker] = service.workers()
    worker.suspend()
    assert service.reward(item).json() == LOST
    assert service.reward(item).json()["score"] == 1.0, "another worker takes its place"
    [worker] = service.workers()
    worker.suspend()
    threading.Timer(0.5, worker.kill).start()
    again = asyncio.run(compute_score("gsm8k", RIGHT, "40", INFO, url=service.url))
    assert again["score"] == 1.0, "the client asks once more"


def test_callers_at_once_lose_nothing(service: Service) -> None:
    item = {"solution_str": RIGHT, "ground_truth": "40", "extra_info": INFO}
    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(lambda _: service.reward({"items": [item] * 5}).json()["results"], range(8)))
    assert [one["score"] for batch in told for one in batch] == [1.0] * 40


def test_a_rate_refuses_the_whole_request_so_that_the_trainer_asks_again() -> None:
    desk = Desk(Work(lean="off", workers=1))
    doors, nobody = Doors((), "3/minute"), Translating(TranslationSettings(), 1.0)
    service = _Service(desk, doors, Metrics(desk), Limits(rate="3/minute"), nobody)
    assert [one.status for one in asyncio.run(service.rewarded([None, None], "one"))] == [422, 422]
    with pytest.raises(HTTPException) as refused:
        asyncio.run(service.rewarded([None, None], "one"))
    assert refused.value.status_code == 429 and refused.value.headers == {"Retry-After": "1"}
    assert refused.value.detail == "more than 3/minute items: at most 1 more now, got 2"
    assert asyncio.run(service.rewarded([None], "one"))[0].status == 422, "what was refused does not count"
    assert asyncio.run(service.rewarded([None], "another"))[0].status == 422
    with pytest.raises(HTTPException, match="expected at most 3 items, got 4") as never:
        asyncio.run(service.rewarded([None] * 4, "a third"))
    assert never.value.status_code == 413, "asking again would not help"


def test_what_finds_no_room_in_time_is_told_as_lost() -> None:
    desk = Desk(Work(lean="off", workers=1, waiting=1))  # nobody works: it is not started
    request = requests_of([RIGHT], [PROBLEM], ["40"])[0]
    assert request is not None and desk.put_reward(request) is not None
    [told] = asyncio.run(Rewarding(desk, Translating(TranslationSettings(), 1.0), wait=0.1)([request]))
    assert told.status == 429 and told.record is None and "no room" in told.error
