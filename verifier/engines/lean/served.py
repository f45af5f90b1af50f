"""The other end of ``serve``: a Lean that another process keeps warm, with the interface of one's own."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from verifier.checkers.lean.process.protocol import Answer, BulkAnswer, Garbled, read_answer, read_bulk, read_many
from verifier.checkers.lean.process.session import DEADLINE, HEARTBEATS, LeanSession, SessionLost
from verifier.checkers.lean.toolchain.toolchain import Toolchain
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.lean import local_socket
from verifier.engines.lean.local_socket import Wire
from verifier.engines.lean.pool import LeanPool
from verifier.engines.lean.serve import hello
from verifier.processes import call_in_forks

PATIENCE = 30.0  # seconds beyond a request's deadline, which others' requests before it may take

Said = TypeVar("Said")


class ServedSession:
    """A served Lean while it answers; from the first request that it does not answer, a session of one's own."""

    def __init__(self, line: Wire, greeting: Mapping[str, Any], own: LeanSession | LeanPool) -> None:
        self._line: Wire | None = line
        self._rejoins = False
        self._version, self._audited = str(greeting["version"]), frozenset(map(str, greeting.get("audited", ())))
        self._own = own
        self._ids, self._lock = itertools.count(1), threading.Lock()
        call_in_forks(self._begin)

    def _begin(self) -> None:
        """In a fork: the connection so far is the parent's; another one is made when it is needed."""
        if self._line is not None:
            self._line.disown()
        self._rejoins, self._line, self._lock = self._line is not None, None, threading.Lock()

    @property
    def served(self) -> bool:
        """Whether another process still answers."""
        return self._connection() is not None

    @property
    def version(self) -> str:
        """The toolchain's version."""
        return self._version if self.served else self._own.version

    @property
    def size(self) -> int:
        """How many requests can be worked on at once."""
        return 1 if self.served else self._own.size

    @property
    def audited(self) -> frozenset[str]:
        """Our modules that a certificate may import."""
        return self._audited if self.served else self._own.audited

    def start(self) -> Toolchain | None:
        """Return the toolchain of one's own session, None while one is served. Raises: as LeanSession.start."""
        return None if self.served else self._own.start()

    def start_in_background(self) -> threading.Thread | None:
        """Return the thread that makes one's own Lean ready, None while one is served."""
        return None if self.served else self._own.start_in_background()

    def prove(self, statement: str, proof: str, *, heartbeats: int = HEARTBEATS, deadline: float = DEADLINE) -> Answer:
        """As LeanSession.prove. Raises: SessionLost, LeanUnavailable."""
        fields = {"statement": statement, "proof": proof, "heartbeats": heartbeats}
        return self._asked(
            fields,
            read_answer,
            deadline,
            lambda: self._own.prove(statement, proof, heartbeats=heartbeats, deadline=deadline),
        )

    def prove_many(
        self, proofs: Sequence[tuple[str, str]], *, heartbeats: int = HEARTBEATS, deadline: float = DEADLINE
    ) -> list[Answer]:
        """As LeanSession.prove_many. Raises: SessionLost, LeanUnavailable."""
        fields = {"many": [list(pair) for pair in proofs], "heartbeats": heartbeats}
        return self._asked(
            fields,
            lambda said: read_many(said, len(proofs)),
            deadline,
            lambda: self._own.prove_many(proofs, heartbeats=heartbeats, deadline=deadline),
        )

    def certify(
        self, formulas: Sequence[Any], *, heartbeats: int = HEARTBEATS, deadline: float = DEADLINE
    ) -> BulkAnswer:
        """As LeanSession.certify. Raises: SessionLost, LeanUnavailable."""
        return self._asked(
            {"bulk": list(formulas), "heartbeats": heartbeats},
            lambda said: read_bulk(said, len(formulas)),
            deadline,
            lambda: self._own.certify(formulas, heartbeats=heartbeats, deadline=deadline),
        )

    def close(self) -> None:
        """Leave the served session to others; end one's own."""
        self._forget()
        self._own.close()

    def _connection(self) -> Wire | None:
        """The connection; in a fork, one that is made now."""
        if self._rejoins:
            self._rejoins, joined = False, _joined()
            self._line = None if joined is None else joined[0]
        return self._line

    def _forget(self) -> None:
        line, self._line, self._rejoins = self._line, None, False
        if line is not None:
            line.close()

    def _asked(
        self, fields: dict[str, Any], read: Callable[[str], Said], deadline: float, own: Callable[[], Said]
    ) -> Said:
        with self._lock:
            if (line := self._connection()) is not None:
                try:
                    return self._answer(line, fields, read, deadline)
                except (OSError, Garbled, LeanUnavailable):
                    self._forget()  # whatever it is, it serves us no more
            return own()

    def _answer(self, line: Wire, fields: dict[str, Any], read: Callable[[str], Said], deadline: float) -> Said:
        id = next(self._ids)
        line.say(id=id, deadline=deadline, **fields)
        said = line.hear(deadline + PATIENCE) or {}
        if said.get("id") != id:
            raise Garbled("an answer to another request")
        if "gone" in said:
            raise LeanUnavailable(str(said["gone"]))
        if "lost" in said:
            raise SessionLost(str(said["lost"]))
        return read(json.dumps(said))


def session(own: LeanSession | LeanPool) -> LeanSession | LeanPool | ServedSession:
    """Return the session of this version that is served for this user, or ``own`` where there is none."""
    joined = _joined()
    return own if joined is None else ServedSession(*joined, own)


def _joined() -> tuple[Wire, Mapping[str, Any]] | None:
    """A connection to the session that is served for this user, with its greeting; None where there is none."""
    try:
        line = local_socket.connected(local_socket.place())
    except (OSError, LeanUnavailable):
        return None
    try:
        return line, hello(line)
    except OSError:
        line.close()
        return None
