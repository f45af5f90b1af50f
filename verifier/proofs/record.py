"""A judged proof as a record of a chain: generated proofs feed the training of process reward models too.

What Lean says of a tactic while it elaborates is no certificate: the steps are *estimated*, close to 1 where Lean went
through them, close to 0 from the first error on, and unjudged where Lean never came or where it is not known what a
refused proof is refused for. Only the gate's own verdict rests on the kernel; it stands in ``versions`` under ``gate``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from verifier.chain import Chain
from verifier.judging.estimates.estimate import CLOSEST
from verifier.judging.judgements.judgement import Estimated, JudgedChain, JudgedStep, Judgement, Unjudged, Unjudgement
from verifier.proofs.case import Case
from verifier.proofs.rules import Result
from verifier.proofs.steps import ERROR, NOT_REACHED, OK, doubted
from verifier.records.record import record
from verifier.version import VERSION


def chain_record(case: Case, result: Result) -> dict[str, Any] | None:
    """Return the record of a judged proof, None where it has no steps."""
    if not result.steps:
        return None
    problem = case.challenge if case.challenge is not None else b""
    chain = Chain.of(problem.decode("utf-8", "replace"), [str(step["text"]) for step in result.steps], result.id)
    versions = {"verifier": VERSION, "lean": result.toolchain, "gate": result.status}
    if result.decided_by:
        versions["decided_by"] = "; ".join(result.decided_by)
    steps = tuple(_steps(result))
    wrong = (step.index for step, said in zip(steps, _said(result), strict=True) if said["judgement"] == ERROR)
    return record(JudgedChain(chain, steps, versions, named=next(wrong, None)))


def _said(result: Result) -> Sequence[dict[str, Any]]:
    """What is said of each step: of an accepted proof as the gate has it, else with doubt where it may be wrong."""
    return result.steps if result.status == "accepted" else doubted(result.steps)


def _steps(result: Result) -> Iterator[JudgedStep]:
    wrong = False
    for i, step in enumerate(_said(result)):
        wrong = wrong or step["judgement"] == ERROR
        score = CLOSEST if wrong else 1 - CLOSEST if step["judgement"] == OK else None
        yield JudgedStep(i, str(step["text"]), _judgement(str(step["judgement"]), score, wrong), score=score)


def _judgement(said: str, score: float | None, wrong: bool) -> Judgement:
    if said in (OK, ERROR) and score is not None:
        return Estimated(score)
    return Unjudged(Unjudgement.RESTS_ON_ERROR if wrong and said == NOT_REACHED else Unjudgement.NOT_SETTLED)
