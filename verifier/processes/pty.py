"""A child that lives on: lines go in, marked lines come out, over a raw pseudo-terminal.

A terminal in its usual mode cuts a line at 4,096 bytes and echoes it: hence raw. Writing and reading take
turns, because a child that is blocked on its own output will not read, and would leave us blocked as well.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import time
import tty
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pexpect
from pexpect.fdpexpect import fdspawn

from verifier.processes.errors import (
    ChildFlooded,
    ChildLost,
    ChildSpent,
    ChildTimeout,
    ChildTooLarge,
    NotStarted,
    ProcessLoss,
)
from verifier.processes.forks import call_in_forks
from verifier.processes.group import Tail, end, resident, runs, spent, start

BLOCK = 65536
LOOK_EVERY = 0.5  # seconds between two looks at the child's memory
STDERR_KEPT = 1 << 16


class Child:
    """A persistent child. One owner at a time: a lock, where one is needed, is the owner's. In a fork it is not alive,
    and cannot be killed: it is the parent's."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        resident_limit: int | None = None,
        flood_limit: int = 8 << 20,
    ) -> None:
        """Start ``argv``. Limits are in bytes: memory at any time, and output in one exchange. Raises: NotStarted."""
        self._name, self._resident_limit, self._flood_limit = argv[0], resident_limit, flood_limit
        try:
            master, slave = pty.openpty()
        except OSError as error:
            raise NotStarted(f"{argv[0]} is not started: there is no terminal for it ({error})") from error
        tty.setraw(slave)
        os.set_blocking(master, False)
        try:
            self._process = start(argv, cwd=cwd, env=env, stdin=slave, stdout=slave)
        except ProcessLoss:
            os.close(master)
            raise
        finally:
            os.close(slave)
        assert self._process.stderr is not None  # start() makes it a pipe
        self._stderr = Tail(self._process.stderr, STDERR_KEPT)
        self._terminal = fdspawn(master, maxread=BLOCK, use_poll=True)
        self._lines: deque[bytes] = deque()
        self._partial, self._said, self._looked = list[bytes](), 0, 0.0
        self._spendable: float | None = None
        self.born = time.monotonic()
        self.killed = self._inherited = False
        call_in_forks(self._disown)

    @property
    def pid(self) -> int:
        """The child's process id, also its group's."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the child runs and has not been killed by us."""
        return not self.killed and runs(self._process)

    def resident(self) -> int:
        """Return the resident bytes of the child's group."""
        return resident(self.pid)

    def ask(
        self, line: str, marker: str, wanted: Callable[[str], bool], seconds: float, cpu: float | None = None
    ) -> str:
        """Return the first line said after ``marker`` that is ``wanted``, without the marker; others are dropped.

        ``line`` is sent first, unless it is empty. ``cpu``: seconds of processor time that the child may use for it.
        The child is killed on every failure.
        Raises: ChildLost, ChildTimeout, ChildSpent, ChildFlooded, ChildTooLarge; ValueError when ``line`` holds a line
        break.
        """
        if "\n" in line or "\r" in line:
            raise ValueError("a request is one line")
        until, self._said = time.monotonic() + seconds, 0
        self._spendable = None if cpu is None else spent(self.pid) + cpu
        try:
            self._send(line.encode() + b"\n" if line else b"", until)
            return self._receive(marker.encode(), wanted, until)
        except ProcessLoss:
            self.kill()
            raise

    def cut_short(self) -> None:
        """Kill the child's whole group from another thread than the owner's, who sees ChildLost."""
        if not self._inherited:
            end(self._process)

    def kill(self) -> None:
        """Kill the child's whole group and close its terminal. A second call does nothing."""
        if not self.killed:
            self.killed = True
            end(self._process)
            self._terminal.close()

    def _disown(self) -> None:
        """In a fork: the child is the parent's; only this copy of its terminal is closed."""
        self._inherited = self.killed = True
        self._terminal.close()

    def _send(self, data: bytes, until: float) -> None:
        fd = self._terminal.child_fd
        waiting = select.poll()  # not select(), which knows 1,024 open files and no more
        waiting.register(fd, select.POLLIN | select.POLLOUT)
        while data:
            self._check(until)
            ready = dict(waiting.poll(200)).get(fd, 0)
            if ready & ~select.POLLOUT:
                self._read(0)
            if ready & select.POLLOUT:
                with contextlib.suppress(BlockingIOError):
                    data = data[self._write(fd, data[:BLOCK]) :]

    def _write(self, fd: int, data: bytes) -> int:
        try:
            return os.write(fd, data)
        except BlockingIOError:
            raise
        except OSError as error:
            raise ChildLost(f"{self._name} closed its terminal", self._stderr.text()) from error

    def _receive(self, marker: bytes, wanted: Callable[[str], bool], until: float) -> str:
        while True:
            while self._lines:
                line = self._lines.popleft().rstrip(b"\r")
                if line.startswith(marker) and wanted(said := line[len(marker) :].decode("utf-8", "replace")):
                    return said
            self._check(until)
            self._read(min(0.2, max(until - time.monotonic(), 0.0)))

    def _read(self, wait: float) -> None:
        try:
            block: bytes = self._terminal.read_nonblocking(BLOCK, timeout=wait)  # type: ignore[assignment]  # no encoding: bytes
        except pexpect.TIMEOUT:
            return
        except (pexpect.EOF, OSError) as error:
            raise ChildLost(f"{self._name} ended", self._stderr.text()) from error
        self._said += len(block)
        # A line may be of many megabytes and comes in blocks of 4 KB: they are joined once.
        first, *others = block.split(b"\n")
        self._partial.append(first)
        if others:
            self._lines.append(b"".join(self._partial))
            self._lines.extend(others[:-1])
            self._partial = [others[-1]]
        if self._said > self._flood_limit:
            raise ChildFlooded(f"{self._name} said more than {self._flood_limit} bytes", self._stderr.text())

    def _check(self, until: float) -> None:
        now = time.monotonic()
        if now >= until:
            raise ChildTimeout(f"{self._name} said nothing in time", self._stderr.text())
        if now - self._looked > LOOK_EVERY:
            self._looked = now
            self._look()

    def _look(self) -> None:
        if self._spendable is not None and spent(self.pid) > self._spendable:
            raise ChildSpent(f"{self._name} used up its processor time", self._stderr.text())
        if self._resident_limit is not None and (size := self.resident()) > self._resident_limit:
            raise ChildTooLarge(f"{self._name} grew to {size >> 20} MiB", self._stderr.text())
