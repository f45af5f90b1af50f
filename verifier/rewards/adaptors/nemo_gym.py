"""NeMo-Gym's ``/verify``: a resources server, and the body that the service answers at the same path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from verifier.rewards.flow import Flow, judge_of, run_async
from verifier.rewards.result import Abstention, Item, Result
from verifier.rewards.texts import REFERENCES, problem_of, reference_text, text_of

NAMES: Final = ("expected_answer", *REFERENCES)
FAILED: Final = frozenset({Abstention.TIMED_OUT, Abstention.LOST, Abstention.CONTRADICTION})
"""Abstentions that are no fault of the policy's text."""


def flow(body: Mapping[str, Any], unknown: float = 0.0) -> Flow[dict[str, Any]]:
    """Ask about a response; the body comes of it with ``reward`` and what says whether that measures anything."""
    reference = next(filter(None, (reference_text(body.get(name)) for name in NAMES)), None)
    asked = body["responses_create_params"]
    problem = problem_of(asked.get("input") if isinstance(asked, Mapping) else None)
    [result] = yield [Item(problem, _text(body["response"]), reference)]
    return {**body, **_answer(result, unknown)}


def resources_server(**options: Any) -> type[Any]:
    """Return a class of resources server: verification is stateless. ``options``: of ``judge_of``.

    Raises: ImportError without nemo-gym, which says how to install it.
    """
    try:
        from nemo_gym import base_resources_server as base
    except ImportError as error:
        raise ImportError(f"the resources server needs nemo-gym: pip install nemo-gym ({error})") from error
    from pydantic import ConfigDict

    class Config(base.BaseResourcesServerConfig):  # type: ignore[misc]  # nemo-gym is not installed here
        REVERIFY_MODE: ClassVar[Any] = base.ReverifyMode.STATELESS

    class Request(base.BaseVerifyRequest):  # type: ignore[misc]
        model_config = ConfigDict(extra="allow", populate_by_name=True)

    class Response(base.BaseMultiRewardVerifyResponse):  # type: ignore[misc]
        model_config = ConfigDict(extra="allow", populate_by_name=True)

    class VerifierResourcesServer(base.SimpleResourcesServer):  # type: ignore[misc]
        config: Config

        async def verify(self, body: Any) -> Any:
            return Response(**await run_async(flow(body.model_dump()), judge_of(**options)))

    VerifierResourcesServer.verify.__annotations__.update({"body": Request, "return": Response})
    VerifierResourcesServer.__annotations__["config"] = Config
    VerifierResourcesServer.model_rebuild(force=True, _types_namespace={"Config": Config})
    return VerifierResourcesServer


def _answer(result: Result, unknown: float) -> dict[str, Any]:
    found = result.numbers(unknown)
    kind = None if result.reason is None else f"verifier:{result.reason}"
    return {
        "reward": found["score"],
        "reward_components": {"outcome": found["outcome"], "process": found["process"]},
        "outcome": found["outcome"],
        "process": found["process"],
        "mask_sample": not result.valid,
        "failure_kind": "verifier_error" if result.reason in FAILED else kind,
        "failure_reason": None if result.reason is None else f"no score: {result.reason}",
    }


def _text(response: Any) -> str | None:
    """The text of a response's messages; its reasoning is not part of it."""
    output = response.get("output") if isinstance(response, Mapping) else None
    if not isinstance(output, list):
        return None
    messages = [one for one in output if isinstance(one, Mapping) and one.get("type") == "message"]
    return "".join(text_of(one) or "" for one in messages)
