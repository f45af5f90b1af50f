"""verl's custom reward function: one completion, one score with its parts.

``custom_reward_function.path=pkg://verifier.rewards.adaptors.verl custom_reward_function.name=compute_score_async``,
with ``+custom_reward_function.reward_kwargs.url=...`` for a service.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.rewards.flow import Flow, judge_of, run, run_async
from verifier.rewards.result import Item
from verifier.rewards.texts import problem_of, reference_text, text_of

Scores = dict[str, float]


def compute_score(
    data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, **more: Any
) -> Scores:
    """Return ``score``, ``outcome``, ``process``, ``valid`` and ``first_error`` of a completion.

    The problem is ``extra_info``'s ``question``, ``problem`` or ``prompt``. ``more``: ``unknown``, which replaces a
    score in an abstention (``valid`` is 0), and the options of ``judge_of``. Raises: TypeError, ValueError on an
    option that is none; as the judge.
    """
    options = _own(more)
    return run(flow(solution_str, ground_truth, extra_info, options.pop("unknown", 0.0)), judge_of(**options))


async def compute_score_async(
    data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, **more: Any
) -> Scores:
    """Return what ``compute_score`` returns, and do not block verl's event loop. Raises: as ``compute_score``."""
    options = _own(more)
    asked = flow(solution_str, ground_truth, extra_info, options.pop("unknown", 0.0))
    return await run_async(asked, judge_of(**options))


def flow(solution: Any, reference: Any, extra_info: Any, unknown: float) -> Flow[Scores]:
    """Ask about one completion."""
    info = extra_info if isinstance(extra_info, Mapping) else {}
    problem = next((problem_of(info[key]) for key in ("question", "problem", "prompt") if key in info), "")
    [result] = yield [Item(problem, text_of(solution), reference_text(reference))]
    return result.numbers(unknown)


def _own(more: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are ours: verl adds these two where a reward model is served."""
    return {name: more[name] for name in more if name not in ("reward_router_address", "reward_model_tokenizer")}
