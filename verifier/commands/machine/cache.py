"""What ``verifier cache`` does: shows the records that were made before, and makes room."""

from __future__ import annotations

import time
from typing import Any

from rich.table import Table

from verifier.labelling.cache import CacheRefused, RecordCache
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, WRONG, complain, output
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

MIB = 1 << 20


def stats() -> int:
    """Print what is in the cache, and return the exit status. Raises: SystemExit on an interrupt."""
    with output():
        try:
            with RecordCache() as cache:
                found = cache.stats()
                place = cache.place
        except CacheRefused as error:
            complain(str(error))
            return INFRASTRUCTURE
        table = Table(title=safe(str(place)), title_justify="left", show_header=False)
        table.add_column()
        table.add_column(justify="right")
        for name, value in found.items():
            table.add_row(*_row(name, value))
        standard_output().print(table)
    return OK


def _row(name: str, value: Any) -> tuple[str, str]:
    match name:
        case "bytes":
            return "size of the records", f"{value / MIB:,.1f} MiB"
        case "file":
            return "size of the file", f"{value / MIB:,.1f} MiB"
        case "oldest" | "newest":
            return f"{name} use", "-" if value is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(value))
    return name, f"{value:,}"


def prune(older_than: float | None, larger_than: float | None, everything: bool) -> int:
    """Remove records, say how many, and return the exit status. ``larger_than`` is in MiB. Raises: SystemExit."""
    if not everything and older_than is None and larger_than is None:
        complain("expected --older-than DAYS, --larger-than MIB or --all")
        return BAD_INPUT
    with output():
        try:
            with RecordCache() as cache:
                limit = 0 if everything else None if larger_than is None else int(larger_than * MIB)
                gone = cache.prune(older_than=older_than, larger_than=limit)
        except CacheRefused as error:
            complain(str(error))
            return INFRASTRUCTURE
        print(f"{gone:,} records removed")
    return OK


def records() -> int:
    """Print every record as a line of JSON, as recheck reads them, and return the exit status. Raises: SystemExit."""
    worst = OK
    with output():
        try:
            with RecordCache() as cache:
                for entry in cache.entries():
                    print(entry.line())
                if cache.forged:
                    complain(f"{cache.forged} entries that this user's key has not signed were left out")
                    worst = WRONG
        except CacheRefused as error:
            complain(str(error))
            return INFRASTRUCTURE
    return worst
