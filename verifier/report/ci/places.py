"""Where a chain and its steps stand in the file that they came from, in lines that count from 1."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

LARGEST = 64 * 2**20
"""Most bytes of a file in which steps are looked for."""

FURTHEST = 10_000
"""Most lines behind the step before in which one is looked for."""


def parted(place: str) -> tuple[str, int | None]:
    """Return the file and the line of ``FILE:LINE``, the file of ``FILE, row N``; any other place is a file."""
    file, comma, row = place.rpartition(", row ")
    if comma and row.isascii() and row.isdigit():
        return parted(file)
    file, colon, line = place.rpartition(":")
    return (file, int(line)) if colon and line.isascii() and line.isdigit() else (place, None)


class StepLines:
    """Finds the lines on which the steps of a chain are, one after another: the search goes on where it ended, so that
    it grows with the file and not with steps times lines."""

    def __init__(self, file: str, line: int | None) -> None:
        """``line``: where the chain begins in the file."""
        self._rows, self._begins = _lines(file), line or 1
        self._at = self._begins - 1

    def __call__(self, step: str) -> int:
        """Return the line of a step; that on which the chain begins, where it is not found behind the one before."""
        text = step.split("\n")[0]
        spelled = {text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
        end = min(len(self._rows), self._at + FURTHEST)
        for at in range(self._at, end):
            if any(one in self._rows[at] for one in spelled):
                self._at = at
                return at + 1
        return self._begins


@lru_cache(maxsize=4)
def _lines(file: str) -> tuple[str, ...]:
    """The lines of a file, none of one that is no file or too large."""
    try:
        path = Path(file)
        if not path.is_file() or path.stat().st_size > LARGEST:
            return ()
        return tuple(path.read_text("utf-8", errors="replace").split("\n"))
    except OSError:
        return ()
