"""One warm pool of Leans for all workers of a machine: served over a socket that only this user can open."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.checkers.lean.process.session import SessionLost
from verifier.checkers.lean.toolchain.cache import Progress, quiet
from verifier.checkers.lean.toolchain.fetching import REQUIRED, USUAL
from verifier.checkers.lean.toolchain.toolchain import is_ready, ready
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.lean import local_socket, serve
from verifier.engines.lean.pool import LeanPool, default_size
from verifier.processes import Scratch

if TYPE_CHECKING:
    from verifier.pipeline.options import LeanMode

FOREVER = 1e9  # seconds


class SharedLean:
    """A pool that workers find by ``env``, which they are started with. Use as a context manager.

    ``begin`` starts it: a run that finds everything in the cache starts none.
    """

    def __init__(self, mode: LeanMode, size: int | None = None, progress: Progress = quiet) -> None:
        """Start nothing."""
        self.mode: LeanMode = mode
        self.missing = ""
        self._size, self._progress = size, progress
        self._pool: LeanPool | None = None
        self._folder: Scratch | None = None
        self._thread: threading.Thread | None = None
        self._settled = threading.Event()

    def __enter__(self) -> SharedLean:
        """Look for a Lean. Where there is none, ``mode`` becomes ``off`` and ``missing`` says why.

        Raises: LeanUnavailable where it is required.
        """
        if self.mode == "off":
            return self
        try:
            if not is_ready():
                ready(self._progress, REQUIRED if self.mode == "require" else USUAL)
        except LeanUnavailable as error:
            if self.mode == "require":
                raise
            self.mode, self.missing = "off", str(error)
            return self
        self._size = self._size or default_size()
        self._pool = LeanPool(self._size, partial(ready, self._progress))
        self._folder = Scratch("socket")
        return self

    def begin(self) -> None:
        """Start the pool and wait until workers can find it, unless that was done.

        Raises: LeanUnavailable when it does not start and is required; else ``missing`` says why.
        """
        if self._pool is not None and self._thread is None:
            self._thread = threading.Thread(target=self._serve, daemon=True)
            self._thread.start()
            self._settled.wait()
            if self.missing and self.mode == "require":
                raise LeanUnavailable(self.missing)

    def __exit__(self, *_: object) -> None:
        if self._pool is None or self._folder is None:
            return
        self._pool.close()
        if self._thread is not None:
            with suppress(OSError):
                serve.stop(_socket(str(self._folder.path)))
            self._thread.join(timeout=10)
        self._folder.close()

    @property
    def env(self) -> dict[str, str]:
        """The environment of a worker."""
        return {} if self._folder is None else {"XDG_RUNTIME_DIR": str(self._folder.path)}

    def _serve(self) -> None:
        assert self._pool is not None and self._folder is not None
        try:
            self._pool.start()
            serve.serve(self._pool, _socket(str(self._folder.path)), FOREVER, self._settled.set)
        except (LeanUnavailable, SessionLost, OSError, serve.InUse) as error:
            self.missing = f"Lean does not start: {error}"
        finally:
            self._settled.set()


def _socket(runtime: str) -> Path:
    return Path(runtime) / "verifier" / local_socket.place().name
