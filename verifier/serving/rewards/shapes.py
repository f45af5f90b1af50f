"""The shapes in which trainers ask for rewards, and in which they are answered.

OpenRLHF 0.11 (``--reward.remote_url``; ``openrlhf/utils/agent.py``, ``openrlhf/cli/serve_rm.py``): ``{"query",
"prompts", "labels"}``, lists of one length, to ``{"rewards", "scores", "extra_logs"}``, lists of numbers. verl 0.9 has
no shape of its own for rewards by rules: its reward loop calls a ``compute_score`` of ours, which asks with the
arguments it was given (``verl/experimental/reward_loop/reward_manager/naive.py``), one item or ``{"items": [...]}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from verifier.intake.splitting.places import places
from verifier.intake.splitting.split import split
from verifier.rewards.functions import Process
from verifier.rewards.openrlhf import lists_of, requests_of
from verifier.rewards.verl import request_of
from verifier.rewards.weighed import Weighed

Shape = Literal["lists", "items", "item"]
EXPECTED = 'expected {"query", "prompts", "labels"} as OpenRLHF has it, {"solution_str", ...} as verl, or {"items": []}'


@dataclass(frozen=True, slots=True)
class Batch:
    """What is asked at once: requests for workers, None for what is no completion, and how they are answered."""

    shape: Shape
    requests: list[dict[str, Any] | None]

    def answered(
        self, told: Sequence[Mapping[str, Any] | None], lost: Sequence[bool], weighed: Weighed, steps: bool
    ) -> dict[str, Any]:
        """Return the answer: ``told`` by workers of each, ``lost`` where one was given up or refused. ``steps``: each
        item says besides what its steps are worth, and where in the completion they stand (code points)."""
        found: list[dict[str, Any]] = [
            {**weighed.of(one), "lost": float(gone)} for one, gone in zip(told, lost, strict=True)
        ]
        if self.shape == "lists":
            return lists_of(found)
        if steps:
            for item, request, one in zip(found, self.requests, told, strict=True):
                item["steps"] = steps_of(request, one, weighed.process)
        return found[0] if self.shape == "item" else {"results": found}


def batch_of(body: Any) -> Batch:
    """Return what a body asks. Raises: ValueError, which says what was expected."""
    match body:
        case {"query": [*queries], **more}:
            lists = {name: more.get(name) or [] for name in ("prompts", "labels")}
            for name, values in lists.items():
                if not isinstance(values, list) or (values and len(values) != len(queries)):
                    raise ValueError(f'expected "{name}" as a list of {len(queries)}, as many as "query" has')
            return Batch("lists", requests_of(queries, lists["prompts"], lists["labels"]))
        case {"items": [*items]}:
            return Batch("items", [_request(item) for item in items])
        case {"solution_str": _}:
            return Batch("item", [_request(body)])
    raise ValueError(EXPECTED)


def _request(item: Any) -> dict[str, Any] | None:
    if not isinstance(item, Mapping):
        return None
    return request_of(item.get("solution_str"), item.get("ground_truth"), item.get("extra_info"))


def steps_of(
    request: Mapping[str, Any] | None, told: Mapping[str, Any] | None, process: Process
) -> list[dict[str, Any]]:
    """Return the steps of a completion: where each stands in it, and its value; both may be None."""
    values = process.values(told)
    if request is None or values is None:
        return []
    found = zip(places(request["text"], split(request["text"])), values, strict=True)
    return [{"span": None if place is None else list(place), "value": value} for place, value in found]
