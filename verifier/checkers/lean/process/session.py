"""A Lean that stays: started once, asked many times, replaced when it is lost."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from verifier.checkers.lean.process.protocol import (
    MARKER,
    Answer,
    BulkAnswer,
    Garbled,
    bulk_line,
    is_about,
    many_line,
    read_answer,
    read_bulk,
    read_many,
    request_line,
    version_said,
)
from verifier.checkers.lean.toolchain import toolchain
from verifier.checkers.lean.toolchain.toolchain import Toolchain
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import Child, ChildTimeout, ProcessLoss, Scratch, available, call_in_forks

HEARTBEATS = 200_000
"""Lean's own measure of work, in thousands of small allocations: the same on every machine."""

DEADLINE = 60.0  # seconds for one request: protects the machine, decides nothing
START_SECONDS = 300.0
RESIDENT_LIMIT = 4 << 30  # bytes at which a child is killed
RECYCLE_RESIDENT = 3 << 30  # bytes at which a child is replaced before the next request
MEMORY_NEEDED = 2 << 30  # bytes that must be free for a start: better no Lean than a machine that swaps
RECYCLE_REQUESTS = 5000
RECYCLE_AGE = 6 * 3600.0  # seconds after which a child is replaced before the next request
MEASURE_EVERY = 16  # requests between two looks at the memory
MOST_LOSSES = 4  # losses in a row after which there is no more Lean
BACK_OFF = (0.0, 0.0, 1.0, 5.0)  # seconds before a start, by losses in a row

CANARIES = (
    ("False", "by sorry"),
    ("2 = 3", "sorryAx _ true"),
    ("True", "(fun (_ : True) => True.intro) Lean.trustCompiler"),  # true, but by an axiom that is not permitted
)
"""What must be refused whenever a Lean starts; one that is accepted means that the audit is blind."""

SOUND = ("∀ n : Nat, n + 0 = n", "fun _ => rfl")

BULK_CANARIES: Sequence[Any] = (["=", 2, 3], ["=", ["/", 1, 0], 0], ["¬", ["=", 2, 2]])
BULK_SOUND: Sequence[Any] = (["=", 2, 2], ["¬", ["=", ["/", 48, 2], 25]])

Said = TypeVar("Said")


class SessionLost(Exception):
    """The Lean process was lost over this request, which stays unknown. The next request gets a new process."""


class SessionSlow(SessionLost):
    """Lean was killed because this request took longer than its deadline: asking again would take as long."""


class LeanSession:
    """One Lean process at a time. ``prove`` may be called from any thread, one after another."""

    def __init__(
        self,
        find: Callable[[], Toolchain] = toolchain.ready,
        *,
        resident_limit: int = RESIDENT_LIMIT,
        recycle_requests: int = RECYCLE_REQUESTS,
        recycle_resident: int = RECYCLE_RESIDENT,
        recycle_age: float = RECYCLE_AGE,
    ) -> None:
        """Start nothing: the first request does, or ``start_in_background``."""
        self._find, self._resident_limit = find, resident_limit
        self._recycle_requests, self._recycle_resident = recycle_requests, recycle_resident
        self._recycle_age = recycle_age
        self._ids = itertools.count(1)
        self._toolchain: Toolchain | None = None
        self._given_up: LeanUnavailable | None = None
        self._audited: frozenset[str] = frozenset()
        self._asked = self._losses = 0
        self._closed = False
        self.starts = 0
        self._begin()
        call_in_forks(self._begin)

    def _begin(self) -> None:
        """Begin without a Lean; in a fork, the one so far is the parent's."""
        self._lock = threading.RLock()
        self._child: Child | None = None
        self._scratch: Scratch | None = None

    def __enter__(self) -> LeanSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The id of the Lean process, or None while there is none."""
        child = self._child  # looked at once: it is another thread's to drop
        return child.pid if child is not None else None

    @property
    def size(self) -> int:
        """How many requests it can work on at once: one."""
        return 1

    @property
    def audited(self) -> frozenset[str]:
        """Our modules that a certificate may import, as the last start found them."""
        return self._audited

    @property
    def given_up(self) -> bool:
        """Whether there will be no Lean here any more."""
        return self._closed or self._given_up is not None

    @property
    def version(self) -> str:
        """The toolchain's version, or an empty text before the first start."""
        return self._toolchain.version if self._toolchain is not None else ""

    def start(self) -> Toolchain:
        """Return the toolchain once a Lean is up and has refused every canary. Raises: LeanUnavailable, SessionLost."""
        with self._lock:
            if self._given_up is not None:
                raise self._given_up
            if self._toolchain is None:
                self._toolchain = self._found()
            if self._child is None or not self._child.alive:
                self._spawn(self._toolchain)
            return self._toolchain

    def start_in_background(self) -> threading.Thread:
        """Return the thread that makes Lean ready; failures are kept for the first request."""
        thread = threading.Thread(target=self._start_quietly, daemon=True)
        thread.start()
        return thread

    def prove(self, statement: str, proof: str, *, heartbeats: int = HEARTBEATS, deadline: float = DEADLINE) -> Answer:
        """Return what Lean says of ``theorem : statement := proof``, both terms of Lean; ``deadline`` is in seconds.

        Raises: SessionLost (this request stays unknown), LeanUnavailable (there is no Lean, and there will be none).
        """
        with self._lock:
            self.start()
            self._recycle()
            return self._ask(statement, proof, heartbeats, deadline)

    def prove_many(
        self, proofs: Sequence[tuple[str, str]], *, heartbeats: int = HEARTBEATS, deadline: float = DEADLINE
    ) -> list[Answer]:
        """Return what Lean says of each (statement, proof): one request, heartbeats for each. Raises: as ``prove``."""
        with self._lock:
            self.start()
            self._recycle()
            return self._exchange(
                lambda id: many_line(id, proofs, heartbeats), lambda said: read_many(said, len(proofs)), deadline
            )

    def certify(
        self, formulas: Sequence[Any], *, heartbeats: int = HEARTBEATS, deadline: float = DEADLINE
    ) -> BulkAnswer:
        """Return what Lean's kernel says of each closed formula, by reflection: one request. Raises: as ``prove``."""
        with self._lock:
            self.start()
            self._recycle()
            return self._certify(formulas, heartbeats, deadline)

    def close(self) -> None:
        """End the Lean process, waiting for no request and no start under way. Later requests fail."""
        self._closed = True
        if (child := self._child) is not None:
            child.cut_short()
        # An installation in the background holds the lock for minutes; it ends with this process, leaving nothing.
        if self._lock.acquire(timeout=5):
            try:
                self._drop()
            finally:
                self._lock.release()

    def _drop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None
        if self._scratch is not None:
            self._scratch.close()
            self._scratch = None

    def _found(self) -> Toolchain:
        try:
            return self._find()
        except LeanUnavailable as error:
            self._given_up = error
            raise

    def _start_quietly(self) -> None:
        try:
            self.start()
        except (LeanUnavailable, SessionLost):
            return  # the first request meets the same failure, in a thread that can report it

    def _spawn(self, tools: Toolchain) -> None:
        time.sleep(BACK_OFF[min(self._losses, len(BACK_OFF) - 1)])
        self._drop()
        if self._closed:
            raise LeanUnavailable("this session has been closed; open another")
        if (free := available()) < MEMORY_NEEDED:
            raise LeanUnavailable(f"Lean needs 2 GiB of free memory, and {free >> 20} MiB are free")
        self._audited = tools.audited()
        try:
            self._scratch = Scratch("lean")
        except OSError as error:
            raise LeanUnavailable(f"Lean needs a scratch folder ({error}); free some space or set TMPDIR") from error
        launch = tools.serve(self._scratch.path)
        try:
            self._child = Child(launch.argv, cwd=launch.cwd, env=launch.env, resident_limit=self._resident_limit)
            self._child.ask("", MARKER, lambda said: version_said(said) is not None, START_SECONDS)
        except ProcessLoss as error:
            raise self._lost(f"Lean did not start: {error}") from error
        self.starts, self._asked = self.starts + 1, 0
        self._hear_the_canaries()

    def _hear_the_canaries(self) -> None:
        for statement, proof in CANARIES:
            if self._ask(statement, proof, HEARTBEATS, DEADLINE).ok:
                self._give_up(f"this Lean accepts a false proof ({proof}); nothing that it says can be used")
        if not (answer := self._ask(*SOUND, HEARTBEATS, DEADLINE)).ok:
            self._give_up(f"this Lean refuses a sound proof ({answer.why_not}); nothing that it says can be used")
        bulk = self._certify([*BULK_CANARIES, *BULK_SOUND], HEARTBEATS, DEADLINE).ok
        if bulk != (False,) * len(BULK_CANARIES) + (True,) * len(BULK_SOUND):
            self._give_up("this Lean errs over closed arithmetic in bulk; nothing that it says can be used")

    def _give_up(self, reason: str) -> None:
        self._drop()
        self._given_up = LeanUnavailable(reason)
        raise self._given_up

    def _recycle(self) -> None:
        if self._child is None or self._toolchain is None:
            return
        # Measuring memory costs milliseconds, as much as a small proof: not before every request.
        measured = self._asked % MEASURE_EVERY == 0 and self._child.resident() > self._recycle_resident
        old = time.monotonic() - self._child.born > self._recycle_age
        if measured or old or self._asked >= self._recycle_requests:
            self._spawn(self._toolchain)

    def _ask(self, statement: str, proof: str, heartbeats: int, deadline: float) -> Answer:
        return self._exchange(lambda id: request_line(id, statement, proof, heartbeats), read_answer, deadline)

    def _certify(self, formulas: Sequence[Any], heartbeats: int, deadline: float) -> BulkAnswer:
        return self._exchange(
            lambda id: bulk_line(id, formulas, heartbeats), lambda said: read_bulk(said, len(formulas)), deadline
        )

    def _exchange(self, line: Callable[[int], str], read: Callable[[str], Said], deadline: float) -> Said:
        assert self._child is not None  # every caller has started one
        id = next(self._ids)
        self._asked += 1
        try:
            answer = read(self._child.ask(line(id), MARKER, lambda said: is_about(said, id), deadline))
        except ChildTimeout as error:
            self._drop()  # slow is not broken: it does not count towards giving up
            raise SessionSlow(str(error)) from error
        except (ProcessLoss, Garbled) as error:
            raise self._lost(str(error)) from error
        self._losses = 0
        return answer

    def _lost(self, reason: str) -> SessionLost | LeanUnavailable:
        self._drop()
        self._losses += 1
        if self._losses >= MOST_LOSSES:
            self._given_up = LeanUnavailable(f"Lean was lost {self._losses} times in a row, the last time: {reason}")
            return self._given_up
        return SessionLost(reason)
