"""Records that were made before, found by what was judged and by what judged it.

Records, not verdicts: nothing that comes from here is a ``Proved`` or a ``Refuted``, and ``verifier recheck`` admits
the proofs in them again. Each entry is signed with a key that only this user can read; what is not is ignored.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import stat
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.chain import Chain
from verifier.checkers.lean.toolchain.cache import cache_root
from verifier.labelling.tables import closed, opened
from verifier.processes import call_in_forks, keep_forever
from verifier.records.record import ORIGIN, origin

DAY = 86400
TOGETHER = 200  # keys of one question
BUSY = 30.0  # seconds that another process may hold the file
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS records (key BLOB PRIMARY KEY, told TEXT, record BLOB, mac BLOB, made INT, used INT)"
    " WITHOUT ROWID"
)


class CacheRefused(Exception):
    """The cache cannot be used, or not safely; ``str`` says why and what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A record as a line of JSON, compressed and without what is the chain's alone: its id and its origin; ``told``, as
    JSON: what labels need of it."""

    told: str
    record: bytes

    @classmethod
    def of(cls, told: Any, record: dict[str, Any]) -> Entry:
        """Return the entry of a record."""
        common = {key: value for key, value in record.items() if key not in ORIGIN}
        text = json.dumps({**common, "id": None}, ensure_ascii=True)
        return cls(json.dumps(told), zlib.compress(text.encode(), 1))

    def line(self, chain: Chain | None = None) -> str:
        """Return the record as a line of JSON, with the id and the origin of a chain, where one is given."""
        found = json.loads(zlib.decompress(self.record))
        if chain is None:
            return json.dumps(found, ensure_ascii=True)
        own = {"id": chain.id, **origin(chain)}  # in the order that a record has
        before = {key: found[key] for key in ("kind", "schema") if key in found}
        return json.dumps({**before, **own, **{k: v for k, v in found.items() if k not in own}}, ensure_ascii=True)


def folder() -> Path:
    """Return where the records are: ``VERIFIER_CACHE``, else the user's own cache folder."""
    return cache_root() / "records"


def key_of(chain: Chain, judged_by: str) -> bytes:
    """Return the key of a chain, judged by an order: its texts, and who judged. The id is no part of it."""
    texts = [judged_by, chain.problem, [step.text for step in chain.steps], chain.answer]
    return hashlib.sha256(json.dumps(texts).encode()).digest()


class RecordCache:
    """The records of this user. Several processes may use it at once; each opens its own."""

    def __init__(self, place: Path | None = None) -> None:
        """Open the cache, making it where there is none. Raises: CacheRefused."""
        self.place = place if place is not None else folder()
        self.forged = 0
        self._used: list[bytes] = []
        self._stale = int(time.time()) - DAY  # what was used later need not be noted as used again
        try:
            self.place.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._secret = _secret(self.place / "key")
            self._file = self._opened()
        except (OSError, sqlite3.Error) as error:
            raise CacheRefused(f"{self.place}: expected a cache that can be read and written ({error})") from error
        call_in_forks(self._begin)

    def _opened(self) -> sqlite3.Connection:
        return opened(self.place / "records.sqlite", _SCHEMA, busy=BUSY)

    def _begin(self) -> None:
        """In a fork: the connection so far is the parent's, and is not even closed here."""
        keep_forever(self._file)
        self._file = self._opened()

    def __enter__(self) -> RecordCache:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        closed(self._file)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Entry]:
        """Return the entries of these keys, those that are there and that this user's key has signed.

        Raises: CacheRefused.
        """
        found: dict[bytes, Entry] = {}
        for start in range(0, len(keys), TOGETHER):
            some = tuple(keys[start : start + TOGETHER])
            marks = ",".join("?" * len(some))
            for row in self._asked(f"SELECT key, told, record, mac, used FROM records WHERE key IN ({marks})", some):
                if (entry := self._entry(*row[:4])) is not None:
                    found[row[0]] = entry
                    if row[4] < self._stale:
                        self._used.append(row[0])
        return found

    def put(self, entries: Iterable[tuple[bytes, Entry]]) -> None:
        """Keep these entries, in place of what has their keys, and note which were used. Raises: CacheRefused."""
        now = int(time.time())
        rows = [(key, entry.told, entry.record, self._sign(key, entry), now, now) for key, entry in entries]
        used, self._used = self._used, []
        if not (rows or used):
            return
        with self._transaction():
            self._file.executemany("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?)", rows)
            self._file.executemany("UPDATE records SET used = ? WHERE key = ?", [(now, key) for key in used])

    def stats(self) -> dict[str, Any]:
        """Return how many records there are, their bytes, those of the file, and the oldest and newest use (seconds
        since 1970, None where there is none). Raises: CacheRefused."""
        count, size, oldest, newest = self._asked(
            "SELECT count(*), coalesce(sum(length(record) + length(told)), 0), min(used), max(used) FROM records"
        ).fetchone()
        file = sum(path.stat().st_size for path in self.place.glob("records.sqlite*"))
        return {"records": count, "bytes": size, "file": file, "oldest": oldest, "newest": newest}

    def prune(self, *, older_than: float | None = None, larger_than: int | None = None) -> int:
        """Remove the records not used for ``older_than`` days, then the longest unused until no more than
        ``larger_than`` bytes are left; return how many went. Raises: CacheRefused."""
        before = self.stats()["records"]
        with self._transaction():
            if older_than is not None:
                self._file.execute("DELETE FROM records WHERE used < ?", (int(time.time() - older_than * DAY),))
            if larger_than is not None:
                self._file.execute(
                    "DELETE FROM records WHERE key IN (SELECT key FROM (SELECT key,"
                    " sum(length(record) + length(told)) OVER (ORDER BY used DESC, key) AS upto FROM records)"
                    " WHERE upto > ?)",
                    (larger_than,),
                )
        self._asked("VACUUM")
        return int(before - self.stats()["records"])

    def entries(self) -> Iterator[Entry]:
        """Yield every entry that this user's key has signed. Raises: CacheRefused."""
        for row in self._asked("SELECT key, told, record, mac FROM records ORDER BY key"):
            if (entry := self._entry(*row)) is not None:
                yield entry

    def _entry(self, key: bytes, told: Any, record: Any, mac: Any) -> Entry | None:
        """The entry of a row that is signed as it should be; another is counted as forged."""
        if isinstance(told, str) and isinstance(record, bytes) and isinstance(mac, bytes):
            entry = Entry(told, record)
            if hmac.compare_digest(self._sign(key, entry), mac):
                return entry
        self.forged += 1
        return None

    def _asked(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        try:
            return self._file.execute(sql, values)
        except sqlite3.Error as error:
            raise CacheRefused(f"{self.place}: the cache cannot be used ({error})") from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._file.execute("COMMIT")
            finally:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise CacheRefused(f"{self.place}: the cache cannot be written ({error})") from error

    def _sign(self, key: bytes, entry: Entry) -> bytes:
        told = entry.told.encode()
        return hmac.digest(self._secret, b"%s%d:%s%s" % (key, len(told), told, entry.record), "sha256")


def _secret(path: Path) -> bytes:
    """Return the key at ``path``, made now where there is none. Raises: CacheRefused where others could have read
    it."""
    with contextlib.suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(secrets.token_bytes(32))
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    with os.fdopen(handle, "rb") as stream:
        found = os.fstat(stream.fileno())
        if found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
            raise CacheRefused(
                f"{path}: expected a key that only its owner, this user, can read; remove {path.parent} to begin anew"
            )
        for _ in range(50):  # another process may be writing it just now
            if len(key := stream.read()) >= 32:
                return key
            time.sleep(0.02)
            stream.seek(0)
    raise CacheRefused(f"{path}: expected a key of 32 bytes; remove {path.parent} to begin anew")
