"""Which inputs a name stands for, and what their names say of what is in them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from verifier.intake.bad import Unreadable

JSON = (".json", ".jsonl", ".ndjson")
TABLES = (".csv", ".tsv")
DATA = (*JSON, *TABLES, ".parquet", ".eval")
TEXTS = (".txt", ".text", ".md", ".markdown", ".tex")
"""Endings of files of rows, and of files that hold one solution each; ``.gz`` may follow."""

OF_THE_FOLDER = ("readme", "license", "licence", "changelog", "changes", "contributing")
"""Texts that are about a folder, and hold no solution."""


def inputs(names: Iterable[str], *, hub: bool = False) -> list[str]:
    """Return the inputs with folders opened out: the files of rows and the solutions in plain text in them and in their
    subfolders, in the order of their names. ``hub``: a name of nothing here is one of a data set, whatever its form.

    Raises: Unreadable."""
    found: list[str] = []
    for name in names:
        path = Path(name)
        try:
            if not path.is_dir() or is_saved(path):
                if not hub and not _may_be(name):
                    raise Unreadable(name, "expected a file that can be read (No such file or directory)")
                found.append(name)
                continue
            files = sorted(p for p in path.rglob("*") if _shown(p, path) and p.is_file())
        except OSError as error:
            raise Unreadable(name, f"expected a file that can be read ({error.strerror})") from error
        chosen = [str(p) for p in files if ending(p.name) in DATA or _is_solution(p)]
        if not chosen:
            raise Unreadable(
                name, f"expected a folder with files of chains ({', '.join((*DATA, *TEXTS))}, gzipped or not), got none"
            )
        found += chosen
    return found


def _may_be(name: str) -> bool:
    """Whether a name is of something here, or may be of a data set of the hub, ``owner/name``."""
    path = Path(name)
    return name == "-" or path.exists() or ("/" in name and not path.is_absolute() and not path.parent.exists())


def ending(name: str) -> str:
    """Return the ending of a file's name, in lower case, that of a gzipped one without ``.gz``."""
    return Path(name.lower().removesuffix(".gz")).suffix


def is_saved(path: Path) -> bool:
    """Return whether a folder is what ``save_to_disk`` of ``datasets`` wrote."""
    return any((path / name).is_file() for name in ("dataset_info.json", "dataset_dict.json", "state.json"))


def _shown(path: Path, root: Path) -> bool:
    return not any(part.startswith(".") for part in path.relative_to(root).parts)


def _is_solution(path: Path) -> bool:
    return ending(path.name) in TEXTS and path.name.partition(".")[0].lower() not in OF_THE_FOLDER
