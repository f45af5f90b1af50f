"""What our own judge says of labelled chains, judged now, with records kept so that a run can go on later."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from verifier.evaluation.items import Labelled, Said
from verifier.judging.judge import Judge
from verifier.judging.record import line, record


def kept(path: Path) -> dict[str, Said]:
    """Return what an earlier run kept in ``path``, by id; a last line that was cut off is taken away.

    *Fails:* OSError; ValueError where the file holds something else than records.
    """
    if not path.exists():
        return {}
    whole = path.read_bytes()
    end = whole.rfind(b"\n") + 1
    if end < len(whole):
        with path.open("r+b") as file:
            file.truncate(end)
    try:
        found = [Said.by_record(json.loads(row)) for row in whole[:end].splitlines()]
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: expected records of an earlier run ({error})") from error
    return {said.id: said for said in found}


def judged(
    chains: Sequence[Labelled], judge: Judge, keep: Path | None = None, tick: Callable[[], None] = lambda: None
) -> Iterator[Said]:
    """Yield what ``judge`` says of each chain, in order; with ``keep``, chains judged by an earlier run are read there
    and new ones added. Fails: OSError, ValueError, LeanUnavailable."""
    known = kept(keep) if keep else {}
    for chain in chains:
        said = known.get(chain.id)
        if said is None or len(said.scores) != len(chain.steps):
            data = record(judge(chain.chain))
            said = Said.by_record(data, chain.id)
            if keep:
                with keep.open("a", encoding="ascii") as file:
                    file.write(line(data) + "\n")
        tick()
        yield said
