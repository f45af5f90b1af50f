"""What a run leaves: an output that is complete or absent, and beside it the list of errors and the data card."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from verifier.labelling.outputs.writers import Writer
from verifier.outputs import written

ROWS_TOGETHER = 1000  # rows of Parquet that are written at once


def beside(out: Path, what: str) -> Path:
    """Return the path of a companion of the output."""
    return out.with_name(f"{out.name}.{what}")


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, or of every file of a folder with its name. Raises: OSError."""
    if path.is_dir():
        parts = [(p.relative_to(path).as_posix(), digest(p)) for p in sorted(path.rglob("*")) if p.is_file()]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def write_rows(path: Path, lines: Iterable[str], format: Writer, *, soft: bool = False) -> None:
    """Write rows (each a line of JSON) as the name of the file says: Parquet, gzipped JSON lines, or JSON lines.

    ``soft``: labels are numbers. Raises: OSError; ValueError where Parquet has no columns for the format.
    """
    with written(path) as stream:
        if path.suffix == ".parquet":
            _parquet(stream, lines, [(name, _named(kind, soft)) for name, kind in columns(format)])
        else:
            (_gzipped if path.suffix == ".gz" else _plain)(stream, lines)


def _plain(stream: IO[bytes], lines: Iterable[str]) -> None:
    for line in lines:
        stream.write(line.encode() + b"\n")


def _gzipped(stream: IO[bytes], lines: Iterable[str]) -> None:
    # Without a time and a name in it, the same rows give the same bytes.
    with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=stream, mtime=0) as packed:
        for line in lines:
            packed.write(line.encode() + b"\n")


def _named(kind: str, soft: bool) -> str:
    return kind.replace("<label>", "<double>" if soft else "<bool>")


def _parquet(stream: IO[bytes], lines: Iterable[str], named: Sequence[tuple[str, str]]) -> None:
    import pyarrow
    import pyarrow.parquet as parquet

    schema = pyarrow.schema([(name, _type(pyarrow, kind)) for name, kind in named])
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        for group in _groups(lines):
            rows = [json.loads(line) for line in group]
            writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))


def columns(format: Writer) -> tuple[tuple[str, str], ...]:
    """Return the columns of a format. Raises: ValueError where it has none, as Parquet sees it."""
    if not format.columns:
        raise ValueError(f"{format.name} is written as JSON lines, not as Parquet")
    return format.columns


def _groups(lines: Iterable[str]) -> Iterator[list[str]]:
    group: list[str] = []
    for line in lines:
        group.append(line)
        if len(group) >= ROWS_TOGETHER:
            yield group
            group = []
    if group:
        yield group


def _type(pa: Any, kind: str) -> Any:
    """The type of a column."""
    completion = pa.struct([("text", pa.string()), ("rating", pa.int64()), ("flagged", pa.bool_())])
    step = pa.struct(
        [
            ("completions", pa.list_(completion)),
            ("human_completion", completion),
            ("chosen_completion", pa.int64()),
        ]
    )
    types: Mapping[str, Callable[[], Any]] = {
        "string": pa.string,
        "int64": pa.int64,
        "bool": pa.bool_,
        "list<string>": lambda: pa.list_(pa.string()),
        "list<double>": lambda: pa.list_(pa.float64()),
        "list<bool>": lambda: pa.list_(pa.bool_()),
        "question": lambda: pa.struct([("problem", pa.string()), ("ground_truth_answer", pa.string())]),
        "label": lambda: pa.struct([("steps", pa.list_(step)), ("finish_reason", pa.string())]),
    }
    return types[kind]()
