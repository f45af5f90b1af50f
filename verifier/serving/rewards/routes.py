"""``POST /reward``: completions to results, and the shapes that trainers post."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Annotated, Any

from fastapi import Body, Depends, FastAPI, HTTPException, Query, Request

from verifier.labelling.outputs.labels import Meaning
from verifier.rewards.adaptors import nemo_gym, openrlhf, slime
from verifier.rewards.flow import Flow, run_async
from verifier.rewards.result import Item
from verifier.rewards.rule import How, Rule
from verifier.rewards.texts import problem_of, reference_text, text_of
from verifier.serving.request_queue import Told
from verifier.serving.rewards.judging import AtDesk

Rewarded = Callable[[Sequence[dict[str, Any]], str], Awaitable[list[Told]]]
"""From requests and who asks to what became of each. Raises: HTTPException where the caller asks too much."""

EXPECTED = 'expected {"items": [{"problem", "text", "reference"}]}, or what OpenRLHF, slime or NeMo-Gym post'
EXAMPLE = {"items": [{"problem": "What is 6 * 7?", "text": "So 6 * 7 = 42.", "reference": "42"}]}
Finite = Annotated[float, Query(allow_inf_nan=False)]


def add_rewards(app: FastAPI, rewarded: Rewarded, caller: Callable[[Request], str], most: int) -> None:
    """Add the route; ``most``: items of a batch."""

    @app.get("/reverify_mode", summary="NeMo-Gym: how /verify verifies again")
    async def reverify_mode() -> str:
        return "stateless"

    @app.post("/verify", summary="NeMo-Gym: verify a response", responses={422: {}, 429: {}})
    @app.post("/reward", summary="Reward completions", responses={413: {}, 422: {}, 429: {}})
    async def reward(
        body: Annotated[Any, Body(examples=[EXAMPLE])],
        rule: Annotated[Rule, Depends(_rule)],
        unknown: Finite = 0.0,
        who: str = Depends(caller),
    ) -> dict[str, Any]:
        """``{"items": [...]}`` to ``{"results": [...]}``: the score of each, or why it has none, its parts and its
        steps. The shapes of OpenRLHF (``query``), slime (``response``) and NeMo-Gym (``responses_create_params``) to
        what these expect, where an abstention is ``unknown`` and marked. A bad item costs no other."""
        try:
            flow, items = flow_of(body, unknown)
            if items > most:
                raise HTTPException(413, f"expected at most {most} items, got {items}")
            return await run_async(flow, AtDesk(rule, partial(_by, rewarded, who)))
        except ValueError as error:
            raise HTTPException(422, str(error)) from error


async def _by(rewarded: Rewarded, who: str, requests: Sequence[dict[str, Any]]) -> list[Told]:
    return await rewarded(requests, who)


def _rule(
    how: How = "errors",
    labels: Meaning = "checked",
    penalty: Annotated[float, Query(ge=0, allow_inf_nan=False)] = 1.0,
    right: Finite = 1.0,
    wrong: Finite = 0.0,
    marked: bool = False,
    process_weight: Finite = 1.0,
    outcome_weight: Finite = 1.0,
    count_wrong: Annotated[list[str], Query()] = [],  # noqa: B006  # FastAPI copies it
) -> Rule:
    try:
        return Rule(how, labels, penalty, right, wrong, marked, process_weight, outcome_weight, tuple(count_wrong))
    except ValueError as error:
        raise HTTPException(422, str(error)) from error


def flow_of(body: Any, unknown: float) -> tuple[Flow[dict[str, Any]], int]:
    """Return what answers a body, and how many items it has. Raises: ValueError, which says what was expected."""
    match body:
        case {"items": [*items]}:
            return _results(items), len(items)
        case {"query": [*queries]}:
            return openrlhf.flow(body, unknown), len(queries)
        case {"responses_create_params": dict(), "response": dict()}:
            return nemo_gym.flow(body, unknown), 1
        case {"prompt": _, "response": _}:
            return slime.flow(body, unknown), 1
    raise ValueError(EXPECTED)


def _results(items: Sequence[Any]) -> Flow[dict[str, Any]]:
    results = yield [
        Item(problem_of(one.get("problem")), text_of(one.get("text")), reference_text(one.get("reference")))
        if isinstance(one, dict)
        else Item("", None)
        for one in items
    ]
    return {"results": [one.as_json() for one in results]}
