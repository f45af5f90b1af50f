"""verifiers v1: a metric and a reward to plug into a task's configuration.

``metrics = {"verdicts": {"fn": "verifier.rewards.adaptors.verifiers:metrics"}}`` and
``rewards = {"verifier": {"fn": "verifier.rewards.adaptors.verifiers:reward"}}``. The task's data has ``answer``, or
another usual name of the reference. In an abstention no reward is recorded, and the metric ``abstained`` is 1.
"""

from __future__ import annotations

from typing import Any, Final

from verifier.rewards.flow import Flow, judge_of, run_async
from verifier.rewards.result import Item
from verifier.rewards.texts import REFERENCES, problem_of, reference_text

KEPT: Final = "verifier"
"""Where a trace's ``info`` keeps the numbers, so that it is judged once."""

Numbers = dict[str, float]


async def metrics(task: Any, trace: Any, **options: Any) -> Numbers:
    """Return the numbers of a trace: ``abstained``, ``outcome``, ``process``, and where the first error begins.

    ``options``: of ``judge_of``, from a function of yours that calls this one. Raises: as the judge.
    """
    if KEPT not in trace.info:
        trace.info[KEPT] = await run_async(flow(task, trace), judge_of(**options))
    return {name: value for name, value in trace.info[KEPT].items() if name != "score"}


async def reward(task: Any, trace: Any, **options: Any) -> Numbers:
    """Return ``{"verifier": score}``, and nothing in an abstention. Raises: as the judge."""
    await metrics(task, trace, **options)
    found = trace.info[KEPT]
    return {} if found["abstained"] else {KEPT: found["score"]}


def flow(task: Any, trace: Any) -> Flow[Numbers]:
    """Ask about the last reply of a trace. ``error_at``: the share of it before the first error, 1 without one."""
    references = (reference_text(getattr(task, name, None)) for name in REFERENCES)
    text = trace.last_reply
    [result] = yield [Item(problem_of(task.prompt_text), text, next(filter(None, references), None))]
    span = None if result.first_error is None else result.steps[result.first_error].span
    found = result.numbers()
    return {
        "score": found["score"],
        "outcome": found["outcome"],
        "process": found["process"],
        "abstained": 1 - found["valid"],
        "flaw": result.flaw,
        "error_at": 1.0 if span is None else span[0] / len(text),
    }
