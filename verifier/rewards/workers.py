"""Worker processes that look at completions: shared by the threads of a process, bounded in time and memory, and never
shared with a fork.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from verifier.asking.kept import NotKept
from verifier.asking.model import ModelUnavailable
from verifier.chain import Chain
from verifier.intake.splitting.split import split
from verifier.judging.decide import leaves_open
from verifier.language.write_chain import as_json
from verifier.pipeline.settings import TranslationSettings
from verifier.processes import MARKER, ChildTimeout, NoneFree, Pool, ProcessLoss, call_in_forks
from verifier.readers.model.live import LiveTranslator
from verifier.rewards.result import Abstention

_LOG = logging.getLogger("verifier.rewards")

MEMORY: Final = 4 << 30  # bytes that one worker may come to hold
START: Final = 120.0  # seconds that a worker has to get ready, a model and Lean included
LONGEST: Final = 200_000  # characters of a completion; a longer one is not looked at


@dataclass(frozen=True, slots=True)
class Settings(TranslationSettings):
    """How workers judge (``calibration``: what ``verifier calibrate`` made for the model; by which translations: see
    ``TranslationSettings``), how many there are, and the seconds that an item and a whole batch may take."""

    lean: str = "off"
    prm: str = "none"
    calibration: str | Path | None = None
    workers: int | None = None
    item_seconds: float = 10.0
    batch_seconds: float = 60.0

    def __post_init__(self) -> None:
        """Raises: ValueError where chains are to be judged by translations and by Lean at once."""
        TranslationSettings.__post_init__(self)
        if not self.nobody and self.lean != "off":
            raise ValueError("lean is not available with formal, given and translator")

    @property
    def size(self) -> int:
        """How many workers there may be: as many as processors, at most 8, where it is not said."""
        return self.workers or min(8, len(os.sched_getaffinity(0)))


class Workers:
    """Children that are started as they are needed. Threads may ask at the same time."""

    def __init__(self, settings: Settings) -> None:
        """Start nothing."""
        self._settings = settings
        file = None if settings.calibration is None else str(settings.calibration)
        told: dict[str, Any] = {
            "lean": settings.lean,
            "prm": settings.prm,
            "calibration": file,
            "timeout": settings.item_seconds,
        }
        told |= {"translations": None if settings.nobody else settings.of_files}
        self._live = None if settings.live is None else LiveTranslator(settings.live, leaves_open)
        self._pool = Pool("verifier.rewards.child", json.dumps(told), settings.size, memory=MEMORY, start=START)
        self.lost, self.closed = 0, False

    def ask(self, requests: Sequence[dict[str, Any]]) -> list[dict[str, Any] | Abstention]:
        """Return a worker's answer to each request, in order, or an abstention, within the batch's seconds."""
        if not requests:
            return []
        until = time.monotonic() + self._settings.batch_seconds
        lines = [json.dumps({"reward": one}) for one in self._translated(requests)]
        with ThreadPoolExecutor(min(self._settings.size, len(requests)), thread_name_prefix="rewards") as threads:
            return list(threads.map(lambda line: self._one(line, until), lines))

    def _translated(self, requests: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The requests with the translations of their chains, all asked for at once: attempts at one problem share its
        translation, in later batches too. Half of the batch's seconds are for that; what has none is read exactly."""
        found = list(requests)
        if self._live is None:  # then nobody but the worker reads the texts, within its time
            return found
        chains = {i: chain for i, one in enumerate(found) if (chain := chain_of(one)) is not None}
        if not chains:
            return found
        try:
            heard = self._live(list(chains.values()), self._settings.batch_seconds / 2, by_problem=True)
        except (ModelUnavailable, NotKept) as error:
            _LOG.warning("%d completions are not translated: %s", len(chains), error)
            return found
        for i, one in zip(chains, heard, strict=True):
            found[i] = {**found[i], "formal": [as_json(formal) for formal in one.formal]}
            for why in one.why:
                _LOG.warning("a completion is not translated: %s", why)
        return found

    def _one(self, line: str, until: float) -> dict[str, Any] | Abstention:
        try:
            with self._pool.lent(until) as child:
                left = min(self._settings.item_seconds, until - time.monotonic())
                if left <= 0:
                    return Abstention.TIMED_OUT
                return dict(json.loads(child.ask(line, MARKER, lambda said: True, left))["record"])
        except (NoneFree, ChildTimeout):
            return Abstention.TIMED_OUT
        except ProcessLoss as loss:
            self.lost += 1
            _LOG.warning("no reward for one completion, a worker was lost: %s %s", loss, loss.stderr[-500:])
            return Abstention.LOST

    @property
    def pids(self) -> list[int]:
        """The ids of the children that are up."""
        return self._pool.pids

    def close(self) -> None:
        """End every child; who asks for workers with these settings gets new ones."""
        self.closed = True
        self._pool.close()
        if self._live is not None:
            self._live.close()


class _Kept:
    """The workers of this process, by their settings."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.all: dict[Settings, Workers] = {}
        self.watched = False

    def of(self, settings: Settings) -> Workers:
        with self.lock:
            if not self.watched:
                self.watched = True
                atexit.register(self.close)
                call_in_forks(_forget)
            if settings not in self.all or self.all[settings].closed:
                self.all[settings] = Workers(settings)
            return self.all[settings]

    def forget(self) -> None:
        """In a fork: the children and the locks are the parent's."""
        self.lock, self.all = threading.Lock(), {}

    def close(self) -> None:
        for workers in self.all.values():
            workers.close()


_KEPT = _Kept()


def _forget() -> None:
    _KEPT.forget()


def workers(settings: Settings) -> Workers:
    """Return this process's workers with these settings: the same ones each time, new ones in a fork."""
    return _KEPT.of(settings)


def too_long(text: str) -> bool:
    """Return whether a completion is not looked at, for its length."""
    return len(text) > LONGEST


def chain_of(request: dict[str, Any]) -> Chain | None:
    """Return the chain whose process a request asks about, None where it asks about none."""
    steps = split(request["text"]) if request["process"] else ()
    return Chain.of(request["problem"], steps) if steps else None


def as_request(problem: str, text: str, *, process: bool, reference: str | None) -> dict[str, Any]:
    """Return what a worker is asked of a completion."""
    return {"problem": problem, "text": text, "process": process, "reference": reference}
