"""Answers that were given before, by what was asked: a second run asks nobody, and a run without a network replays."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from pathlib import Path

from verifier.checkers.lean.toolchain.cache import cache_root
from verifier.translating.model import Answer, LanguageModel, NoAnswer, Question, TranslatorUnavailable

_TABLES = (
    "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, model TEXT, text TEXT, read INT, written INT)",
    "CREATE TABLE IF NOT EXISTS silences (key TEXT PRIMARY KEY, model TEXT, why TEXT)",
)


def default_file() -> Path:
    """Return the file of the user's cache that keeps answers. Fails: never."""
    return cache_root() / "translator.sqlite"


def key(model: str, question: Question) -> str:
    """Return what an answer is found by: the SHA-256 of the model's name and all that was asked. Fails: never."""
    asked = [model, [dict(m) for m in question.messages], question.schema, question.sample, question.tokens]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


class Remembered:
    """A language model whose answers are kept, and which of them it did not bring to an end. Without a model (``name``
    alone) it replays what was kept. Threads may share it."""

    def __init__(self, file: Path, model: LanguageModel | None, name: str) -> None:
        """Fails: TranslatorUnavailable where the file cannot be used."""
        self._model, self._name = model, name
        self._turn = threading.Lock()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._kept = sqlite3.connect(file, timeout=30.0, isolation_level=None, check_same_thread=False)
            for table in _TABLES:
                self._kept.execute(table)
        except (sqlite3.Error, OSError) as error:
            raise TranslatorUnavailable(f"{file}: expected a file of recorded answers ({error})", usage=True) from error

    @property
    def name(self) -> str:
        """The model's name, as records carry it."""
        return self._name

    def close(self) -> None:
        """Close the file. Fails: never."""
        self._kept.close()

    def ask(self, question: Question) -> Answer:
        """Return the answer, kept or new. Fails: NoAnswer, also where none was recorded; TranslatorUnavailable."""
        place = key(self._name, question)
        with self._turn:
            row = self._kept.execute("SELECT text, read, written FROM answers WHERE key = ?", (place,)).fetchone()
            why = self._kept.execute("SELECT why FROM silences WHERE key = ?", (place,)).fetchone()
        if row is not None:
            return Answer(str(row[0]), int(row[1]), int(row[2]), cached=True)
        if why is not None:
            raise NoAnswer(str(why[0]), kept=True)
        if self._model is None:
            raise NoAnswer("no answer to this question is recorded")
        try:
            answer = self._model.ask(question)
        except NoAnswer as error:
            if error.kept:
                with self._turn:
                    silence = (place, self._name, str(error))
                    self._kept.execute("INSERT OR REPLACE INTO silences VALUES (?, ?, ?)", silence)
            raise
        values = (place, self._name, answer.text, answer.read, answer.written)
        with self._turn:
            self._kept.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", values)
        return answer
