"""A worker process: a batch of rows comes in as a line, an outcome goes out for each as a line.

``python -m verifier.labelling.child`` with the order as its first line. It ends when its input does.
"""

from __future__ import annotations

import json
import sys
from typing import TextIO

from verifier.engines.lean.unavailable import LeanUnavailable
from verifier.labelling.cache import CacheRefused, RecordCache
from verifier.labelling.order import Order
from verifier.labelling.source import Numbered
from verifier.labelling.work import Outcome, Work
from verifier.processes import MARKER


def serve(told: str, lines: TextIO, out: TextIO) -> None:
    """Answer batches until ``lines`` end. ``told``: the order, its digest, and whether to use the cache, as JSON.

    *Fails:* OSError when nobody listens any more.
    """
    data = json.loads(told)
    try:
        cache = RecordCache() if data["cache"] else None
    except CacheRefused:
        cache = None  # whoever started this has said so
    with Work(Order.from_json(data["order"]), data["judged_by"], cache) as work:
        while line := lines.readline():
            for item in json.loads(line):
                row = Numbered(*item)
                out.write(f"{MARKER}{_answer(work, row)}\n")
                out.flush()
            work.keep()


def _answer(work: Work, row: Numbered) -> str:
    try:
        outcome = work.outcome(row)
    except LeanUnavailable as error:
        outcome = Outcome(row.number, row.where, error=f"expected Lean: {error}", lost=True)
    complaints, work.complaints = work.complaints, []
    return json.dumps([outcome.as_json(), complaints])


def main() -> None:
    """Serve standard input until it ends. Fails: never; an end of the other side is the end."""
    try:
        serve(sys.argv[1], sys.stdin, sys.stdout)
    except (OSError, KeyboardInterrupt):
        return  # the terminal was closed: whoever asked is gone


if __name__ == "__main__":
    main()
