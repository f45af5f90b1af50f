"""Worker processes of this machine: rows go to them in batches, and what one is lost with is an error of its row."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from verifier.intake.bad import Bad
from verifier.intake.source import Numbered
from verifier.labelling.work import RowOutcome, Work, failed
from verifier.processes import Crew, ProcessLoss, command

BATCH = 16  # rows that a worker gets at once
MANY = 256  # rows of a batch, with those that need no worker
LOOKED_UP = 64  # rows that are looked up in the cache at once
MEMORY = 4 << 30  # bytes that one worker, with all that it started, may come to hold
GRACE = 180.0  # seconds that a chain may take beyond its own timeout

Rows = Iterator[Numbered | tuple[int, Bad]]
Heard = tuple[Sequence[RowOutcome], Sequence[str]]
"""Outcomes, and what their worker complained of."""

_Tag = list[RowOutcome | tuple[int, str]]
"""A batch as it was sent: a row's number and place, or the outcome of one that could not be read."""


def crew(told: str, size: int, timeout: float, env: Mapping[str, str], *, together: bool = False) -> Crew:
    """Return workers that have been told an order, none of them started. ``timeout``: seconds for a chain;
    ``together``: the chains of a batch are judged as one. Raises: ValueError on a size below one."""
    argv, ours = command("verifier.labelling.running.child", told)
    deadline = timeout * (BATCH if together else 1) + GRACE
    return Crew(argv, size, deadline=deadline, memory=MEMORY, env={**ours, **env})


def by_crew(crew: Crew, rows: Rows, remembered: Work, begin: Callable[[], None]) -> Iterator[Heard]:
    """Yield the outcomes of rows, a batch at a time, as they are done.

    What was judged before is ``remembered``, and costs no worker; ``begin`` is called before the first that is not.
    *Raises:* as ``rows``.
    """
    for tag, answers in crew.run(_batches(rows, remembered, begin)):
        outcomes: list[RowOutcome] = []
        complaints: list[str] = []
        said = iter(answers)
        for sent in tag:
            if isinstance(sent, RowOutcome):
                outcomes.append(sent)
            elif isinstance(answer := next(said), str):
                text, complained = json.loads(answer)
                outcomes.append(RowOutcome.from_json(text))
                complaints += complained
            else:
                outcomes.append(_lost(*sent, answer))
        complaints += remembered.complaints
        remembered.complaints = []
        yield outcomes, complaints


def _batches(rows: Rows, remembered: Work, begin: Callable[[], None]) -> Iterator[tuple[_Tag, list[str]]]:
    tag: _Tag = []
    batch: list[str] = []
    for row, known in _known(rows, remembered):
        if known is not None:
            tag.append(known)
        else:
            assert isinstance(row, Numbered)
            tag.append((row.number, row.where))
            batch.append(json.dumps(row.as_json(), default=str))
        if len(batch) >= BATCH or len(tag) >= MANY:
            if batch:
                begin()
            yield tag, batch
            tag, batch = [], []
    if batch:
        begin()
    if tag:
        yield tag, batch


def _known(rows: Rows, remembered: Work) -> Iterator[tuple[Numbered | tuple[int, Bad], RowOutcome | None]]:
    """Each row with its outcome, where that needs no worker."""
    while some := list(islice(rows, LOOKED_UP)):
        good = [row for row in some if isinstance(row, Numbered)]
        known = iter(remembered.remembered(good))
        for row in some:
            yield row, next(known) if isinstance(row, Numbered) else failed(*row)
        remembered.keep()


def _lost(number: int, where: str, loss: ProcessLoss) -> RowOutcome:
    last = loss.stderr.strip().rpartition("\n")[2]
    why = f"its worker was lost twice: {loss}{f' ({last:.200})' if last else ''}"
    return RowOutcome(number, where, error=why, lost=True, tally={"lost": 1})
