"""A socket that only its owner can open: where it is, whose it is, and lines of JSON on it."""

from __future__ import annotations

import json
import os
import socket
import stat
import struct
import tempfile
from pathlib import Path
from typing import Any

from verifier.checkers.lean.toolchain import cache, install, mathlib, project
from verifier.processes import keep_forever

LONGEST_LINE = 64 << 20  # bytes
LONGEST_PATH = 107  # bytes: the system takes no more for the name of a socket
_PEER = struct.Struct("3i")  # pid, uid, gid


class WireError(OSError):
    """A socket that is not ours, or does not speak as ours does. ``str`` is one line."""


def fingerprint() -> str:
    """Return what client and server must share: the Lean sources, the toolchain, Mathlib. Raises: LeanUnavailable."""
    beside = mathlib.asked()
    return project.fingerprint(install.VERSION if beside is None else mathlib.versioned("", beside))


def place() -> Path:
    """Return the path of this user's socket, for this version of us. Raises: LeanUnavailable."""
    return folder() / f"lean-{fingerprint()}.sock"


def folder() -> Path:
    """Return the folder of sockets: under XDG_RUNTIME_DIR, else under the cache, else under /tmp."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    chosen = [Path(runtime) / "verifier"] if runtime else []
    for found in (*chosen, cache.cache_root() / "run"):
        if len(os.fsencode(found)) + len("/lean-0123456789abcdef.sock") <= LONGEST_PATH:
            return found
    return Path(tempfile.gettempdir()) / f"verifier-{os.getuid()}"


def private(folder: Path) -> None:
    """Make ``folder`` if need be, and see that no one else can enter it. Raises: WireError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise WireError(f"{folder}: expected a folder that can be made ({error.strerror})") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise WireError(f"{folder}: expected a folder that only its owner, this user, can enter (mode 0700)")


def same_user(connection: socket.socket) -> bool:
    """Return whether this user runs the program at the other end."""
    if not hasattr(socket, "SO_PEERCRED"):
        return False
    try:
        peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size)
    except OSError:
        return False
    return bool(_PEER.unpack(peer)[1] == os.getuid())


class Wire:
    """One JSON object a line each way."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._lines = connection, connection.makefile("rb")

    def say(self, **fields: Any) -> None:
        """Send one object. Raises: OSError."""
        self._connection.sendall(json.dumps(fields).encode() + b"\n")

    def hear(self, seconds: float | None) -> dict[str, Any] | None:
        """Return the next object, or None at the end. Raises: OSError, WireError on anything else, TimeoutError."""
        self._connection.settimeout(seconds)
        line = self._lines.readline(LONGEST_LINE)
        if not line:
            return None
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise WireError("expected a JSON object on a line; another program is at the other end")
        return said

    def close(self) -> None:
        """Close both ends."""
        self._lines.close()
        self._connection.close()

    def disown(self) -> None:
        """Let go of a connection of the parent of this fork; another thread there may be reading from it just now, and
        holds its lock."""
        keep_forever(self)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self._connection.fileno(), inheritable=False)
        os.close(nothing)


def connected(path: Path, seconds: float = 1.0) -> Wire:
    """Return a connection to the socket at ``path``, which must be this user's. Raises: OSError, WireError."""
    if not hasattr(socket, "AF_UNIX"):
        raise WireError("this system has no Unix sockets")
    found = path.lstat()
    if not stat.S_ISSOCK(found.st_mode):
        raise WireError(f"{path}: expected a socket, not a file")
    if found.st_uid != os.getuid() or path.parent.lstat().st_uid != os.getuid():
        raise WireError(f"{path}: expected a socket of this user")
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(seconds)
    try:
        connection.connect(str(path))
        if not same_user(connection):
            raise WireError(f"{path}: another user's program is at the other end")
    except OSError:
        connection.close()
        raise
    return Wire(connection)
