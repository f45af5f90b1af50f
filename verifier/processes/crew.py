"""A crew: children that do the same work side by side, each fed by a thread; what one is lost with costs one item."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from verifier.processes.errors import ProcessLoss
from verifier.processes.forks import call_in_forks
from verifier.processes.pty import Child
from verifier.processes.worker import MARKER

Tag = TypeVar("Tag")

FLOOD = 1 << 30  # bytes of one answer
AHEAD = 3  # batches for each child that are read ahead, so that none waits for the next


class Crew:
    """Children that are started as they are needed. Use as a context manager.

    A child gets a batch of items (JSON values) as one line, a JSON list, and answers each item, in order, with a line
    that begins with ``MARKER``. One that dies, hangs or grows too large is replaced; the item
    that it was lost with is tried once more, alone, and then given up.
    """

    def __init__(
        self,
        argv: Sequence[str],
        size: int,
        *,
        deadline: float,
        memory: int,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """``deadline``: seconds for one item; ``memory``: resident bytes of one child. Raises: ValueError."""
        if size < 1:
            raise ValueError("a crew has one child at least")
        self._argv, self.size, self._deadline, self._memory = tuple(argv), size, deadline, memory
        self._env = None if env is None else dict(env)
        self._closed, self.losses = False, 0
        self._begin()
        call_in_forks(self._begin)

    def _begin(self) -> None:
        """Begin without children; in a fork, those so far are the parent's."""
        self._threads = ThreadPoolExecutor(self.size, thread_name_prefix="crew")
        self._mine = threading.local()
        self._all: list[Child] = []

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pids(self) -> list[int]:
        """The ids of the children that are up."""
        return [child.pid for child in list(self._all) if child.alive]

    def close(self) -> None:
        """End every child, whatever it is doing."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for child in list(self._all):
            child.cut_short()
        self._threads.shutdown(wait=True)
        for child in self._all:
            child.kill()

    def run(self, batches: Iterable[tuple[Tag, Sequence[str]]]) -> Iterator[tuple[Tag, list[str | ProcessLoss]]]:
        """Yield each batch's tag with its answers, as they are done: for every item a line, or how the child was lost
        twice.

        Batches are taken as children come to need them; an empty one needs none. Raises: whatever ``batches`` raises.
        """
        pending: set[Future[tuple[Tag, list[str | ProcessLoss]]]] = set()
        for tag, batch in batches:
            if not batch:
                yield tag, []
                continue
            pending.add(self._threads.submit(self._done, tag, batch))
            if len(pending) >= AHEAD * self.size:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while pending:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)

    def _done(self, tag: Tag, batch: Sequence[str]) -> tuple[Tag, list[str | ProcessLoss]]:
        answers: list[str | ProcessLoss] = []
        while len(answers) < len(batch):
            left = batch[len(answers) :]
            loss = self._asked(left, answers)
            if loss is not None and len(answers) < len(batch):
                again: list[str | ProcessLoss] = []
                second = self._asked(batch[len(answers) : len(answers) + 1], again)
                answers.append(again[0] if again else second or loss)
        return tag, answers

    def _asked(self, batch: Sequence[str], answers: list[str | ProcessLoss]) -> ProcessLoss | None:
        """Put a batch to this thread's child and add its answers; return how it was lost, if it was."""
        try:
            child = self._child()
            line = f"[{','.join(batch)}]"
            for _ in batch:
                answers.append(child.ask(line, MARKER, lambda said: True, self._deadline))
                line = ""
        except ProcessLoss as loss:
            if self._closed:
                raise
            self.losses += 1
            return loss
        return None

    def _child(self) -> Child:
        child: Child | None = getattr(self._mine, "child", None)
        if child is None or not child.alive:
            if child is not None:
                child.kill()
                self._all.remove(child)
                self._mine.child = None  # the next one may fail to start
            child = Child(self._argv, env=self._env, resident_limit=self._memory, flood_limit=FLOOD)
            self._mine.child = child
            self._all.append(child)
            if self._closed:  # close() may have looked before this one was there
                child.cut_short()
        return child


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0))
