"""Rows from files, a few at a time: JSON, JSON lines, CSV, gzipped or not, Parquet, saved data sets and hub names.

What cannot be read stands as ``Bad`` in its place, so that one bad row costs one row.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import itertools
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from verifier.intake.bad import MAX_LINE, Bad, once
from verifier.intake.example import kind

BATCH = 256  # rows of a Parquet file or a data set that are held at once
BLOCK = 1 << 20  # bytes of a JSON document that are read at once
SUFFIXES = (".json", ".jsonl", ".ndjson", ".csv", ".parquet")


class Unreadable(Exception):
    """An input that gives no rows at all; ``str`` says what was expected."""


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row, and where it stands: ``file:line`` or ``file, row n``."""

    where: str
    data: Mapping[str, Any]


def inputs(names: Iterable[str]) -> list[str]:
    """Return the inputs with folders of files opened out, in the order of their names. Raises: Unreadable."""
    found: list[str] = []
    for name in names:
        path = Path(name)
        if path.is_dir() and not _is_saved(path):
            files = sorted(str(p) for p in path.iterdir() if p.name.removesuffix(".gz").endswith(SUFFIXES))
            if not files:
                raise Unreadable(f"{name}: expected a folder with data files ({', '.join(SUFFIXES)}), got none")
            found += files
        else:
            found.append(name)
    return found


def rows(name: str, split: str | None = None) -> Iterator[PlacedRow | Bad]:
    """Yield the rows of one input, in order.

    ``split``: which part of a data set is meant. Raises: Unreadable where there is not even a first row to speak of.
    """
    path = Path(name)
    if path.is_dir():
        return _saved(path, split)
    if not path.exists():
        return _of_hub(name, split)
    try:
        with path.open("rb") as stream:
            head = stream.read(4)
    except OSError as error:
        raise Unreadable(f"{name}: expected a file that can be read ({error.strerror})") from error
    if head == b"PAR1":
        return _parquet(path)
    reader = _csv if path.name.removesuffix(".gz").endswith(".csv") else _json
    return _until_broken(name, reader, gzip.open if head[:2] == b"\x1f\x8b" else open)


def _until_broken(
    name: str, reader: Callable[[str, IO[bytes]], Iterator[PlacedRow | Bad]], opened: Callable[[str, str], Any]
) -> Iterator[PlacedRow | Bad]:
    """The rows up to the place where the stream breaks off, which is Bad: a truncated gzip gives what it has."""
    count = 0
    try:
        with opened(name, "rb") as stream:
            for row in reader(name, stream):
                count += 1
                yield row
    except (EOFError, zlib.error, OSError) as error:
        yield Bad(f"{name}, after row {count}", f"expected the rest of the file, but it is cut off or damaged: {error}")


def _json(name: str, stream: IO[bytes]) -> Iterator[PlacedRow | Bad]:
    """JSON lines; or, where the first line is no value by itself, one document: a list of rows, or a single row."""
    lines = enumerate(iter(lambda: stream.readline(MAX_LINE + 1), b""), 1)
    texts = ((n, raw.removeprefix(codecs.BOM_UTF8) if n == 1 else raw) for n, raw in lines)
    number, first = next(((n, raw) for n, raw in texts if raw.strip()), (1, b""))
    if not first:
        return
    start = first.lstrip()
    if start.startswith(b"["):
        yield from _array(name, itertools.chain([start], iter(lambda: stream.read(BLOCK), b"")))
        return
    row = _line(f"{name}:{number}", start)
    if isinstance(row, Bad) and start.rstrip() == b"{":
        yield _document(name, start + stream.read(MAX_LINE))
        return
    yield row
    for number, raw in lines:
        if len(raw) > MAX_LINE:
            yield Bad(f"{name}:{number}", f"expected a line of at most {MAX_LINE} bytes, got a longer one")
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(MAX_LINE)
        elif raw.strip():
            yield _line(f"{name}:{number}", raw)


def _line(where: str, raw: bytes) -> PlacedRow | Bad:
    try:
        return _once(where, raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        return Bad(
            where, f"expected UTF-8, got the byte 0x{raw[error.start]:02x} at byte {error.start + 1} of the line"
        )


def _once(where: str, text: str) -> PlacedRow | Bad:
    try:
        return _row(where, json.loads(text, object_pairs_hook=once))
    except (ValueError, RecursionError) as error:
        return Bad(where, f"expected JSON ({str(error)[:120]})")


def _document(name: str, raw: bytes) -> PlacedRow | Bad:
    return _line(f"{name}:1", raw)


def _row(where: str, data: Any) -> PlacedRow | Bad:
    if not isinstance(data, dict):
        return Bad(where, f"expected a row as an object, got {kind(data)}")
    return PlacedRow(where, data)


def _array(name: str, blocks: Iterable[bytes]) -> Iterator[PlacedRow | Bad]:
    """The elements of a JSON list, one after another, with no more held than one of them and a block."""
    text, decoder, count = _text(blocks), json.JSONDecoder(), 0
    held, at, ended = next(text, "").lstrip(), 1, False
    while True:
        while at < len(held) and held[at] in " \t\r\n,":
            at += 1
        if held.startswith("]", at):
            return
        try:
            _, end = decoder.raw_decode(held, at)
            whole, wrong = end < len(held) or ended, ""  # a number at the end of a block may go on
        except (ValueError, RecursionError) as error:
            whole, wrong = False, str(error)[:120]
        if whole:
            count += 1
            yield _once(f"{name}, row {count}", held[at:end])
            at = end
        elif ended or len(held) - at > MAX_LINE:
            yield Bad(f"{name}, row {count + 1}", f"expected JSON, a list of rows ({wrong})")
            return
        else:
            block = next(text, None)
            held, at, ended = held[at:] + (block or ""), 0, block is None


def _text(blocks: Iterable[bytes]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    yield from (decoder.decode(block) for block in blocks)


def _csv(name: str, stream: IO[bytes]) -> Iterator[PlacedRow | Bad]:
    csv.field_size_limit(MAX_LINE)
    with io.TextIOWrapper(stream, encoding="utf-8-sig", errors="backslashreplace", newline="") as text:
        reader = csv.DictReader(text, strict=True)
        try:
            for row in reader:
                where = f"{name}:{reader.line_num}"
                if None in row or None in row.values():
                    columns = len(reader.fieldnames or ())
                    yield Bad(where, f"expected {columns} cells, as many as the first line names")
                else:
                    yield PlacedRow(where, row)
        except csv.Error as error:
            yield Bad(f"{name}:{reader.line_num}", f"expected CSV ({error})")


def _parquet(path: Path) -> Iterator[PlacedRow | Bad]:
    import pyarrow
    import pyarrow.parquet as parquet

    count = 0
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(BATCH):
                for data in batch.to_pylist():
                    count += 1
                    yield PlacedRow(f"{path}, row {count}", data)
    except (pyarrow.ArrowException, OSError) as error:
        yield Bad(f"{path}, after row {count}", f"expected a whole Parquet file: {str(error)[:160]}")


def _is_saved(path: Path) -> bool:
    """Whether a folder is what ``save_to_disk`` of ``datasets`` wrote."""
    return any((path / name).is_file() for name in ("dataset_info.json", "dataset_dict.json", "state.json"))


def _datasets() -> Any:
    try:
        import datasets
    except ImportError as error:
        raise Unreadable("expected the package 'datasets' for this input: pip install 'verifier[data]'") from error
    return datasets


def _saved(path: Path, split: str | None) -> Iterator[PlacedRow | Bad]:
    datasets = _datasets()
    try:
        found = datasets.load_from_disk(str(path))
    except (OSError, ValueError, KeyError) as error:
        raise Unreadable(f"{path}: expected a data set that save_to_disk wrote ({str(error)[:160]})") from error
    return _parts(str(path), found, split)


def _of_hub(name: str, split: str | None) -> Iterator[PlacedRow | Bad]:
    """A name of the hub, streamed: ``owner/name`` or ``owner/name:configuration``."""
    place, _, configuration = name.partition(":")
    if place.count("/") > 1 or Path(place).suffix in (*SUFFIXES, ".gz") or not place.strip("/. "):
        raise Unreadable(f"{name}: expected a file that can be read (No such file or directory)")
    datasets = _datasets()
    try:
        found = datasets.load_dataset(place, configuration or None, split=split, streaming=True)
    except (OSError, ValueError, RuntimeError, ConnectionError) as error:
        raise Unreadable(
            f"{name}: expected a file, or a data set of the Hugging Face hub that can be reached ({str(error)[:160]})"
        ) from error
    return _parts(name, found, None if split else split)


def _parts(name: str, found: Any, split: str | None) -> Iterator[PlacedRow | Bad]:
    if hasattr(found, "keys"):
        if split is not None and split not in found:
            raise Unreadable(f"{name}: expected a split among {', '.join(found)}, got {split!r}")
        parts = {split: found[split]} if split else dict(found)
    else:
        parts = {"": found}
    return _numbered(name, parts)


def _numbered(name: str, parts: Mapping[str, Iterable[Mapping[str, Any]]]) -> Iterator[PlacedRow | Bad]:
    for part, data in parts.items():
        for number, row in enumerate(data, 1):
            yield PlacedRow(f"{name}{f'[{part}]' if part else ''}, row {number}", row)


def counted(name: str) -> int | None:
    """Return how many rows an input has, about, where that is quickly known; else None."""
    path = Path(name)
    try:
        with path.open("rb") as stream:
            head = stream.read(4)
        if head == b"PAR1":
            import pyarrow.parquet as parquet

            return int(parquet.ParquetFile(path).metadata.num_rows)
        packed = head[:2] == b"\x1f\x8b"
        with gzip.open(path) if packed else path.open("rb") as lines:
            return sum(block.count(b"\n") for block in iter(lambda: lines.read(BLOCK), b""))
    except (OSError, EOFError, zlib.error, ValueError):
        return None
