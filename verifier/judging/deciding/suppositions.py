"""Claims under suppositions: nothing is said of what follows from a contradiction, but that it is one."""

from __future__ import annotations

from collections.abc import Callable, Set

from verifier.claims.definitions import Decide
from verifier.engines.formulas.solving.forcing import forced
from verifier.kernel.claim import FIRM, Claim, Standing, claim_of
from verifier.kernel.expr import Head, node
from verifier.kernel.verdict import Decided, Proved, Reason, Refuted, Unknown, Verdict

HasModel = Callable[[Claim], bool]
"""Whether a model of a claim's premises is found."""
CONTRADICTION = node(Head.FALSE)
"""The claim that a contradiction is reached."""


def under_suppositions(claim: Claim, verdict: Verdict, decide: Decide, has_model: HasModel) -> Verdict:
    """Return the verdict; Unknown where it needs suppositions of which, with all that is firm, no model is found.

    Only the contradiction itself is proved there. That there is none is said only with a model.
    """
    supposed = any(one.standing is Standing.HYPOTHESIS for one in claim.premises)
    if isinstance(verdict, Unknown) and verdict.reason is Reason.NO_MODEL_FOUND and supposed:
        return _without_model(claim, decide, has_model, verdict, whole=False)
    if not isinstance(verdict, Decided):
        return verdict
    contradiction = claim.formula == CONTRADICTION
    if contradiction and isinstance(verdict, Proved):
        return _reached(claim, verdict)
    concerned = claim.premises if isinstance(verdict, Refuted) else verdict.certificate.claim.premises
    if not contradiction and not any(one.standing is Standing.HYPOTHESIS for one in concerned):
        return verdict
    return _without_model(claim, decide, has_model, verdict, whole=isinstance(verdict, Refuted))


def _without_model(claim: Claim, decide: Decide, has_model: HasModel, verdict: Verdict, whole: bool) -> Verdict:
    """The verdict where all that is firm and supposed has a model; else why there is none. What was proved from these
    holds at each model of them. Unless it is the ``whole`` that is asked about, it is that which is tied to what is
    supposed."""
    given = FIRM - {Standing.PROVED}
    firm = claim.under(i for i, one in enumerate(claim.premises) if one.standing in given)
    if has_model(firm if whole else tied(firm)):
        return verdict
    if isinstance(decide(claim_of(CONTRADICTION, claim.types, firm.premises)), Proved):
        return Unknown(Reason.CONTRADICTORY_SUPPOSITION, "what is supposed contradicts what is given")
    return Unknown(Reason.NO_MODEL_FOUND, "no model of the supposition with all that is given was found")


def _reached(claim: Claim, verdict: Proved) -> Verdict:
    """A contradiction that is reached by a supposition; without one, what is given contradicts itself."""
    if any(one.standing is Standing.HYPOTHESIS for one in verdict.certificate.claim.premises):
        return verdict
    named = ", ".join(dict.fromkeys(one.id for one in verdict.certificate.claim.premises))
    return Unknown(Reason.INCONSISTENT_CONTEXT, f"what stands before it contradicts itself: {named}")


def tied(claim: Claim) -> Claim:
    """Return a claim under its suppositions and those premises that are tied to them: by letters whose values are not
    forced without what is supposed."""
    supposed = frozenset(i for i, one in enumerate(claim.premises) if one.standing is Standing.HYPOTHESIS)
    return tied_to(claim, supposed, forced(claim.under(set(range(len(claim.premises))) - supposed)).keys())


def tied_to(claim: Claim, chosen: frozenset[int], known: Set[str]) -> Claim:
    """Return a claim under the chosen premises and those that are tied to them, directly or in turn, by letters that
    are not among the ``known``, whose values are forced; and under all without other letters. The rest have models, if
    they have any, whatever these letters are."""
    left = [one.formula.free - known for one in claim.premises]
    found, before = frozenset[str]().union(*(left[i] for i in chosen)), None
    while found != before:
        before = found
        found = found.union(*(names for names in left if not names.isdisjoint(found)))
    return claim.under(i for i, names in enumerate(left) if not names or not names.isdisjoint(found))
