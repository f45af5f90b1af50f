"""The one internal result of a completion: its score, or why it has none, its steps, and the proofs behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from verifier.chain import Span


class Abstention(StrEnum):
    """Why a completion has no score. A policy can cause the first five."""

    UNDECIDED = "undecided"
    """An answer may be there, and it was not read whole."""
    UNSOLVED = "unsolved"
    """The answer equals the reference, and repeats the problem or leaves arithmetic undone."""
    CUT_OFF = "cut_off"
    """The text ends before its answer."""
    TOO_LONG = "too_long"
    NO_LABELS = "no_labels"
    """No step has a label, and the rule rewards labels."""
    NO_TEXT = "no_text"
    NO_REFERENCE = "no_reference"
    CONTRADICTION = "contradiction"
    """A claim was both proved and refuted."""
    TIMED_OUT = "timed_out"
    LOST = "lost"
    """A worker was lost with it."""


@dataclass(frozen=True, slots=True)
class Item:
    """A completion to reward. ``text`` None: it is no text. ``reference``: the right answer, where there is one."""

    problem: str
    text: str | None
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class StepResult:
    """A step of a completion.

    ``correct``: by what settles it, else None. ``value``: its label by the rule, None without one. ``span``: its place
    in the completion, in code points. ``tokens``: its first and last token (``Tokens.place`` finds them).
    ``certificates``: the SHA-256 of each certificate of its claims.
    """

    correct: bool | None = None
    value: float | None = None
    span: Span | None = None
    tokens: tuple[int, int] | None = None
    certificates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What a completion is worth by a rule. ``score`` is None, and ``reason`` says why, in an abstention.

    ``outcome`` and ``process`` are the parts, None where unknown or without weight. ``flaw``: what is taken off for a
    flaw, 0 or less. ``first_error``: the first step that is settled incorrect, counted from 0.
    """

    score: float | None = None
    reason: Abstention | None = None
    outcome: float | None = None
    process: float | None = None
    flaw: float = 0.0
    first_error: int | None = None
    steps: tuple[StepResult, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether there is a score."""
        return self.score is not None

    def numbers(self, unknown: float = 0.0) -> dict[str, float]:
        """Return ``score``, ``outcome``, ``process``, ``valid`` and ``first_error`` for trainers without None.

        ``unknown`` replaces what is None; ``valid`` 0 distinguishes it from a score. ``first_error`` is -1 without one.
        """
        found = {"score": self.score, "outcome": self.outcome, "process": self.process}
        numbers = {name: unknown if value is None else value for name, value in found.items()}
        return {
            **numbers,
            "valid": float(self.valid),
            "first_error": -1.0 if self.first_error is None else float(self.first_error),
        }

    def dense(self, length: int) -> list[float]:
        """Return a reward for each of ``length`` tokens, which add up to the score; zeros in an abstention.

        What the first error takes off is at the last token of its step; the rest is at the last token of all.
        """
        found = [0.0] * length
        if self.score is None or not length:
            return found
        tokens = None if self.first_error is None else self.steps[self.first_error].tokens
        at = length - 1 if tokens is None else min(tokens[1], length - 1)
        found[at] += self.flaw
        found[-1] += self.score - self.flaw
        return found

    def as_json(self) -> dict[str, Any]:
        """Return the result as JSON values."""
        return {**asdict(self), "valid": self.valid}

    @staticmethod
    def of_json(data: Mapping[str, Any]) -> Result:
        """Return the result that JSON values hold. Raises: KeyError, TypeError, ValueError on other values."""
        steps = tuple(StepResult(**{name: _tuples(value) for name, value in step.items()}) for step in data["steps"])
        reason = None if data["reason"] is None else Abstention(data["reason"])
        kept = {name: data[name] for name in ("score", "outcome", "process", "flaw", "first_error")}
        return Result(reason=reason, steps=steps, **kept)


def shares(results: Sequence[Result], name: str) -> dict[str, float]:
    """Return the share of abstentions, and of each reason, by the names of metrics: ``NAME/abstained/REASON``."""
    counts = Counter(result.reason for result in results if result.reason is not None)
    total = max(len(results), 1)
    return {
        f"{name}/abstained": sum(counts.values()) / total,
        **{f"{name}/abstained/{reason}": count / total for reason, count in sorted(counts.items())},
    }


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
