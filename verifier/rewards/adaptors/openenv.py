"""OpenEnv: a rubric inside the environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.rewards.flow import Flow, Judge, judge_of, run
from verifier.rewards.result import Item, Result
from verifier.rewards.texts import REFERENCES, problem_of, reference_text, text_of


def rubric(*, unknown: float | None = None, **options: Any) -> Any:
    """Return a rubric: the score of an action, or ``unknown`` for an abstention; ``last_result`` says which it is.

    The action has the text as ``message``, ``text``, ``content`` or ``response``. The observation, or its metadata,
    has the problem (``problem``, ``question`` or ``prompt``) and the reference. Container rubrics add numbers: pass
    ``unknown=0.0`` inside of one. ``options``: of ``judge_of``. Raises: ImportError without openenv, which says how to
    install it; as ``judge_of``.
    """
    try:
        from openenv.core.rubrics import Rubric
    except ImportError as error:
        raise ImportError(f"the rubric needs openenv: pip install openenv ({error})") from error

    class VerifierRubric(Rubric):  # type: ignore[misc]  # openenv is not installed here
        def __init__(self, judge: Judge) -> None:
            super().__init__()
            self.judge, self.last_result = judge, Result()

        def forward(self, action: Any, observation: Any) -> float | None:
            self.last_result = run(flow(action, observation), self.judge)
            return self.last_result.score if self.last_result.valid else unknown

        def state_dict(self) -> dict[str, Any]:
            return {"valid": self.last_result.valid, "reason": self.last_result.reason}

    return VerifierRubric(judge_of(**options))


def flow(action: Any, observation: Any) -> Flow[Result]:
    """Ask about an action."""
    texts = (text_of(_field(action, name)) for name in ("message", "text", "content", "response"))
    problems = (problem_of(_field(observation, name)) for name in ("problem", "question", "prompt"))
    references = (reference_text(_field(observation, name)) for name in REFERENCES)
    text = next((one for one in texts if one is not None), None)
    [result] = yield [Item(next(filter(None, problems), ""), text, next(filter(None, references), None))]
    return result


def _field(value: Any, name: str) -> Any:
    """A field of an action or of an observation, or of its metadata."""
    metadata = value.get("metadata") if isinstance(value, Mapping) else getattr(value, "metadata", None)
    own = value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
    return (metadata or {}).get(name) if own is None else own
