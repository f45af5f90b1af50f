"""Judged formal chains with Lean's certificates: every decided formula of many chains is put to Lean at once.

The certificates stand beside the structural proofs: no verdict depends on them, and no judgement changes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.judging.deciding.translation import Decision, Decisions, JudgedFormalStep
from verifier.judging.judgements.judgement import JudgedChain
from verifier.kernel.verdict import FormulaVerdict


def with_lean(judged: Sequence[JudgedChain], engine: LeanFormulaEngine, until: float = math.inf) -> list[JudgedChain]:
    """Return the chains with what Lean makes of each decided formula; until then (monotonic seconds) it is asked."""
    heard = [one for chain in judged for one in chain.translations]
    found = iter(certified([one.judged for one in heard if one.judged is not None], engine, until))
    told = iter([one if one.judged is None else replace(one, judged=next(found)) for one in heard])
    return [replace(chain, translations=tuple(next(told) for _ in chain.translations)) for chain in judged]


def certified(judged: Sequence[Decisions], engine: LeanFormulaEngine, until: float = math.inf) -> list[Decisions]:
    """Return the translations with what Lean makes of each decided formula."""
    certificates = [c for one in judged for decision in decisions(one) if (c := decision.certificate) is not None]
    told = iter(engine.certified(certificates, until))
    return [with_told(one, told) for one in judged]


def decisions(judged: Decisions) -> Iterator[Decision]:
    """Yield every decision of a translation, in order."""
    for step in judged.steps:
        for statement in step.statements:
            yield from statement.decisions


def with_told(judged: Decisions, told: Iterator[FormulaVerdict | None]) -> Decisions:
    """Return a translation with what Lean makes of its decided formulas, in their order."""
    return replace(judged, steps=tuple(_step(step, told) for step in judged.steps))


def _step(step: JudgedFormalStep, told: Iterator[FormulaVerdict | None]) -> JudgedFormalStep:
    statements = tuple(
        replace(statement, decisions=tuple(_decision(one, told) for one in statement.decisions))
        for statement in step.statements
    )
    return replace(step, statements=statements)


def _decision(one: Decision, told: Iterator[FormulaVerdict | None]) -> Decision:
    return one if one.certificate is None else replace(one, lean=next(told))
