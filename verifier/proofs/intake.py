"""Cases from files: pairs, folders of pairs, folders of Lean files, JSON lines."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from verifier.intake.bad import once
from verifier.processes import ProcessLoss, run
from verifier.proofs.case import Case, composed, fenced

CHALLENGE, CANDIDATE = "Challenge.lean", "Candidate.lean"
MOST_BYTES = 8 << 20
"""More than the gate reads of one file: what lies beyond is cut off, which the look then refuses as too large."""


class BadInput(ValueError):
    """The input cannot be read as cases. ``str`` says what was expected."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that is not a case."""

    place: str
    message: str


COLUMNS: dict[str, tuple[str, ...]] = {
    "id": ("id", "name", "problem_id", "uuid", "problem_name"),
    "statement": ("statement", "formal_statement", "lean4_statement", "theorem"),
    "proof": (
        "proof",
        "formal_proof",
        "lean_proof",
        "full_code",
        "lean_code",
        "code",
        "response",
        "output",
        "completion",
    ),
    "header": ("header", "lean_header", "formal_header"),
}
"""Columns by what they hold: our own names, then those of DeepSeek-Prover, Goedel, Kimina, Numina and miniF2F rows."""

NEEDED = ("statement", "proof")

Wanted = Callable[[Path], bool]
Columns = Mapping[str, str]
KNOWN: Columns = MappingProxyType({})


def everything(path: Path) -> bool:
    """Return True: every file is wanted."""
    return True


def pair(challenge: Path, candidate: Path) -> Case:
    """Return the case of two files. Raises: BadInput."""
    return Case(_id(candidate), _bytes(candidate), _bytes(challenge), candidate.as_posix())


def cases(path: Path, wanted: Wanted = everything, columns: Columns = KNOWN) -> Iterator[Case | BadRow]:
    """Yield the cases of a file or a folder. ``wanted``: whether a file is looked at; ``columns``: the column of a part
    of a row, by that part (a key of ``COLUMNS``). Raises: BadInput."""
    if path.is_dir():
        yield from _folder(path, wanted)
    elif path.suffix in (".jsonl", ".json"):
        if wanted(path):
            yield from _rows(path, columns)
    elif wanted(path):
        yield Case(path.as_posix(), _bytes(path), None, path.as_posix())


def _folder(root: Path, wanted: Wanted) -> Iterator[Case]:
    folders = sorted({found.parent for name in (CHALLENGE, CANDIDATE) for found in root.rglob(name)})
    if folders:
        for folder in folders:
            challenge, candidate = folder / CHALLENGE, folder / CANDIDATE
            if wanted(challenge) or wanted(candidate):
                yield _of_folder(root, folder, challenge, candidate)
        return
    found = (file for file in root.rglob("*.lean") if file.is_file() and not _hidden(file.relative_to(root)))
    files = sorted(found)
    if not files:
        raise BadInput(f"{root}: expected Lean files, or folders with {CHALLENGE} and {CANDIDATE}; found none")
    for file in files:
        if wanted(file):
            yield Case(file.relative_to(root).as_posix(), _bytes(file), None, file.as_posix())


def _of_folder(root: Path, folder: Path, challenge: Path, candidate: Path) -> Case:
    id = folder.relative_to(root).as_posix() if folder != root else folder.resolve().name
    # Where one of the two is missing, an empty file stands for it: it states nothing, or proves nothing.
    ours = _bytes(challenge) if challenge.is_file() else b""
    return Case(id, _bytes(candidate) if candidate.is_file() else b"", ours, candidate.as_posix())


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts) or path.name == "lakefile.lean"


def _rows(path: Path, columns: Columns) -> Iterator[Case | BadRow]:
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            if line.strip():
                yield _row(line, f"{path.as_posix()}:{number}", number, columns)


def _row(line: bytes, place: str, number: int, columns: Columns) -> Case | BadRow:
    try:
        data = json.loads(line, object_pairs_hook=once)
        if not isinstance(data, dict):
            raise TypeError
    except UnicodeDecodeError:
        return BadRow(place, "expected UTF-8 text")
    except (ValueError, TypeError, RecursionError):
        return BadRow(place, "expected an object in one line of JSON, each key once")
    try:
        found = {part: _column(data, part, columns) for part in COLUMNS}
        id, statement, proof, header = (_text(data, part, column) for part, column in found.items())
    except BadInput as error:
        return BadRow(place, str(error))
    return composed(id or str(number), statement, fenced(proof), place, header)


def _column(data: Mapping[str, Any], part: str, columns: Columns) -> str | None:
    """Return the column that holds a part of a row, None if there is none and none is needed. Raises: BadInput."""
    if part in columns:
        found = [columns[part]] if columns[part] in data else []
    else:
        found = [name for name in COLUMNS[part] if data.get(name) not in (None, "")]
    if len(found) > 1:
        raise BadInput(f"expected one column for {part!r}, found {_listed(found)}; choose by --map {part}=COLUMN")
    if not found and (part in NEEDED or part in columns):
        raise BadInput(f"expected a column for {part!r}, found {_listed(data)}; name it by --map {part}=COLUMN")
    return found[0] if found else None


def _text(data: Mapping[str, Any], part: str, column: str | None) -> str:
    value = "" if column is None else data[column]
    if isinstance(value, str) or (part == "id" and type(value) is int):
        return str(value)
    raise BadInput(f"expected a text in the column {column!r}, found {type(value).__name__}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names)) or "none"


def _id(path: Path) -> str:
    return path.parent.name if path.name == CANDIDATE and path.parent.name else path.as_posix()


def _bytes(path: Path) -> bytes:
    if path.is_symlink():  # whoever writes a candidate may not choose which file of this machine is shown
        raise BadInput(f"{path}: expected a file, found a symbolic link: copy what it names")
    try:
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES)
    except OSError as error:
        raise BadInput(f"{path}: expected a file that can be read ({error.strerror})") from error


GIT_SECONDS = 120.0


def changed_since(revision: str, folder: Path) -> frozenset[Path]:
    """Return the files that differ from ``revision``, untracked ones among them, resolved. Raises: BadInput."""
    if revision.startswith("-"):
        raise BadInput(f"--changed-since {revision}: expected a revision")
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape").rstrip("\n"))
    # Against the merge base: what the main branch did meanwhile is not of this change.
    base = _git(folder, "merge-base", revision, "HEAD").decode().strip()
    listed = _git(top, "diff", "--name-only", "-z", base, "--") + _git(
        top, "ls-files", "--others", "--exclude-standard", "-z"
    )
    return frozenset((top / name.decode("utf-8", "surrogateescape")).resolve() for name in listed.split(b"\0") if name)


def _git(folder: Path, *args: str) -> bytes:
    try:
        done = run(["git", *args], deadline=GIT_SECONDS, cwd=folder, env=dict(os.environ), capture=64 << 20)
    except ProcessLoss as error:
        raise BadInput(f"--changed-since needs git: {error}") from error
    if done.rc:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise BadInput(f"git {args[0]} {args[-1]}: {said[0] if said else 'failed'}")
    return done.stdout
