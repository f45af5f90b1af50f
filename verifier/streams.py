"""Standard streams that whoever started this process closed: what is not needed is not missed, what is needed is named.

Their numbers are taken at once, so that no file that is opened later is written to as a standard stream.
"""

from __future__ import annotations

import io
import os
import sys
from typing import IO, Any


class StreamClosed(Exception):
    """A standard stream is needed and closed; ``str`` says what to do."""


class _ClosedInput(io.RawIOBase):
    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        raise StreamClosed("standard input: expected something to read, but it is closed; name a file")


def standard_input() -> IO[bytes]:
    """Return standard input as bytes. A closed one raises StreamClosed when it is read, not before."""
    return io.BufferedReader(_ClosedInput()) if sys.stdin is None else sys.stdin.buffer


def open_closed_streams() -> None:
    """Take the numbers of closed standard streams: what is printed on standard output then fails, as on a disk without
    room, and what is said on standard error is lost."""
    for number, way in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, way)  # the lowest number that is free, which is this one
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
