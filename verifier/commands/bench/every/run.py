"""What ``verifier bench all`` does: benchmarks one after another, printed as they come, kept, and put on one page."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import time
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import verifier
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.commands.bench.every.sections import QUICK, SECTIONS, WHOLE, Given, Missing, Section
from verifier.commands.options.bench import BenchAllOptions
from verifier.estimators.model import PrmUnavailable
from verifier.evaluation.marked import put
from verifier.intake.bad import Unreadable
from verifier.outputs import write_text
from verifier.processes import ProcessLoss, processors
from verifier.processes import run as run_program
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, output, unwritable, warned

NAME = "all"
GIT_SECONDS = 10.0
FAILURES = (Missing, Unreadable, ValueError, OSError, ImportError, ProcessLoss, LeanUnavailable, PrmUnavailable)
"""What keeps a section from being measured, and is told in its place."""


def run(options: BenchAllOptions) -> int:
    """Measure, print, write where it was asked for, and return the exit status: 3 where a section failed, 2 where there
    is no folder. Raises: SystemExit on an interrupt."""
    with output(options.write), warned():
        if not options.data.is_dir():
            complain(f"{options.data}: expected a folder of labelled chains")
            return BAD_INPUT
        given, status, page = Given(options.data, QUICK if options.quick else WHOLE), OK, list(_head(options))
        print("\n".join(page), flush=True)
        for section in SECTIONS:
            if options.only and section.name not in options.only:
                continue
            try:
                lines = _section(section, given, options)
            except Missing as error:
                lines = [f"Not measured: {error}."]
            except FAILURES as error:
                status = INFRASTRUCTURE
                lines = [f"Not measured: {' '.join(str(error).split()) or type(error).__name__}."]
                complain(f"{section.name}: {lines[0]}")
            text = [f"### {section.title}", "", f"`{section.alone(given.sizes)}`", "", *lines, ""]
            print("\n".join(text), flush=True)
            page += text
        if options.write is not None:
            status = max(status, _write(options.write, page))
        return status


def _section(section: Section, given: Given, options: BenchAllOptions) -> list[str]:
    """The lines of a section: measured now, or kept from before."""
    place = None if options.keep is None else options.keep / f"{section.name}.json"
    asked = _asked(given)
    if place is not None and (kept := _kept(place, asked)) is not None:
        return kept
    begun = time.monotonic()
    with ticking(section.name) as tick:
        lines = section.lines(given, tick)
    lines += ["", f"Measured in {time.monotonic() - begun:,.0f} s."]
    if place is not None:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_text(place, json.dumps({"asked": asked, "lines": lines}))
    return lines


def _asked(given: Given) -> str:
    """What a section was measured of: this code, these sizes, these files."""
    files = sorted(path for path in given.folder.rglob("*.jsonl*") if path.is_file())
    told = [commit(), repr(given.sizes), *(f"{path.name} {path.stat().st_size}" for path in files)]
    return hashlib.sha256("\n".join(told).encode("utf-8", "surrogateescape")).hexdigest()


def _kept(place: Path, asked: str) -> list[str] | None:
    try:
        found: Any = json.loads(place.read_text("utf-8"))
        return [str(line) for line in found["lines"]] if found["asked"] == asked else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _head(options: BenchAllOptions) -> Iterator[str]:
    words = [*(["--quick"] * options.quick), *(word for name in options.only for word in ("--only", name))]
    yield (
        f"`{' '.join(['verifier bench all DATA', *words])}`, {date.today().isoformat()}, {commit()}, on {processors()} "
        f"processors ({platform.machine()}) whose load was {os.getloadavg()[0]:.0f} when it began. DATA is a folder of "
        "labelled chains; the command under each title measures that alone. Bounds (≤) are one-sided, at 95%."
    )
    yield ""


def commit() -> str:
    """Return the commit that this code is, with a mark where it was changed; the version outside of a checkout."""
    found = _git("rev-parse", "--short=10", "HEAD")
    if not found or _git("rev-parse", "--show-prefix") != "verifier/":  # installed somewhere below another project
        return f"version {verifier.__version__}"
    return f"commit {found}{', changed' * bool(_git('status', '--porcelain', '--untracked-files=no'))}"


def _git(*words: str) -> str:
    """What git says of the folder of this package; nothing where that is none of a checkout."""
    folder = Path(verifier.__file__).parent
    try:
        done = run_program(["git", *words], deadline=GIT_SECONDS, cwd=folder, env=dict(os.environ))
    except ProcessLoss:
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.rc == 0 else ""


def _write(path: Path, page: Sequence[str]) -> int:
    try:
        put(path, NAME, "\n".join(page))
    except OSError as error:
        return unwritable(path, error, "a file that the figures can be written to")
    except ValueError as error:
        complain(f"{path}: expected a file that the figures can be written to ({error})")
        return BAD_INPUT
    return OK
