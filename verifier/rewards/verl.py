"""verl's ``compute_score``: one completion, one score, with its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.rewards.functions import How, Outcome, Process
from verifier.rewards.texts import problem_of, reference_text, text_of
from verifier.rewards.workers import Settings, as_request, workers

SETTINGS = Settings()


def compute_score(
    data_source: Any,
    solution_str: str,
    ground_truth: Any,
    extra_info: Mapping[str, Any] | None = None,
    *,
    how: How = "mean",
    process_weight: float = 0.5,
    outcome_weight: float = 1.0,
    unknown: float = 0.0,
    settings: Settings = SETTINGS,
    **more: Any,
) -> dict[str, float]:
    """Return ``{"score", "outcome", "process", "outcome_told", "process_told"}``, as verl's custom reward function.

    ``score`` is the weighted sum of the parts; verl has no None, so a part of which nothing could be told counts as
    ``unknown`` and its ``..._told`` is 0. The problem, where there is one, is ``extra_info``'s ``question``,
    ``problem`` or ``prompt``. Fails: never because of an item.
    """
    info = extra_info if isinstance(extra_info, Mapping) else {}
    problem = next((problem_of(info[key]) for key in ("question", "problem", "prompt") if key in info), "")
    request = as_request(problem, text_of(solution_str), process=True, reference=reference_text(ground_truth))
    (told,) = workers(settings).ask([request])
    parts = {"outcome": Outcome().of(told), "process": Process(how).of(told)}
    found = {name: unknown if value is None else value for name, value in parts.items()}
    return {
        "score": outcome_weight * found["outcome"] + process_weight * found["process"],
        **found,
        **{f"{name}_told": float(value is not None) for name, value in parts.items()},
    }
