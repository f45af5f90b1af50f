"""Rows of tables: CSV, with commas, semicolons or tabs, and Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from verifier.intake.bad import MAX_LINE, Bad
from verifier.intake.files.values import Line, Value
from verifier.intake.formats.plain import PROBLEMS, REASONING, TEXTS

BATCH = 256  # rows of a Parquet file that are held at once
COLUMNS = frozenset(
    (*PROBLEMS, *TEXTS, REASONING, "id", "steps", "answer", "chosen", "rejected", "messages", "conversations", "labels")
)
"""Names that tell the first line of a table from a sentence."""


def delimiter(first: str, *, known: bool) -> str | None:
    """Return what separates the cells of a table whose first line this is; None where it is none, as far as can be
    told. ``known``: that it is a table."""
    if known:
        return next((sign for sign in (",", "\t", ";") if sign in first), ",")
    for sign in (",", "\t", ";"):
        cells = [cell.strip("\r\n").strip('"') for cell in first.split(sign)]
        named = all(cell.replace("_", "a").replace("-", "a").isalnum() for cell in cells)
        if len(cells) > 1 and named and len(COLUMNS & {cell.lower() for cell in cells}) > 0:
            return sign
    return None


def table_rows(name: str, lines: Iterable[Line], delimiter: str) -> Iterator[Value | Bad]:
    """Yield the rows of a table in text, each with the columns that its first line names, on the line where it begins.
    A line that is not UTF-8 ends it."""
    csv.field_size_limit(MAX_LINE)
    wrong: list[Bad] = []
    reader = csv.reader(_texts(lines, wrong), strict=True, delimiter=delimiter)
    columns: list[str] = []
    begins, empty = 1, True
    try:
        for cells in reader:
            where, begins = f"{name}:{begins}", reader.line_num + 1
            if wrong:
                break
            if not cells:
                continue
            if not columns:
                columns = cells
                continue
            empty = False
            if len(cells) != len(columns):
                yield Bad(where, f"expected {len(columns)} cells, as many as the first line names")
            else:
                yield Value(where, dict(zip(columns, cells, strict=True)))
        if empty and not wrong:
            yield Bad(f"{name}:{begins}", "expected rows beneath the first line, got none")
    except csv.Error as error:
        if not wrong:
            yield Bad(f"{name}:{begins}", f"expected CSV ({error})")
    yield from wrong


def _texts(lines: Iterable[Line], wrong: list[Bad]) -> Iterator[str]:
    for line in lines:
        if line.bad is not None:
            wrong.append(line.bad)
            return
        yield line.text


def parquet_rows(path: Path) -> Iterator[Value | Bad]:
    """Yield the rows of a Parquet file."""
    import pyarrow
    import pyarrow.parquet as parquet

    count = 0
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(BATCH):
                for data in batch.to_pylist():
                    count += 1
                    yield Value(f"{path}, row {count}", data)
    except (pyarrow.ArrowException, OSError) as error:
        yield Bad(f"{path}, after row {count}", f"expected a whole Parquet file: {str(error)[:160]}")
