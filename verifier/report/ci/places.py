"""Where a chain and its steps stand in the file that they came from, in lines that count from 1."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

LARGEST = 64 * 2**20
"""Most bytes of a file in which steps are looked for."""


def parted(place: str) -> tuple[str, int | None]:
    """Return the file and the line of ``FILE:LINE``, the file of ``FILE, row N``; any other place is a file."""
    file, comma, row = place.rpartition(", row ")
    if comma and row.isascii() and row.isdigit():
        return parted(file)
    file, colon, line = place.rpartition(":")
    return (file, int(line)) if colon and line.isascii() and line.isdigit() else (place, None)


def line_of(file: str, line: int | None, step: str) -> int:
    """Return the line on which a step stands, of a chain that begins on ``line``: that one, where it is not found."""
    begins, text = line or 1, step.split("\n")[0]
    spelled = (text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1])
    rows = enumerate(_lines(file)[begins - 1 :], begins)
    return next((number for number, row in rows if any(one in row for one in spelled)), begins)


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
