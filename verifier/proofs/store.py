"""Results by content: what was judged once is not judged again while nothing that counts has changed.

Whoever can write this file can write results into it: it lies in the user's own cache, which no candidate can reach.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

from verifier.proofs.case import Case
from verifier.proofs.rules import Result, from_json

SETTLED = ("accepted", "rejected")
"""What is kept: the rest may be otherwise tomorrow."""


def key(case: Case, parts: Sequence[str]) -> str:
    """Return a hash of all that a result depends on. ``parts``: toolchain, gate, axioms, limits."""
    digest = hashlib.sha256()
    for part in (
        *(part.encode() for part in parts),
        b"-" if case.challenge is None else b"+" + case.challenge,
        case.candidate,
    ):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


class Store:
    """Results in a SQLite file; one that cannot be used is done without. Safe across threads."""

    def __init__(self, path: Path | None) -> None:
        """Open or make the file. None: nothing is kept."""
        self._lock = threading.Lock()
        self._rows: sqlite3.Connection | None = None
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._rows = sqlite3.connect(path, timeout=20, check_same_thread=False, isolation_level=None)
            self._rows.execute("PRAGMA journal_mode=WAL")
            self._rows.execute("CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, result TEXT NOT NULL)")
        except (sqlite3.Error, OSError):
            self._rows = None

    def get(self, key: str, case: Case) -> Result | None:
        """Return what was judged under this key, as of this case."""
        if self._rows is None:
            return None
        try:
            with self._lock:
                row = self._rows.execute("SELECT result FROM results WHERE key = ?", (key,)).fetchone()
            return None if row is None else from_json({**json.loads(row[0]), "id": case.id}, case.place)
        except (sqlite3.Error, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, result: Result) -> None:
        """Keep a settled result."""
        if self._rows is None or result.status not in SETTLED:
            return
        try:
            with self._lock:
                self._rows.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (key, json.dumps(result.to_json())))
        except sqlite3.Error:
            return

    def close(self) -> None:
        """Close the file."""
        if self._rows is not None:
            self._rows.close()
            self._rows = None
