"""SkyRL: an environment of one turn, and rewards by tokens for what a generator returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.rewards.flow import Flow, judge_of, run, run_async
from verifier.rewards.result import Item, Result, shares
from verifier.rewards.texts import problem_of, reference_text
from verifier.rewards.tokens import Tokens


def environment(*, unknown: float = 0.0, **options: Any) -> type[Any]:
    """Return a class of environment to register: ``extras["reward_spec"]["ground_truth"]`` is the reference.

    An abstention has the reward ``unknown``, ``valid`` false in the metadata, and the metric ``abstained``.
    ``options``: of ``judge_of``. Raises: ImportError without skyrl-gym, which says how to install it.
    """
    try:
        from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput
    except ImportError as error:
        raise ImportError(f"the environment needs skyrl-gym: pip install skyrl-gym ({error})") from error

    class VerifierEnv(BaseTextEnv):  # type: ignore[misc]  # skyrl-gym is not installed here
        def __init__(self, env_config: Any = None, extras: dict[str, Any] | None = None) -> None:
            super().__init__()
            self.reference = reference_text((extras or {}).get("reward_spec"))
            self.problem, self.result = "", Result()

        def init(self, prompt: Any) -> Any:
            self.problem = problem_of(prompt)
            return prompt, {}

        def step(self, action: str) -> Any:
            self.result = run(flow(Item(self.problem, action, self.reference)), judge_of(**options))
            found = self.result.numbers(unknown)
            info = {
                "valid": self.result.valid,
                "reason": self.result.reason,
                "first_error": self.result.first_error,
            }
            return BaseTextEnvStepOutput(observations=[], reward=found["score"], done=True, metadata=info)

        def get_metrics(self) -> dict[str, Any]:
            return {"abstained": float(not self.result.valid)}

    return VerifierEnv


def flow(item: Item) -> Flow[Result]:
    """Ask about one action."""
    [result] = yield [item]
    return result


async def reward_tokens(output: dict[str, Any], items: Sequence[Item], tokenizer: Any, **options: Any) -> None:
    """Put rewards by tokens into what a generator returned, and leave abstentions out of the loss.

    ``items``: one for each response; ``tokenizer``: a fast one. Raises: TypeError on another; as the judge.
    """
    results = await run_async(_all(items), judge_of(**options))
    tokens = Tokens(tokenizer)
    rows = list(zip(results, items, output["response_ids"], strict=True))
    placed = [tokens.place(result, item.text or "", ids) for result, item, ids in rows]
    output["rewards"] = [one.dense(len(ids)) for one, ids in zip(placed, output["response_ids"], strict=True)]
    masks = zip(results, output["loss_masks"], strict=True)
    output["loss_masks"] = [mask if result.valid else [0] * len(mask) for result, mask in masks]
    output["rollout_metrics"] = {**(output.get("rollout_metrics") or {}), **shares(results, "reward")}


def _all(items: Sequence[Item]) -> Flow[list[Result]]:
    return (yield items)
