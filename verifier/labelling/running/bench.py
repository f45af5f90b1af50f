"""The benchmark ``label``: how fast chains are labelled, and in how much memory, by one run after another."""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verifier.labelling.run_spec import RunSpec
from verifier.labelling.running.batch import run
from verifier.labelling.running.plan import Chosen, LabellingRun
from verifier.processes import Scratch, resident

if TYPE_CHECKING:
    from verifier.judging.settling.options import LeanMode

COUNTS = ("no", "one", "two", "three", "four")
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
        """Return the figure as JSON values, as ``verifier plot`` draws them."""
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
