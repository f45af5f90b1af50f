"""What a gate reports, whatever it judged: an outcome for each thing judged, with findings under stable rule ids."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from verifier.chain import name_of
from verifier.intake.bad import Bad
from verifier.judging.judgements.judgement import FOUND, JudgedChain, Reading
from verifier.judging.judgements.reasons import WORD
from verifier.proofs.rules import RULES, Result
from verifier.records.views.why import answered, not_held, why

LARGEST = 64 * 2**20
"""Most bytes of a file in which steps are looked for."""

FURTHEST = 10_000
"""Most lines behind the step before in which one is looked for."""


def parted(place: str) -> tuple[str, int | None]:
    """Return the file and the line of ``FILE:LINE``, the file of ``FILE, row N``; any other place is a file."""
    file, comma, row = place.rpartition(", row ")
    if comma and row.isascii() and row.isdigit():
        return parted(file)
    file, colon, line = place.rpartition(":")
    return (file, int(line)) if colon and line.isascii() and line.isdigit() else (place, None)


class StepLines:
    """Finds the lines on which the steps of a chain are, one after another: the search goes on where it ended, so that
    it grows with the file and not with steps times lines."""

    def __init__(self, file: str, line: int | None) -> None:
        """``line``: where the chain begins in the file."""
        self._rows, self._begins = _lines(file), line or 1
        self._at = self._begins - 1

    def __call__(self, step: str) -> int:
        """Return the line of a step; that on which the chain begins, where it is not found behind the one before."""
        text = step.split("\n")[0]
        spelled = {text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
        end = min(len(self._rows), self._at + FURTHEST)
        for at in range(self._at, end):
            if any(one in self._rows[at] for one in spelled):
                self._at = at
                return at + 1
        return self._begins


@lru_cache(maxsize=4)
def _lines(file: str) -> tuple[str, ...]:
    """The lines of a file, none of one that is no file or too large."""
    try:
        path = Path(file)
        if not path.is_file() or path.stat().st_size > LARGEST:
            return ()
        return tuple(path.read_text("utf-8", errors="replace").split("\n"))
    except OSError:
        return ()


State = Literal["passed", "failed", "error", "skipped"]

CHAIN_RULES = {
    "refuted-step": "A step of a chain asserts what is refuted.",
    "refuted-claim": "A claim of a step is refuted, and does not settle the step.",
    "other-answer": "The final answer of a chain is not its reference answer.",
    "unjudged-step": "A step of a chain is not judged.",
    "none-checked": "No claim of a chain was decided.",
    "readings-contradict": "The exact reading of a step and a translation of it settle it in opposite ways.",
    "spoken-otherwise": "The exact reading takes for no claim what translations refute, or refutes what they approve.",
    "contradiction": "A claim was both proved and refuted: a checker is broken.",
    "bad-input": "The input is not a chain.",
}

ALL_RULES = {**RULES, **CHAIN_RULES}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at. ``line``, ``column`` count from 1 here; None: of no place. ``warning``: alone it fails
    nothing."""

    rule: str
    message: str
    line: int | None = None
    column: int | None = None
    warning: bool = False

    def fingerprint(self, outcome: ReportedOutcome) -> str:
        """Return 32 hexadecimal digits that stay while rule, subject and message stay, wherever the line moves."""
        parts = (self.rule, outcome.id, outcome.place, " ".join(self.message.split()))
        return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class ReportedOutcome:
    """What came of one thing judged. ``place``: its file, relative where it can be; ``line``: where it begins there,
    where that is known; ``at``: the place in full, with the row of a file without lines."""

    id: str
    state: State
    place: str = ""
    findings: tuple[Finding, ...] = ()
    kind: str = "proof"
    line: int | None = None
    at: str = ""

    @property
    def name(self) -> str:
        """What it is called: its id, and its place in full where that is known."""
        return name_of(None if self.id == self.place else self.id, self.at) or self.id


STATES: dict[str, State] = {
    "accepted": "passed",
    "rejected": "failed",
    "infrastructure": "error",
    "needs-mathlib": "skipped",
    "claimed": "skipped",
}


def of_proof(result: Result) -> ReportedOutcome:
    """Return the outcome of a judged proof."""
    findings = tuple(
        Finding(r.rule, r.message, r.line, None if r.column is None else r.column + 1) for r in result.reasons
    )
    place, _, row = result.place.rpartition(":") if ".jsonl:" in result.place else (result.place, "", "")
    if row.isdigit():  # a row of JSON lines is one line of its file, wherever in the proof the trouble is
        findings = tuple(Finding(f.rule, f.message, int(row), 1) for f in findings)
    return ReportedOutcome(result.id, STATES[result.status], place, findings)


def of_chain(judged: JudgedChain, place: str, fail_on: Collection[str] = ()) -> ReportedOutcome:
    """Return the outcome of a judged chain: its settled errors, or skipped when nothing was settled.

    ``fail_on``: what fails besides: ``unjudged``, ``none-checked``, ``refuted`` (a claim that is not held against its
    step, or a step that translations refute, which are evidence) and ``answer``; the last two are warnings where they
    fail nothing."""
    file, line = parted(place)
    said = [f"{text!r} was both proved and refuted" for text in judged.contradictions]
    alarms = [Finding("contradiction", one, line or 1, 1) for one in said]
    findings = sorted(_findings(judged, file, line, fail_on), key=lambda found: found.warning)
    failed = not all(found.warning for found in findings)
    state: State = "error" if alarms else "failed" if failed else "passed" if _settled(judged) else "skipped"
    return ReportedOutcome(judged.chain.id or file, state, file, (*alarms, *findings), "chain", line, place)


_BY = {Reading.EXACT: ", by the exact reading", Reading.GIVEN: ", as given", Reading.TRANSLATED: ", as translated"}


def _findings(judged: JudgedChain, file: str, line: int | None, fail_on: Collection[str]) -> Iterator[Finding]:
    """The findings, each on the line of its step; ``line``: where the chain begins."""
    line_of = StepLines(file, line)
    for step in judged.steps:
        at, here = f"step {step.index}", line_of(step.text)
        if step.correct is False:
            refuted = "; ".join(why(claim) for claim in step.claims if claim.state == "refuted")
            by = "" if judged.trust is None or step.reading is None else _BY[step.reading]
            yield Finding("refuted-step", f"{at} is wrong{by}: {step.text}{f' ({refuted})' * bool(refuted)}", here, 1)
        elif step.finding is not None:
            said = f"{at} is left open, for {FOUND[step.finding]}: {step.text}"
            yield Finding(step.finding.value.replace("_", "-"), said, here, 1, warning=True)
        elif step.under_this_reading is False:
            said = f"{at} is refuted under its translations, which are evidence: {step.text}"
            yield Finding("refuted-claim", said, here, 1, warning="refuted" not in fail_on)
        for claim in step.excused if step.finding is None else ():
            said = f"{at}: {not_held(claim.text, claim.excuse)}"
            yield Finding("refuted-claim", said, here, 1, warning="refuted" not in fail_on)
        if step.reason is not None and "unjudged" in fail_on:
            yield Finding("unjudged-step", f"{at} is not judged: {WORD[step.reason]}", here, 1)
    decided = any(step.count("proved") + step.count("refuted") for step in judged.steps) or judged.decided[0]
    if "none-checked" in fail_on and not decided:
        yield Finding("none-checked", "no claim was decided", line or 1, 1)
    final, reference = judged.final, judged.chain.answer
    if final is not None and reference is not None and final.state == "different":
        yield Finding("other-answer", answered(final, reference), line or 1, 1, warning="answer" not in fail_on)


def of_bad(bad: Bad) -> ReportedOutcome:
    """Return the outcome of input that is no chain."""
    file, line = parted(bad.where)
    found = Finding("bad-input", str(bad), line, None if line is None else 1)
    return ReportedOutcome(bad.id or file, "error", file, (found,), "chain", line, bad.where)


def _settled(judged: JudgedChain) -> bool:
    return any(step.correct for step in judged.steps)


def count(outcomes: Iterable[ReportedOutcome], state: State) -> int:
    """Return how many outcomes are in a state."""
    return sum(outcome.state == state for outcome in outcomes)


def warnings(outcomes: Iterable[ReportedOutcome]) -> int:
    """Return how many findings are warnings."""
    return sum(finding.warning for outcome in outcomes for finding in outcome.findings)


def worst_first(outcomes: Sequence[ReportedOutcome]) -> list[ReportedOutcome]:
    """Return the outcomes with failures first, then errors, then what was skipped."""
    order = {"failed": 0, "error": 1, "skipped": 2, "passed": 3}
    return sorted(outcomes, key=lambda outcome: order[outcome.state])
