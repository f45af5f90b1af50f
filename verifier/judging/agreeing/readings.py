"""What the translations of a step and an exact reading of it come to together: who settles it, or that nobody does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from verifier.claims.context import is_closed
from verifier.judging.agreeing.agreement import covered
from verifier.judging.deciding.translation import JudgedFormalStep
from verifier.judging.judgements.judgement import FormalFinding, JudgedClaim, JudgedStep, Reading, State
from verifier.kernel.verdict import Reason, Refuted


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a step. ``correct`` None: not settled; ``reading``: by which reading it is settled."""

    correct: bool | None = None
    reading: Reading | None = None
    finding: FormalFinding | None = None


def together(says: State, reading: Reading | None, alone: Sequence[JudgedFormalStep], beside: JudgedStep) -> Outcome:
    """Return what becomes of a step. ``says``: what the translations that count come to, ``alone`` what each of them
    does; ``reading``: by which reading they settle, None where they are evidence; ``beside``: the step as the exact
    reading judges it.

    Where both settle the step it is settled as given, else as exact, which needs no trust in a translator.
    """
    exact = beside.correct
    if exact is not None and _contradicted(exact, says, alone):
        return Outcome(finding=FormalFinding.READINGS_CONTRADICT)
    translated = _SETTLES.get(says) if reading is not None else None
    doubted = beside if exact is None and reading is not Reading.GIVEN else None
    if translated is not None and doubted is not None and _spoken_otherwise(translated, alone, doubted):
        return Outcome(finding=FormalFinding.SPOKEN_OTHERWISE)
    if exact is None or (translated is not None and reading is Reading.GIVEN):
        return Outcome() if translated is None else Outcome(translated, reading)
    if exact and says is State.RESTS_ON_ERROR:
        return Outcome()  # nothing is approved that by its translations rests on an error
    return Outcome(exact, Reading.EXACT)


_SETTLES: Final = {State.PROVED: True, State.REFUTED: False}


def _contradicted(exact: bool, says: State, alone: Sequence[JudgedFormalStep]) -> bool:
    """Whether translations, or one of those that count, say the opposite of what the exact reading settles."""
    if exact:
        return says is State.REFUTED or any(one.state is State.REFUTED for one in alone)
    return says is State.PROVED or any(one.state is State.PROVED and one.whole for one in alone)


def _spoken_otherwise(correct: bool, alone: Sequence[JudgedFormalStep], beside: JudgedStep) -> bool:
    """Whether the exact reading, which settles nothing, refutes what a step asserts that translations approve, or finds
    that it holds as rounded alone; or takes for supposed, denied or asked whatever they refute."""
    wrong = [one for one in beside.claims if one.state == "refuted"]
    if correct:
        return any(one.role == "asserted" for one in (*wrong, *filter(_rounded_alone, beside.claims)))
    unclaimed = [range(*one.span) for one in wrong if one.role == "supposed"]
    unclaimed += [range(*one.span) for one in beside.claims if one.role in ("denied", "asked")]
    refuted = [
        judged.statement.quote
        for step in alone
        for judged in step.statements
        if any(isinstance(one.verdict, Refuted) for one in judged.decisions)
    ]
    places = [covered(quote, beside.text) for quote in refuted]
    return bool(places) and all(any(not place.isdisjoint(span) for span in unclaimed) for place in places)


def _rounded_alone(claim: JudgedClaim) -> bool:
    """Whether a claim about numbers alone holds, if at all, as rounded, and no word says that it is."""
    return claim.reason is Reason.ROUNDED and claim.asked is not None and is_closed(claim.asked.formula)
