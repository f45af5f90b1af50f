"""Folders for temporary files: each is locked while its process lives, and a later start removes those left behind.

The lock (``flock`` on the folder) ends with the process, however that ends: no process id is compared, and no age.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Final

from verifier.processes.forks import call_in_forks

KINDS: Final = ("bench", "gate", "journal", "kernel", "lean", "npm", "probe", "run", "socket", "translated")
"""What a folder is for. Only this module makes folders that are named ``verifier-KIND-*``."""

NOBODY: Final = 65534
"""The user to whom root gives folders of children without rights."""


class Scratch:
    """A folder of this process for temporary files. It goes with ``close``, with this object, or with the process; in a
    fork it stays the parent's. Use as a context manager."""

    def __init__(self, kind: str) -> None:
        """Make a folder; the first one of a process removes what killed processes left. ``kind``: one of ``KINDS``.

        Raises: OSError; ValueError on another kind.
        """
        if kind not in KINDS:
            raise ValueError(f"expected a kind of folder among {', '.join(KINDS)}, found {kind!r}")
        _remove_abandoned(tempfile.gettempdir())  # once for each folder of temporary files
        self.path, self._lock = _made(kind)
        self._end = weakref.finalize(self, _remove, self.path, self._lock)
        call_in_forks(self._disown)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the folder. A second time does nothing, and so does a fork."""
        self._end()

    def _disown(self) -> None:
        if self._end.detach() is not None:
            os.close(self._lock)


def remove_abandoned() -> list[Path]:
    """Remove the folders of ``KINDS`` among temporary files that no process uses, and return them."""
    begins, found = tuple(f"verifier-{kind}-" for kind in KINDS), []
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for one in entries:
            if one.name.startswith(begins) and _removed(Path(one.path)):
                found.append(Path(one.path))
    return found


@functools.cache
def _remove_abandoned(folder: str) -> None:
    remove_abandoned()


def _made(kind: str) -> tuple[Path, int]:
    """A new folder, and its lock."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=f"verifier-{kind}-"))
        try:
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:  # another process found it before it was locked, and removed it
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:  # another process is removing it
            os.close(lock)
            continue
        except OSError:  # a file system without locks, where nobody can lock it to remove it either
            return path, lock
        if path.is_dir():
            return path, lock
        os.close(lock)


def _removed(path: Path) -> bool:
    """Whether a folder was abandoned, and is removed now."""
    try:
        lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        owner = os.fstat(lock).st_uid
        if owner != os.geteuid() and not (os.geteuid() == 0 and owner == NOBODY):
            os.close(lock)
            return False
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return False
    _remove(path, lock)
    return not path.exists()


def _remove(path: Path, lock: int) -> None:
    shutil.rmtree(path, ignore_errors=True)
    os.close(lock)
