"""How a chain ended, in words: one text for the terminal, the pages, notebooks and the lines of a summary.

A good answer reads unlike an unread one: what is checked, what is open, what was not read and what a model only
estimates are said apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from verifier.judging.judgements.judgement import JudgedChain, JudgedStep, Unjudgement

SET_UP: Final = frozenset({"given", "defined", "supposed", "asked"})
"""Roles of what a step sets up, and does not claim."""

_STATES: Final = ("proved", "refuted", "open", "set up")


class Outcome(StrEnum):
    """How a chain ended, the gravest first, in the words of a count."""

    WRONG = "wrong"
    PROBABLY_WRONG = "probably wrong, by evidence alone"
    NO_ERROR = "with nothing wrong found"
    HOLDS = "in which every step holds"
    ESTIMATED = "only estimated"
    UNDECIDED = "with nothing decided"
    UNREAD = "with nothing read"
    NO_CHAIN = "that could not be read as a chain"


@dataclass(frozen=True, slots=True)
class StepEnd:
    """What the words need of a step: whether it is ``checked`` (settled correct, or every claim in it is proved), its
    claims, each as its role and verdict, whether words of it are ``unread``, whether it was ``too_long`` to be read,
    and its ``estimate`` where it has no better judgement."""

    checked: bool
    claims: tuple[tuple[str, str], ...]
    unread: bool
    too_long: bool = False
    estimate: float | None = None

    def count(self, state: str) -> int:
        """Return how many claims are ``proved``, ``refuted``, ``open``, or ``set up``: unknown, and not asserted."""
        return sum(_state(role, verdict) == state for role, verdict in self.claims)


def ending_of(judged: JudgedChain) -> tuple[Outcome, str]:
    """Return how a judged chain ended, and the text that says so."""
    probably = judged.first_error_kind == "estimated"
    return ending(judged.first_error, probably, [_end(step) for step in judged.steps])


def ending_of_record(record: Mapping[str, Any]) -> tuple[Outcome, str]:
    """Return how the chain of a record ended, and the text that says so.

    Raises: KeyError, TypeError on what is no record."""
    probably = record["first_error_kind"] == "estimated"
    return ending(record["first_error"], probably, [_end_of_row(row) for row in record["steps"]])


def ending(first: int | None, probably: bool, steps: Sequence[StepEnd]) -> tuple[Outcome, str]:
    """Return how a chain ended, and the text that says so. ``first``: the first error, -1 where every step is settled
    correct, None where it is not known; ``probably``: estimates alone name it."""
    claims, decided = sum(len(step.claims) for step in steps), sum(map(_decided, steps))
    estimates = sorted(step.estimate for step in steps if step.estimate is not None)
    if first is not None and first >= 0:
        outcome = Outcome.PROBABLY_WRONG if probably else Outcome.WRONG
        said = [f"First error: {'probably ' * probably}step {first} (counted from 0)", _checked(steps, outcome)]
    elif first == -1:
        outcome = Outcome.HOLDS
        said = ["Every step holds", _checked(steps, outcome)]
    elif decided:
        outcome = Outcome.NO_ERROR
        said = ["Nothing wrong found", _checked(steps, outcome)]
    else:
        outcome = Outcome.ESTIMATED if estimates else Outcome.UNDECIDED if claims else Outcome.UNREAD
        said = [f"Nothing was decided: {_open(steps, claims)}" if claims else f"Nothing was read: {_unread(steps)}"]
    if estimates:
        said.append(f"Only estimated: {_many(len(estimates), 'step')}, {_between(estimates)}")
    return outcome, ". ".join(said) + "."


def show_estimate(score: float) -> str:
    """Return an estimate with two decimals. It never looks like 0 or 1: no model is certain."""
    return f"{min(0.99, max(0.01, score)):.2f}"


def _state(role: str, verdict: str) -> str:
    return verdict if verdict != "unknown" else "set up" if role in SET_UP else "open"


def _decided(step: StepEnd) -> int:
    return step.count("proved") + step.count("refuted")


def _end(step: JudgedStep) -> StepEnd:
    return StepEnd(
        checked=bool(step.correct) or step.checked,
        claims=tuple((claim.role, claim.state) for claim in step.claims),
        unread=_is_unread(step.text, step.unread),
        too_long=step.reason == Unjudgement.TOO_LONG,
        estimate=step.score if step.kind == "estimated" and not step.checked else None,
    )


def _end_of_row(row: Mapping[str, Any]) -> StepEnd:
    is_checked = row["correct"] is True or row["checked"]
    return StepEnd(
        checked=is_checked,
        claims=tuple((claim["role"], claim["verdict"]) for claim in row["claims"]),
        unread=_is_unread(row["text"], row["unread"]),
        too_long=row["reason"] == Unjudgement.TOO_LONG,
        estimate=row["score"] if row["kind"] == "estimated" and not is_checked else None,
    )


def _is_unread(text: str, spans: Sequence[Sequence[int]]) -> bool:
    """Return whether one of the spans left unread holds more than blanks."""
    return any(not text[start:end].isspace() for start, end in spans)


def _checked(steps: Sequence[StepEnd], outcome: Outcome) -> str:
    """How many steps are checked, how many claims hold, and in how many steps words are unread."""
    proved, refuted, left, set_up = (sum(step.count(name) for step in steps) for name in _STATES)
    claims, kept = proved + refuted + left, "" if outcome is Outcome.WRONG else ", not held against its step"
    said = f"{sum(step.checked for step in steps):,} of {_many(len(steps), 'step')} "
    said += "settled correct" if outcome is Outcome.HOLDS else "correct or checked"
    every = "the only claim holds" if claims == 1 else f"all {claims:,} claims hold"
    some = f"{proved:,} of {_many(claims, 'claim')} hold{'s' * (claims == 1)}"
    parts = [every if proved == claims else some] * bool(claims) + [f"{refuted:,} refuted{kept}"] * bool(refuted)
    parts += [f"{left:,} open"] * bool(left) + [f"{set_up:,} set up"] * bool(set_up)
    said += f": {', '.join(parts)}" if parts else ""
    return "; ".join([said, *_left(steps)])


def _left(steps: Sequence[StepEnd]) -> list[str]:
    unread, long = sum(step.unread for step in steps), sum(step.too_long for step in steps)
    return [f"words unread in {unread:,}"] * bool(unread) + [f"{long:,} too long to be read"] * bool(long)


def _open(steps: Sequence[StepEnd], claims: int) -> str:
    return "; ".join([f"{_many(claims, 'claim')} read in {_many(len(steps), 'step')}", *_left(steps)])


def _unread(steps: Sequence[StepEnd]) -> str:
    long = [f"{sum(step.too_long for step in steps):,} too long to be read"] * any(step.too_long for step in steps)
    return "; ".join([f"no claim was found in {_many(len(steps), 'step')}", *long])


def _between(estimates: Sequence[float]) -> str:
    """The estimates of steps in words, each with two decimals."""
    low, high = show_estimate(estimates[0]), show_estimate(estimates[-1])
    return f"at {low}" if low == high else f"from {low} to {high}"


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"
