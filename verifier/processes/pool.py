"""A pool: children that answer a line with a line, each lent to one thread at a time."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Iterator
from typing import Final

from verifier.processes.errors import ProcessLoss
from verifier.processes.forks import call_in_forks
from verifier.processes.pty import Child
from verifier.processes.worker import MARKER, command

FLOOD: Final = 256 << 20  # bytes of one answer


class NoneFree(ProcessLoss):
    """No child came free in time, or the pool is closed: none was lost."""


class Pool:
    """At most ``size`` workers of a ``module``, started as they are needed, and again where one was lost."""

    def __init__(self, module: str, settings: str, size: int, *, memory: int, start: float) -> None:
        """Start nothing. ``settings``: JSON for the module; ``memory``: resident bytes of one child; ``start``: seconds
        that it has until it says that it is ready. Raises: ValueError."""
        if size < 1:
            raise ValueError("a pool has one child at least")
        self._module, self._settings, self._memory, self._start = module, settings, memory, start
        self._size, self._closed = size, False
        self._begin()
        call_in_forks(self._begin)

    def _begin(self) -> None:
        """Begin without children; in a fork, those so far are the parent's."""
        self._idle: queue.LifoQueue[Child | None] = queue.LifoQueue()
        for _ in range(self._size):
            self._idle.put(None)
        self._all: list[Child] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def lent(self, until: float = float("inf")) -> Iterator[Child]:
        """Lend a child that is ready; it comes back at the end, alive or not. ``until``: the time by ``time.monotonic``
        after which nothing is waited for. Raises: NoneFree, ProcessLoss."""
        wait = None if until == float("inf") else max(0.0, until - time.monotonic())
        try:
            child = self._idle.get(timeout=wait)
        except queue.Empty:
            raise NoneFree("every worker was busy all the time") from None
        try:
            if self._closed:
                raise NoneFree("the pool is closed")
            if child is None or not child.alive:
                child = self._replaced(child)
                child.ask("", MARKER, lambda said: True, min(self._start, until - time.monotonic()))
            yield child
        finally:
            if self._closed and child is not None:
                child.kill()
            self._idle.put(child)

    def _replaced(self, lost: Child | None) -> Child:
        if lost is not None:
            lost.kill()
        argv, env = command(self._module, self._settings)
        child = Child(argv, env=env, resident_limit=self._memory, flood_limit=FLOOD)
        with self._lock:
            self._all = [one for one in self._all if one.alive] + [child]
            if self._closed:  # close() may have looked before this one was there
                child.cut_short()
        return child

    @property
    def pids(self) -> list[int]:
        """The ids of the children that are up."""
        with self._lock:
            return [child.pid for child in self._all if child.alive]

    def close(self) -> None:
        """End every child, whatever it is doing: whoever has one meets ChildLost."""
        with self._lock:
            self._closed = True
            for child in self._all:
                child.cut_short()
        kept = []
        with contextlib.suppress(queue.Empty):
            while True:  # what is lent is collected as it comes back
                kept.append(self._idle.get_nowait())
        for idle in kept:
            if idle is not None:
                idle.kill()
            self._idle.put(idle)
