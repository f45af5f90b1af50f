"""Tables between two marks of a Markdown file that holds other things too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from verifier.outputs import is_stream, write_text


def put(path: Path, name: str, text: str) -> None:
    """Put ``text`` between the marks of the benchmark ``name`` in ``path``, which is made where it is missing.

    Raises: OSError; ValueError where a file has no such marks.
    """
    begin, end = f"<!-- bench {name}: begin -->", f"<!-- bench {name}: end -->"
    before = path.read_text("utf-8") if path.exists() and not is_stream(path) else f"# Benchmarks\n\n{begin}\n{end}\n"
    head, found, rest = before.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{path}: expected the marks {begin} and {end}")
    write_text(path, f"{head}{begin}\n{text}{end}{tail}")


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, whose first row is its head."""
    yield "| " + " | ".join(rows[0]) + " |"
    yield "|" + "---|" * len(rows[0])
    for row in rows[1:]:
        yield "| " + " | ".join(row) + " |"
