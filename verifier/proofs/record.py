"""A judged proof as a record of a chain: generated proofs feed the training of process reward models too.

What Lean says of a tactic while it elaborates is no certificate: the steps are *estimated*, close to 1 where Lean went
through them, close to 0 from the first error on, and unjudged where Lean never came. Only the gate's own verdict rests
on the kernel; it stands in ``versions`` under ``gate``.
"""

from __future__ import annotations

from typing import Any

import verifier
from verifier.chain import Chain
from verifier.judging.estimate import CLOSEST
from verifier.judging.judgement import Estimated, JudgedChain, JudgedStep, Judgement, Unjudged, Unjudgement
from verifier.judging.record import record
from verifier.proofs.case import Case
from verifier.proofs.rules import Result
from verifier.proofs.steps import ERROR, NOT_REACHED


def chain_record(case: Case, result: Result) -> dict[str, Any] | None:
    """Return the record of a judged proof, None where it has no steps. Fails: never."""
    if not result.steps:
        return None
    problem = case.challenge if case.challenge is not None else b""
    chain = Chain.of(problem.decode("utf-8", "replace"), [str(step["text"]) for step in result.steps], result.id)
    versions = {"verifier": verifier.__version__, "lean": result.toolchain, "gate": result.status}
    return record(JudgedChain(chain, tuple(_steps(result)), versions))


def _steps(result: Result) -> list[JudgedStep]:
    done, wrong = list[JudgedStep](), False
    for i, step in enumerate(result.steps):
        wrong = wrong or step["judgement"] == ERROR
        judgement: Judgement = Estimated(CLOSEST if step["judgement"] == ERROR else 1 - CLOSEST)
        if step["judgement"] == NOT_REACHED:
            judgement = Unjudged(Unjudgement.RESTS_ON_ERROR)
        done.append(JudgedStep(i, str(step["text"]), judgement, score=CLOSEST if wrong else 1 - CLOSEST))
    return done
