"""A scorer of inspect-ai: the steps of each answer judged, the first error, and the record in the log's metadata.

https://inspect.aisi.org.uk/scorers.html. ``verifier report LOG`` shows what it kept, and judges nothing again.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
from typing import Any, Final

from inspect_ai.scorer import Metric, Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from verifier.intake.formats.evaluations import RECORD
from verifier.judging.judgements.judgement import Unjudgement
from verifier.judging.judgements.reasons import WORD
from verifier.rewards.result import Abstention
from verifier.rewards.workers import LONGEST, Settings, as_request, too_long, workers

FIGURES: Final[Mapping[str, list[Metric]]] = {
    "wrong": [mean(), stderr()],
    "settled": [mean()],
    "right_answer": [mean(), stderr()],
}


@scorer(metrics={name: list(metrics) for name, metrics in FIGURES.items()}, name="step_verdicts")
def step_verdicts(**settings: Any) -> Scorer:
    """Return the scorer. ``settings``: as ``verifier.rewards.Settings`` has them (``lean``, ``prm``, ``given``, ...).

    ``wrong``: 1 where a step is settled incorrect; ``settled``: the share of steps that are settled; ``right_answer``:
    1 where the final answer equals the target. What could not be judged has no score. Raises: TypeError, ValueError on
    settings that are none.
    """
    by = Settings(**settings)

    async def score(state: TaskState, target: Target) -> Score:
        request = _request(state, target)
        if too_long(request["text"]):
            return _unscored(f"expected an answer of at most {LONGEST} characters")
        [told] = await asyncio.to_thread(workers(by).ask, [request])
        if isinstance(told, Abstention) or told.get("record") is None:
            return _unscored("it was not judged: it took too long, a worker was lost with it, or it has no steps")
        return _scored(told)

    return score


def _request(state: TaskState, target: Target) -> dict[str, Any]:
    """What a worker is asked about a sample."""
    reference = target.text if target.text.strip() else None
    asked = as_request(state.input_text, state.output.completion, process=True, reference=reference)
    return {**asked, "id": f"{state.sample_id}_epoch_{state.epoch}", "whole": True}


def _scored(told: Mapping[str, Any]) -> Score:
    made = told["record"]
    steps, first = made["steps"], made["first_error"]
    settled = sum(step["kind"] == "settled" for step in steps)
    value = {
        "wrong": float(any(step["correct"] is False for step in steps)),
        "settled": settled / len(steps),
        "right_answer": float(told.get("outcome") == "equal"),
    }
    answer = told.get("answer")
    said = "nothing wrong found" if first is None else "every step holds" if first < 0 else f"first error: step {first}"
    return Score(
        value=value,
        answer=None if answer is None else answer[0],
        explanation="\n".join([f"{said} (counted from 0)", *map(_line, steps)]),
        metadata={"first_error": first, "verdicts": list(map(_verdict, steps)), RECORD: made},
    )


def _unscored(why: str) -> Score:
    """No score, which metrics leave out."""
    return Score(value=dict.fromkeys(FIGURES, math.nan), explanation=why)


def _verdict(step: Mapping[str, Any]) -> str:
    """What becomes of a step, in a word or two."""
    if step["correct"] is not None:
        return "correct" if step["correct"] else "incorrect"
    if step.get("checked"):
        return "checked"
    return WORD[Unjudgement(step["reason"])] if step["reason"] else str(step["kind"])


def _line(step: Mapping[str, Any]) -> str:
    return f"{step['index']} {_verdict(step)}: {' '.join(step['text'].split())[:200]}"
