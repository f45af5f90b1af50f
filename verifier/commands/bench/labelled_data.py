"""Labelled chains of several files, for what measures a level on them: each chain once, and each file by its hash."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verifier.evaluation.intake import labelled
from verifier.evaluation.items import Labelled
from verifier.judging.agreeing.level import Source
from verifier.labelling.outputs.files import digest
from verifier.report.exit_codes import BAD_INPUT, OK, complain

MOST_TOLD = 20


@dataclass(slots=True)
class LabelledData:
    """The labelled chains by id, each file's ids, and the exit status that reading them calls for."""

    rows: dict[str, Labelled] = field(default_factory=dict)
    files: dict[str, list[str]] = field(default_factory=dict)
    status: int = OK

    def sources(self, measured: Collection[str]) -> list[Source]:
        """Return the files by the hash of their bytes, with how many of their chains were measured. Raises: OSError."""
        known = set(measured)
        counts = {file: len(known.intersection(ids)) for file, ids in self.files.items()}
        return [Source(Path(file).name, digest(Path(file)), count) for file, count in counts.items() if count]


def labelled_data(names: Sequence[object], limit: int | None) -> LabelledData:
    """Return the labelled chains of files; what is wrong in them is said. Raises: OSError, ValueError, Unreadable."""
    found = LabelledData()
    for file in dict.fromkeys(map(str, names)):
        read = labelled([file], None, limit)
        for fault in read.faults[:MOST_TOLD]:
            complain(str(fault))
        before = found.rows.keys() & read.rows.keys()
        if before:
            complain(f"{file}: {len(before)} ids are in an earlier file, and their chains are left out")
        found.status = BAD_INPUT if read.faults or before else found.status
        found.files[file] = [id for id in read.rows if id not in before]
        found.rows |= {id: read.rows[id] for id in found.files[file]}
    return found
