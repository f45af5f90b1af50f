"""Speed and memory of labelling: ``python tests/benchmarks/labelling.py DATA... [--processes 1,2,4] [--ray]``

DATA: chains, in any format that ``verifier label`` reads. The script labels each file by exact means with each count
of processes, then from the cache, then with a Lean certificate for every claim of ``--lean-limit`` chains (0: none).
``--memory 1000,10000`` labels so many one-step chains. ``--json`` prints the runs as JSON lines.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from verifier.intake.bad import Unreadable
from verifier.labelling.run_spec import RunSpec
from verifier.labelling.running.batch import run
from verifier.labelling.running.journal import JournalRefused
from verifier.labelling.running.plan import Chosen, LabellingRun, Refused
from verifier.processes import Scratch, resident

if TYPE_CHECKING:
    from verifier.pipeline.options import LeanMode

COUNTS = ("no", "one", "two", "three", "four")
MIB = 1 << 20
LOOK_EVERY = 0.1  # seconds between two looks at the memory


@dataclass(frozen=True, slots=True)
class Figure:
    """What one run took: wall-clock and processor seconds, and the most bytes that it held with its children. ``way``
    and ``processes``: as in its ``Case``."""

    way: str
    processes: int
    chains: int
    steps: int
    seconds: float
    cpu: float
    peak: int

    @property
    def case(self) -> str:
        """The run by a name for people."""
        count = COUNTS[self.processes] if self.processes < len(COUNTS) else str(self.processes)
        return f"{self.way}, {count} process{'es' * (self.processes != 1)}"

    @property
    def steps_a_second(self) -> float:
        """Steps for each second of the clock."""
        return self.steps / self.seconds

    @property
    def steps_a_cpu_second(self) -> float:
        """Steps for each second of a processor; without end where the clock of processors has not ticked."""
        return self.steps / self.cpu if self.cpu else math.inf

    def to_json(self, file: str) -> dict[str, Any]:
        """Return the figure as JSON values."""
        return {
            "file": file,
            "run": self.way,
            "processes": self.processes,
            "chains": self.chains,
            "steps": self.steps,
            "seconds": round(self.seconds, 4),
            "cpu_seconds": round(self.cpu, 4),
            "peak_bytes": self.peak,
        }


@dataclass(frozen=True, slots=True)
class Case:
    """A run to be measured: ``way`` says how chains are labelled, whatever the number of processes. ``again``: once
    unmeasured before, so that the cache is warm."""

    way: str
    lean: LeanMode = "off"
    certify: bool = False
    processes: int = 1
    cached: bool = False
    again: bool = False
    ray: str | None = None
    chosen: Chosen = field(default_factory=Chosen)


def measured(file: str, case: Case) -> Figure:
    """Return what labelling a file takes, as ``case`` says. Raises: as ``run``."""
    with Scratch("bench") as folder, _cache_in(folder, case):
        order = RunSpec("jsonl", lean=case.lean, certify=case.certify)
        plan = LabellingRun([file], folder / "out.jsonl", order, case.chosen, case.processes, cached=case.cached)
        plan = replace(plan, ray=case.ray, overwrite=True, keep_repeated=True)
        if case.again:
            run(plan)
        with _Peak() as peak:
            clock, cpu = time.monotonic(), _cpu()
            card = run(plan).card
            clock, cpu = time.monotonic() - clock, _cpu() - cpu
        return Figure(
            case.way,
            processes=case.processes,
            chains=card["chains"],
            steps=card["steps"]["steps"],
            seconds=clock,
            cpu=cpu,
            peak=peak.most,
        )


def made(folder: Path, count: int) -> str:
    """Write so many one-step chains, no two alike, and return the file's name. Raises: OSError."""
    path = folder / f"{count}.jsonl"
    with path.open("w", encoding="utf-8") as lines:
        for i in range(count):
            chain = {"id": str(i), "problem": "Add the numbers.", "steps": [f"{i} + {i % 97} = {i + i % 97}"]}
            lines.write(json.dumps(chain) + "\n")
    return str(path)


def memory(counts: Sequence[int], processes: int = 1) -> Iterator[Figure]:
    """Yield what so many one-step chains take, for each count. Raises: as ``run``."""
    with Scratch("bench") as folder:
        for count in counts:
            yield measured(made(folder, count), Case(f"{count:,} one-step chains", processes=processes))


def _cpu() -> float:
    """Processor seconds of this process and of the children that have ended."""
    t = os.times()
    return t.user + t.system + t.children_user + t.children_system


@contextmanager
def _cache_in(folder: Path, case: Case) -> Iterator[None]:
    """Keep records apart from the user's own, where they are kept; Lean stays where it is."""
    if not case.cached:
        yield
        return
    before = os.environ.get("VERIFIER_CACHE")
    os.environ["VERIFIER_CACHE"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["VERIFIER_CACHE"]
        else:
            os.environ["VERIFIER_CACHE"] = before


class _Peak:
    """Looks at the memory of this process and its children until it is left."""

    def __init__(self) -> None:
        self.most = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> _Peak:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(LOOK_EVERY):
            self.most = max(self.most, resident(os.getpid()))


def _cases(wanted: argparse.Namespace) -> Iterator[Case]:
    some = Chosen(wanted.limit)
    yield from (Case("exact", processes=count, chosen=some) for count in wanted.processes)
    yield Case("exact, from the cache", cached=True, again=True, chosen=some)
    if wanted.ray:
        yield Case("exact, Ray on this machine", ray="local", chosen=some)
    if wanted.lean_limit:
        few = Chosen(min(wanted.lean_limit, wanted.limit or wanted.lean_limit))
        yield Case("with Lean certificates", lean="require", certify=True, chosen=few)


def _print(name: str, figures: Sequence[Figure]) -> None:
    table = Table(title=name, title_justify="left")
    table.add_column("run")
    for column in ("chains", "steps", "seconds", "cpu s", "steps/s", "steps/cpu s", "peak MiB", "against the first"):
        table.add_column(column, justify="right")
    for figure in figures:
        table.add_row(
            figure.case,
            f"{figure.chains:,}",
            f"{figure.steps:,}",
            f"{figure.seconds:,.2f}",
            f"{figure.cpu:,.2f}",
            f"{figure.steps_a_second:,.0f}",
            f"{figure.steps_a_cpu_second:,.0f}",
            f"{figure.peak / MIB:,.0f}",
            f"{figure.steps_a_second / figures[0].steps_a_second:.2f}x",
        )
    Console(width=140).print(table)


def counts(text: str) -> list[int]:
    """Return the numbers of ``1,2,4``. Raises: ValueError."""
    found = [int(part) for part in text.split(",")]
    if min(found) < 1:
        raise ValueError(text)
    return found


def main() -> int:
    """Label in several ways, print what each took, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--lean-limit", type=int, default=100)
    parser.add_argument("--processes", type=counts, default=[1, 2])
    parser.add_argument("--memory", type=counts, default=[])
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    parts = [(Path(file).name, (measured(file, case) for case in _cases(wanted))) for file in wanted.data]
    parts += [("memory", memory(wanted.memory))] if wanted.memory else []
    try:
        for name, figures in parts:
            if wanted.json:
                for figure in figures:
                    print(json.dumps(figure.to_json(name)), flush=True)
            else:
                _print(name, list(figures))
    except (Unreadable, ValueError, Refused, JournalRefused, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
