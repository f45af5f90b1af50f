"""A warm Lean for this user: what later runs find and use, over a socket that only its owner can open."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from verifier.checkers.lean.process.protocol import Answer
from verifier.checkers.lean.process.prover import Prover
from verifier.checkers.lean.process.session import DEADLINE, HEARTBEATS, SessionLost
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.lean import local_socket
from verifier.engines.lean.local_socket import Wire, WireError

IDLE_SECONDS = 1800.0
LONGEST_DEADLINE = 3600.0
LOOK_EVERY = 0.5  # seconds between two looks at the clock


class InUse(Exception):
    """The socket cannot be had. ``by_us``: a session of this version is served there already."""

    def __init__(self, message: str, by_us: bool = False) -> None:
        super().__init__(message)
        self.by_us = by_us


def serve(
    prover: Prover,
    path: Path,
    idle: float = IDLE_SECONDS,
    said: Callable[[], None] = lambda: None,
) -> None:
    """Serve ``prover`` at ``path`` until told to stop, or until nothing has been asked for ``idle`` seconds.

    ``said`` is called once requests are taken. As many of them as the prover has room for are put to it at one time.
    Raises: InUse, WireError, OSError.
    """
    listening = _bound(path)
    server = _Server(prover)
    try:
        said()
        listening.settimeout(LOOK_EVERY)
        while not server.stopped and not server.idle_for(idle):
            with suppress(TimeoutError):
                connection, _ = listening.accept()
                threading.Thread(target=server.attend, args=(connection,), daemon=True).start()
    finally:
        listening.close()
        path.unlink(missing_ok=True)
        server.hang_up()


def _bound(path: Path) -> socket.socket:
    """Return a socket that listens at ``path``, after clearing away one that nobody serves any more."""
    if not hasattr(socket, "AF_UNIX"):
        raise WireError("this system has no Unix sockets")
    local_socket.private(path.parent)
    if path.is_symlink() or path.exists():
        _clear(path)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listening.bind(str(path))
        path.chmod(0o600)
        listening.listen(16)
    except OSError as error:
        listening.close()
        raise WireError(f"{path}: expected a place for a socket ({error.strerror})") from error
    return listening


def _clear(path: Path) -> None:
    try:
        greeting = greeted(path)
    except (ConnectionRefusedError, FileNotFoundError):
        path.unlink(missing_ok=True)  # left by a server that was killed
        return
    except OSError as error:
        raise InUse(f"{path} is in use by something else ({error}); remove it or set XDG_RUNTIME_DIR") from error
    raise InUse(f"a Lean session is served already, by process {greeting['pid']}", by_us=True)


def greeted(path: Path) -> dict[str, Any]:
    """Return what the session served at ``path`` says of itself. Raises: OSError, WireError."""
    line = local_socket.connected(path)
    try:
        return hello(line)
    finally:
        line.close()


def hello(line: Wire) -> dict[str, Any]:
    """Return the greeting at the other end of a connection. Raises: OSError, WireError on another program's answer."""
    line.say(id=0, hello=True)
    said = line.hear(5.0) or {}
    if said.get("fingerprint") != local_socket.fingerprint() or not isinstance(said.get("version"), str):
        raise WireError("it does not answer as a Lean session of this version does")
    return said


def stop(path: Path) -> int | None:
    """Tell the session served at ``path`` to stop; return its process, None where there is none. Raises: OSError."""
    try:
        line = local_socket.connected(path)
    except (ConnectionRefusedError, FileNotFoundError):
        path.unlink(missing_ok=True)
        return None
    try:
        pid = hello(line)["pid"]
        line.say(id=1, stop=True)
        line.hear(5.0)
    finally:
        line.close()
    for _ in range(240):  # it looks at the clock now and then, and takes its socket away in the end
        if not path.exists():
            break
        time.sleep(LOOK_EVERY / 4)
    return int(pid)


class _Server:
    """Attends to connections, each in a thread of its own; the prover takes ``size`` requests at once."""

    def __init__(self, prover: Prover) -> None:
        self._prover, self._turns = prover, threading.Semaphore(prover.size)
        self._busy, self._last = 0, time.monotonic()
        self._open: set[socket.socket] = set()
        self.stopped = False

    def idle_for(self, seconds: float) -> bool:
        """Return whether nothing was asked for so long."""
        return not self._busy and time.monotonic() - self._last > seconds

    def hang_up(self) -> None:
        """End every connection, so that the other ends know."""
        for connection in tuple(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def attend(self, connection: socket.socket) -> None:
        """Answer the requests of one connection until it ends or says something else."""
        line = Wire(connection)
        self._open.add(connection)
        try:
            if not local_socket.same_user(connection):
                return
            while not self.stopped and (request := line.hear(None)) is not None:
                line.say(**self._answered(request))
        except OSError:
            return  # the other end went away, or is none of ours
        finally:
            self._open.discard(connection)
            line.close()

    def _answered(self, request: Mapping[str, Any]) -> dict[str, Any]:
        id = request.get("id")
        if "hello" in request:
            said = {"version": self._prover.version, "audited": sorted(self._prover.audited)}
            return {"id": id, **said, "fingerprint": local_socket.fingerprint(), "pid": os.getpid()}
        if "stop" in request:
            self.stopped = True
            return {"id": id, "stopped": True}
        self._busy += 1
        try:
            with self._turns:
                return {"id": id, **_asked(self._prover, request)}
        except SessionLost as error:
            return {"id": id, "lost": str(error)}
        except LeanUnavailable as error:
            self.stopped = True  # no Lean will come of this process: let the next run start its own
            return {"id": id, "gone": str(error)}
        except (KeyError, TypeError, ValueError) as error:
            return {"id": id, "lost": f"not a request: {error}"}
        finally:
            self._busy -= 1
            self._last = time.monotonic()


def _asked(prover: Prover, request: Mapping[str, Any]) -> dict[str, Any]:
    heartbeats = int(request.get("heartbeats", HEARTBEATS))
    deadline = min(float(request.get("deadline", DEADLINE)), LONGEST_DEADLINE)
    if "bulk" in request:
        found = prover.certify(list(request["bulk"]), heartbeats=heartbeats, deadline=deadline)
        entries = [{"ok": ok, "statement": text} for ok, text in zip(found.ok, found.statements, strict=True)]
        return {"axioms": list(found.axioms), "bulk": entries}
    if "many" in request:
        pairs = [(str(statement), str(proof)) for statement, proof in request["many"]]
        answers = prover.prove_many(pairs, heartbeats=heartbeats, deadline=deadline)
        return {"many": [spelled(answer) for answer in answers]}
    statement, proof = str(request["statement"]), str(request["proof"])
    return spelled(prover.prove(statement, proof, heartbeats=heartbeats, deadline=deadline))


def spelled(answer: Answer) -> dict[str, Any]:
    """Return an answer as Lean itself spells it."""
    errors = [{"line": e.line, "col": e.column, "message": e.message} for e in answer.errors]
    head = {"ok": answer.ok, "exhausted": answer.exhausted, "errors": errors}
    return {**head, "axioms": list(answer.axioms), "statement": answer.statement}
