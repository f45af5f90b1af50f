"""Lean's share of what judging translations decides: by kind of statement, and what it could not be told or prove."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.judging.deciding.translation import Decision, Decisions
from verifier.kernel.expr import COMPARISONS, SCOPED, Node, walk_expr
from verifier.kernel.verdict import Decided, Reason, Unknown
from verifier.pipeline.certified_translations import certified, decisions

RESTING = "of all kinds, that rest on premises"


class Kind(StrEnum):
    """What a statement is, by what it is made of and what it rests on."""

    CLOSED = "closed arithmetic"
    FACTS = "a relation that rests on premises"
    ALONE = "a relation of letters that rests on none"
    CONNECTED = "formulas under connectives, or predicates"
    QUANTIFIED = "quantified, or with bound letters"
    NONE = "spells no formula"


@dataclass(slots=True)
class LeanShare:
    """How many statements there are of each kind, how many are decided, and how many of these Lean certifies.

    ``resting`` counts the same of statements of all kinds that rest on premises. ``untold`` is what Lean could not be
    told, and ``unproved`` what it was told and did not prove, by reason.
    """

    every: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    certified: Counter[str] = field(default_factory=Counter)
    untold: Counter[str] = field(default_factory=Counter)
    unproved: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, one: Decision) -> None:
        """Count a statement."""
        rests = one.claim is not None and bool(one.rests_on if one.certificate else one.claim.formula.free)
        for name in (kind(one).value, *([RESTING] if rests else [])):
            self.every[name] += 1
            self.decided[name] += one.certificate is not None
            self.certified[name] += isinstance(one.lean, Decided)
        if isinstance(one.lean, Unknown):
            told = self.unproved if _told(one.lean) else self.untold
            told["no proof was found" if _told(one.lean) else one.lean.detail] += 1


def _told(found: Unknown) -> bool:
    return found.reason is not Reason.OUT_OF_SCOPE or found.detail.startswith("the rule ")


def kind(one: Decision) -> Kind:
    """Return what kind of statement a decision is of."""
    if one.claim is None:
        return Kind.NONE
    formula = one.claim.formula
    inside = [part for part in walk_expr(formula) if isinstance(part, Node)]
    if any(part.head in SCOPED for part in inside):
        return Kind.QUANTIFIED
    if not (isinstance(formula, Node) and formula.head in COMPARISONS):
        return Kind.CONNECTED
    if one.rests_on or (one.certificate is None and formula.free):
        return Kind.FACTS
    return Kind.ALONE if formula.free else Kind.CLOSED


def lean_share(judged: Sequence[Decisions], engine: LeanFormulaEngine) -> LeanShare:
    """Return Lean's share of the statements of translations: it is asked about all that are decided."""
    found, begun = LeanShare(), time.perf_counter()
    for one in certified(judged, engine):
        for decision in decisions(one):
            found.add(decision)
    found.seconds = time.perf_counter() - begun
    return found
