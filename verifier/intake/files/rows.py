"""Values from files: JSON, JSON lines, CSV, gzipped or not, Parquet, inspect's logs, plain text, saved data sets and
names of the hub.

What cannot be read stands as ``Bad`` in its place, so that one bad row costs one row.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from verifier.intake.bad import Bad, Unreadable
from verifier.intake.example import kind
from verifier.intake.files.archives import of_archive, told_binary
from verifier.intake.files.names import DATA, JSON, TABLES, TEXTS, ending
from verifier.intake.files.tables import delimiter, parquet_rows, table_rows
from verifier.intake.files.values import Line, Value, each, lines_of, value_of, values
from verifier.streams import UnpacksTooLarge, unpacked

PROBLEM = ("problem", "question")
SOLUTION = ("solution",)


def marked(text: str) -> tuple[str, str] | None:
    """Return the problem and the solution of a text whose first paragraph is marked as the problem, None of another.

    The problem ends with its paragraph, before a heading, a numbered step or a marked solution; in a text of one
    paragraph with its line. What is left out of it is judged, so that a doubt costs no judgement."""
    lines = text.strip().splitlines()
    first = _after(lines[0], PROBLEM) if lines else None
    if first is None:
        return None
    at, whole = 1, any(not line.strip() for line in lines)
    while not first and at < len(lines) and not lines[at].strip():
        at += 1
    if not first and at < len(lines):
        if _begins(lines[at]):
            return None
        first, at = lines[at], at + 1
        whole = any(not line.strip() for line in lines[at:])
    taken = [first]
    while whole and at < len(lines) and lines[at].strip() and not _begins(lines[at]):
        taken.append(lines[at])
        at += 1
    while at < len(lines) and not lines[at].strip():
        at += 1
    rest = lines[at:]
    if rest and (said := _after(rest[0], SOLUTION)) is not None:
        rest[0] = said
    problem, solution = "\n".join(taken).strip(), "\n".join(rest).strip()
    return (problem, solution) if problem and solution else None


def _begins(line: str) -> bool:
    """Whether a line begins something else than the rest of a problem."""
    bare = line.lstrip(" \t*_")
    return bare[:1] in ("#", *"0123456789") or bare[:4].lower() == "step" or _after(line, SOLUTION) is not None


def _after(line: str, words: tuple[str, ...]) -> str | None:
    """What follows the mark that begins a line, which is nothing of a heading; None of a line without one."""
    bare = line.strip().lstrip("# ").lstrip("*_")
    word = next((word for word in words if bare[: len(word)].lower() == word), None)
    if word is None:
        return None
    rest = bare[len(word) :].lstrip(" 0123456789.")
    sign = rest.lstrip("*_")
    if sign.startswith(":"):
        said = sign[1:]
        for bold in ("**", "__"):
            if line.strip().lstrip("# ").startswith(bold) and sign == rest:
                said = said.removeprefix(bold)
        return said.strip()
    return "" if line.strip()[:1] in ("#", "*", "_") and not sign.strip(" .") else None


BLOCK = 1 << 20  # bytes that are counted at once
MAX_TEXT = 4 << 20
"""Longest solution in plain text, in characters: more than anybody writes, and little enough to be judged."""

MAX_BLANK = 10_000
"""Most blank lines before a text."""

MARK = "\ufeff"
"""The mark of byte order, which may begin a text in UTF-8."""

OPENINGS = ('{"', "{}", '[{"', "[{}")
"""How an object begins, and a list of objects, apart from blanks: how JSON is told from a solution in plain text."""

STDIN = "<stdin>"


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row, and where it stands: ``file:line`` or ``file, row n``."""

    where: str
    data: Mapping[str, Any]


def rows(name: str, split: str | None = None) -> Iterator[PlacedRow | Bad]:
    """Yield the rows of one input, in order; a solution in plain text is a row with the column ``text``.

    ``split``: which part of a data set is meant. Raises: Unreadable where there is not even a first row to speak of.
    """
    return _placed(entries(name, split=split))


def _placed(found: Iterator[Value | Bad]) -> Iterator[PlacedRow | Bad]:
    for value in itertools.chain.from_iterable(map(each, found)):
        yield value if isinstance(value, Bad) else row_of(value)


def row_of(value: Value) -> PlacedRow | Bad:
    """Return a value as a row, or what is wrong with it."""
    if isinstance(value.data, Mapping):
        return PlacedRow(value.where, value.data)
    return Bad(value.where, f"expected a row as an object, got {kind(value.data)}")


def entries(
    name: str,
    stdin: IO[bytes] | None = None,
    problem: str | None = None,
    split: str | None = None,
    *,
    bare: bool = False,
) -> Iterator[Value | Bad]:
    """Yield the values of one input, in order: rows, or whatever its JSON holds. ``-`` is ``stdin``, if there is one.

    ``problem``: what a plain text answers; what begins with a brace or bracket and is no JSON is text then. ``bare``:
    a first line that is a JSON value of any kind begins JSON lines, also a string or a number.
    Raises: Unreadable, at once or with the first value.
    """
    if name == "-" and stdin is not None:
        return _opened(STDIN, lambda name, mode: _unpacked(stdin), problem, bare)
    path = Path(name)
    if path.is_dir():
        from verifier.intake.files.datasets import saved

        return saved(path, split)
    if not path.exists():
        from verifier.intake.files.datasets import of_hub

        return of_hub(name, split)
    try:
        with path.open("rb") as stream:
            head = stream.read(512)
    except OSError as error:
        raise Unreadable(name, f"expected a file that can be read ({error.strerror})") from error
    if head[:4] == b"PAR1":
        return parquet_rows(path)
    if head[:4] == b"PK\x03\x04":
        return of_archive(path)
    return _opened(name, _unpacked_file if head[:2] == b"\x1f\x8b" else open, problem, bare)


@contextmanager
def _unpacked_file(name: str, mode: str) -> Iterator[IO[bytes]]:
    with Path(name).open("rb") as packed:
        yield unpacked(packed)


def _unpacked(stdin: IO[bytes]) -> Any:
    """Standard input, which is not closed after use, unpacked where it is gzipped and can be looked at ahead."""
    head = stdin.peek(2)[:2] if hasattr(stdin, "peek") else b""
    return nullcontext(unpacked(stdin) if head == b"\x1f\x8b" else stdin)


def _opened(name: str, opened: Callable[[str, str], Any], problem: str | None, bare: bool) -> Iterator[Value | Bad]:
    """The values up to the place where the stream breaks off, which is Bad: a truncated gzip gives what it has."""
    count = 0
    try:
        with opened(name, "rb") as stream:
            for value in _of_stream(name, stream, problem, bare):
                count += 1
                yield value
    except UnpacksTooLarge as error:
        yield Bad(f"{name}, after row {count}", str(error))
    except (EOFError, zlib.error, OSError) as error:
        yield Bad(f"{name}, after row {count}", f"expected the rest of the file, but it is cut off or damaged: {error}")


def _of_stream(name: str, stream: IO[bytes], problem: str | None, bare: bool) -> Iterator[Value | Bad]:
    """The values of a stream of text: of a table, of JSON, or of a solution in plain text. Raises: Unreadable."""
    lines = lines_of(stream, name)
    blank, first = _until_text(lines)
    if first is None:
        return
    ended = ending(name)
    if problem is not None:
        first = _with_opening(first, lines)
    if (binary := told_binary(first, name)) is not None:
        raise Unreadable(name, binary)
    if first.bad is not None:
        coded = first.raw.lstrip()[:1] in (b"{", b"[") or ended in JSON
        yield from values(first, lines, stream, name) if coded else [first.bad]
    elif problem is None and ((cut := delimiter(first.text, known=ended in TABLES)) is not None):
        yield from table_rows(name, itertools.chain([*blank, first], lines), cut)
    elif _is_json(first.text, ended, problem) or (bare and isinstance(value_of(first), Value)):
        yield from values(first, lines, stream, name)
    elif _is_text(name, problem):
        yield _text(itertools.chain([*blank, first], lines), name, problem)
    else:
        raise Unreadable(name, _unknown(ended))


def _until_text(lines: Iterator[Line]) -> tuple[list[Line], Line | None]:
    """Return the blank lines at the start, and the first that is not, where there is one."""
    blank: list[Line] = []
    for line in lines:
        if (bare := line.text.lstrip()).startswith(MARK):
            line = line._replace(text=bare.lstrip(MARK))
        if line.text.strip():
            return blank, line
        blank.append(line)
        if len(blank) > MAX_BLANK:
            raise Unreadable(line.where, f"expected a text, got {MAX_BLANK:,} blank lines before it: remove them")
    return blank, None


def _with_opening(first: Line, lines: Iterator[Line]) -> Line:
    """The first line, with those behind it up to the sign that tells whether it begins JSON."""
    more = list[str]()
    while any(sign.startswith(_signs(first.text, more)) for sign in OPENINGS):
        line = next(lines, None)
        if line is None or line.bad is not None or len(more) > MAX_BLANK:
            break
        more.append(line.text)
    return first._replace(text="".join([first.text, *more]))


def _signs(text: str, more: Sequence[str] = ()) -> str:
    """The first signs of a text that are not blank, as many as ``OPENINGS`` has."""
    return "".join("".join([text[:512], *more]).split())[:3]


def _is_json(first: str, ended: str, problem: str | None) -> bool:
    if problem is None or ended in JSON:
        return ended in JSON or first.lstrip()[:1] in ("{", "[")
    return _signs(first).startswith(OPENINGS)


def _is_text(name: str, problem: str | None) -> bool:
    return problem is not None or name == STDIN or ending(name) in ("", *TEXTS)


def _unknown(ended: str) -> str:
    return (
        f"expected a file of chains ({', '.join(DATA)}) or a solution in plain text ({', '.join(TEXTS)}), got {ended}; "
        f"say --problem TEXT where it is one solution in plain text; or copy it to a file that ends in .txt; "
        'or write its chains as JSON lines, {"problem": string, "steps": [strings]}'
    )


def _text(lines: Iterable[Line], name: str, problem: str | None) -> Value | Bad:
    """A plain text as a row, or what is wrong with it."""
    texts: list[str] = []
    size = 0
    for line in lines:
        size += len(line.text)
        if size > MAX_TEXT:
            return Bad(
                name,
                f"expected one solution in plain text, of at most {MAX_TEXT:,} characters, got a longer text; "
                'write chains as JSON lines, {"problem": string, "steps": [strings]}',
            )
        if line.bad is not None:
            return line.bad
        texts.append(line.text)
    text = "".join(texts)
    if problem is None and (found := marked(text)) is not None:
        problem, text = found
    return Value(name, {"problem": problem or "", "text": text})


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
        with path.open("rb") as stream:
            lines = unpacked(stream) if packed else stream
            return sum(block.count(b"\n") for block in iter(lambda: lines.read(BLOCK), b""))
    except (OSError, EOFError, zlib.error, ValueError):
        return None
