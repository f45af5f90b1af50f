"""The user's cache folder: whole folders that appear at once, under a lock, with a manifest of what is in them."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs
from filelock import FileLock, Timeout

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable

MANIFEST = "manifest.json"
PARTIAL = ".partial-"
LOCK_SECONDS = 1800.0
LOGGER = logging.getLogger("verifier")
"""What people are told of, on standard error unless they arrange for something else."""

Progress = Callable[[str, float], None]
"""Told what is being done, and which share of that is done, from 0 to 1."""


def quiet(stage: str, share: float) -> None:
    """Say nothing: a library makes no noise unless asked to."""


def cache_root() -> Path:
    """Return the folder for what is fetched and compiled: VERIFIER_CACHE, else the user's own."""
    chosen = os.environ.get("VERIFIER_CACHE")
    return Path(chosen).absolute() if chosen else Path(platformdirs.user_cache_dir("verifier"))


@contextmanager
def room() -> Iterator[Path]:
    """Hold the cache's lock and give its folder, cleared of what killed runs left there. Raises: LeanUnavailable."""
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with held(root / "install.lock"):
            for left in root.glob(f"{PARTIAL}*"):  # only a holder of the lock makes these: their makers are dead
                shutil.rmtree(left, ignore_errors=True)
            yield root
    except Timeout as error:
        raise LeanUnavailable(f"another process has held {root}/install.lock for half an hour; end it") from error
    except OSError as error:
        raise LeanUnavailable(f"cannot write to {root} ({error}); free some space or set VERIFIER_CACHE") from error


@contextmanager
def held(place: Path, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Hold a lock, and say so where another process makes us wait for it. Raises: Timeout, OSError."""
    lock = FileLock(place)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        LOGGER.warning(f"waiting for another process, which fetches or compiles something in {place.parent}")
        lock.acquire(timeout=seconds)
    try:
        yield
    finally:
        lock.release()


def put(root: Path, name: str, build: Callable[[Path], dict[str, Any]]) -> Path:
    """Return ``root/name``, made by ``build`` in a temporary folder beside it and renamed when whole.

    ``build`` gives what the manifest says beside the list of files. Call it under ``room()``. Raises: as ``build``.
    """
    partial = Path(tempfile.mkdtemp(prefix=PARTIAL, dir=root))
    try:
        said = build(partial)
        text = json.dumps({**said, "files": _listing(partial)}, indent=1)
        (partial / MANIFEST).write_text(text, encoding="utf-8")
        target = root / name
        if target.exists():  # it failed its check: out of the way first, since a folder cannot replace a folder
            broken = Path(tempfile.mkdtemp(prefix=PARTIAL, dir=root))
            target.rename(broken / "broken")
            shutil.rmtree(broken, ignore_errors=True)
        partial.rename(target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return target


def manifest(folder: Path, *, full: bool = False) -> dict[str, Any] | None:
    """Return the manifest of ``folder`` if its files are as the manifest says, else None.

    Cheap: sizes and times. Where those differ only in time, or with ``full``, the contents are hashed.
    """
    try:
        said: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        for name, (size, time, digest) in said["files"].items():
            found = (folder / name).stat()
            if found.st_size != size or ((full or found.st_mtime_ns != time) and _digest(folder / name) != digest):
                return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return said


def _listing(folder: Path) -> dict[str, tuple[int, int, str]]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_size, path.stat().st_mtime_ns, _digest(path))
        for path in files
    }


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
