"""What the translations of a step and an exact reading of it come to together: who settles it, or that nobody does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from verifier.judging.formal.translation import JudgedFormalStep, State


class Reading(StrEnum):
    """By which reading of the text a step is settled: exact rules, translations that agree, or the caller's own."""

    EXACT, GIVEN, TRANSLATED = "exact", "given", "translated"


class FormalFinding(StrEnum):
    """What is strange in a step that is judged by translations: a closed set."""

    READINGS_CONTRADICT = "readings_contradict"


FOUND: Final[Mapping[FormalFinding, str]] = {
    FormalFinding.READINGS_CONTRADICT: "the exact reading settles the step one way, and a translation says the "
    "opposite: one of them is not what the text says, and nothing is settled",
}
"""What each finding means."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a step. ``correct`` None: not settled; ``reading``: by which reading it is settled."""

    correct: bool | None = None
    reading: Reading | None = None
    finding: FormalFinding | None = None


def together(
    says: State, reading: Reading | None, alone: Sequence[JudgedFormalStep], exact: bool | None = None
) -> Outcome:
    """Return what becomes of a step. ``says``: what the translations that count come to, ``alone`` what each of them
    does; ``reading``: by which reading they settle, None where they are evidence; ``exact``: what the exact reading
    settles, None where it leaves the step open.

    Where both settle the step it is settled as given, else as exact, which needs no trust in a translator.
    """
    if exact is not None and _contradicted(exact, says, alone):
        return Outcome(finding=FormalFinding.READINGS_CONTRADICT)
    translated = _SETTLES.get(says) if reading is not None else None
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
