"""Rows of data sets that ``datasets`` reads: saved to disk, or of the Hugging Face hub."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from verifier.intake.bad import Unreadable
from verifier.intake.files.names import DATA, TEXTS, is_saved
from verifier.intake.files.values import Value


def saved(path: Path, split: str | None) -> Iterator[Value]:
    """Return the rows of a folder that ``save_to_disk`` wrote. Raises: Unreadable."""
    if not is_saved(path):
        raise Unreadable(str(path), "expected a file that can be read, got a folder; name a file in it")
    datasets = _datasets(str(path))
    try:
        found = datasets.load_from_disk(str(path))
    except (OSError, ValueError, KeyError) as error:
        message = f"expected a data set that save_to_disk wrote ({str(error)[:160]})"
        raise Unreadable(str(path), message) from error
    return _parts(str(path), found, split)


def of_hub(name: str, split: str | None) -> Iterator[Value]:
    """Return the rows of a data set of the hub, streamed: ``owner/name`` or ``owner/name:configuration``. Raises:
    Unreadable."""
    place, _, configuration = name.partition(":")
    if place.count("/") > 1 or Path(place).suffix in (*DATA, *TEXTS, ".gz") or not place.strip("/. "):
        raise Unreadable(name, "expected a file that can be read (No such file or directory)")
    datasets = _datasets(name)
    try:
        found = datasets.load_dataset(place, configuration or None, split=split, streaming=True)
    except (OSError, ValueError, RuntimeError, ConnectionError) as error:
        raise Unreadable(
            name, f"expected a file, or a data set of the Hugging Face hub that can be reached ({str(error)[:160]})"
        ) from error
    return _parts(name, found, None if split else split)


def _datasets(name: str) -> Any:
    try:
        import datasets
    except ImportError as error:
        message = "expected the package 'datasets' for this input: pip install 'step-verifier[data]'"
        raise Unreadable(name, message) from error
    return datasets


def _parts(name: str, found: Any, split: str | None) -> Iterator[Value]:
    if hasattr(found, "keys"):
        if split is not None and split not in found:
            raise Unreadable(name, f"expected a split among {', '.join(found)}, got {split!r}")
        parts = {split: found[split]} if split else dict(found)
    else:
        parts = {"": found}
    return _numbered(name, parts)


def _numbered(name: str, parts: Mapping[str, Iterable[Mapping[str, Any]]]) -> Iterator[Value]:
    for part, data in parts.items():
        for number, row in enumerate(data, 1):
            yield Value(f"{name}{f'[{part}]' if part else ''}, row {number}", row)
