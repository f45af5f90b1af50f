"""verl's own reward manager and OpenRLHF's own executor, where they are installed: neither is an extra of this package.

They call what they would call in a run; the policy's tokens are those of a text.
"""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.command_line import serving

RIGHT = "So 12 * 3 = 36.\n\nThen 36 + 4 = 40.\n\nThe answer is 40."
WRONG = "So 12 * 3 = 38.\n\nThen 38 + 4 = 42.\n\nThe answer is 42."
PROBLEM = "Ann asks what 12 * 3 + 4 is."
PROMPT = f"<|im_start|>user\n{PROBLEM}<|im_end|>\n<|im_start|>assistant\n"
SMALL = {"workers": 1, "item_seconds": 60.0}


def lacks(name: str) -> bool:
    return importlib.util.find_spec(name) is None


class Letters:
    """A tokenizer of code points, as both trainers call one."""

    def __call__(self, text: str, **more: Any) -> dict[str, Any]:
        import torch

        return {"input_ids": torch.tensor([list(map(ord, text))])}

    def decode(self, ids: Any, **more: Any) -> str:
        return "".join(map(chr, map(int, ids)))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving("--workers", "1") as (found, _):
        yield found


def item(text: str) -> Any:
    """One response as verl's reward loop hands it to a manager."""
    import numpy as np
    import torch
    from verl import DataProto

    ids = torch.tensor([list(map(ord, text)) + [0] * 3])
    mask = torch.tensor([[1] * (5 + len(text)) + [0] * 3])
    columns = {
        "data_source": "arithmetic",
        "reward_model": {"ground_truth": "40", "style": "rule"},
        "extra_info": {"question": PROBLEM, "index": 0},
    }
    held = {name: np.array([value], dtype=object) for name, value in columns.items()}
    tensors = {"responses": ids, "attention_mask": mask, "prompts": torch.zeros((1, 5), dtype=torch.long)}
    return DataProto.from_dict(tensors=tensors, non_tensors=held)


@pytest.mark.skipif(lacks("verl"), reason="verl is not installed")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("which", ["compute_score", "compute_score_async", "service"])
def test_verls_reward_manager_gets_scores(url: str, which: str) -> None:
    from omegaconf import OmegaConf
    from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager
    from verl.trainer.ppo.reward import get_custom_reward_fn

    more = {"url": url} if which == "service" else {"settings": SMALL}
    place, name = "pkg://verifier.rewards.adaptors.verl", "compute_score_async" if which == "service" else which
    config = OmegaConf.create(
        {"reward": {"custom_reward_function": {"path": place, "name": name, "reward_kwargs": more}}}
    )

    async def judged() -> list[Any]:
        manager = NaiveRewardManager(config, Letters(), get_custom_reward_fn(config))
        assert manager.is_async_reward_score == (which != "compute_score")
        return await asyncio.gather(*(manager.run_single(item(text)) for text in (RIGHT, WRONG)))

    found = asyncio.run(judged())
    assert [one["reward_score"] for one in found] == [1.0, -1.0]
    assert found[0]["reward_extra_info"]["valid"] == 1.0


@pytest.mark.skipif(lacks("openrlhf"), reason="OpenRLHF is not installed")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("which", ["service", "file"])
def test_openrlhfs_executor_gets_rewards(url: str, which: str, tmp_path: Path) -> None:
    from openrlhf.utils.agent import SingleTurnAgentExecutor

    (tmp_path / "ours.py").write_text("from verifier.rewards.adaptors.openrlhf import reward_func\n")
    place = f"{url}/reward" if which == "service" else str(tmp_path / "ours.py")

    class Engine:
        def __init__(self, text: str) -> None:
            self.text = text

        async def generate(self, *given: Any, **more: Any) -> Any:
            ids = [*map(ord, self.text)]
            return SimpleNamespace(outputs=[SimpleNamespace(token_ids=ids, finish_reason="stop", logprobs=None)])

    async def rewarded(text: str) -> Any:
        params = SimpleNamespace(max_tokens=500, logprobs=None)
        ask = partial(SingleTurnAgentExecutor(place).execute, PROMPT, "40", params, 4096, Letters())
        return await ask(Engine(text))

    found = [asyncio.run(rewarded(text)) for text in (f"{RIGHT}<|im_end|>", WRONG)]
    assert [float(one["reward"][0]) for one in found] == [1.0, -1.0]
    assert float(found[0]["extra_logs"]["valid"][0]) == 1.0
