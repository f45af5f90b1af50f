"""OpenRLHF's ``reward_func``, and what it posts to ``--reward.remote_url``: queries with prompts and labels.

OpenRLHF 0.11 has no None: an abstention is ``unknown`` in ``rewards``, and 0 in ``extra_logs["valid"]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verifier.intake.splitting.templates import answered, asked
from verifier.rewards.flow import Flow, judge_of, run
from verifier.rewards.result import Item
from verifier.rewards.texts import at, problem_of, reference_text


def reward_func(queries: Sequence[Any], prompts: Any, labels: Any, *, unknown: float = 0.0, **more: Any) -> Any:
    """Return ``{"rewards", "scores", "extra_logs"}``: float tensors of shape (queries,); scores between 0 and 1.

    A query is a prompt with its completion after it; a label is the reference. ``more``: the options of ``judge_of``.
    Raises: ImportError without torch, which names the extra; as the judge.
    """
    try:
        import torch
    except ImportError as error:
        raise ImportError(
            "OpenRLHF's rewards are tensors, which need torch: pip install 'step-verifier[prm]'"
        ) from error
    found = run(flow({"query": queries, "prompts": prompts, "labels": labels}, unknown), judge_of(**more))
    logs = {name: torch.tensor(values, dtype=torch.float32) for name, values in found.pop("extra_logs").items()}
    return {**{name: torch.tensor(values, dtype=torch.float32) for name, values in found.items()}, "extra_logs": logs}


def flow(body: Mapping[str, Any], unknown: float = 0.0) -> Flow[dict[str, Any]]:
    """Ask about the queries of a body; lists of numbers come of it. Raises: ValueError on lists of other lengths."""
    queries = body["query"]
    for name in ("prompts", "labels"):
        values = body.get(name) or []
        if not isinstance(values, Sequence) or isinstance(values, str) or len(values) not in (0, len(queries)):
            raise ValueError(f'expected "{name}" as a list of {len(queries)}, as many as "query" has')
    results = yield [
        _item(query, at(body.get("prompts"), i), at(body.get("labels"), i)) for i, query in enumerate(queries)
    ]
    rows = [result.numbers(unknown) for result in results]
    rewards = [row.pop("score") for row in rows]
    return {
        "rewards": rewards,
        "scores": [min(max(reward, 0.0), 1.0) for reward in rewards],
        "extra_logs": {name: [row[name] for row in rows] for name in (rows[0] if rows else ())},
    }


def _item(query: Any, prompt: Any, label: Any) -> Item:
    text = query if isinstance(query, str) else None
    if text is not None:
        text = answered(text[len(prompt) :] if isinstance(prompt, str) and text.startswith(prompt) else text)
    return Item(asked(problem_of(prompt)), text, reference_text(label))
