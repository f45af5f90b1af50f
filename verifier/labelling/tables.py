"""SQLite files that survive a kill: opened, and closed."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path


def opened(path: Path, *tables: str, busy: float = 5.0) -> sqlite3.Connection:
    """Return the file with these tables, in WAL mode, each statement its own transaction unless one is begun. ``busy``:
    seconds to wait for another process. Raises: sqlite3.Error."""
    file = sqlite3.connect(path, timeout=busy, isolation_level=None)
    file.execute("PRAGMA journal_mode=WAL")
    file.execute("PRAGMA synchronous=NORMAL")
    for table in tables:
        file.execute(table)
    return file


def closed(file: sqlite3.Connection) -> None:
    """Close a file."""
    with contextlib.suppress(sqlite3.Error):
        file.close()
