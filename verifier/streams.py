"""Streams of bytes: closed standard streams, of which only those that are needed are missed, and gzipped streams, of
which no more is unpacked than a text may hold.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

MAX_RATIO: Final = 200
"""How many times its own size a gzipped text may unpack to; what people write has a tenth of that at most."""

FREE: Final = 4 << 20  # bytes that may be unpacked at any ratio


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
    """Take the numbers of closed standard streams, so that no file that is opened later gets one of them. What is
    printed on standard output then fails, as on a disk without room; what is said on standard error is lost."""
    for number, way in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, way)  # the lowest number that is free, which is this one
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


class UnpacksTooLarge(OSError):
    """A gzipped stream unpacks to far more than any text does; ``str`` says what to do."""


class _Counted:
    """A packed stream that counts what was read of it."""

    def __init__(self, packed: IO[bytes]) -> None:
        self._packed, self.count = packed, 0

    def read(self, size: int = -1) -> bytes:
        data = self._packed.read(size)
        self.count += len(data)
        return data


class _Unpacked(io.RawIOBase):
    def __init__(self, packed: IO[bytes]) -> None:
        self._packed = _Counted(packed)
        self._unpacked: Any = gzip.GzipFile(fileobj=self._packed)  # type: ignore[call-overload]  # it only reads
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        data: bytes = self._unpacked.read1(len(into))  # what there is, before an end that comes too early
        into[: len(data)] = data
        self._count += len(data)
        if self._count > max(FREE, MAX_RATIO * self._packed.count):
            raise UnpacksTooLarge(
                f"expected gzipped text, got {self._packed.count:,} bytes that unpack to more than {MAX_RATIO} times "
                "as many; unpack the file first, if it is meant to be so"
            )
        return len(data)


def unpacked(packed: IO[bytes]) -> IO[bytes]:
    """Return what a gzipped stream unpacks to. Reading raises EOFError or zlib.error where the stream is cut off or
    damaged, OSError where it is none, UnpacksTooLarge where it unpacks to far more than any text does."""
    return io.BufferedReader(_Unpacked(packed), 1 << 18)


@contextmanager
def opened_text(path: Path) -> Iterator[IO[str]]:
    """Give a file of UTF-8, unpacked where its name ends in ``.gz``. Raises: as ``unpacked``; UnicodeDecodeError."""
    with path.open("rb") as stream:
        yield io.TextIOWrapper(unpacked(stream) if path.suffix == ".gz" else stream, encoding="utf-8")
