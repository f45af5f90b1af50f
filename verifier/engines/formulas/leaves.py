"""The leaves of structural proofs: relations, settled by the engines that settle them everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from verifier.checkers.effort import Effort, uncounted
from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.engines.candidate import GIVEN_UP, Engine
from verifier.engines.formulas.models import models
from verifier.engines.formulas.proved_models import model_by_proof
from verifier.engines.points import FEW, PointEngine
from verifier.engines.settle import settle
from verifier.engines.symbolic.propose import ConsequenceEngine, SymbolicEngine
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Certificate, Decided, Reason, Unknown


class Leaves:
    """Settles relations, each once: the same relation under the same premises is asked of engines one time."""

    def __init__(self, engines: Sequence[Engine] | None = None) -> None:
        self._engines = engines or (PointEngine(0, FEW), SymbolicEngine(leaves=True), PointEngine(FEW))
        self._derived: tuple[Engine, ...] = (ConsequenceEngine(leaves=True),)
        self._known: dict[Claim, Certificate | Unknown] = {}

    def __call__(self, claim: Claim) -> Certificate | Unknown:
        """Return the certificate of a decided relation, or why it is not."""
        if claim not in self._known:
            self._known[claim] = self._settled(claim)
        return self._known[claim]

    def _settled(self, claim: Claim) -> Certificate | Unknown:
        verdict, _ = settle(claim, self._engines)
        if isinstance(verdict, Decided) and verdict.certificate.side_conditions and claim.premises:
            from_premises, _ = settle(claim, self._derived)  # they may say that what is divided by is not zero
            verdict = from_premises if isinstance(from_premises, Decided) else verdict
        if isinstance(verdict, Decided):
            return verdict.certificate
        return verdict if isinstance(verdict, Unknown) else Unknown(Reason.ENGINE_LOST, "engines contradict each other")

    def clear(self) -> None:
        """Forget what was asked, as before a new chain."""
        self._known.clear()


def found_model(claim: Claim, steps: int | None = None) -> Mapping[str, Any] | None:
    """Return a model of the premises of a claim that was found and checked, as a proof holds it; None where none was.

    ``steps``: how much work it may take; None for as much as it takes.
    """
    if steps is None:
        return unlimited_model(claim)
    with Effort(steps).counted():
        return _found_model(claim)


@lru_cache(maxsize=512)
def unlimited_model(claim: Claim) -> Mapping[str, Any] | None:
    """Return what ``found_model`` does without a limit: it is kept, for claims that are asked about again."""
    return _found_model(claim)


def _found_model(claim: Claim) -> Mapping[str, Any] | None:
    try:
        if (numbers := models.model_for(claim)) is not None:
            return {"model": numbers}
        found = model_by_proof(claim, Leaves())
        if found is None:
            return None
        with uncounted():
            StructureChecker(checker_of).model(claim, found)
    except GIVEN_UP:
        return None
    return found
