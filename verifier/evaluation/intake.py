"""Labelled chains, records and score files, read from disk: what is wrong in them is a ``Fault`` that names the row."""

from __future__ import annotations

import hashlib
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from verifier.evaluation.items import Item, Labelled, Said
from verifier.intake.bad import Bad, BadInput
from verifier.intake.example import Example
from verifier.intake.files.names import inputs
from verifier.intake.files.rows import PlacedRow, rows
from verifier.intake.source import Reading, examples
from verifier.records.record import SCHEMA, schema_fault

T = TypeVar("T")

_FAMILY = {
    "simplicity": ("redundency", "redundancy", "circular"),
    "soundness": ("counterfactual", "step_contradiction", "domain_inconsistency", "confidence"),
    "sensitivity": ("missing_condition", "deception", "multi_solutions"),
}
FAMILIES: Final = {kind: family for family, kinds in _FAMILY.items() for kind in kinds}
"""PRMBench's kinds of error (``classification``) by family (arXiv:2501.03124, section 3.1)."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A row that is left out: where it stands, and why."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(slots=True)
class RowsById(Generic[T]):
    """The good rows of a file by their id, and the faults of the others."""

    rows: dict[str, T] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def keep(self, where: str, id: str, row: T) -> None:
        """Keep a row under its id; one that is there already is a fault."""
        if id in self.rows:
            self.faults.append(Fault(where, f"expected each id once, got {id!r:.80} again"))
        else:
            self.rows[id] = row


def labelled(names: Sequence[str], format: str | None = None, limit: int | None = None) -> RowsById[Labelled]:
    """Return the labelled chains of inputs in any format that ``verifier.labelling`` reads, each input a subset; with a
    ``limit``, the first so many of each. Raises: Unreadable, ValueError, as ``examples``."""
    found = RowsById[Labelled]()
    for name in inputs(names, hub=True):
        subset = Path(name).name.split(".")[0]
        for number, row in enumerate(islice(examples([name], Reading(format)), limit), 1):
            if isinstance(row, Bad):
                found.faults.append(Fault(row.where, row.message))
            else:
                chain = _labelled(row, subset, number)
                found.keep(f"{name}, row {number}", chain.id, chain)
    return found


def drawn(chains: Sequence[Labelled], limit: int | None, seed: int) -> list[Labelled]:
    """Return at most ``limit`` chains of each subset, drawn at random: those whose problem and id have the least hash
    with the seed, so that the draw depends on no order of the file."""
    found: dict[str, list[Labelled]] = {}
    for chain in sorted(chains, key=lambda chain: _place(chain, seed)):
        found.setdefault(chain.subset, []).append(chain)
    order = dict.fromkeys(chain.subset for chain in chains)
    return [chain for subset in order for chain in found[subset][:limit]]


def _place(chain: Labelled, seed: int) -> bytes:
    told = f"{seed}\n{chain.problem}\n{chain.id}\n{' '.join(chain.steps)}"
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).digest()


def _labelled(row: Example, subset: str, number: int) -> Labelled:
    steps = tuple(step.text for step in row.chain.steps)
    kind = row.meta.get("error_type") or row.meta.get("classification")
    return Labelled(
        row.chain.id if row.chain.id is not None else f"{subset}, row {number}",
        subset,
        row.chain.problem,
        steps=steps,
        labels=tuple(
            _right(label, index == row.first_error) for index, label in enumerate(row.labels or (None,) * len(steps))
        ),
        first_error=row.first_error,
        final_correct=row.final_correct,
        answer=row.chain.answer,
        error_type=kind,
        family=row.meta.get("family") or FAMILIES.get(str(kind)),
        kind=str(row.meta.get("kind") or ""),
    )


def _right(label: float | None, first: bool) -> bool | None:
    """What a label says of a step for certain: a small share of good ends leaves it open."""
    if label is None or 0 < label < 0.5:
        return False if label is not None and first else None
    return label > 0 and not first


def said(path: Path, read: Callable[[Any], tuple[str, Said]]) -> RowsById[Said]:
    """Return what a file says of chains, by ``read``: ``from_record`` or ``from_scores``.

    Raises: OSError; ValueError where it holds no row.
    """
    found = RowsById[Said]()
    for row in _values(path):
        if isinstance(row, Bad):
            found.faults.append(Fault(row.where, row.message))
            continue
        try:
            id, said = read(row.data)
        except BadInput as error:
            found.faults.append(Fault(row.where, str(error)))
        else:
            found.keep(row.where, id, said)
    return found


def _values(path: Path) -> Iterator[PlacedRow | Bad]:
    """Yield the rows of a file. Raises: ValueError where there is none, OSError where nothing can be read."""
    path.stat()
    empty = True
    for row in rows(str(path)):
        empty = False
        yield row
    if empty:
        raise ValueError(f"{path}: expected at least one row, got an empty file")


def from_scores(data: Any) -> tuple[str, Said]:
    """Return what a row of a score file says, ``{"id", "scores": [number | null]}``. Raises: BadInput."""
    if not isinstance(data, dict) or not isinstance(data.get("scores"), list) or "id" not in data:
        raise BadInput('expected an object {"id": string, "scores": [numbers or null]}')
    id = _id(data)
    for index, score in enumerate(data["scores"]):
        if score is not None and (isinstance(score, bool) or not isinstance(score, int | float)):
            raise BadInput(
                f"expected a number or null as score {index} (counted from 0) of {id!r:.80}, got {score!r:.40}"
            )
        if score is not None and not abs(score) < sys.float_info.max:  # nor NaN, nor what no float holds
            raise BadInput(f"expected a finite score {index} (counted from 0) of {id!r:.80}, got {score!s:.40}")
    return id, Said.by_scores(id, [None if score is None else float(score) for score in data["scores"]])


def from_record(data: Any) -> tuple[str, Said]:
    """Return what a record says, as ``verifier check --json`` prints it, by translations or not. Raises: BadInput."""
    if isinstance(data, dict) and data.get("schema") == SCHEMA and "error" in data:
        raise BadInput(f"expected a judged chain, got the record of bad input {data.get('id')!r:.80}")
    if (fault := schema_fault(data, SCHEMA)) is not None:
        raise BadInput(fault)
    if "kind" in data:
        raise BadInput("expected a record of a judged chain, found a record of another kind")
    try:
        found = Said.by_record(data, _id(data))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
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
    id that stands on one side only, and for every chain with another number of steps."""
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
