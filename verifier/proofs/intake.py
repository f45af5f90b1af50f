"""Cases from files: pairs, folders of pairs, folders of Lean files, JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from verifier.intake.bad import once
from verifier.proofs.case import Case, composed

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


Wanted = Callable[[Path], bool]


def everything(path: Path) -> bool:
    """Return True: every file is wanted."""
    return True


def pair(challenge: Path, candidate: Path) -> Case:
    """Return the case of two files. Raises: BadInput."""
    return Case(_id(candidate), _bytes(candidate), _bytes(challenge), candidate.as_posix())


def cases(path: Path, wanted: Wanted = everything) -> Iterator[Case | BadRow]:
    """Yield the cases of a file or a folder. ``wanted``: whether a file is looked at. Raises: BadInput."""
    if path.is_dir():
        yield from _folder(path, wanted)
    elif path.suffix in (".jsonl", ".json"):
        if wanted(path):
            yield from _rows(path)
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


def _rows(path: Path) -> Iterator[Case | BadRow]:
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            if line.strip():
                yield _row(line, f"{path.as_posix()}:{number}", number)


def _row(line: bytes, place: str, number: int) -> Case | BadRow:
    try:
        data = json.loads(line, object_pairs_hook=once)
        statement, proof, id = data["statement"], data["proof"], data.get("id", number)
        if not (isinstance(statement, str) and isinstance(proof, str) and isinstance(id, str | int)):
            raise TypeError
    except UnicodeDecodeError:
        return BadRow(place, "expected UTF-8 text")
    except (ValueError, KeyError, TypeError, RecursionError):
        return BadRow(place, 'expected one line of JSON {"id", "statement", "proof"}, all texts, each once')
    return composed(str(id), statement, proof, place)


def _id(path: Path) -> str:
    return path.parent.name if path.name == CANDIDATE and path.parent.name else path.as_posix()


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES)
    except OSError as error:
        raise BadInput(f"{path}: expected a file that can be read ({error.strerror})") from error
