"""A Unix-socket server for the workers of one run: a thread for each connection, this user alone."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from verifier.engines.lean.local_socket import Wire, same_user
from verifier.processes import Scratch


class Attended:
    """The socket, in a folder that only this user can enter. ``env`` is what workers are started with, to find it."""

    def __init__(self, variable: str, attend: Callable[[Wire], None]) -> None:
        """``attend`` is called with each connection, and returns when there is nothing more to hear."""
        self._variable, self._attend = variable, attend
        self._folder: Scratch | None = None
        self._listening: socket.socket | None = None

    def open(self) -> None:
        """Begin to listen. Raises: OSError where no socket can be had."""
        self._folder = Scratch("socket")
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listening.bind(self.env[self._variable])
        self._listening.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Listen no more."""
        if self._listening is not None and self._folder is not None:
            with suppress(OSError):
                self._listening.shutdown(socket.SHUT_RDWR)  # wakes who waits in accept
            self._listening.close()
            self._folder.close()

    @property
    def env(self) -> dict[str, str]:
        """The environment of a worker."""
        return {} if self._folder is None else {self._variable: str(self._folder.path / "ask.sock")}

    def _accept(self) -> None:
        assert self._listening is not None
        with suppress(OSError):  # it was closed: the run has ended
            while True:
                connection, _ = self._listening.accept()
                threading.Thread(target=self._attended, args=(connection,), daemon=True).start()

    def _attended(self, connection: socket.socket) -> None:
        line = Wire(connection)
        with suppress(OSError):  # a worker went away
            if same_user(connection):
                self._attend(line)
        line.close()
        connection.close()
