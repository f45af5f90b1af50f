"""What our own judge says of labelled chains, judged now, with records kept so that a run can go on later."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from verifier.evaluation.items import Labelled, Said
from verifier.pipeline.judge import Judge
from verifier.records.record import has_translations, line, record

BATCH = 16
"""Chains that a process reward model sees at once."""

Kept = dict[str, dict[str, Any]]


def whole_lines(path: Path) -> list[bytes]:
    """Return the lines of a file to which runs add lines; a last one that was cut off is taken away. Raises:
    OSError."""
    whole = path.read_bytes()
    end = whole.rfind(b"\n") + 1
    if end < len(whole):
        with path.open("r+b") as file:
            file.truncate(end)
    return whole[:end].splitlines()


def kept(path: Path) -> Kept:
    """Return the records that an earlier run kept in ``path``, by id; a last line that was cut off is taken away.

    Raises: OSError; ValueError where the file holds something else than records.
    """
    if not path.exists():
        return {}
    try:
        found = [json.loads(row) for row in whole_lines(path)]
        return {Said.by_record(data).id: data for data in found}
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: expected records of an earlier run ({error})") from error


def judged(
    chains: Sequence[Labelled], judge: Judge, keep: Path | None = None, tick: Callable[[], None] = lambda: None
) -> Iterator[Said]:
    """Yield what ``judge`` says of each chain, in order; with ``keep``, chains judged by an earlier run are read there
    and new ones added. Raises: OSError, LeanUnavailable; ValueError where another judge kept the records."""
    known = kept(keep) if keep else {}
    ours = {"prm": judge.estimator or None}
    if any(map(has_translations, known.values())):
        raise ValueError(f"{keep}: expected records of the exact reading, got others, as a run by translations keeps")
    for data in known.values():
        theirs = {name: data["versions"].get(name) for name in ours}
        if theirs != ours:
            wanted, got = ({name: one for name, one in by.items() if one} or "neither" for by in (ours, theirs))
            raise ValueError(f"{keep}: expected records with the same estimates, {wanted}, got {got}")
    for start in range(0, len(chains), BATCH):
        batch = chains[start : start + BATCH]
        new = [chain for chain in batch if not _same(known.get(chain.id), chain)]
        done = [record(found) for found in judge.all([chain.chain for chain in new])] if new else []
        if keep:
            with keep.open("a", encoding="ascii") as file:
                file.writelines(line(data) + "\n" for data in done)
        fresh = {chain.id: data for chain, data in zip(new, done, strict=True)}
        for chain in batch:
            tick()
            yield Said.by_record(fresh.get(chain.id) or known[chain.id], chain.id)


def _same(data: dict[str, Any] | None, chain: Labelled) -> bool:
    """Whether a kept record is of this very chain."""
    return data is not None and [step["text"] for step in data["steps"]] == list(chain.steps)
