"""Outcomes of chains that were judged by their translations."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from verifier.judging.judgements.judgement import FOUND, JudgedChain, Reading
from verifier.judging.judgements.reasons import WORD
from verifier.kernel.verdict import Refuted
from verifier.report.ci.outcomes import Finding, ReportedOutcome, State
from verifier.report.ci.places import StepLines, parted


def of_formal(judged: JudgedChain, place: str, fail_on: Collection[str] = ()) -> ReportedOutcome:
    """Return the outcome of a chain: its settled errors, or skipped where nothing was settled.

    ``fail_on``: what fails besides: ``unjudged``, ``none-checked``, and ``refuted`` (a step that translations refute,
    though it is not settled).
    """
    alarms = bool(judged.contradictions)
    file, line = parted(place)
    findings = sorted(_findings(judged, file, line, fail_on), key=lambda found: found.warning)
    failed = not all(found.warning for found in findings)
    settled = any(step.correct for step in judged.steps)
    state: State = "error" if alarms else "failed" if failed else "passed" if settled else "skipped"
    alarm = [Finding("contradiction", "a statement was both proved and refuted", line or 1, 1)] * alarms
    return ReportedOutcome(judged.chain.id or file, state, file, (*alarm, *findings), "chain", line, place)


_BY = {Reading.EXACT: "by the exact reading", Reading.GIVEN: "as given", Reading.TRANSLATED: "as translated", None: ""}


def _findings(judged: JudgedChain, file: str, line: int | None, fail_on: Collection[str]) -> Iterator[Finding]:
    line_of = StepLines(file, line)
    for step in judged.steps:
        at, here = f"step {step.index}", line_of(step.text)
        if step.correct is False:
            yield Finding("refuted-step", f"{at} is wrong, {_BY[step.reading]}: {step.text}", here, 1)
        elif step.finding is not None:
            said = f"{at} is left open, for {FOUND[step.finding]}: {step.text}"
            yield Finding(step.finding.value.replace("_", "-"), said, here, 1, warning=True)
        elif step.under_this_reading is False:
            said = f"{at} is refuted under its translations, which are evidence: {step.text}"
            yield Finding("refuted-claim", said, here, 1, warning="refuted" not in fail_on)
        if step.reason is not None and "unjudged" in fail_on:
            yield Finding("unjudged-step", f"{at} is not judged: {WORD[step.reason]}", here, 1)
    decided = any(isinstance(one.verdict, Refuted) or one.certificate for _, one in judged.decisions())
    decided |= any(one.certificate for step in judged.steps for one in step.claims)
    if "none-checked" in fail_on and not decided:
        yield Finding("none-checked", "no statement was decided", line or 1, 1)
