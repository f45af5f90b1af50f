"""The benchmark ``exact``: what settled verdicts, checked steps and findings are worth on chains with known labels."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim, JudgedStep, Unjudgement
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head
from verifier.kernel.verdict import Refuted
from verifier.pipeline.judge import Judge
from verifier.streams import opened_text

WHOLE, OPEN, HELD = "all", "open", "held out"
"""The parts of a file: all its chains; or those whose problems may be looked at, and the third that is set aside."""


@dataclass(slots=True)
class Tally:
    """Counts over one part of a file. ``notable`` holds what a person should look at, as (kind, chain id, step, text).

    A step is *right* before the first error and in right chains; *wrong* at the first error and where it is labelled 0.
    """

    name: str
    part: str = WHOLE
    counts: Counter[str] = field(default_factory=Counter)
    notable: list[tuple[str, str, int, str]] = field(default_factory=list)
    seconds: float = 0.0  # of one core

    def row(self) -> dict[str, Any]:
        """Return the figures of the table: counts, and shares rounded to four digits."""
        c = self.counts
        plain = ("chains", "steps", "relations", "read", "claims", "decided", "proved", "refuted", "steps_correct")
        return {
            "file": self.name if self.part == WHOLE else f"{self.name}, {self.part}",
            **{key: c[key] for key in (*plain, "steps_incorrect", "steps_checked", "right_chains", "right_accused")},
            "right_steps_accused": c["steps_accused"],
            "wrong_chains": c["wrong_chains"],
            "first_error_named": c["named"],
            "accused_early": c["early"],
            "wrong_steps_approved": c["approved"],
            "alarms": c["alarms"],
            "read_share": _share(c["read"], c["relations"]),
            "named_share": _share(c["named"], c["wrong_chains"]),
        }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the chains of a (gzipped) JSON lines file. Raises: OSError, ValueError with the line's number."""
    number = 1
    try:
        with opened_text(path) as lines:
            for line in lines:
                row = json.loads(line)
                if not isinstance(row, dict) or not {"problem", "steps"} <= row.keys():
                    raise ValueError('no object with "problem" and "steps"')
                yield row
                number += 1
    except (ValueError, EOFError) as error:  # EOFError: a gzipped file that was cut off
        raise ValueError(f"{path}, line {number}: expected a chain as JSON ({error})") from error


def part_of(problem: str) -> str:
    """Return the part that a problem's chains belong to: a third of the problems is held out, by SHA-256."""
    digest = hashlib.sha256(problem.encode("utf-8", "backslashreplace")).hexdigest()
    return HELD if int(digest, 16) % 3 == 0 else OPEN


def bench_exact(
    path: Path, judge: Judge, limit: int | None = None, tick: Callable[[], None] = lambda: None, *, split: bool = False
) -> list[Tally]:
    """Return the tally of one file of labelled chains, or of its open and its held-out part. Raises: OSError,
    ValueError."""
    name = path.name.split(".")[0]
    tallies = {part: Tally(name, part) for part in ((OPEN, HELD) if split else (WHOLE,))}
    for number, row in enumerate(rows(path)):
        if limit is not None and number >= limit:
            break
        start = time.process_time()
        judged = judge(Chain.of(row["problem"], row["steps"], row.get("id"), _answer(row)))
        tally = tallies[part_of(row["problem"]) if split else WHOLE]
        tally.seconds += time.process_time() - start
        _count(tally, judged, row)
        tick()
    return list(tallies.values())


def _answer(row: dict[str, Any]) -> str | None:
    answer = row.get("answer")
    return answer if isinstance(answer, str) else None


def _count(tally: Tally, judged: JudgedChain, row: dict[str, Any]) -> None:
    c, truth, id = tally.counts, row.get("first_error"), str(row.get("id"))
    c["chains"] += 1
    for step in judged.steps:
        _count_step(tally, step, id)
        _count_truth(tally, step, truth_of(step.index, truth, row.get("labels") or []), id)
    _count_chain(tally, judged, truth, row.get("final_correct"))
    if judged.alarm is not None:
        c["alarms"] += 1
        tally.notable.append(("alarm", id, len(judged.steps) - 1, f"{judged.alarm} || {judged.steps[-1].text}"))
    if row.get("error_type") in ("redundency", "redundancy") and "labels" in row:  # spelled so in PRMBench
        for step in judged.steps:
            kind = "planted" if row["labels"][step.index] == 0 else "other"
            c[f"adds:{kind}:{step.adds}"] += 1


def truth_of(index: int, first_error: int | None, labels: Sequence[int | None]) -> bool | None:
    """Return whether a step is annotated right or wrong; None where that is not known."""
    if first_error is None:
        return None
    if first_error == -1 or index < first_error:
        return True
    labelled = labels[index] if index < len(labels) else None
    return False if index == first_error or labelled == 0 else None


def _signs(text: str) -> Iterator[int]:
    """Where a relation stands: not the brackets of a calculator's note, ``<<48/2=24>>``, and ``<=`` once."""
    for at, char in enumerate(text):
        twice = char in "<>" and char in (text[at - 1 : at], text[at + 1 : at + 2])
        if char in "=<>≤≥≈≠" and not twice and not (char == "=" and text[at - 1 : at] in ("<", ">", "=")):
            yield at


def _count_step(tally: Tally, step: JudgedStep, id: str) -> None:
    c = tally.counts
    c["steps"] += 1
    signs = list(_signs(step.text))
    c["relations"] += len(signs)
    c["read"] += sum(any(claim.span[0] <= at < claim.span[1] for claim in step.claims) for at in signs)
    c["claims"] += len(step.claims)
    for claim in step.claims:
        c[f"kind:{kind_of(claim.claim)}:{claim.state}"] += 1
        c[claim.state] += 1
        c["decided"] += claim.state != "unknown"
        if isinstance(claim.verdict, Refuted):
            tally.notable.append(("refuted", id, step.index, _describe(claim)))
    c["steps_correct"] += step.correct is True
    c["steps_incorrect"] += step.correct is False
    c["steps_checked"] += step.checked and step.correct is None
    c["out_of_domain"] += step.reason == Unjudgement.OUT_OF_DOMAIN


def _count_truth(tally: Tally, step: JudgedStep, right: bool | None, id: str) -> None:
    """Count what was said of a step that is annotated."""
    if right is None:
        return
    c = tally.counts
    side = "right" if right else "wrong"
    c[f"{side}_steps"] += 1
    c[f"{side}_steps_checked"] += step.checked and step.correct is None
    c[f"{side}_steps_correct"] += step.correct is True
    for kind in {finding.kind.value for finding in step.findings}:
        c[f"finding:{kind}:{side}"] += 1
    if right and step.correct is False:
        c["steps_accused"] += 1
        condemned = "; ".join(_describe(claim) for claim in step.claims if isinstance(claim.verdict, Refuted))
        tally.notable.append(("accused", id, step.index, f"{condemned} || {step.text}"))
    if not right and step.correct:
        c["approved"] += 1
        tally.notable.append(("approved", id, step.index, step.text))


def _count_chain(tally: Tally, judged: JudgedChain, truth: int | None, ends_right: bool | None) -> None:
    c = tally.counts
    accused = next((step.index for step in judged.steps if step.correct is False), None)
    right = truth == -1 if truth is not None else ends_right
    if right is not None:
        side = "right" if right else "wrong"
        c[f"{side}_ends"] += 1
        for kind in {f.kind.value for f in (*judged.findings, *(f for s in judged.steps for f in s.findings))}:
            c[f"chain_finding:{kind}:{side}"] += 1
    if truth == -1:
        c["right_chains"] += 1
        c["right_accused"] += accused is not None
    elif truth is not None:
        c["wrong_chains"] += 1
        c["named"] += accused == truth
        c["early"] += accused is not None and accused < truth
        if accused != truth:
            tally.notable.append(("missed", str(judged.chain.id), truth, judged.steps[truth].text))


def kind_of(claim: Claim | None) -> str:
    """Return the kind of a claim, in words."""
    if claim is None:
        return "not understood"
    equal = claim.relation in (Head.EQ, Head.APPROX)
    if not claim.letters:
        return "closed equality" if equal else "closed comparison"
    if any(len(name) > 1 and "_" not in name for name in claim.letters):
        return "named quantity"
    if claim.is_for_all:
        return "identity"
    return "equation in letters" if equal else "inequality in letters"


def _describe(claim: JudgedClaim) -> str:
    return f"{claim.role}: {claim.text}"
