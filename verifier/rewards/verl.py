"""verl's ``compute_score``: one completion, one score, with its parts; as a function, and as a coroutine."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from verifier.rewards.functions import How, Process
from verifier.rewards.texts import problem_of, reference_text, text_of
from verifier.rewards.weighed import Weighed
from verifier.rewards.workers import Settings, as_request, workers

SETTINGS = Settings()


def compute_score(
    data_source: Any,
    solution_str: str,
    ground_truth: Any,
    extra_info: Mapping[str, Any] | None = None,
    *,
    how: How = "errors",
    process_weight: float = 0.5,
    outcome_weight: float = 1.0,
    unknown: float = 0.0,
    settings: Settings | Mapping[str, Any] = SETTINGS,
    **more: Any,
) -> dict[str, float]:
    """Return ``{"score", "outcome", "process", "outcome_told", "process_told"}``, as verl's custom reward function.

    ``score`` is the weighted sum of the parts; verl has no None, so a part of which nothing could be told counts as
    ``unknown`` and its ``..._told`` is 0. The problem, where there is one, is ``extra_info``'s ``question``,
    ``problem`` or ``prompt``. ``settings`` may be a mapping, as it stands in a file of settings.
    """
    by = settings if isinstance(settings, Settings) else Settings(**settings)
    (told,) = workers(by).ask([request_of(solution_str, ground_truth, extra_info)])
    return Weighed(Process(how), process_weight=process_weight, outcome_weight=outcome_weight, unknown=unknown).of(told)


async def compute_score_async(
    data_source: Any, solution_str: str, ground_truth: Any, extra_info: Mapping[str, Any] | None = None, **more: Any
) -> dict[str, float]:
    """Return what ``compute_score`` returns, and do not hold up the event loop of verl's reward loop meanwhile."""
    return await asyncio.to_thread(compute_score, data_source, solution_str, ground_truth, extra_info, **more)


def request_of(solution: Any, reference: Any, extra_info: Any) -> dict[str, Any] | None:
    """Return what a worker is asked about a completion, as verl hands it over; None where there is nothing to ask."""
    info = extra_info if isinstance(extra_info, Mapping) else {}
    problem = next((problem_of(info[key]) for key in ("question", "problem", "prompt") if key in info), "")
    return as_request(problem, text_of(solution), process=True, reference=reference_text(reference))
