"""One warm pool of Leans for all workers of a machine: served over a socket that only this user can open."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.engines.lean import serve, wire
from verifier.engines.lean.cache import Progress, quiet
from verifier.engines.lean.pool import LeanPool, default_size
from verifier.engines.lean.session import SessionLost
from verifier.engines.lean.toolchain import is_ready, ready
from verifier.engines.lean.unavailable import LeanUnavailable

if TYPE_CHECKING:
    from verifier.judging.lineup import LeanMode

FOREVER = 1e9  # seconds
PATIENCE = 120.0  # seconds that a worker waits for the pool to be up


class SharedLean:
    """A pool that workers find by ``env``, which they are started with. Use as a context manager.

    ``begin`` starts it, in the background: a run that finds everything in the cache starts none.
    """

    def __init__(self, mode: LeanMode, size: int | None = None, progress: Progress = quiet) -> None:
        """Start nothing. Fails: never."""
        self.mode: LeanMode = mode
        self.missing = ""
        self._size, self._progress = size, progress
        self._pool: LeanPool | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> SharedLean:
        """Look for a Lean. Where there is none, ``mode`` becomes ``off`` and ``missing`` says why.

        *Fails:* LeanUnavailable where it is required.
        """
        if self.mode == "off":
            return self
        try:
            if not is_ready():
                ready(self._progress)
        except LeanUnavailable as error:
            if self.mode == "require":
                raise
            self.mode, self.missing = "off", str(error)
            return self
        self._size = self._size or default_size()
        self._pool = LeanPool(self._size, partial(ready, self._progress))
        self._folder = tempfile.TemporaryDirectory(prefix="verifier-")
        return self

    def begin(self) -> None:
        """Start the pool, in the background, unless that was done. Fails: never."""
        if self._pool is not None and self._thread is None:
            self._thread = threading.Thread(target=self._serve, daemon=True)
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        if self._pool is None or self._folder is None:
            return
        self._pool.close()
        if self._thread is not None:
            with suppress(OSError):
                serve.stop(_socket(self._folder.name))
            self._thread.join(timeout=10)
        self._folder.cleanup()

    @property
    def env(self) -> dict[str, str]:
        """The environment of a worker."""
        return {} if self._folder is None else {"XDG_RUNTIME_DIR": self._folder.name}

    def _serve(self) -> None:
        assert self._pool is not None and self._folder is not None and self._size is not None
        place = _socket(self._folder.name)
        try:
            self._pool.start()
            serve.serve(self._pool, place, FOREVER, at_once=self._size)
        except (LeanUnavailable, SessionLost, OSError, serve.InUse) as error:
            with suppress(OSError):  # the folder may be gone: the run has ended
                _failed(self._folder.name).write_text(str(error), "utf-8")


def await_pool() -> None:
    """Wait, in a worker, until the pool it was started with is up, or has failed. Fails: never."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime is None or not Path(runtime).name.startswith("verifier-"):
        return
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and not (_socket(runtime).exists() or _failed(runtime).exists()):
        time.sleep(0.05)


def _socket(runtime: str) -> Path:
    return Path(runtime) / "verifier" / wire.place().name


def _failed(runtime: str) -> Path:
    return Path(runtime) / "failed"
