"""Claims about runs of a program: the text of the program, the call, and what the run is said to do.

A run is a finite list of events, a value or an exception at its end, and what was printed. Values are spelled by
``checkers/runs/values``, in one way each; a claim holds of a run if the run has one of the claim's values there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from verifier.kernel.claim import Hypothesis

MAX_PROGRAM = 20_000  # characters of a program, of a call or of a value
MAX_VALUES = 40  # values that a claim may leave open


class Said(StrEnum):
    """What is said of a run."""

    RETURNS, RAISES, PRINTS = "returns", "raises", "prints"
    AT, EVALUATES, TYPE_OF = "at", "evaluates", "type_of"
    RUNS, EXECUTED, CONDITION, ALWAYS = "runs", "executed", "condition", "always"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a run: after which line, and which time.

    ``line`` counts from 1; None is anywhere, and 0 is the end of the call. ``nth``: the time that the line is reached,
    from 1, or from -1 backwards. ``when``: names and the values that they have there; ``iteration(5)`` is the number of
    the iteration, from 1, of the loop of line 5. What is not told leaves it open.
    """

    line: int | None = None
    nth: int | None = None
    when: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RunClaim:
    """``said`` of the run of ``call`` in ``program``: the ``subject`` (a name or an expression) at ``place`` has one of
    ``values``.

    Where the place is met several times with different values, it is proved if all of these agree with it, refuted if
    none does, and otherwise neither.
    ``always``: of all calls by the types that ``call`` has as arguments, the condition ``subject`` on the ``result``.
    """

    program: str
    call: str
    said: Said
    values: tuple[str, ...]
    subject: str = ""
    place: Place = Place()

    def __post_init__(self) -> None:
        parts = (self.program, self.call, self.subject, *self.values)
        if max(map(len, parts)) > MAX_PROGRAM or not 0 < len(self.values) <= MAX_VALUES:
            raise ValueError(
                f"a claim about a run has 1 to {MAX_VALUES} values, and no part of over {MAX_PROGRAM} characters"
            )

    @property
    def premises(self) -> tuple[Hypothesis, ...]:
        """Nothing: what a run does depends on the program and the call alone."""
        return ()

    def under(self, premises: Iterable[int]) -> RunClaim:
        """Return this claim: it has no premises to leave out."""
        return self

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the claim's canonical spelling, in hexadecimal."""
        return hashlib.sha256(repr(self).encode()).hexdigest()
