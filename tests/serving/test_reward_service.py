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
from verifier.rewards.adaptors import openrlhf, verl
from verifier.rewards.adaptors.verl import compute_score_async as compute_score
from verifier.rewards.result import Item
from verifier.rewards.rule import Rule
from verifier.rewards.service import ServiceError
from verifier.serving.access import Doors
from verifier.serving.app import Limits, Metrics, _Service
from verifier.serving.request_queue import Desk, Told, Work
from verifier.serving.rewards.judging import AtDesk, Rewarding
from verifier.serving.translating import Translating

RIGHT = "So 12 * 3 = 36.\n\nThen 36 + 4 = 40.\n\nThe answer is 40."
WRONG = "So 12 * 3 = 38.\n\nThen 38 + 4 = 42.\n\nThe answer is 42."
PROSE = "Who can say?\n\nNot me."
PROBLEM = "Ann asks what 12 * 3 + 4 is."
CHATML = f"<|im_start|>system\nAdd.<|im_end|>\n<|im_start|>user\n{PROBLEM}<|im_end|>\n<|im_start|>assistant\n"
INFO = {"question": PROBLEM, "index": 3}
ITEM = {"problem": PROBLEM, "text": RIGHT, "reference": "40"}


class Service:
    def __init__(self, url: str, process: subprocess.Popen[str]) -> None:
        self.url, self.process = url, process

    def reward(self, body: Any, **options: Any) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        return httpx.post(f"{self.url}/reward", content=content, headers=headers, params=options, timeout=300)

    def workers(self) -> list[psutil.Process]:
        every = psutil.Process(self.process.pid).children(recursive=True)
        return [one for one in every if "verifier.rewards.child" in one.cmdline()]


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
    assert told["rewards"] == [1.0, -1.0, 0.0] and told["scores"] == [1.0, 0.0, 0.0]
    logs = {"outcome": [1, 0, 0], "process": [0, -1, 0], "valid": [1, 1, 0], "first_error": [-1, 0, -1]}
    assert told["extra_logs"] == logs
    alone = service.reward({"query": [queries[0]], "prompts": [CHATML], "labels": ["40"]}).json()
    assert alone["rewards"] == [1.0]


def items_of(queries: list[Any], prompts: Any, labels: Any) -> list[Item]:
    return list(next(openrlhf.flow({"query": queries, "prompts": prompts, "labels": labels})))


def test_the_marks_of_a_template_are_no_part_of_a_problem_or_of_an_answer() -> None:
    llama = f"<|start_header_id|>user<|end_header_id|>\n\n{PROBLEM}<|eot_id|><|start_header_id|>assistant"
    for prompt, end in ((CHATML, "<|im_end|>\n"), (llama, "<|eot_id|>"), (f"<s>[INST] {PROBLEM} [/INST]", "</s>")):
        assert items_of([prompt + RIGHT + end], [prompt], ["40"]) == [Item(PROBLEM, RIGHT, "40")]
    assert items_of(["Q\nA"], ["Q\n"], []) == [Item("Q\n", "A", None)]
    assert items_of([3, None], None, None) == [Item("", None, None)] * 2


def test_results_are_the_same_by_the_service_and_here(service: Service) -> None:
    texts = [RIGHT, WRONG, PROSE, "The answer is 40%.", None]
    columns: dict[str, Any] = {"prompts": [PROBLEM] * 5, "completions": texts, "answer": ["40"] * 5}
    here = rewards.reward(workers=1, item_seconds=60.0)
    there = rewards.reward(url=service.url)
    results = there.results(**columns)
    assert results == here.results(**columns) and [one.valid for one in results] == [True] * 3 + [False] * 2
    assert there(**columns) == here(**columns) == [1.0, -1.0, 0.0, None, None]
    asynchronous = rewards.reward(url=service.url, asynchronous=True)
    assert asyncio.run(asynchronous(**columns)) == [1.0, -1.0, 0.0, None, None]
    rewards.workers.workers(rewards.workers.Settings(workers=1, item_seconds=60.0)).close()


def test_the_coroutine_of_verl_asks_the_service_and_many_go_at_once(service: Service) -> None:
    async def group() -> list[dict[str, float]]:
        asked = (compute_score("gsm8k", text, "40", INFO, url=service.url) for text in [RIGHT, WRONG] * 20)
        return await asyncio.gather(*asked)

    assert asyncio.iscoroutinefunction(compute_score)
    assert [one["score"] for one in asyncio.run(group())] == [1.0, -1.0] * 20, "what had no room has waited"

    async def alone() -> dict[str, float]:
        return await compute_score(None, PROSE, None, None, url=service.url, how="mean", unknown=-0.1)

    assert asyncio.run(alone())["process"] == -0.1


def test_an_unreachable_service_is_an_error_and_no_reward() -> None:
    with pytest.raises(ServiceError, match="cannot be reached"):
        asyncio.run(compute_score("gsm8k", RIGHT, "40", INFO, url="http://127.0.0.1:9"))


def test_the_coroutine_without_a_service_does_not_hold_up_the_loop() -> None:
    settings = rewards.workers.Settings(workers=1, item_seconds=61.0)

    async def both() -> tuple[dict[str, float], int]:
        ticks = 0
        task = asyncio.ensure_future(verl.compute_score_async("gsm8k", RIGHT, "40", INFO, settings=settings))
        while not task.done():
            await asyncio.sleep(0.001)
            ticks += 1
        return await task, ticks

    found, ticks = asyncio.run(both())
    rewards.workers.workers(settings).close()
    assert found["score"] == 1.0 and ticks >= 2 and asyncio.iscoroutinefunction(verl.compute_score_async)


def test_the_options_of_a_reward_stand_in_the_address(service: Service) -> None:
    body = {"items": [{**ITEM, "text": WRONG}]}
    [told] = service.reward(body, how="min", penalty=1, process_weight=2, outcome_weight=0).json()["results"]
    assert (told["process"], told["outcome"], told["score"]) == (-1.0, None, -2.0)
    [told] = service.reward({"items": [{**ITEM, "text": None}]}, count_wrong=["no_text", "lost"], wrong=-3).json()[
        "results"
    ]
    assert (told["score"], told["valid"]) == (-3.0, True)
    wrong: tuple[dict[str, Any], ...] = ({"how": "best"}, {"penalty": -1}, {"unknown": "nan"}, {"labels": "all"})
    for one in (*wrong, {"process_weight": "inf"}, {"count_wrong": "zero"}):
        assert service.reward(body, **one).status_code == 422


def test_steps_have_their_values_and_their_places(service: Service) -> None:
    [told] = service.reward({"items": [{**ITEM, "text": WRONG}]}).json()["results"]
    assert [step["correct"] for step in told["steps"]] == [False, None, None] and told["first_error"] == 0
    assert [WRONG[slice(*step["span"])] for step in told["steps"]] == WRONG.split("\n\n")


POISON: tuple[Any, ...] = (
    *(None, 3, "text", [], {}, {"text": 7}, {"text": None, "reference": "40"}),
    {"text": "\ud800\x00\x02" * 50, "reference": "\ud800", "problem": "\ud800"},
    {"text": "(" * 20_000, "reference": "(" * 2000, "problem": {}},
    {"text": "x" * 200_001, "reference": "1"},
    {"text": RIGHT, "reference": ["a", "b"], "problem": [1]},
)


def test_poisoned_items_cost_no_other_item_of_a_batch(service: Service) -> None:
    found = service.reward({"items": [one for bad in POISON for one in (bad, ITEM)]}).json()["results"]
    assert [one["score"] for one in found[1::2]] == [1.0] * len(POISON)
    assert all(one["score"] is None or one["score"] <= 0 for one in found[::2])


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


def test_what_hangs_and_what_a_worker_is_lost_with_is_an_abstention(service: Service) -> None:
    def asked() -> dict[str, Any]:
        [found] = service.reward({"items": [ITEM]}).json()["results"]
        return dict(found)

    assert asked()["score"] == 1.0
    [worker] = service.workers()
    worker.suspend()
    found = asked()
    assert (found["score"], found["valid"], found["reason"]) == (None, False, "timed_out")
    assert asked()["score"] == 1.0, "another worker takes its place"
    [worker] = service.workers()
    worker.suspend()
    threading.Timer(0.5, worker.kill).start()
    again = asyncio.run(compute_score("gsm8k", RIGHT, "40", INFO, url=service.url))
    assert again["score"] == 1.0, "the client asks once more"


def test_callers_at_once_lose_nothing(service: Service) -> None:
    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(lambda _: service.reward({"items": [ITEM] * 5}).json()["results"], range(8)))
    assert [one["score"] for batch in told for one in batch] == [1.0] * 40


def test_a_rate_refuses_the_whole_request_so_that_the_trainer_asks_again() -> None:
    desk = Desk(Work(lean="off", workers=1))
    doors, nobody = Doors((), "3/minute"), Translating(TranslationSettings(), 1.0)
    service = _Service(desk, doors, Metrics(desk), Limits(rate="3/minute"), nobody)
    request = {"problem": "", "text": RIGHT, "process": True, "reference": None}

    async def asked(count: int, who: str) -> list[Told]:
        return await service.rewarded([request] * count, who)

    desk.close()  # from now on each item is told so
    assert [one.status for one in asyncio.run(asked(2, "one"))] == [503, 503]
    with pytest.raises(HTTPException) as refused:
        asyncio.run(asked(2, "one"))
    assert refused.value.status_code == 429 and refused.value.headers == {"Retry-After": "1"}
    assert refused.value.detail == "more than 3/minute items: at most 1 more now, got 2"
    assert asyncio.run(asked(1, "one"))[0].status == 503, "what was refused does not count"
    assert asyncio.run(asked(1, "another"))[0].status == 503
    with pytest.raises(HTTPException, match="expected at most 3 items, got 4") as never:
        asyncio.run(asked(4, "a third"))
    assert never.value.status_code == 413, "asking again would not help"


def test_what_finds_no_room_in_time_is_an_abstention() -> None:
    desk = Desk(Work(lean="off", workers=1, waiting=1))  # nobody works: it is not started
    rule, item = Rule(), Item(PROBLEM, RIGHT, "40")
    request = rule.request(item)
    assert isinstance(request, dict) and desk.put_reward(request) is not None
    rewarding = Rewarding(desk, Translating(TranslationSettings(), 1.0), wait=0.1)
    [told] = asyncio.run(rewarding([request]))
    assert told.status == 429 and told.record is None and "no room" in told.error
    [result] = asyncio.run(AtDesk(rule, rewarding).ask_async([item]))
    assert (result.score, result.reason) == (None, "lost")
