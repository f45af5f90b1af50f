"""OpenRLHF's ``reward_func``: queries with their prompts and labels in, tensors out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.rewards.functions import How, Outcome, Process
from verifier.rewards.texts import at, problem_of, reference_text
from verifier.rewards.workers import Settings, as_request, workers

SETTINGS = Settings()


def reward_func(
    queries: Sequence[str],
    prompts: Sequence[Any],
    labels: Sequence[Any],
    *,
    how: How = "mean",
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
    requests = []
    for i, query in enumerate(queries):
        prompt = at(prompts, i)
        text = query[len(prompt) :] if isinstance(prompt, str) and query.startswith(prompt) else query
        reference = reference_text(at(labels, i))
        requests.append(as_request(problem_of(prompt), text, process=True, reference=reference))
    told = workers(settings).ask(requests)
    outcomes, processes = [Outcome().of(one) for one in told], [Process(how).of(one) for one in told]
    rewards = [
        outcome_weight * (unknown if o is None else o) + process_weight * (unknown if p is None else p)
        for o, p in zip(outcomes, processes, strict=True)
    ]
    shares = {"outcome_told": outcomes, "process_told": processes}
    return {
        "rewards": torch.tensor(rewards, dtype=torch.float32),
        "scores": torch.tensor([min(max(reward, 0.0), 1.0) for reward in rewards], dtype=torch.float32),
        "extra_logs": {
            name: torch.tensor([float(value is not None) for value in values], dtype=torch.float32)
            for name, values in shares.items()
        },
    }


def _torch() -> Any:
    try:
        import torch
    except ImportError as error:
        raise ImportError("OpenRLHF's rewards are tensors, which need torch: pip install 'verifier[prm]'") from error
    return torch
