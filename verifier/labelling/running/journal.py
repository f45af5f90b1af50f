"""The journal of a run: every row's outcome, on disk as soon as it is known, so that no end of the run loses it.

A SQLite file in WAL mode beside the output. A transaction is whole or absent after ``kill -9`` and after power loss;
what was not written yet is judged again, and comes out the same.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from verifier.labelling.outputs.files import beside
from verifier.labelling.tables import closed, opened
from verifier.labelling.work import RowOutcome
from verifier.outputs import is_stream
from verifier.processes import Scratch

_TABLES = (
    "CREATE TABLE IF NOT EXISTS run (name TEXT PRIMARY KEY, value TEXT)",
    "CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, place TEXT, id TEXT, line TEXT, error TEXT,"
    " lost INTEGER, tally TEXT)",
)


class JournalRefused(Exception):
    """The journal cannot be used; ``str`` says why and what to do. ``full``: there is no room on the disk."""

    def __init__(self, message: str, *, full: bool = False) -> None:
        super().__init__(message)
        self.full = full


@contextmanager
def journal_of(out: Path) -> Iterator[Journal]:
    """Give the journal of a run: beside its output, or where that is a stream in a folder that goes away in the end.

    Raises: JournalRefused; OSError where the output cannot be written to.
    """
    with ExitStack() as stack:
        if is_stream(out):
            out = stack.enter_context(Scratch("journal")) / "output"
        yield stack.enter_context(Journal(beside(out, "journal")))


class Journal:
    """The outcomes of one run, by row number. One process at a time. Use as a context manager."""

    def __init__(self, path: Path) -> None:
        """Open the journal, making it where there is none. Raises: JournalRefused, where another run has it too."""
        self.path = path
        self._lock = FileLock(f"{path}.lock")
        try:
            self._lock.acquire(timeout=0.2)
        except Timeout as error:
            raise JournalRefused(
                f"{path}: another run is writing this output; wait for it or choose another"
            ) from error
        except OSError as error:
            raise JournalRefused(f"{path}: expected a folder that can be written ({error.strerror})") from error
        try:
            self._file = opened(path, *_TABLES)
        except sqlite3.Error as error:
            self._lock.release()
            raise _refused(path, error) from error

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others have it."""
        closed(self._file)
        self._lock.release()

    def remove(self) -> None:
        """Delete the journal, when the output is complete. Raises: OSError."""
        self.close()
        for path in (self.path, *(Path(f"{self.path}{end}") for end in ("-wal", "-shm", ".lock"))):
            path.unlink(missing_ok=True)

    def said(self, name: str) -> Any:
        """Return what was noted of the run under a name, None where nothing was. Raises: JournalRefused."""
        row = next(self._asked("SELECT value FROM run WHERE name = ?", name), None)
        return None if row is None else json.loads(row[0])

    def say(self, name: str, value: Any) -> None:
        """Note something of the run. Raises: JournalRefused."""
        list(self._asked("INSERT OR REPLACE INTO run VALUES (?, ?)", name, json.dumps(value)))

    def add(self, outcomes: Iterable[RowOutcome]) -> None:
        """Keep these outcomes, all or none. Raises: JournalRefused."""
        rows = [(o.number, o.where, o.id, o.line, o.error, o.lost, json.dumps(dict(o.tally))) for o in outcomes]
        try:
            self._file.execute("BEGIN")
            self._file.executemany("INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            self._file.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._file.execute("ROLLBACK")
            raise _refused(self.path, error) from error

    def outcomes(self) -> Iterator[RowOutcome]:
        """Yield every outcome in the order of the rows. Raises: JournalRefused."""
        for number, place, id, line, error, lost, tally in self._asked("SELECT * FROM rows ORDER BY number"):
            yield RowOutcome(number, place, id, line=line, error=error, lost=bool(lost), tally=json.loads(tally))

    def forget_lost(self) -> None:
        """Drop what was lost with a worker, so that it is tried again. Raises: JournalRefused."""
        list(self._asked("DELETE FROM rows WHERE lost"))

    def done(self) -> Done:
        """Return which rows have an outcome. Raises: JournalRefused."""
        return Done(number for (number,) in self._asked("SELECT number FROM rows ORDER BY number"))

    def repeated(self) -> dict[int, str]:
        """Return the rows whose id another row had before them, and where that stands. Raises: JournalRefused."""
        list(self._asked("CREATE INDEX IF NOT EXISTS ids ON rows (id)"))
        found = self._asked(
            "SELECT later.number, first.place FROM rows AS later JOIN rows AS first ON first.number ="
            " (SELECT min(number) FROM rows WHERE id = later.id AND error IS NULL)"
            " WHERE later.error IS NULL AND later.id IN (SELECT id FROM rows WHERE id IS NOT NULL AND error IS NULL"
            " GROUP BY id HAVING count(*) > 1) AND later.number > first.number"
        )
        return dict(found)

    def _asked(self, sql: str, *values: object) -> Iterator[Any]:
        try:
            found = self._file.execute(sql, values)
            yield from iter(found.fetchone, None)  # whoever stops early may close the file before this
        except sqlite3.Error as error:
            raise _refused(self.path, error) from error


class Done:
    """A set of row numbers, kept as runs of neighbours: a million rows that are done take no more room than one."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        """``numbers`` come in order."""
        self.starts: list[int] = []
        self.ends: list[int] = []  # one beyond the last
        self.count = 0
        for number in numbers:
            self.count += 1
            if self.ends and self.ends[-1] == number:
                self.ends[-1] = number + 1
            else:
                self.starts.append(number)
                self.ends.append(number + 1)

    def __contains__(self, number: int) -> bool:
        place = bisect_right(self.starts, number) - 1
        return place >= 0 and number < self.ends[place]


def _refused(path: Path, error: sqlite3.Error) -> JournalRefused:
    full = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
    if full:
        return JournalRefused(f"{path}: no room on the disk ({error}); free some and go on with --resume", full=True)
    return JournalRefused(f"{path}: the journal cannot be used ({error}); begin anew with --overwrite")
