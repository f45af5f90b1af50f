"""OpenRLHF's ``reward_func``: queries with their prompts and labels in, tensors out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.intake.splitting.templates import answered, asked
from verifier.rewards.functions import How, Process
from verifier.rewards.texts import at, problem_of, reference_text
from verifier.rewards.weighed import Weighed
from verifier.rewards.workers import Settings, as_request, workers

SETTINGS = Settings()


def reward_func(
    queries: Sequence[str],
    prompts: Sequence[Any],
    labels: Sequence[Any],
    *,
    how: How = "errors",
    process_weight: float = 0.5,
    outcome_weight: float = 1.0,
    unknown: float = 0.0,
    settings: Settings = SETTINGS,
    **more: Any,
) -> dict[str, Any]:
    """Return ``{"rewards", "scores", "extra_logs"}``: float tensors of shape (queries,); scores between 0 and 1.

    A query is a prompt with its completion after it; a label is the reference answer. OpenRLHF has no None: a part of
    which nothing could be told counts as ``unknown``, and ``extra_logs`` says of how many something could be. Raises:
    ImportError without torch, which names the extra; never because of an item.
    """
    torch = _torch()
    weighed = Weighed(Process(how), process_weight=process_weight, outcome_weight=outcome_weight, unknown=unknown)
    told = workers(settings).ask(requests_of(queries, prompts, labels))
    found = lists_of([weighed.of(one) for one in told])
    logs = {name: torch.tensor(values, dtype=torch.float32) for name, values in found.pop("extra_logs").items()}
    return {**{name: torch.tensor(values, dtype=torch.float32) for name, values in found.items()}, "extra_logs": logs}


def requests_of(queries: Sequence[Any], prompts: Any, labels: Any) -> list[dict[str, Any] | None]:
    """Return what workers are asked about queries; None for what is no text."""
    found = []
    for i, query in enumerate(queries):
        prompt = at(prompts, i)
        text = query if isinstance(query, str) else None
        if text is not None:
            text = answered(text[len(prompt) :] if isinstance(prompt, str) and text.startswith(prompt) else text)
        reference = reference_text(at(labels, i))
        found.append(as_request(asked(problem_of(prompt)), text, process=True, reference=reference))
    return found


def lists_of(scores: Sequence[dict[str, float]]) -> dict[str, Any]:
    """Return ``{"rewards", "scores", "extra_logs"}`` with a number for each score, in order."""
    rewards = [one["score"] for one in scores]
    names = sorted({name for one in scores for name in one} - {"score", "outcome", "process"})
    return {
        "rewards": rewards,
        "scores": [min(max(reward, 0.0), 1.0) for reward in rewards],
        "extra_logs": {name: [one[name] for one in scores] for name in names},
    }


def _torch() -> Any:
    try:
        import torch
    except ImportError as error:
        raise ImportError(
            "OpenRLHF's rewards are tensors, which need torch: pip install 'step-verifier[prm]'"
        ) from error
    return torch
