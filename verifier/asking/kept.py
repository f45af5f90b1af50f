"""Answers that were given before, by what was asked: a second run asks nobody, and a run that was cut short goes on."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from verifier.asking.request import Asked, Heard, Said, Silence, Token
from verifier.processes import call_in_forks, keep_forever

COLUMNS: Final = "key TEXT PRIMARY KEY, model TEXT, said TEXT, silence TEXT, read INT, written INT"
TOKENS: Final = "key TEXT PRIMARY KEY, told TEXT"
"""Apart from the answers: few are asked for with the probabilities of their tokens."""


class NotKept(OSError):
    """The file cannot be used for answers."""


class Kept(AbstractContextManager["Kept"]):
    """A file of answers, and of refusals that a model would give again. Threads may share it."""

    def __init__(self, file: Path) -> None:
        """Raises: NotKept."""
        self._file, self._turn = file, threading.Lock()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._rows = self._opened()
            self._rows.execute(f"CREATE TABLE IF NOT EXISTS heard ({COLUMNS})")
            self._rows.execute(f"CREATE TABLE IF NOT EXISTS tokens ({TOKENS})")
        except (sqlite3.Error, OSError) as error:
            raise NotKept(f"{file}: expected a file of kept answers ({error})") from error
        call_in_forks(self._begin)

    def _opened(self) -> sqlite3.Connection:
        return sqlite3.connect(self._file, timeout=30.0, isolation_level=None, check_same_thread=False)

    def _begin(self) -> None:
        """In a fork: the connection so far is the parent's, and is not even closed here."""
        keep_forever(self._rows)
        self._turn, self._rows = threading.Lock(), self._opened()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._turn:
            self._rows.close()

    def find(self, request: Asked) -> Heard | None:
        """Return what was heard to a request before, None where it was never asked.

        Raises:
            NotKept: where the file breaks.
        """
        wanted = "SELECT said, silence, read, written FROM heard WHERE key = ?"
        row = self._done(lambda: self._rows.execute(wanted, (request.key,)).fetchone())
        if row is None:
            return None
        if row[0] is None:
            return Silence(str(row[1]), for_good=True)
        likely = "SELECT told FROM tokens WHERE key = ?"
        told = self._done(lambda: self._rows.execute(likely, (request.key,)).fetchone())
        tokens = () if told is None else tuple(Token(text, others) for text, others in json.loads(told[0]))
        return Said(str(row[0]), int(row[2]), int(row[3]), kept=True, tokens=tokens)

    def has(self, key: str) -> bool:
        """Return whether the request with this key was answered. Raises: NotKept: where the file breaks."""
        wanted = "SELECT 1 FROM heard WHERE key = ? AND said IS NOT NULL"
        return self._done(lambda: self._rows.execute(wanted, (key,)).fetchone()) is not None

    def keep(self, request: Asked, heard: Heard) -> None:
        """Keep an answer; of silences those that would come again.

        Raises:
            NotKept: where the file breaks.
        """
        if isinstance(heard, Said):
            said, silence = heard.text, None
        elif heard.for_good:
            said, silence = None, heard.why
        else:
            return
        row = (request.key, request.model, said, silence, heard.read, heard.written)
        if isinstance(heard, Said) and heard.tokens:
            told = request.key, json.dumps([[one.text, dict(one.others)] for one in heard.tokens])
            self._done(lambda: self._rows.execute("INSERT OR REPLACE INTO tokens VALUES (?, ?)", told))
        self._done(lambda: self._rows.execute("INSERT OR REPLACE INTO heard VALUES (?, ?, ?, ?, ?, ?)", row))

    def _done(self, work: Callable[[], Any]) -> Any:
        try:
            with self._turn:
                return work()
        except sqlite3.Error as error:
            raise NotKept(f"the file of kept answers broke: {error}") from error
