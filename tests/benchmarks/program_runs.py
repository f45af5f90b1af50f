"""The benchmark ``programs``: what program claims settle in chains about programs, and what of it is wrong.

The programs are parted in two by a hash of their text: one half is for looking at, the other is held out. Only here is
``meta.model_answer`` read, to compare what the call returns with the final answer of a chain and its label.

python tests/benchmarks/program_runs.py DATA [--limit N] [--held-out] [--show]
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from typing import Any, Final

from rich.table import Table

from verifier.chain import Chain
from verifier.engines.run_candidate import decide_run
from verifier.evaluation.benchmarks.exact import HELD, OPEN, rows
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim
from verifier.kernel.run_claim import RunClaim, Said
from verifier.kernel.verdict import Proved, Refuted
from verifier.language.expressions.asked_run import Asked, asked
from verifier.language.expressions.runs import spell_run, spelled_of, value_spelled
from verifier.pipeline.judge import Judge
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

THIRDS: Final = ("first third", "middle third", "last third", "last step")
"""Where an accused step stands in its chain."""


@dataclass(frozen=True, slots=True)
class Case:
    """A step or an answer that a person should look at: what it is, of which chain, where, and its text."""

    kind: str
    id: str
    step: int
    text: str


@dataclass(slots=True)
class ProgramTally:
    """Counts over one half of the programs, and the cases to look at. ``seconds``: judging each chain, by the clock and
    without the start of the sandbox; ``started``: that start."""

    part: str
    counts: Counter[str] = field(default_factory=Counter)
    cases: list[Case] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    started: float = 0.0

    def row(self) -> dict[str, int | float | None]:
        """Return the figures of the table: counts, shares, and milliseconds a chain."""
        c = self.counts
        return {
            **{key: c[key] for key in _COUNTED},
            "wrong_chains_with_an_error_settled": _share(c["wrong_settled"], c["wrong_chains"]),
            "right_chains_accused": c["right_accused"],
            **{f"accused_{third.replace(' ', '_')}": c[f"at:{third}"] for third in THIRDS},
            **{f"answers_{key}": c[f"answer:{key}"] for key in _ANSWERS},
            "ms_a_chain": self._ms(fmean),
            "ms_a_chain_median": self._ms(median),
            "ms_a_chain_p95": self._ms(lambda all: sorted(all)[int(0.95 * len(all))]),
        }

    def _ms(self, of: Callable[[list[float]], float]) -> float | None:
        return round(1000 * of(self.seconds), 1) if self.seconds else None


_COUNTED: Final = (
    "chains",
    "asked",
    "with_a_claim",
    "steps",
    "steps_incorrect",
    "steps_correct",
    "steps_checked",
    "claims",
    "proved",
    "refuted",
    "guarded",
    "unknown",
    "wrong_chains",
    "right_chains",
)
_ANSWERS: Final = ("decided", "undecided", "agree", "differ")


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def half_of(program: str) -> str:
    """Return the half that a program's chains belong to, by SHA-256: the one to look at, or the one held out."""
    digest = hashlib.sha256(program.encode("utf-8", "backslashreplace")).hexdigest()
    return OPEN if int(digest, 16) % 2 == 0 else HELD


def bench_programs(
    path: Path,
    judge: Judge,
    limit: int | None = None,
    tick: Callable[[], None] = lambda: None,
    *,
    held_out: bool = False,
) -> ProgramTally:
    """Return the tally of one half of the programs of a file. Raises: OSError, ValueError."""
    tally = ProgramTally(HELD if held_out else OPEN)
    tally.started = _started(judge)
    for row in rows(path):
        found = asked(row["problem"])
        if half_of(found.program if found is not None else row["problem"]) != tally.part:
            continue
        if limit is not None and tally.counts["chains"] >= limit:
            break
        start = time.perf_counter()
        judged = judge(Chain.of(row["problem"], row["steps"], row.get("id")))
        tally.seconds.append(time.perf_counter() - start)
        _count(tally, judged, row, found)
        _count_answer(tally, judge, row, found)
        tick()
    return tally


def _started(judge: Judge) -> float:
    """Start the sandboxes, and return the seconds that it took."""
    start = time.perf_counter()
    decide_run(RunClaim("def f():\n    return 1", "f()", Said.RETURNS, ("1",)), judge.lineup.runs)
    return time.perf_counter() - start


def _count(tally: ProgramTally, judged: JudgedChain, row: dict[str, Any], found: Asked | None) -> None:
    c, right = tally.counts, row.get("final_correct")
    claims = [claim for step in judged.steps for claim in step.claims if claim.run is not None]
    c["chains"] += 1
    c["asked"] += found is not None
    c["with_a_claim"] += bool(claims)
    c["steps"] += len(judged.steps)
    for step in judged.steps:
        c["steps_incorrect"] += step.correct is False
        c["steps_correct"] += step.correct is True
        c["steps_checked"] += step.checked and step.correct is None
    for claim in claims:
        c["claims"] += 1
        c[claim.state if claim.reason != "GUARDED" else "guarded"] += 1
    if right is None:
        return
    c["right_chains" if right else "wrong_chains"] += 1
    wrong = next((step for step in judged.steps if step.correct is False), None)
    if wrong is None:
        return
    c["right_accused" if right else "wrong_settled"] += 1
    c[f"at:{_third(wrong.index, len(judged.steps))}"] += 1
    told = "; ".join(map(_told, wrong.claims))
    kind = "accused" if right else "settled"
    tally.cases.append(Case(kind, str(row.get("id")), wrong.index, f"{told} || {wrong.text}"))


def _third(index: int, steps: int) -> str:
    return THIRDS[3] if index == steps - 1 else THIRDS[min(3 * index // steps, 2)]


def _told(claim: JudgedClaim) -> str:
    if not isinstance(claim.verdict, Refuted) or claim.run is None:
        return ""
    return f"{spell_run(claim.run)[:160]}, but {str(claim.verdict.certificate.notes.get('value'))[:160]}"


def _count_answer(tally: ProgramTally, judge: Judge, row: dict[str, Any], found: Asked | None) -> None:
    """Compare what the call returns with the chain's final answer, and both with the label."""
    c, id, last = tally.counts, str(row.get("id")), len(row["steps"]) - 1
    said = (row.get("meta") or {}).get("model_answer")
    if found is None or not isinstance(said, str):
        c["answer:undecided"] += 1
        tally.cases.append(Case("undecided", id, last, "no call, or no answer"))
        return
    values = tuple(dict.fromkeys(_values(said)))
    verdict = decide_run(RunClaim(found.program, found.call, Said.RETURNS, values), judge.lineup.runs)
    if not isinstance(verdict, Proved | Refuted):
        c["answer:undecided"] += 1
        tally.cases.append(Case("undecided", id, last, getattr(verdict, "detail", "")))
        return
    c["answer:decided"] += 1
    agrees = isinstance(verdict, Proved) is row.get("final_correct")
    c["answer:agree" if agrees else "answer:differ"] += 1
    if not agrees:
        returned = verdict.certificate.notes.get("value")
        tally.cases.append(
            Case(
                "label",
                id,
                last,
                f"answered {said[:80]}; returns {str(returned)[:80]}; label {row.get('final_correct')}",
            )
        )


def _values(said: str) -> Iterator[str]:
    """The values that an answer may mean: the literal that it is, or a text without its quotes."""
    for one in (value_spelled(said.strip()), spelled_of(said)):
        if one is not None:
            yield one


LONGEST = 400  # characters of a case
KINDS = ("accused", "label", "undecided", "settled")


def main() -> int:
    """Print the figures of one half of the programs, and the cases to look at. Raises: OSError, ValueError."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="chains about programs, as JSON lines, gzipped or not")
    parser.add_argument("--limit", type=int, help="most chains")
    parser.add_argument("--held-out", action="store_true", help="the half that is held out by hash, and not the other")
    parser.add_argument("--show", action="store_true", help="every error that is settled, too")
    asked = parser.parse_args()
    console = standard_output()
    with Judge("off") as judge:
        tally = bench_programs(asked.data, judge, asked.limit, held_out=asked.held_out)
    console.print(table(tally, asked.data.name))
    for line in cases(tally, asked.show):
        console.print(line, soft_wrap=True)
    return 0


def table(tally: ProgramTally, name: str) -> Table:
    """Return the figures as a table."""
    found = Table(title=safe(f"{name}, {tally.part}"), title_justify="left", show_header=False)
    found.add_column()
    found.add_column(justify="right")
    for key, value in tally.row().items():
        share = isinstance(value, float) and key.endswith("settled")
        found.add_row(key.replace("_", " "), "-" if value is None else f"{value:.1%}" if share else f"{value:,}")
    found.add_row("start of the sandboxes, s", f"{tally.started:.2f}")
    return found


def cases(tally: ProgramTally, show: bool) -> list[str]:
    """One line for each case: right chains that are accused, labels that differ, answers that are not decided; with
    ``show``, the errors that are settled too."""
    kept = KINDS if show else KINDS[:3]
    found = sorted((one for one in tally.cases if one.kind in kept), key=lambda one: KINDS.index(one.kind))
    return [safe(f"{one.kind}: {one.id}, step {one.step}: {' '.join(one.text.split())[:LONGEST]}") for one in found]


if __name__ == "__main__":
    sys.exit(main())
