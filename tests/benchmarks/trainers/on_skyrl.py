"""SkyRL: our environment, registered and made by skyrl-gym; rewards by tokens for what a generator returns."""

from __future__ import annotations

import asyncio
from typing import Any

import skyrl_gym
from recording import ANSWER, CASES, PROBLEM, SETTINGS, expect, record
from skyrl_gym.envs.registration import register
from tokenizers import Tokenizer, models, pre_tokenizers

from verifier.rewards.adaptors import skyrl as adaptor
from verifier.rewards.result import Item


def main() -> None:
    adaptor.Ours = adaptor.environment(settings=SETTINGS)  # type: ignore[attr-defined]
    register(id="verifier", entry_point="verifier.rewards.adaptors.skyrl:Ours")
    calls, found = [], {}
    extras = {"reward_spec": {"ground_truth": ANSWER}}
    for name, (text, _) in CASES.items():
        environment = skyrl_gym.make("verifier", env_config=None, extras=extras)
        environment.init([{"role": "user", "content": PROBLEM}])
        step = environment.step(text)
        found[name] = (step["reward"], step["metadata"]["valid"])
        assert step["done"] and environment.get_metrics() == {"abstained": float(not step["metadata"]["valid"])}
        calls.append({"given": {"problem": PROBLEM, "text": text, "extras": extras}, "answer": dict(step)})
    expect(found)
    letters = Tokenizer(models.WordLevel({chr(code): code for code in range(128)}, unk_token="?"))
    letters.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    texts = [CASES[name][0] for name in ("right", "flawed", "undecided")]
    output: dict[str, Any] = {"response_ids": [list(map(ord, text)) for text in texts]}
    output |= {"rewards": [0.0] * 3, "loss_masks": [[1] * len(text) for text in texts], "rollout_metrics": None}
    items = [Item(PROBLEM, text, ANSWER) for text in texts]
    asyncio.run(adaptor.reward_tokens(output, items, letters, settings=SETTINGS))
    assert [sum(one) for one in output["rewards"]] == [1.0, 0.0, 0.0]
    flawed = {i: value for i, value in enumerate(output["rewards"][1]) if value}
    assert flawed == {14: -1.0, len(texts[1]) - 1: 1.0}, flawed
    assert [sum(mask) for mask in output["loss_masks"]] == [len(texts[0]), len(texts[1]), 0]
    assert output["rollout_metrics"]["reward/abstained"] == 1 / 3
    record("skyrl", "skyrl-gym", calls, rewards_by_token_of_the_flawed=flawed)


if __name__ == "__main__":
    main()
