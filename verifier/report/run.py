"""What the commands do: input to judgement to print. Results go to standard output, all else to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from rich.console import Console

from verifier.chain import Chain
from verifier.engines.lean.unavailable import LeanUnavailable
from verifier.judging.intake import Bad, chains, records
from verifier.judging.judge import Judge
from verifier.judging.judgement import JudgedChain
from verifier.judging.recheck import Checkers, recheck_one
from verifier.judging.record import error_record, line, record
from verifier.report.canvas import safe
from verifier.report.terminal import show

OK, WRONG, BAD_INPUT, INFRASTRUCTURE = range(4)
"""The exit statuses; the highest wins."""


def check(
    file: str,
    problem: str | None,
    lean: Literal["off", "auto", "require"],
    timeout: float,
    as_json: bool,
    fail_on: str | None,
    bundle: Path | None,
) -> int:
    """Judge the chains of ``file``, print them, and return the exit status. Fails: never."""
    worst = OK
    with _output(), Judge(lean=lean, timeout=timeout) as judge:
        for item in chains(file, sys.stdin.buffer, problem):
            try:
                worst = max(
                    worst, _bad(item, as_json) if isinstance(item, Bad) else _judge(judge, item, as_json, fail_on)
                )
            except LeanUnavailable as error:
                _complain(f"expected Lean, as --lean require asks: {error}")
                return INFRASTRUCTURE
    return worst


def _judge(judge: Judge, chain: Chain, as_json: bool, fail_on: str | None) -> int:
    judged = judge(chain)
    if as_json:
        print(line(record(judged)), flush=True)
    else:
        show(judged, Console(highlight=False, markup=False, emoji=False))
    return status(judged, fail_on)


def _bad(item: Bad, as_json: bool) -> int:
    _complain(str(item))
    if as_json:
        print(line(error_record(str(item), item.id)), flush=True)
    return BAD_INPUT


def recheck(file: str, bundle: Path | None) -> int:
    """Check the records of ``file`` again, print every finding, and return the exit status. Fails: never."""
    worst, held = OK, 0
    with _output(), Checkers() as checkers:
        for item in records(file, sys.stdin.buffer):
            if isinstance(item, Bad):
                worst = max(worst, BAD_INPUT)
                _complain(str(item))
                continue
            for finding in recheck_one(item.data, checkers, item.where):
                worst = max(worst, WRONG if finding.wrong else OK)
                held += finding.wrong is None
                if finding.wrong:
                    print(safe(str(finding)))
        print(f"{held} certificates hold" + ("" if worst is OK else "; not everything does"))
    return worst


def status(judged: JudgedChain, fail_on: str | None = None) -> int:
    """Return the exit status that one judged chain calls for. Fails: never."""
    if judged.contradictions:
        return INFRASTRUCTURE
    decided = sum(step.count("proved") + step.count("refuted") for step in judged.steps)
    wrong = (
        any(step.correct is False for step in judged.steps)
        or (fail_on == "unjudged" and any(step.kind == "unjudged" for step in judged.steps))
        or (fail_on == "none-checked" and not decided)
    )
    return WRONG if wrong else OK


def _complain(message: str) -> None:
    print(f"verifier: {safe(message)}", file=sys.stderr, flush=True)


@contextmanager
def _output() -> Iterator[None]:
    """Let a reader of the output go away in silence, as ``head`` does: what was said until then decides the exit
    status.

    Fails: SystemExit, with status 130, on an interrupt."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        raise SystemExit(130) from None
