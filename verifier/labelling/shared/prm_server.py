"""One process reward model for all workers of a machine: what they ask at the same time is scored as one batch."""

from __future__ import annotations

import os
import queue
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier.chain import Chain
from verifier.engines.lean.local_socket import Wire, connected, same_user
from verifier.estimators.model import PrmUnavailable, ProcessRewardModel
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


PLACE = "VERIFIER_SHARED_PRM"
"""The environment variable that tells a worker where the model is."""

FULL = 64  # chains of one batch
PATIENCE = 600.0  # seconds that a worker waits for its scores


@dataclass(slots=True)
class _Request:
    chains: list[Chain]
    done: threading.Event = field(default_factory=threading.Event)
    scores: list[list[float]] = field(default_factory=list)
    why: str | None = None


class SharedPrm:
    """A model that workers find by ``env``, which they are started with. Use as a context manager; None: no model."""

    def __init__(self, prm: ProcessRewardModel | None) -> None:
        """Start nothing."""
        self.prm = prm
        self.lost: PrmUnavailable | None = None
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._socket = Attended(PLACE, self._attend)

    def __enter__(self) -> SharedPrm:
        """Begin to serve. Raises: OSError where no socket can be had."""
        if self.prm is not None:
            self._socket.open()
            threading.Thread(target=self._score, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._requests.put(None)
        self._socket.close()

    @property
    def env(self) -> dict[str, str]:
        """The environment of a worker."""
        return self._socket.env

    def _attend(self, line: Wire) -> None:
        assert self.prm is not None
        folder = getattr(self.prm, "folder", None)
        line.say(name=self.prm.name, folder=None if folder is None else str(folder))
        while (asked := line.hear(None)) is not None:
            request = _Request([Chain.of(problem, steps) for problem, steps in asked["chains"]])
            self._requests.put(request)
            request.done.wait()
            line.say(**({"scores": request.scores} if request.why is None else {"why": request.why}))

    def _score(self) -> None:
        """Score what is waiting, as much of it at once as makes a full batch."""
        assert self.prm is not None
        while (request := self._requests.get()) is not None:
            together = [request]
            while sum(len(one.chains) for one in together) < FULL:
                try:
                    more = self._requests.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    return
                together.append(more)
            try:
                scores = iter(self.prm.score([chain for one in together for chain in one.chains]))
            except PrmUnavailable as error:
                self.lost = error  # a server that cannot be reached, or refuses the key
            for one in together:
                one.why = None if self.lost is None else str(self.lost)
                one.scores = [] if self.lost is not None else [next(scores) for _ in one.chains]
                one.done.set()


class FarPrm:
    """The shared model, as a worker sees it. ``folder``: where the model is, with the fusion that goes with it."""

    def __init__(self, place: str) -> None:
        """Connect. Raises: PrmUnavailable."""
        try:
            self._line: Wire = connected(Path(place), PATIENCE)
            said = self._line.hear(PATIENCE) or {}
            self._name = str(said["name"])
            self.folder = None if said["folder"] is None else Path(str(said["folder"]))
        except (OSError, KeyError) as error:
            raise PrmUnavailable(f"the run's process reward model does not answer ({error})") from error

    @property
    def name(self) -> str:
        """Name and version, as records carry it."""
        return self._name

    def close(self) -> None:
        """Let the model go."""
        self._line.close()

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return the scores, as the model gives them. Raises: PrmUnavailable when it answers no more."""
        try:
            self._line.say(chains=[[chain.problem, [step.text for step in chain.steps]] for chain in chains])
            said: dict[str, Any] = self._line.hear(PATIENCE) or {}
            if "why" in said:
                raise PrmUnavailable(str(said["why"]))
            return list(said["scores"])
        except (OSError, KeyError) as error:
            raise PrmUnavailable(f"the run's process reward model does not answer ({error})") from error


def shared_prm() -> FarPrm | None:
    """Return the model that this worker was started with, None where there is none. Raises: PrmUnavailable."""
    place = os.environ.get(PLACE)
    return FarPrm(place) if place else None
