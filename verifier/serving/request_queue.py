"""The request queue of the service: bounded, before worker processes with limits of time and memory."""

from __future__ import annotations

import json
import logging
import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from verifier.language.formal_chain import FormalChain
from verifier.language.write_chain import as_json
from verifier.pipeline.settings import TranslationSettings
from verifier.processes import MARKER, ChildTimeout, Pool, ProcessLoss, processors

_LOG = logging.getLogger("verifier.serving")

START: Final = 180.0  # seconds that a worker has to get ready, a model and Lean included


EXACTLY: Final = TranslationSettings()
"""No translations."""


@dataclass(frozen=True, slots=True)
class Work:
    """How workers judge (``calibration``: what ``verifier calibrate`` made for the model), how many there are (0: as
    many as processors), how many items may wait, the seconds that an item may take, and the bytes of memory that a
    worker may hold. ``translations``: by which chains are judged."""

    lean: str = "auto"
    prm: str = "none"
    calibration: str | Path | None = None
    workers: int = 0
    waiting: int = 256
    item_seconds: float = 60.0
    memory: int = 4 << 30
    translations: TranslationSettings = EXACTLY


@dataclass(frozen=True, slots=True)
class Told:
    """What became of an item: its status as HTTP has it, and its record, or why there is none.

    ``untranslated``: why it has no translation, or fewer than were wanted; then the others and the exact reading judge.
    """

    status: int
    record: dict[str, Any] | None = None
    error: str = ""
    alarm: bool = False
    untranslated: str = ""


UNASKED: Final = (ProcessLoss, OSError, ValueError, LookupError, TypeError, RuntimeError)
"""What is raised where a worker cannot be started or asked, or gives no answer: the next item may fare better."""
ENDING: Final = Told(503, error="the service is ending")
LOST: Final = Told(503, error="a worker was lost with it; another one takes its place")


class Desk:
    """Takes items while there is room, and gives each to the first worker that is free."""

    def __init__(self, work: Work) -> None:
        """Start nothing."""
        self.work = work
        self.size = work.workers or processors()
        self.lost = 0
        self._queue: queue.Queue[tuple[str, Future[Told]] | None] = queue.Queue(work.waiting)
        file = None if work.calibration is None else str(work.calibration)
        told: dict[str, Any] = {"lean": work.lean, "prm": work.prm, "calibration": file, "timeout": work.item_seconds}
        told |= {"translations": None if work.translations.nobody else work.translations.of_files}
        self._pool = Pool("verifier.rewards.child", json.dumps(told), self.size, memory=work.memory, start=START)
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._closed = False

    def start(self) -> None:
        """Start the workers; returns before they are ready."""
        for number in range(self.size):
            thread = threading.Thread(target=self._run, name=f"desk-{number}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def put(
        self, chain: dict[str, Any], formal: Sequence[FormalChain] = (), *, exactly: bool = False
    ) -> Future[Told] | None:
        """Return what will be told of a chain, None where no more items may wait. ``formal``: translations of it, by
        which it is judged too; ``exactly``: it is read exactly, alone."""
        return self._put({"chain": chain, "formal": list(map(as_json, formal)), "exactly": exactly})

    def put_reward(self, request: dict[str, Any], formal: Sequence[FormalChain] = ()) -> Future[Told] | None:
        """Return what will be told of a completion (``verifier.rewards.child``) in the place of a record, None where no
        more items may wait."""
        return self._put({"reward": {**request, "formal": list(map(as_json, formal))}})

    def _put(self, wanted: dict[str, Any]) -> Future[Told] | None:
        asked: Future[Told] = Future()
        line = json.dumps(wanted)
        with self._lock:  # nothing is put after close() has told what waits
            if self._closed:
                asked.set_result(ENDING)
                return asked
            try:
                self._queue.put_nowait((line, asked))
            except queue.Full:
                return None
        return asked

    @property
    def full(self) -> bool:
        """Whether no more items may wait."""
        return self._queue.full()

    @property
    def waiting(self) -> int:
        """How many items wait."""
        return self._queue.qsize()

    @property
    def ready(self) -> int:
        """How many workers are up."""
        return len(self._pool.pids)

    def close(self) -> None:
        """End the workers; what still waits is told so."""
        with self._lock:
            self._closed = True
        while True:
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                break
            if item is not None:
                _tell(item[1], ENDING)
        self._pool.close()
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join(timeout=10)

    def _run(self) -> None:
        try:
            with self._pool.lent():  # each thread starts a worker before there is work
                pass
        except UNASKED as error:  # there is no worker yet, and whoever asks first has one started
            self._lament(error)
        while (item := self._queue.get()) is not None:
            line, asked = item
            if asked.set_running_or_notify_cancel():
                told = LOST
                try:
                    told = self._told(line)
                finally:
                    _tell(asked, told)

    def _told(self, line: str) -> Told:
        try:
            with self._pool.lent() as child:
                told = json.loads(child.ask(line, MARKER, lambda said: True, self.work.item_seconds))
            return Told(200, told["record"], alarm=told["alarm"])
        except ChildTimeout:
            self.lost += 1
            return Told(504, error=f"it took more than {self.work.item_seconds:g} s and was given up")
        except UNASKED as error:
            self._lament(error)
            return LOST

    def _lament(self, error: Exception) -> None:
        if not self._closed:
            self.lost += 1
            said = error.stderr[-500:] if isinstance(error, ProcessLoss) else ""
            _LOG.warning("a worker was lost: %s %s", repr(error) if not str(error) else error, said)


def _tell(asked: Future[Told], told: Told) -> None:
    if not asked.done():
        asked.set_result(told)
