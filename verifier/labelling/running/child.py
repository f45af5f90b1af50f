"""A worker process: a batch of rows comes in as a line, an outcome goes out for each as a line.

``python -m verifier.labelling.running.child`` with the order as its first line. It ends when its input does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TextIO

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.estimators.model import PrmUnavailable
from verifier.intake.source import Numbered
from verifier.labelling.cache import CacheRefused, RecordCache
from verifier.labelling.run_spec import RunSpec
from verifier.labelling.translations import TranslationsUnavailable
from verifier.labelling.work import RowOutcome, Work
from verifier.processes.worker import say, work


def serve(told: str, lines: TextIO, out: TextIO) -> None:
    """Answer batches until ``lines`` end. ``told``: the order, its digest, and whether to use the cache, as JSON.

    Raises: OSError when nobody listens any more.
    """
    data = json.loads(told)
    try:
        cache = RecordCache() if data["cache"] else None
    except CacheRefused:
        cache = None  # whoever started this has said so
    with Work(RunSpec.from_json(data["order"]), data["judged_by"], cache) as labels:
        while line := lines.readline():
            for outcome in _answers(labels, [Numbered(*item) for item in json.loads(line)]):
                complaints, labels.complaints = labels.complaints, []
                say([outcome.as_json(), complaints], out)
            labels.keep()


def _answers(labels: Work, rows: list[Numbered]) -> Iterator[RowOutcome]:
    """An outcome for each row, whatever this machine lacks."""
    done = 0
    try:
        for outcome in labels.outcomes(rows):
            done += 1
            yield outcome
    except (LeanUnavailable, PrmUnavailable, TranslationsUnavailable) as error:
        for row in rows[done:]:
            yield RowOutcome(row.number, row.where, error=str(error), lost=True, tally={"lost": 1})


if __name__ == "__main__":
    work(serve)
