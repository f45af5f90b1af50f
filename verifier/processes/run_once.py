"""Run a program once, to its end or to its deadline."""

from __future__ import annotations

import contextlib
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from verifier.processes.errors import ChildTimeout, ChildTooLarge
from verifier.processes.group import Tail, end, resident, start, wait

LOOK_EVERY = 0.2
"""Seconds between two looks at a child's memory."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended. Output beyond the capture limit was read and dropped."""

    rc: int
    stdout: bytes
    stderr: bytes

    @property
    def text(self) -> str:
        """Both outputs as text, stdout first."""
        return (self.stdout + self.stderr).decode("utf-8", "replace")


def run(
    argv: Sequence[str],
    *,
    deadline: float,
    memory: int | None = None,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    input: bytes = b"",
    capture: int = 1 << 20,
) -> Finished:
    """Return how ``argv`` ended. ``deadline`` is in seconds, ``memory`` (resident) and ``capture`` are in bytes.

    Whatever the program started is killed with it. Raises: NotStarted, ChildTimeout, ChildTooLarge.
    """
    child = start(argv, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin and child.stdout and child.stderr  # all three are pipes
    feeder = threading.Thread(target=_feed, args=(child.stdin, input), daemon=True)
    feeder.start()
    out = Tail(child.stdout, capture, keep_first=True)
    complaints = Tail(child.stderr, capture)
    try:
        _wait(child, argv[0], deadline, memory)
    finally:
        end(child)
    feeder.join(timeout=1)
    return Finished(child.returncode, out.bytes(wait=5), complaints.bytes(wait=5))


def _feed(stream: IO[bytes], data: bytes) -> None:
    # A child need not read what it is given.
    with contextlib.suppress(OSError), stream:
        stream.write(data)


def _wait(child: subprocess.Popen[bytes], name: str, deadline: float, memory: int | None) -> None:
    until = time.monotonic() + deadline
    while (left := until - time.monotonic()) > 0:
        if wait(child, min(left, LOOK_EVERY)):
            return
        if memory is not None and (size := resident(child.pid)) > memory:
            raise ChildTooLarge(f"{name} grew to {size >> 20} MiB and was killed")
    raise ChildTimeout(f"{name} ran past {deadline:g} s and was killed")
