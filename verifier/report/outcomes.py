"""What a gate reports, whatever it judged: an outcome for each thing judged, with findings under stable rule ids."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from verifier.judging.intake import Bad
from verifier.judging.judgement import JudgedChain
from verifier.proofs.rules import RULES, Result

State = Literal["passed", "failed", "error", "skipped"]

CHAIN_RULES = {
    "refuted-step": "A step of a chain asserts what is refuted.",
    "unjudged-step": "A step of a chain is not judged.",
    "contradiction": "A claim was both proved and refuted: a checker is broken.",
    "bad-input": "The input is not a chain.",
}

ALL_RULES = {**RULES, **CHAIN_RULES}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at. ``line``, ``column`` count from 1 here; None: of no place."""

    rule: str
    message: str
    line: int | None = None
    column: int | None = None

    def fingerprint(self, outcome: Outcome) -> str:
        """Return 32 hexadecimal digits that stay while rule, subject and message stay, wherever the line moves."""
        parts = (self.rule, outcome.id, outcome.place, " ".join(self.message.split()))
        return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one thing judged. ``place``: its file, relative where it can be."""

    id: str
    state: State
    place: str = ""
    findings: tuple[Finding, ...] = ()
    kind: str = "proof"


STATES: dict[str, State] = {
    "accepted": "passed",
    "rejected": "failed",
    "infrastructure": "error",
    "needs-mathlib": "skipped",
}


def of_proof(result: Result) -> Outcome:
    """Return the outcome of a judged proof. Fails: never."""
    findings = tuple(
        Finding(r.rule, r.message, r.line, None if r.column is None else r.column + 1) for r in result.reasons
    )
    place, _, row = result.place.rpartition(":") if ".jsonl:" in result.place else (result.place, "", "")
    if row.isdigit():  # a row of JSON lines is one line of its file, wherever in the proof the trouble is
        findings = tuple(Finding(f.rule, f.message, int(row), 1) for f in findings)
    return Outcome(result.id, STATES[result.status], place, findings)


def of_chain(judged: JudgedChain, place: str) -> Outcome:
    """Return the outcome of a judged chain: its settled errors, or skipped when nothing was settled. Fails: never."""
    findings = [
        Finding("refuted-step", f"step {step.index} is wrong: {step.text}", 1, 1)
        for step in judged.steps
        if step.correct is False
    ]
    alarms = [Finding("contradiction", f"{c.text!r} was both proved and refuted", 1, 1) for c in judged.contradictions]
    state: State = "error" if alarms else "failed" if findings else "passed" if _settled(judged) else "skipped"
    return Outcome(judged.chain.id or place, state, place, (*alarms, *findings), "chain")


def of_bad(bad: Bad) -> Outcome:
    """Return the outcome of input that is no chain. Fails: never."""
    return Outcome(bad.id or bad.where, "error", bad.where.split(":")[0], (Finding("bad-input", str(bad)),), "chain")


def _settled(judged: JudgedChain) -> bool:
    return any(step.correct for step in judged.steps)


def count(outcomes: Iterable[Outcome], state: State) -> int:
    """Return how many outcomes are in a state. Fails: never."""
    return sum(outcome.state == state for outcome in outcomes)


def worst_first(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcomes with failures first, then errors, then what was skipped. Fails: never."""
    order = {"failed": 0, "error": 1, "skipped": 2, "passed": 3}
    return sorted(outcomes, key=lambda outcome: order[outcome.state])
