"""The benchmark ``exact``: what settled verdicts are worth on chains with known labels."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from verifier.chain import Chain
from verifier.judging.judge import Judge
from verifier.judging.judgement import JudgedChain, JudgedClaim
from verifier.kernel.verdict import Refuted


@dataclass(slots=True)
class Tally:
    """Counts over one file. ``notable`` holds what a person should look at, as (kind, chain id, step, text)."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    notable: list[tuple[str, str, int, str]] = field(default_factory=list)

    def row(self) -> dict[str, Any]:
        """Return the figures of the table: counts, and shares rounded to four digits."""
        c = self.counts
        return {
            "file": self.name,
            **{key: c[key] for key in ("chains", "steps", "relations", "read", "decided", "proved", "refuted")},
            "steps_correct": c["steps_correct"],
            "steps_incorrect": c["steps_incorrect"],
            "steps_checked": c["steps_checked"],
            "right_chains": c["right"],
            "right_accused": c["right_accused"],
            "wrong_chains": c["wrong"],
            "first_error_named": c["named"],
            "accused_early": c["early"],
            "wrong_steps_approved": c["approved"],
            "read_share": _share(c["read"], c["relations"]),
            "named_share": _share(c["named"], c["wrong"]),
        }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _opened(path: Path) -> IO[str]:
    return gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the chains of a (gzipped) JSON lines file. Fails: OSError, ValueError with the line's number."""
    number = 1
    try:
        with _opened(path) as lines:
            for line in lines:
                row = json.loads(line)
                if not isinstance(row, dict) or not {"problem", "steps"} <= row.keys():
                    raise ValueError('no object with "problem" and "steps"')
                yield row
                number += 1
    except (ValueError, EOFError) as error:  # EOFError: a gzipped file that was cut off
        raise ValueError(f"{path}, line {number}: expected a chain as JSON ({error})") from error


def bench_exact(path: Path, judge: Judge, limit: int | None = None, tick: Callable[[], None] = lambda: None) -> Tally:
    """Return the tally of one file of labelled chains. Fails: OSError, ValueError."""
    tally = Tally(path.name.split(".")[0])
    for number, row in enumerate(rows(path)):
        if limit is not None and number >= limit:
            break
        judged = judge(Chain.of(row["problem"], row["steps"], row.get("id")))
        _count(tally, judged, row)
        tick()
    return tally


def _count(tally: Tally, judged: JudgedChain, row: dict[str, Any]) -> None:
    c, truth = tally.counts, row.get("first_error")
    c["chains"] += 1
    accused = [step.index for step in judged.steps if step.correct is False]
    for step in judged.steps:
        c["steps"] += 1
        c["relations"] += sum(step.text.count(sign) for sign in "=<>≤≥≈≠")
        c["read"] += len(step.claims)
        for state in ("proved", "refuted"):
            c[state] += step.count(state)
            c["decided"] += step.count(state)
        c["steps_correct"] += step.correct is True
        c["steps_incorrect"] += step.correct is False
        c["steps_checked"] += bool(step.claims) and all(claim.state == "proved" for claim in step.claims)
        for claim in step.claims:
            if isinstance(claim.verdict, Refuted):
                tally.notable.append(("refuted", str(row.get("id")), step.index, _describe(claim)))
        if step.correct and truth is not None and step.index == truth:
            c["approved"] += 1
            tally.notable.append(("approved", str(row.get("id")), step.index, step.text))
    if truth == -1:
        c["right"] += 1
        c["right_accused"] += bool(accused)
    elif truth is not None:
        c["wrong"] += 1
        c["named"] += accused[:1] == [truth]
        c["early"] += bool(accused) and accused[0] < truth
    if truth is not None:
        for index in accused:
            if truth == -1 or index < truth:
                condemned = "; ".join(
                    _describe(k) for k in judged.steps[index].claims if isinstance(k.verdict, Refuted)
                )
                tally.notable.append(
                    ("accused", str(row.get("id")), index, f"{condemned} || {judged.steps[index].text}")
                )


def _describe(claim: JudgedClaim) -> str:
    return f"{claim.role}: {claim.text}"
