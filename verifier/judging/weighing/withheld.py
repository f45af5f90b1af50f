"""Refutations that are not believed: for what the text leaves open, or for what the letters may be known to be."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.checkers.canonical.ideal import decided
from verifier.checkers.evaluate import Outcome
from verifier.engines.symbolic.identity_falsification import bent, failing_everywhere
from verifier.engines.symbolic.model import model
from verifier.kernel.claim import Binder, Claim, Premise, Standing
from verifier.kernel.expr import Head
from verifier.kernel.verdict import CheckFailed, Reason, Unknown
from verifier.mathtext.guards.guard import Abstention
from verifier.readers.exact.charity.charity import is_alternative
from verifier.readers.exact.formal.guarded import Weighed
from verifier.readers.exact.guards.table import verdicts as guards


def doubted(held: Weighed, claim: Claim) -> Iterator[Abstention]:
    """Yield why a refutation is not believed: what was read may be right in another reading, or for some values."""
    yield from held.may_hold()
    if claim.binder is Binder.FOR_ALL and bent(claim) and failing_everywhere(claim) is None:
        yield guards.VALUES()


def unbelieved(why: Abstention) -> Unknown:
    """Return the verdict of a claim whose refutation is not believed."""
    if is_alternative(why):
        return Unknown(Reason.ALTERNATIVE, f"{why.message} [{why.code}]")
    return Unknown(Reason.ROUNDED if why.of(guards.BLURRED) else Reason.AMBIGUOUS, why.message)


def apart(claim: Claim, bonds: tuple[Premise, ...]) -> bool:
    """Return whether these relations hold somewhere where the claim fails, or two of them never together."""
    apart = Premise("", Standing.STATED, Head.NE, claim.left, claim.right)
    if model(Claim(claim.relation, claim.left, claim.right, premises=(*claim.premises, *bonds, apart))) is not None:
        return True
    try:
        if decided(Claim(claim.relation, claim.left, claim.right, premises=(*claim.premises, *bonds))) is Outcome.FAILS:
            return True  # where they hold, which is somewhere, the claim does not
    except CheckFailed:
        pass
    return len(bonds) > 1 and model(Claim(claim.relation, claim.left, claim.right, premises=bonds)) is None
