"""Verdicts that only a type would give: a translator's word that something is whole, which nobody said."""

from __future__ import annotations

from verifier.checkers.formulas.places.place import conjuncts
from verifier.claims.definitions import Decide
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Head, Sym, Type, node
from verifier.kernel.verdict import Decided, Reason, Unknown, Verdict

WHOLE = frozenset({Type.INT, Type.COUNT, Type.POS})
_TYPES = "types"


def typed(claim: Claim, verdict: Verdict, decide: Decide) -> Verdict:
    """Return the verdict; Unknown(TYPE_ONLY) where it is none, and would be one if letters were as whole as their types
    say. Nobody said that half a clip is impossible."""
    if not isinstance(verdict, Unknown) or all(one.type not in WHOLE for one in claim.types):
        return verdict
    if verdict.reason is Reason.OUT_OF_BUDGET:  # more premises seldom make it cheaper
        return verdict
    said = {part for one in claim.premises for part in conjuncts(one.formula)}
    tied = _tied(claim)
    whole = [node(Head.IS_INT, Sym(one.name)) for one in claim.types if one.type in WHOLE and one.name in tied]
    untold = tuple(Hypothesis(_TYPES, Standing.FACT, one) for one in whole if one not in said)
    if not untold:
        return verdict
    found = decide(claim_of(claim.formula, claim.types, (*claim.premises, *untold), claim.rounded))
    if isinstance(found, Decided) and any(one.id == _TYPES for one in found.certificate.claim.premises):
        return Unknown(Reason.TYPE_ONLY, "that it holds or fails follows from a type alone, which no fact tells")
    return verdict


def _tied(claim: Claim) -> frozenset[str]:
    """The letters of a claim's formula, and those that premises tie to them, directly or in turn."""
    found, left, moved = set(claim.formula.free), [one.formula.free for one in claim.premises], True
    while moved:
        apart = [names for names in left if found.isdisjoint(names)]
        moved = len(apart) < len(left)
        if moved:
            found.update(*(names for names in left if not found.isdisjoint(names)))
        left = apart
    return frozenset(found)
