"""Labelled chains, records and score files, read from disk: what is wrong in them is a ``Fault`` that names the row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Generic, TypeVar

from verifier.evaluation.items import Item, Labelled, Said
from verifier.judging.intake import Bad, BadInput, Value, chain_from, records
from verifier.judging.record import SCHEMA

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fault:
    """A row that is left out: where it stands, and why."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(slots=True)
class Found(Generic[T]):
    """The good rows of a file by their id, and the faults of the others."""

    rows: dict[str, T] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def take(self, value: Value | Bad, read: Callable[[Any], tuple[str, T]]) -> None:
        """Keep the row that ``read`` makes of a value, by its id, or the fault in it. Fails: never."""
        if isinstance(value, Bad):
            self.faults.append(Fault(value.where, value.message))
            return
        try:
            id, row = read(value.data)
        except BadInput as error:
            self.faults.append(Fault(value.where, str(error)))
            return
        if id in self.rows:
            self.faults.append(Fault(value.where, f"expected each id once, got {id!r:.80} again"))
        else:
            self.rows[id] = row


def labelled(paths: Sequence[Path], limit: int | None = None) -> Found[Labelled]:
    """Return the labelled chains of files; with a ``limit``, the first so many of each.

    *Fails:* OSError; ValueError where a file holds no row.
    """
    found = Found[Labelled]()
    for path in paths:
        name = path.name.split(".")[0]
        for value in _values(path, limit):
            found.take(value, partial(_labelled, subset=name))
    return found


def said(path: Path, read: Callable[[Any], tuple[str, Said]]) -> Found[Said]:
    """Return what a file says of chains, by ``read``: ``from_record`` or ``from_scores``.

    *Fails:* OSError; ValueError where it holds no row.
    """
    found = Found[Said]()
    for value in _values(path, None):
        found.take(value, read)
    return found


def _values(path: Path, limit: int | None) -> Iterator[Value | Bad]:
    """Yield the JSON value of each line. Fails: ValueError where there is none, OSError where nothing can be read."""
    path.stat()
    number = 0
    for number, value in enumerate(records(str(path), BytesIO()), 1):
        if limit is not None and number > limit:
            return
        yield value
    if not number:
        raise ValueError(f"{path}: expected at least one row, got an empty file")


def _labelled(data: Any, subset: str) -> tuple[str, Labelled]:
    chain = chain_from(data)
    if chain.id is None:
        raise BadInput('expected an "id"')
    labels = tuple(data.get("labels") or [None] * len(chain.steps))
    if len(labels) != len(chain.steps):
        raise BadInput(f"expected a label for each of {len(chain.steps)} steps of {chain.id!r:.80}, got {len(labels)}")
    if any(label not in (0, 1, None) for label in labels):
        raise BadInput(f"expected labels 1, 0 or null in {chain.id!r:.80}")
    error = data.get("first_error")
    if error is not None and not (isinstance(error, int) and -1 <= error < len(labels)):
        raise BadInput(f'expected "first_error" of {chain.id!r:.80} as -1 or the index of a step, got {error!r:.40}')
    if error == -1 and not data.get("labels"):
        labels = (1,) * len(labels)
    return chain.id, Labelled(
        chain.id,
        subset,
        chain.problem,
        tuple(step.text for step in chain.steps),
        tuple(None if label is None else bool(label) for label in labels),
        error,
        data.get("final_correct"),
        chain.answer,
        data.get("error_type"),
        (data.get("meta") or {}).get("family"),
    )


def from_scores(data: Any) -> tuple[str, Said]:
    """Return what a row of a score file says, ``{"id", "scores": [number | null]}``. Fails: BadInput."""
    if not isinstance(data, dict) or not isinstance(data.get("scores"), list) or "id" not in data:
        raise BadInput('expected an object {"id": string, "scores": [numbers or null]}')
    id = _id(data)
    for index, score in enumerate(data["scores"]):
        if score is not None and (isinstance(score, bool) or not isinstance(score, int | float)):
            raise BadInput(
                f"expected a number or null as score {index} (counted from 0) of {id!r:.80}, got {score!r:.40}"
            )
        if score is not None and not math.isfinite(score):
            raise BadInput(f"expected a finite score {index} (counted from 0) of {id!r:.80}, got {score}")
    return id, Said.by_scores(id, [None if score is None else float(score) for score in data["scores"]])


def from_record(data: Any) -> tuple[str, Said]:
    """Return what a record says, as ``verifier check --json`` prints it. Fails: BadInput."""
    if isinstance(data, dict) and data.get("schema") == SCHEMA and "error" in data:
        raise BadInput(f"expected a judged chain, got the record of bad input {data.get('id')!r:.80}")
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise BadInput(f'expected a record: an object with "schema": {SCHEMA}')
    try:
        found = Said.by_record(data, _id(data))
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"expected a record with judged steps ({error})") from error
    if any(score is not None and not math.isfinite(score) for score in found.scores):
        raise BadInput(f"expected finite scores in the record of {found.id!r:.80}")
    return found.id, found


def _id(data: Mapping[str, Any]) -> str:
    id = data.get("id")
    if not isinstance(id, str | int) or isinstance(id, bool):
        raise BadInput(f'expected "id" as a string, got {id!r:.40}')
    return str(id)


def aligned(truth: Mapping[str, Labelled], found: Mapping[str, Said], name: str) -> tuple[list[Item], list[Fault]]:
    """Return the chains of which ``found`` (read from ``name``) speaks, in the order of the data, and a fault for every
    id that stands on one side only, and for every chain with another number of steps. Fails: never."""
    items, faults = list[Item](), list[Fault]()
    for id, row in truth.items():
        said = found.get(id)
        if said is None:
            faults.append(Fault(name, f"expected a row for the chain {id!r:.80}, got none"))
        elif len(said.scores) != len(row.steps):
            faults.append(
                Fault(name, f"expected {len(row.steps)} steps of the chain {id!r:.80}, got {len(said.scores)}")
            )
        else:
            items.append(Item(row, said))
    faults += [Fault(name, f"expected an id of the data, got {id!r:.80}") for id in found.keys() - truth.keys()]
    return items, sorted(faults, key=str)
