"""verl: its reward manager calls ``compute_score``; its GRPO counts an abstention as the number it is given."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import torch
from omegaconf import OmegaConf
from recording import ANSWER, CASES, PROBLEM, SETTINGS, expect, record
from verl import DataProto
from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager
from verl.trainer.ppo import core_algos
from verl.trainer.ppo.reward import get_custom_reward_fn

from verifier.rewards.adaptors import verl as adaptor


class Letters:
    """A tokenizer of code points."""

    def decode(self, ids: Any, **more: Any) -> str:
        return "".join(map(chr, map(int, ids)))


def item(text: str) -> Any:
    """One response as verl's reward loop hands it to a manager."""
    ids = torch.tensor([list(map(ord, text)) + [0] * 3])
    columns = {
        "data_source": "arithmetic",
        "reward_model": {"ground_truth": ANSWER, "style": "rule"},
        "extra_info": {"question": PROBLEM, "index": 0},
    }
    held = {name: np.array([value], dtype=object) for name, value in columns.items()}
    mask = torch.tensor([[1] * (5 + len(text)) + [0] * 3])
    tensors = {"responses": ids, "attention_mask": mask, "prompts": torch.zeros((1, 5), dtype=torch.long)}
    return DataProto.from_dict(tensors=tensors, non_tensors=held)


def managed(name: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The calls of the manager with one of our functions, and what it made of each case."""
    calls: list[dict[str, Any]] = []
    place = {"path": "pkg://verifier.rewards.adaptors.verl", "name": name, "reward_kwargs": {"settings": SETTINGS}}
    config = OmegaConf.create({"reward": {"custom_reward_function": place}})
    real = getattr(adaptor, name)

    def noted(found: dict[str, float], given: dict[str, Any]) -> dict[str, float]:
        kept = {key: given[key] for key in ("solution_str", "ground_truth", "data_source")}
        calls.append({"given": {**kept, "extra_info": {"question": PROBLEM}}, "answer": found})
        return found

    async def noting(**given: Any) -> dict[str, float]:
        return noted(await real(**given), given)

    setattr(adaptor, name, noting if asyncio.iscoroutinefunction(real) else lambda **given: noted(real(**given), given))

    async def run() -> dict[str, Any]:
        manager = NaiveRewardManager(config, Letters(), get_custom_reward_fn(config))
        return {case: await manager.run_single(item(text)) for case, (text, _) in CASES.items()}

    return calls, asyncio.run(run())


def main() -> None:
    for name in ("compute_score", "compute_score_async"):
        calls, found = managed(name)
        expect({case: (one["reward_score"], bool(one["reward_extra_info"]["valid"])) for case, one in found.items()})
    group = torch.zeros((4, 3))
    group[:, -1] = torch.tensor([1.0, 1.0, 0.0, 0.0])  # the last one is an abstention
    given = {"token_level_rewards": group, "response_mask": torch.ones(4, 3), "index": np.array(["a"] * 4)}
    advantages, _ = core_algos.compute_grpo_outcome_advantage(**given, norm_adv_by_std_in_grpo=False)
    assert advantages[:, -1].tolist() == [0.5, 0.5, -0.5, -0.5], advantages
    record("verl", "verl", calls, advantages_of_1_1_0_and_an_abstention=advantages[:, -1].tolist())


if __name__ == "__main__":
    main()
