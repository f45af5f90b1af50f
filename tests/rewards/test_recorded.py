"""What each trainer handed over, recorded with its real package, is answered as it was then.

``tests/benchmarks/trainers/check_trainers.py`` writes the records.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from support.command_line import serving

from verifier.rewards.adaptors import nemo_gym, openenv, openrlhf, skyrl, slime, verifiers, verl
from verifier.rewards.adaptors.prime_rl import advantages
from verifier.rewards.flow import judge_of, run
from verifier.rewards.result import Item
from verifier.rewards.workers import Settings, workers

HERE = Path(__file__).parent / "recorded"
KEPT = Settings(workers=2, item_seconds=60.0, batch_seconds=300.0)
PROBLEM = "Ann asks what 12 * 3 + 4 is."
RIGHT = "So 12 * 3 = 36.\n\nThen 36 + 4 = 40.\n\nThe answer is 40."
BODY = {"prompt": f"<|im_start|>user\n{PROBLEM}<|im_end|>", "response": f"{RIGHT}<|im_end|>", "label": "40"}


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    yield
    workers(KEPT).close()


def plugged(given: dict[str, Any]) -> dict[str, Any]:
    """What a trace of verifiers is given."""
    task = SimpleNamespace(**given["task"])
    trace = SimpleNamespace(last_reply=given["last_reply"], info={})
    metrics = asyncio.run(verifiers.metrics(task, trace, settings=KEPT))
    return {"rewards": asyncio.run(verifiers.reward(task, trace, settings=KEPT)), "metrics": metrics}


def in_openenv(given: dict[str, Any]) -> dict[str, Any]:
    result = run(openenv.flow(given["action"], given["observation"]), judge_of(settings=KEPT))
    return {"reward": result.score, "reason": result.reason}


def in_skyrl(given: dict[str, Any]) -> dict[str, Any]:
    item = Item(given["problem"], given["text"], given["extras"]["reward_spec"]["ground_truth"])
    result = run(skyrl.flow(item), judge_of(settings=KEPT))
    told = {"valid": result.valid, "reason": result.reason, "first_error": result.first_error}
    return {"observations": [], "reward": result.numbers()["score"], "done": True, "metadata": told}


ASKED: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "nemo_gym": lambda given: run(nemo_gym.flow(given), judge_of(settings=KEPT)),
    "openenv": in_openenv,
    "openrlhf": lambda given: run(openrlhf.flow(given), judge_of(settings=KEPT)),
    "skyrl": in_skyrl,
    "verifiers": plugged,
    "verl": lambda given: verl.compute_score(**given, settings=KEPT),
}


@pytest.mark.parametrize("name", ASKED)
def test_recorded_calls_of_a_trainer_are_answered_as_then(name: str) -> None:
    recorded = json.loads((HERE / f"{name}.json").read_text("utf-8"))
    assert len(recorded["calls"]) == 8 and recorded["version"]
    for call in recorded["calls"]:
        found = ASKED[name](call["given"])
        assert call["answer"].items() <= found.items(), call["given"]


def test_slime_gets_the_numbers_and_its_group_is_without_abstentions() -> None:
    texts = (RIGHT, RIGHT, RIGHT.replace("40", "41"), "The answer is 40%.")
    samples = [SimpleNamespace(**{**BODY, "response": text}, remove_sample=False, group_index=7) for text in texts]
    for sample in samples:
        sample.reward = asyncio.run(slime.custom_rm(None, sample, settings=KEPT))
    assert [sample.reward["score"] for sample in samples] == [1.0, 1.0, -1.0, 0.0]
    assert [sample.remove_sample for sample in samples] == [False, False, False, True]
    assert [sample.reward["reason"] for sample in samples] == [None, None, None, "undecided"]
    plain = SimpleNamespace(grpo_std_normalization=False)
    raw, shaped = slime.post_process(plain, samples)
    assert raw == [1.0, 1.0, -1.0, 0.0]
    assert shaped == pytest.approx([2 / 3, 2 / 3, -4 / 3, 0.0]) and shaped[3] == 0.0
    assert slime.post_process(SimpleNamespace(), samples)[1][0] == pytest.approx(2 / 3 / 0.9428, rel=1e-3)


def test_prime_rl_gets_advantages_by_token_without_abstentions() -> None:
    def rollout(reward: float, flaw: float = 0.0, at: float = 1.0, abstained: float = 0.0) -> dict[str, Any]:
        return {"reward": reward, "metrics": {"flaw": flaw, "error_at": at, "abstained": abstained}}

    rows = [rollout(1.0), rollout(0.0, -1.0, 0.5), rollout(0.0), rollout(0.0, abstained=1.0)]
    found = advantages(SimpleNamespace(rollouts=rows, completion_lengths=[2, 4, 1, 3]))
    third = 1 / 3
    assert found[0] == pytest.approx([2 * third] * 2) and found[2] == pytest.approx([-third])
    assert found[1] == pytest.approx([2 * third] * 2 + [-third] * 2), "before the flaw it is a right answer"
    assert found[3] == [0.0] * 3
    everything = advantages(SimpleNamespace(rollouts=rows[3:], completion_lengths=[2]))
    assert everything == [[0.0, 0.0]]
    with pytest.raises(
        KeyError, match="expected the metrics abstained, flaw and error_at in each rollout, found: none"
    ):
        advantages(SimpleNamespace(rollouts=[{"reward": 1.0}], completion_lengths=[1]))


def test_the_service_answers_what_slime_and_nemo_gym_post() -> None:
    import httpx

    recorded = json.loads((HERE / "nemo_gym.json").read_text("utf-8"))["calls"]
    with serving("--workers", "1") as (url, _):
        for call in recorded:
            told = httpx.post(f"{url}/verify", json=call["given"], timeout=60).json()
            assert call["answer"].items() <= told.items() and told["response"] == call["given"]["response"]
        assert httpx.get(f"{url}/reverify_mode").json() == "stateless"
        found = httpx.post(f"{url}/reward", json=BODY, timeout=60).json()
        assert (found["score"], found["valid"], found["reason"]) == (1.0, 1.0, None)
        lost = httpx.post(f"{url}/reward?unknown=-0.5", json={**BODY, "label": None}, timeout=60).json()
        assert (lost["score"], lost["valid"], lost["reason"]) == (-0.5, 0.0, "no_reference")


@pytest.mark.parametrize("bad", [None, 3, [], "x", {"text": None}, {"output": 3}, {"output": [3, {"type": "message"}]}])
def test_a_response_of_another_shape_is_an_abstention_and_no_crash(bad: Any) -> None:
    found = run(nemo_gym.flow({"responses_create_params": None, "response": bad}), judge_of(settings=KEPT))
    assert found["mask_sample"] and found["failure_kind"] in ("verifier:no_text", "verifier:no_reference")
    told = run(slime.flow({"prompt": bad, "response": bad, "label": "1"}), judge_of(settings=KEPT))
    assert told["score"] <= 0


@pytest.mark.parametrize(
    ("module", "make", "package"),
    [(nemo_gym, "resources_server", "nemo_gym"), (openenv, "rubric", "openenv"), (skyrl, "environment", "skyrl_gym")],
)
def test_a_trainer_that_is_not_installed_is_named(
    module: ModuleType, make: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=f"pip install {package.replace('_', '-')}"):
        getattr(module, make)()
