"""Several Leans that stand in for one: a request goes to one that is idle, and is asked again when that one dies.

A request is asked a second time, on a process started afresh, when the first one was lost; never when it was slow,
since it would be slow again. Sessions are started as they are needed: work from one thread needs only one.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from verifier.checkers.lean.process.protocol import Answer, BulkAnswer
from verifier.checkers.lean.process.session import DEADLINE, HEARTBEATS, LeanSession, SessionLost, SessionSlow
from verifier.checkers.lean.toolchain import toolchain
from verifier.checkers.lean.toolchain.toolchain import Toolchain
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import available, call_in_forks

MEMORY_EACH = 3 << 30  # bytes that one session may come to need

Said = TypeVar("Said")


def default_size() -> int:
    """Return how many sessions this machine has memory and processors for, at least one."""
    return max(1, min(len(os.sched_getaffinity(0)), available() // MEMORY_EACH))


class LeanPool:
    """Up to ``size`` sessions. It is asked as one session is, from any number of threads."""

    def __init__(self, size: int | None = None, find: Callable[[], Toolchain] = toolchain.ready, **limits: Any) -> None:
        """``limits`` are those of a session. Starts nothing. Raises: ValueError on a size below one."""
        self._size = default_size() if size is None else size
        if self._size < 1:
            raise ValueError("a pool holds one session at least")
        self._find, self._limits = find, limits
        self._all: list[LeanSession] = []
        self._toolchain: Toolchain | None = None
        self._given_up: LeanUnavailable | None = None
        self._begin()
        call_in_forks(self._begin)

    def _begin(self) -> None:
        """Begin with no session lent; in a fork, none that is lent comes back."""
        self._idle = list(self._all)
        self._turn = threading.Condition()
        self._finding = threading.Lock()

    def __enter__(self) -> LeanPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def version(self) -> str:
        """The toolchain's version, or an empty text before the first start."""
        return self._toolchain.version if self._toolchain is not None else ""

    @property
    def size(self) -> int:
        """How many requests can be worked on at once."""
        return self._size

    @property
    def audited(self) -> frozenset[str]:
        """Our modules that a certificate may import, as every start found them."""
        found = [session.audited for session in list(self._all) if session.starts]
        return frozenset.intersection(*found) if found else frozenset()

    @property
    def pids(self) -> list[int]:
        """The ids of the Lean processes that are up."""
        return [pid for session in list(self._all) if (pid := session.pid) is not None]

    @property
    def starts(self) -> int:
        """How often a Lean process was started."""
        return sum(session.starts for session in list(self._all))

    def start(self) -> Toolchain:
        """Return the toolchain once one Lean is up. Raises: LeanUnavailable, SessionLost."""
        return self._with(LeanSession.start)

    def start_in_background(self) -> threading.Thread:
        """Return the thread that makes one Lean ready; its failures are met by the first request."""
        thread = threading.Thread(target=self._start_quietly, daemon=True)
        thread.start()
        return thread

    def prove(self, statement: str, proof: str, *, heartbeats: int = HEARTBEATS, deadline: float = DEADLINE) -> Answer:
        """Return what Lean says of ``theorem : statement := proof``. Raises: SessionLost, LeanUnavailable."""
        return self._with(lambda lean: lean.prove(statement, proof, heartbeats=heartbeats, deadline=deadline))

    def prove_many(
        self, proofs: Sequence[tuple[str, str]], *, heartbeats: int = HEARTBEATS, deadline: float = DEADLINE
    ) -> list[Answer]:
        """Return what Lean says of each (statement, proof). Raises: as ``prove``."""
        return self._with(lambda lean: lean.prove_many(proofs, heartbeats=heartbeats, deadline=deadline))

    def certify(
        self, formulas: Sequence[Any], *, heartbeats: int = HEARTBEATS, deadline: float = DEADLINE
    ) -> BulkAnswer:
        """Return what Lean's kernel says of each closed formula. Raises: as ``prove``."""
        return self._with(lambda lean: lean.certify(formulas, heartbeats=heartbeats, deadline=deadline))

    def close(self) -> None:
        """End every Lean process, waiting for no request. Later requests fail."""
        with self._turn:
            self._given_up = LeanUnavailable("this pool has been closed; open another")
            self._turn.notify_all()
        for session in list(self._all):
            session.close()

    def _with(self, work: Callable[[LeanSession], Said]) -> Said:
        while True:
            session = self._taken()
            try:
                return _twice(work, session)
            except LeanUnavailable as error:
                self._without(session, error)
            finally:
                self._put_back(session)

    def _taken(self) -> LeanSession:
        """Wait for a session: one that is up and idle, else a new one, else the first to be idle again."""
        with self._turn:
            while self._given_up is None:
                if self._idle:
                    return self._idle.pop()
                if len(self._all) < self._size:
                    self._all.append(session := LeanSession(self._found, **self._limits))
                    return session
                self._turn.wait()
            raise self._given_up

    def _put_back(self, session: LeanSession) -> None:
        with self._turn:
            if session in self._all:
                # Taken from the end: those that are up come first.
                self._idle.insert(len(self._idle) if session.pid is not None else 0, session)
            self._turn.notify()

    def _without(self, session: LeanSession, error: LeanUnavailable) -> None:
        """Go on without this session, unless it was the last. Raises: LeanUnavailable."""
        with self._turn:
            others = len(self._all) > 1
            if others:
                self._all.remove(session)
                self._size = max(1, self._size - 1)
            elif session.given_up:
                self._given_up = self._given_up or error
        if not others:
            raise error
        session.close()

    def _found(self) -> Toolchain:
        with self._finding:
            if self._toolchain is None:
                self._toolchain = self._find()
            return self._toolchain

    def _start_quietly(self) -> None:
        try:
            self.start()
        except (LeanUnavailable, SessionLost):
            return


def _twice(work: Callable[[LeanSession], Said], session: LeanSession) -> Said:
    try:
        return work(session)
    except SessionSlow:
        raise
    except SessionLost:
        return work(session)  # which starts a process afresh
