"""What our own judge says of labelled chains, judged now, with records kept so that a run can go on later."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from verifier.evaluation.items import Labelled, Said
from verifier.judging.agreeing.trusting import Settling
from verifier.judging.translations.translation import Translated
from verifier.language.write_chain import as_json
from verifier.pipeline.judge import Judge
from verifier.records.codec import digest
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
    known, by = kept(keep) if keep else {}, judge.translations
    if any(has_translations(data) is (by is None) for data in known.values()):
        expected = "records without translations" if by is None else "records with translations"
        raise ValueError(f"{keep}: expected {expected}, as this run keeps them, got others")
    ours = {"prm": judge.estimator or None}
    for data in known.values():
        theirs = {name: data["versions"].get(name) for name in ours}
        if theirs != ours:
            wanted, got = ({name: one for name, one in by.items() if one} or "neither" for by in (ours, theirs))
            raise ValueError(f"{keep}: expected records with the same estimates, {wanted}, got {got}")
    for start in range(0, len(chains), BATCH):
        batch = chains[start : start + BATCH]
        told = {one.id: Translated(one.chain) if by is None else by.of(one.chain) for one in batch}
        trust = None if by is None else by.trust
        new = [one for id, one in told.items() if not _same(known.get(id), one, trust)]
        if trust is None:
            found = judge.all([one.chain for one in new]) if new else []
        else:
            found = judge.combined_all(new, trust)
        fresh = {str(data["id"]): data for data in map(record, found)}
        if keep:
            with keep.open("a", encoding="ascii") as file:
                file.writelines(line(data) + "\n" for data in fresh.values())
        for chain in batch:
            tick()
            yield Said.by_record(fresh.get(chain.id) or known[chain.id], chain.id)


def _same(data: dict[str, Any] | None, told: Translated, trust: Settling | None) -> bool:
    """Whether a kept record is of this very chain by these very translations."""
    if data is None or [step["text"] for step in data["steps"]] != [step.text for step in told.chain.steps]:
        return False
    if trust is None:
        return True
    rows = [(digest(as_json(one.formal)), one.given) for one in told.translations]
    return (data["trust"], [(row["sha256"], row["given"]) for row in data["translations"]]) == (trust.to_json(), rows)
