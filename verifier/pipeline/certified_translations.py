"""Judged formal chains with Lean's certificates: every decided formula of many chains is put to Lean at once.

The certificates stand beside the structural proofs: no verdict depends on them, and no judgement changes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.judging.deciding.translation import Decision, Decisions, with_told
from verifier.judging.judgements.judgement import JudgedChain


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
