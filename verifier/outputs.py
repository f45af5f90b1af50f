"""Files that the user names for output, written whole or not at all, whatever stands there already.

A regular file is replaced by a finished one beside it and keeps its mode; a link stays, and what it leads to is
written; a device, a pipe, or a file that this process has open (``/dev/stdout``) takes the bytes as they come.
Nothing else can be written to, and is left as it is.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

MOST_LINKS = 40
REFUSED = {
    stat.S_IFDIR: (errno.EISDIR, "it is a folder: name a file in it"),
    stat.S_IFBLK: (errno.ENXIO, "it is a block device, which is not written over: name a file"),
    stat.S_IFSOCK: (errno.ENXIO, "it is a socket: name a file, or send standard output there"),
}


def check(path: Path) -> None:
    """Refuse a path at which no output can be written, before there is any. Raises: OSError, which says what to do."""
    _stream(path)


def is_stream(path: Path) -> bool:
    """Whether bytes go out there as they come, so that nothing can be read back. Raises: OSError, as ``check``."""
    return _stream(path)


def is_standard_output(path: Path) -> bool:
    """Whether the path leads to standard output, as ``/dev/stdout`` does."""
    return _descriptor(path) == 1


@contextmanager
def written(path: Path, *, so_far: bool = False) -> Iterator[IO[bytes]]:
    """Give a stream whose bytes stand at ``path`` when the block ends well; else a file is left as it was.

    ``so_far``: a file keeps what came until the block was left, however that was. Raises: OSError, with no room on the
    disk among its causes.
    """
    if _stream(path):
        with _named(path), _opened(path) as stream:
            yield stream
        return
    target, done = Path(os.path.realpath(path)), False
    partial = target.with_name(f".{secrets.token_hex(8)}.partial")
    try:
        with _named(path, str(partial)), _beside(target, partial) as stream:
            try:
                yield stream
                done = True
            finally:
                stream.flush()
                os.fsync(stream.fileno())
                if done or so_far:
                    partial.replace(target)
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
    _kept(target.parent)


@contextmanager
def text_written(path: Path, *, so_far: bool = False) -> Iterator[IO[str]]:
    """Give ``written`` as a stream of text: UTF-8, lines that end as they are written. Raises: as ``written``."""
    with written(path, so_far=so_far) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace", newline="\n")
        try:
            yield text
        finally:
            text.detach()


def write_text(path: Path, text: str) -> None:
    """Write a text, whole or not at all. Raises: OSError."""
    with written(path) as stream:
        stream.write(text.encode("utf-8", "backslashreplace"))


def _stream(path: Path) -> bool:
    """Whether ``path`` is written to as it is. Raises: OSError where it cannot be written to."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return False
    kind = stat.S_IFMT(found.st_mode)
    if _descriptor(path) is not None and kind != stat.S_IFBLK:
        return True
    if kind in REFUSED:
        number, words = REFUSED[kind]
        raise OSError(number, words, str(path))
    return kind != stat.S_IFREG


def _descriptor(path: Path) -> int | None:
    """The number of the open file of this process that ``path`` leads to by its name, as ``/dev/stdout`` does."""
    ours = {f"/proc/{os.getpid()}/fd", f"/proc/{os.getpid()}/task/{os.getpid()}/fd", "/dev/fd"}
    for _ in range(MOST_LINKS):
        folder = path.parent.resolve()
        if str(folder) in ours and path.name.isdecimal():
            return int(path.name)
        try:
            path = folder / path.readlink()
        except OSError:  # no link
            return None
    return None


def _opened(path: Path) -> IO[bytes]:
    """A stream to what stands there; for an open file of this process, one that goes on where that is."""
    number = _descriptor(path)
    if number is None:
        return path.open("wb")
    if number in (1, 2):
        (sys.stdout if number == 1 else sys.stderr).flush()
    try:
        return os.fdopen(os.dup(number), "wb")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _beside(target: Path, partial: Path) -> IO[bytes]:
    """A new file that has the mode, and where that can be the owner, of the one that it is to replace."""
    try:
        before = target.stat()
    except FileNotFoundError:
        return partial.open("xb")
    if not os.access(target, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    stream = partial.open("xb")
    with contextlib.suppress(OSError):  # the owner is another, and we may not give files away
        os.fchown(stream.fileno(), before.st_uid, before.st_gid)
    os.fchmod(stream.fileno(), stat.S_IMODE(before.st_mode))
    return stream


@contextmanager
def _named(path: Path, partial: str | None = None) -> Iterator[None]:
    """Let what goes wrong with the file beside it, or with no named file, speak of the path that the user named."""
    try:
        yield
    except OSError as error:
        if error.filename in (None, partial) and not isinstance(error, BrokenPipeError):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def _kept(folder: Path) -> None:
    """Let a new name in a folder outlive a loss of power."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
