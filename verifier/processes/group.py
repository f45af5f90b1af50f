"""A process group: how a child is started as its leader, measured, and ended with all that it started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import psutil

from verifier.processes.errors import NotStarted

Stream = int | IO[Any] | None

PEEKS = hasattr(os, "waitid")
"""Whether an ended child can be seen without collecting it: not before Python 3.13 on macOS."""


def start(
    argv: Sequence[str], *, cwd: Path | None, env: Mapping[str, str] | None, stdin: Stream, stdout: Stream
) -> subprocess.Popen[bytes]:
    """Return a child that leads a process group of its own; its stderr is a pipe. Raises: NotStarted."""
    try:
        # fork_exec inside Popen, not os.fork: a fork of a process with threads may never return in the child.
        return subprocess.Popen(
            list(argv),
            cwd=cwd,
            env=None if env is None else dict(env),
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            start_new_session=True,
            close_fds=True,
        )
    except (OSError, ValueError) as error:
        raise NotStarted(f"cannot start {argv[0]}: {error}") from error


def runs(child: subprocess.Popen[bytes]) -> bool:
    """Return whether ``child`` has not ended yet; one that has is left for ``end`` to collect."""
    if child.returncode is not None or not PEEKS:
        return child.poll() is None
    try:
        return os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except ChildProcessError:
        return False  # collected by another thread


def wait(child: subprocess.Popen[bytes], seconds: float) -> bool:
    """Return whether ``child`` ends within so many seconds; it is left for ``end`` to collect."""
    until, pause = time.monotonic() + seconds, 0.0005
    while runs(child):
        if (left := until - time.monotonic()) <= 0:
            return False
        time.sleep(min(pause, left))
        pause = min(2 * pause, 0.05)
    return True


def end(child: subprocess.Popen[bytes]) -> None:
    """Kill the whole group of ``child`` and collect it."""
    # The number of a group is not reused before its leader is collected, which happens here alone: one that has been
    # collected has been killed, and by now its number may be another's.
    if child.returncode is None or not PEEKS:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(timeout=10)


def resident(pid: int) -> int:
    """Return the resident bytes of a process and all that it started; 0 when it is gone.

    An address-space limit is no use here: V8 reserves far more virtual memory than it touches.
    """
    total = 0
    with contextlib.suppress(psutil.Error):
        leader = psutil.Process(pid)
        for process in [leader, *leader.children(recursive=True)]:
            with contextlib.suppress(psutil.Error):
                total += int(process.memory_info().rss)
    return total


def spent(pid: int) -> float:
    """Return the seconds of processor time of a process and all that it started and that still runs."""
    total = 0.0
    with contextlib.suppress(psutil.Error):
        leader = psutil.Process(pid)
        for process in [leader, *leader.children(recursive=True)]:
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()
                total += float(times.user + times.system)
    return total


def available() -> int:
    """Return the bytes of memory that new processes may take without swapping."""
    return int(psutil.virtual_memory().available)


class Tail:
    """The last ``limit`` bytes of a stream, or the first, kept by a thread so that the writer never blocks."""

    def __init__(self, stream: IO[bytes], limit: int, *, keep_first: bool = False) -> None:
        self._stream, self._limit, self._keep_first = stream, limit, keep_first
        self._kept = bytearray()
        self.dropped = 0
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    def _drain(self) -> None:
        # The stream may be closed under the reader when the child is ended: that is its end, too.
        with contextlib.suppress(OSError, ValueError), self._stream:
            while block := os.read(self._stream.fileno(), 65536):
                self._keep(block)

    def _keep(self, block: bytes) -> None:
        self._kept += block
        if (excess := len(self._kept) - self._limit) > 0:
            self.dropped += excess
            del self._kept[self._limit if self._keep_first else 0 : None if self._keep_first else excess]

    def bytes(self, wait: float = 0.0) -> bytes:
        """Return what is kept, after waiting at most ``wait`` seconds for the stream to end."""
        self._thread.join(timeout=wait)
        return bytes(self._kept)

    def text(self) -> str:
        """Return what is kept as text."""
        return self.bytes().decode("utf-8", "replace")
