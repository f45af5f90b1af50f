"""The gate: cases go in, results come out in the same order, from several processes at once."""

from __future__ import annotations

import hashlib
import json
import os
import queue
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.checkers.lean.process.protocol import PERMITTED_AXIOMS
from verifier.checkers.lean.toolchain import cache
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import available
from verifier.processes.sandbox import best_way
from verifier.proofs import canary
from verifier.proofs.canary import GateBroken
from verifier.proofs.case import Case
from verifier.proofs.elaboration import modules
from verifier.proofs.elaboration.comparator import Comparator
from verifier.proofs.elaboration.kernels import SOUND_SINCE, SecondKernel, kernel_doubt, too_old
from verifier.proofs.elaboration.workers import Budget, Worker
from verifier.proofs.frozen import Frozen, parts_of
from verifier.proofs.judge import Challenges, Refused, Terms, challenge_of, judge
from verifier.proofs.rules import Reason, Result, from_json
from verifier.proofs.server import Server
from verifier.proofs.steps import doubted

SETTLED = ("accepted", "rejected")
"""What is kept: the rest may be otherwise tomorrow."""


def key(case: Case, parts: Sequence[str]) -> str:
    """Return a hash of all that a result depends on. ``parts``: toolchain, gate, axioms, limits."""
    digest = hashlib.sha256()
    for part in (
        *(part.encode() for part in parts),
        b"-" if case.challenge is None else b"+" + case.challenge,
        case.candidate,
    ):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


class Store:
    """Results in a SQLite file; one that cannot be used is done without. Safe across threads."""

    def __init__(self, path: Path | None) -> None:
        """Open or make the file. None: nothing is kept."""
        self._lock = threading.Lock()
        self._rows: sqlite3.Connection | None = None
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._rows = sqlite3.connect(path, timeout=20, check_same_thread=False, isolation_level=None)
            self._rows.execute("PRAGMA journal_mode=WAL")
            self._rows.execute("CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, result TEXT NOT NULL)")
        except (sqlite3.Error, OSError):
            self._rows = None

    def get(self, key: str, case: Case) -> Result | None:
        """Return what was judged under this key, as of this case."""
        if self._rows is None:
            return None
        try:
            with self._lock:
                row = self._rows.execute("SELECT result FROM results WHERE key = ?", (key,)).fetchone()
            return None if row is None else from_json({**json.loads(row[0]), "id": case.id}, case.place)
        except (sqlite3.Error, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, result: Result) -> None:
        """Keep a settled result."""
        if self._rows is None or result.status not in SETTLED:
            return
        try:
            with self._lock:
                self._rows.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (key, json.dumps(result.to_json())))
        except sqlite3.Error:
            return

    def close(self) -> None:
        """Close the file."""
        if self._rows is not None:
            self._rows.close()
            self._rows = None


GATE = "4"
"""Counts revisions of the gate's Python half: results of another revision are not taken over."""

MEMORY_EACH = 5 << 30
"""Bytes that a worker's two processes take."""

AHEAD = 64
"""Cases that wait at the workers' door: a long list is not read at once."""


DEFAULT_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class Settings:
    """How the gate judges. ``jobs`` 0: as many workers as processors and memory allow. ``store`` None: keep nothing.
    ``metaprogramming``: candidates may run code while they are elaborated. ``holes``: full names of definitions that a
    challenge may leave open for the candidate to choose. ``lake``: a Lake project with Mathlib; ``server``: the URL of
    a Kimina server, which then takes the place of a Lean on this machine; ``least``: the least version of a kernel,
    None: ``SOUND_SINCE`` with one of these or with the comparator, any without. ``frozen``: a file of statements."""

    axioms: frozenset[str] = PERMITTED_AXIOMS
    budget: Budget = DEFAULT_BUDGET
    jobs: int = 0
    store: Path | None = None
    second_kernel: str | None = None
    require_sandbox: bool = False
    metaprogramming: bool = False
    holes: frozenset[str] = frozenset()
    lake: Path | None = None
    server: str | None = None
    comparator: bool = False
    least: str | None = None
    frozen: Path | None = None

    @property
    def floor(self) -> str:
        """The least version of a kernel that is taken, or an empty text."""
        if self.least is not None:
            return self.least
        return SOUND_SINCE if self.lake is not None or self.server is not None or self.comparator else ""


def default_store() -> Path:
    """Return the file in the user's cache that keeps results."""
    return cache.cache_root() / "proofs.sqlite"


class Gate:
    """Judges candidates. Nothing is started before the first one that was not judged before."""

    def __init__(self, settings: Settings | None = None, progress: cache.Progress = cache.quiet) -> None:
        """Start nothing. Raises: BadInput where the file of frozen statements is none."""
        self.settings = settings or Settings()
        self._progress = progress
        self._challenges = Challenges()
        chosen = self.settings
        self._terms = Terms(sorted(chosen.axioms), sorted(chosen.holes), chosen.metaprogramming)
        self._store = Store(self.settings.store)
        self._workers: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        self._all: list[Worker] = []
        self._lock = threading.Lock()
        self._program: modules.Program | None = None
        self._heard = False
        self._broken: LeanUnavailable | None = None
        self._kernel: SecondKernel | None = None
        self._comparator: Comparator | None = None
        self._server: Server | None = None
        if chosen.server is not None:
            self._server = Server(chosen.server, chosen.floor, chosen.budget.cpu, sorted(chosen.axioms))
        self.frozen = None if chosen.frozen is None else Frozen(chosen.frozen)
        self._own = dict[str, str]()

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        for worker in self._all:
            worker.close()
        self._store.close()

    @property
    def lacking(self) -> str:
        """What the sandbox of this machine does not keep from a candidate, or an empty text."""
        return best_way().lacking

    def judge(self, case: Case) -> Result:
        """Return what the gate says of one case. Raises: GateBroken."""
        return next(self.judge_all([case]))

    def judge_all(self, cases: Iterable[Case]) -> Iterator[Result]:
        """Yield a result for each case, in order, while others are judged.

        A Lean that cannot be had makes the status ``infrastructure``. Raises: GateBroken.
        """
        waiting: queue.SimpleQueue[Future[Result]] = queue.SimpleQueue()
        count = 0
        with ThreadPoolExecutor(self._jobs()) as pool:
            try:
                for case in cases:
                    waiting.put(pool.submit(self._one, case))
                    count += 1
                    if count >= AHEAD:
                        yield waiting.get().result()
                        count -= 1
                for _ in range(count):
                    yield waiting.get().result()
            except KeyboardInterrupt:
                self._cut_short()  # what is being judged could take minutes more
                raise
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def _cut_short(self) -> None:
        for worker in self._all:
            worker.cut_short()

    def _jobs(self) -> int:
        wanted = self.settings.jobs or os.cpu_count() or 1
        return max(1, wanted if self.settings.jobs else min(wanted, available() // MEMORY_EACH))

    def _one(self, case: Case) -> Result:
        try:
            return self._judged(case)
        except GateBroken:
            raise
        except LeanUnavailable as error:
            version = self._program.version if self._program is not None else ""
            return Result(case.id, "infrastructure", (Reason("infrastructure", str(error)),), (), version, case.place)

    def _judged(self, case: Case) -> Result:
        if self._server is not None:
            return self._server.judge(case)
        program = self._ready()
        chosen = self.settings
        # The folder's name holds a hash of the gate's Lean sources and of the toolchain.
        parts = [GATE, program.version, program.compiled.name, ",".join(sorted(chosen.axioms))]
        parts += [str(chosen.budget), chosen.second_kernel or "", str(chosen.metaprogramming), str(chosen.comparator)]
        parts += [",".join(sorted(chosen.holes)), json.dumps([sorted(program.pins.items()), sorted(self._own.items())])]
        name = key(case, parts)
        if (result := self._store.get(name, case)) is None:
            with self._borrowed(program) as worker:
                result = judge(case, program, worker, self._challenges, self._terms)
            if result.status == "accepted":
                result = self._judged_again(program, case, result)
            self._store.put(name, result)
        return self._compared(program, case, result)

    def _compared(self, program: modules.Program, case: Case, result: Result) -> Result:
        """The result, or a refusal where the statement is not as it was frozen."""
        if self.frozen is None or result.status not in SETTLED:
            return result
        try:
            with self._borrowed(program) as worker:
                asked = challenge_of(case, program, worker, self._challenges, self._terms)
        except Refused as refused:
            return refused.result(case, program.version)
        if asked is None:
            return result
        moved = self.frozen.refusal(case.id, parts_of(asked, program, self._own, self._terms.holes))
        return result if moved is None else _refused(result, moved)

    def _ready(self) -> modules.Program:
        with self._lock:
            if self._broken is not None:
                raise self._broken
            if self._program is None:
                self._program = self._found()
            return self._program

    def _found(self) -> modules.Program:
        try:
            if self.settings.require_sandbox and self.lacking:
                raise LeanUnavailable(f"a sandbox is required, and {self.lacking}")
            program = modules.ready(self._progress, self.settings.lake)
            if old := too_old(program.version, self.settings.floor):
                raise LeanUnavailable(old)
            if self.settings.second_kernel is not None:
                self._kernel = SecondKernel.find(self.settings.second_kernel, program)
            if self.settings.comparator:
                self._comparator = Comparator.find(program)
            self._own = program.own()
        except LeanUnavailable as error:
            self._broken = error  # it will not be there for the next case either
            raise
        return program

    def _judged_again(self, program: modules.Program, case: Case, result: Result) -> Result:
        """An accepted result, put to the second kernel and to the comparator, where they are asked for."""
        if self._kernel is not None:
            if why := self._kernel.complaint(program, case.candidate, result.targets):
                return _refused(result, Reason("second-kernel", why))
            result = replace(result, decided_by=(*result.decided_by, f"the kernel {self.settings.second_kernel}"))
        elif doubt := kernel_doubt(program.version):
            result = replace(result, notes=(*result.notes, doubt))
        if self._comparator is not None:
            if case.challenge is None:
                raise LeanUnavailable("lake comparator compares with a challenge, and there is none")
            asked = (case.challenge, case.candidate, result.targets, self._terms.axioms, self._terms.holes)
            result = replace(result, decided_by=(*result.decided_by, f"lake comparator of {program.version}"))
            if (reason := self._comparator.refusal(*asked)) is not None:
                line = None if reason.line is None else max(reason.line - case.before, 1)
                return _refused(result, replace(reason, line=line))
        return result

    @contextmanager
    def _borrowed(self, program: modules.Program) -> Iterator[Worker]:
        worker = self._borrow(program)
        try:
            yield worker
        finally:
            self._workers.put(worker)

    def _borrow(self, program: modules.Program) -> Worker:
        with self._lock:
            if self._broken is not None:
                raise self._broken
            try:
                return self._workers.get_nowait()
            except queue.Empty:
                worker = Worker(program, self.settings.budget)
                self._all.append(worker)
            if not self._heard:
                try:
                    worker.start(canary.IMPORTS)
                    canary.hear(worker, sorted(self.settings.axioms))
                except LeanUnavailable as error:
                    self._broken = error
                    raise
                self._heard = True
            return worker


def _refused(result: Result, reason: Reason) -> Result:
    """A judged case that is refused all the same. The reason lies in no step."""
    return replace(result, status="rejected", reasons=(*result.reasons, reason), steps=doubted(result.steps))
