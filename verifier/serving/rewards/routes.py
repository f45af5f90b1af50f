"""``POST /reward``: batches of completions to rewards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any

from fastapi import Body, Depends, FastAPI, HTTPException, Query, Request

from verifier.labelling.outputs.labels import Meaning
from verifier.rewards.functions import How, Outcome, Process
from verifier.rewards.weighed import Weighed
from verifier.serving.request_queue import Told
from verifier.serving.rewards.shapes import batch_of

Rewarded = Callable[[Sequence[dict[str, Any] | None], str], Awaitable[list[Told]]]
"""From requests and who asks to what became of each. Raises: HTTPException where the caller asks too much."""

LOST = frozenset({429, 503, 504})
"""What became of an item that another try may reward."""

EXAMPLE = {"query": ["What is 6 * 7?\nSo 6 * 7 = 42."], "prompts": ["What is 6 * 7?\n"], "labels": ["42"]}
Finite = Annotated[float, Query(allow_inf_nan=False)]


def add_rewards(app: FastAPI, rewarded: Rewarded, caller: Callable[[Request], str], most: int) -> None:
    """Add the route; ``most``: items of a batch."""

    @app.post("/reward", summary="Reward completions", responses={413: {}, 422: {}, 429: {}})
    async def reward(
        body: Annotated[Any, Body(examples=[EXAMPLE])],
        how: How = "errors",
        labels: Meaning = "checked",
        penalty: Annotated[float, Query(ge=0, allow_inf_nan=False)] = 0.5,
        process_weight: Finite = 0.5,
        outcome_weight: Finite = 1.0,
        unknown: Finite = 0.0,
        steps: bool = False,
        who: str = Depends(caller),
    ) -> dict[str, Any]:
        """OpenRLHF's ``{"query", "prompts", "labels"}`` to ``{"rewards", "scores", "extra_logs"}``; what verl's
        ``compute_score`` is given (``solution_str``, ``ground_truth``, ``extra_info``), or ``{"items": [...]}`` of it,
        to a score with its parts, or ``{"results": [...]}``. An item that is none, or with which a worker is lost,
        costs no other: its parts count as ``unknown``; ``lost`` is 1 where another try may help."""
        try:
            batch = batch_of(body)
        except ValueError as error:
            raise HTTPException(422, str(error)) from error
        if len(batch.requests) > most:
            raise HTTPException(413, f"expected at most {most} items, got {len(batch.requests)}")
        weighed = Weighed(Process(how, labels, penalty), Outcome(), process_weight, outcome_weight, unknown)
        told = await rewarded(batch.requests, who)
        return batch.answered([one.record for one in told], [one.status in LOST for one in told], weighed, steps)
