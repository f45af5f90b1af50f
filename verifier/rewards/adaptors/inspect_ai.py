"""inspect-ai: a scorer with the reward of each sample; an abstention has none, and metrics leave it out."""

from __future__ import annotations

import math
from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from verifier.rewards.flow import Flow, judge_of, run_async
from verifier.rewards.result import Item, Result


@scorer(metrics={"reward": [mean(), stderr()], "abstained": [mean()]}, name="verifier_reward")
def verifier_reward(**options: Any) -> Scorer:
    """Return the scorer. ``options``: of ``judge_of``. Raises: TypeError, ValueError on an option that is none."""
    judge = judge_of(**options)

    async def score(state: TaskState, target: Target) -> Score:
        result = await run_async(_asked(state, target), judge)
        return Score(
            value={"reward": math.nan if result.score is None else result.score, "abstained": float(not result.valid)},
            explanation=f"no score: {result.reason}" if result.reason else f"first error: {result.first_error}",
            metadata=result.as_json(),
        )

    return score


def _asked(state: TaskState, target: Target) -> Flow[Result]:
    [result] = yield [Item(state.input_text, state.output.completion, target.text.strip() or None)]
    return result
