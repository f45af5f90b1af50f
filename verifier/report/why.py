"""Why a claim has its verdict, in one line for people."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from verifier.judging.judgement import JudgedClaim
from verifier.judging.show import show_claim, show_term
from verifier.kernel.claim import Premise
from verifier.kernel.evaluate import NotEvaluated, value
from verifier.kernel.verdict import Certificate, Contradiction, Proved, Reason, Refuted, Unknown

LONGEST = 160
"""Most characters of a claim or of a value that are shown."""

MEANING = {
    Reason.NOT_ENTAILED: "does not follow from what was read",
    Reason.CONFLICTS_WITH_STATED: "conflicts with something the chain only stated",
    Reason.INCONSISTENT_CONTEXT: "what stands before it contradicts itself",
    Reason.AMBIGUOUS: "can be read in more than one way",
    Reason.ROUNDED: "may hold up to rounding",
    Reason.SIDE_CONDITION: "holds only under a condition that is not known",
    Reason.OUT_OF_SCOPE: "outside what can be decided here",
    Reason.OUT_OF_BUDGET: "needs more work than is allowed",
    Reason.ENGINE_LOST: "the engine was lost",
    Reason.NO_ENGINE: "no engine is at hand",
}


def why(claim: JudgedClaim) -> str:
    """Return what was claimed, the verdict, its reason and what it rests on, on one line. Fails: never."""
    said = short(show_claim(claim.claim) if claim.claim else " ".join(claim.text.split()))
    role = "" if claim.role == "asserted" else f" ({claim.role})"
    return f"{said}{role}: {'; '.join(_parts(claim))}"


def short(text: str) -> str:
    """Return ``text``, cut in the middle where it is long. Fails: never."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"


def _parts(claim: JudgedClaim) -> Iterator[str]:
    match claim.verdict:
        case Proved(certificate=certificate):
            yield f"proved by {claim.engine or certificate.proof.checker}"
            yield from _shown(certificate)
        case Refuted(certificate=certificate):
            yield f"refuted by {claim.engine or certificate.proof.checker}"
            yield from _values(certificate)
            yield from _shown(certificate)
        case Contradiction():
            yield "ALARM: proved and refuted, so a checker is broken; neither counts"
        case Unknown(reason, detail):
            yield detail or MEANING[reason]


def _values(certificate: Certificate) -> Iterator[str]:
    """Yield the values that refute: of both sides where there are such, at a point where there is one."""
    notes = certificate.notes
    point = notes.get("point") or notes.get("model") or {}
    if point:
        yield "at " + ", ".join(f"{name} = {short(str(value))}" for name, value in sorted(point.items()))
    if "left" in notes and "right" in notes:
        yield f"the left side is {short(str(notes['left']))}, the right side is {short(str(notes['right']))}"
        return
    try:
        at = {name: Fraction(spelled) for name, spelled in point.items()}
        sides = [short(str(value(side, at))) for side in (certificate.claim.left, certificate.claim.right)]
        yield f"the left side is {sides[0]}, the right side is {sides[1]}"
    except NotEvaluated:
        gap = Fraction(notes.get("difference", 0))
        if gap:
            yield f"the left side is always {short(str(abs(gap)))} {'more' if gap > 0 else 'less'} than the right side"


def _shown(certificate: Certificate) -> Iterator[str]:
    if certificate.claim.premises:
        yield "from " + ", ".join(short(_premise(premise)) for premise in certificate.claim.premises)
    if certificate.side_conditions:
        yield "given " + ", ".join(certificate.side_conditions)
    if certificate.notes.get("as_rounded"):
        yield "as rounded"


def _premise(premise: Premise) -> str:
    return f"{show_term(premise.left)} {premise.relation.value} {show_term(premise.right)} ({premise.standing.value})"
