"""Examples from inputs: the format of each is found by its first rows, or given, and every row is read by it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from verifier.intake.bad import Bad, Unreadable
from verifier.intake.example import BadRow, Example, Neutral, Row, identity
from verifier.intake.fixes import absent, unknown
from verifier.intake.formats.format import Format
from verifier.intake.formats.registry import READERS, detected, format_of, mapped
from verifier.intake.names import inputs
from verifier.intake.rows import PlacedRow, rows

LOOKED_AT = 16  # rows by which a format is told
FILE = 1 << 40  # a row's number is this times its file's, plus its place in the file: rows sort as they stand

NOWHERE = "the row"
"""Where a row stands that is of no input."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How rows are read. ``format`` None: found by the first rows. ``renamed``: the wanted column to the one there."""

    format: str | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)
    neutral: Neutral = "positive"
    split: str | None = None


@dataclass(frozen=True, slots=True)
class Numbered:
    """A row with its number, which grows in the order of the inputs, and the format that it is to be read by."""

    number: int
    where: str
    format: str
    data: Row


def examples(
    names: Sequence[str], reading: Reading = Reading(), told: Callable[[str], None] = lambda said: None
) -> Iterator[Example | Bad]:
    """Yield the examples of these inputs, or what is wrong in their place; ``told`` hears which format was found.

    Raises: Unreadable on an input without a row of a known format, ValueError on a format that does not exist.
    """
    for row in numbered(names, reading, told):
        yield row[1] if isinstance(row, tuple) else read(row, reading)


def numbered(
    names: Sequence[str],
    reading: Reading,
    told: Callable[[str], None] = lambda said: None,
    wanted: Callable[[int], bool] = lambda number: True,
) -> Iterator[Numbered | tuple[int, Bad]]:
    """Yield the rows of these inputs with their numbers, those that are ``wanted``, a row a chain. Fails: as
    ``examples``.

    Rows that repeat one chain, as several translations of one do among formal chains, are one row: the first.
    """
    for place, name in enumerate(inputs(names)):
        found = rows(name, reading.split)
        format, head = _format(name, found, reading)
        told(f"{name}: read as {format.name}" + (" (as told)" if reading.format else ""))
        count, repeated = 0, set[str]()
        for row in itertools.chain(head, found):
            for part in _parts(row, format, reading, repeated):
                number = place * FILE + count
                count += 1
                if part is not None and wanted(number):
                    yield (number, part) if isinstance(part, Bad) else Numbered(number, row.where, format.name, part)


def _parts(row: PlacedRow | Bad, format: Format, reading: Reading, repeated: set[str]) -> list[Row | Bad | None]:
    """The rows of one chain each in a row; None in the place of one that repeats an earlier row."""
    if isinstance(row, Bad):
        return [row]
    if format.same is not None and (same := format.same(row.data)) is not None:
        if same in repeated:
            return [None]
        repeated.add(same)
    return list(parts(row, format, reading))


def parts(row: PlacedRow, format: Format, reading: Reading) -> Sequence[Row | Bad]:
    """Return the rows of one chain each that a row of a format stands for, or what is wrong with it. Of a row without
    an id, the place and what tells the chains apart are their ids."""
    data = mapped(row.data, reading.renamed)
    if format.parts is None:
        return [row.data]
    try:
        found = format.parts(data)
    except (KeyError, BadRow) as error:
        return [Bad(row.where, complaint(format, data, error), identity(data))]
    if identity(data) is None and row.where != NOWHERE and len(found) > 1:
        return [{**one, "id": f"{row.where}/{one['id']}"} if one.get("id") else one for one in found]
    return found


def read(row: Numbered, reading: Reading) -> Example | Bad:
    """Return the example that a row spells, or what is wrong with it."""
    format, data = READERS[row.format], mapped(row.data, reading.renamed)
    try:
        return format.read(data, reading.neutral)
    except (KeyError, BadRow) as error:
        return Bad(row.where, complaint(format, data, error), identity(data))


def complaint(format: Format, data: Row, error: KeyError | BadRow) -> str:
    """Return what is wrong with a row of a format; where it is none of it, which one it looks like."""
    if isinstance(error, BadRow) and (format.parts is not None or format.matches(data)):
        return str(error)
    if format.matches(data):
        return f"expected the key {error}, got none"
    looks = format_of(data)
    other = f"; it looks like {looks.name}" if looks is not None and looks is not format else ""
    return f"expected {format.name}, {format.expects}, got the columns {', '.join(list(data)[:8])}{other}"


def checked(reading: Reading) -> Reading:
    """Return how rows are read. Raises: ValueError on a format that does not exist."""
    if reading.format is not None and reading.format not in READERS:
        raise ValueError(f"expected a format among {', '.join(READERS)}, got {reading.format!r}")
    return reading


def _format(name: str, found: Iterator[PlacedRow | Bad], reading: Reading) -> tuple[Format, list[PlacedRow | Bad]]:
    """Return the format of an input and the rows that were taken to tell it. Raises: Unreadable, ValueError."""
    given = checked(reading).format
    if given is not None and not reading.renamed:
        return READERS[given], []
    head = list(itertools.islice(found, LOOKED_AT))
    good = [row.data for row in head if isinstance(row, PlacedRow)]
    if good and (wrong := absent(reading.renamed, good)) is not None:
        raise Unreadable(name, wrong)
    format = detected([mapped(row, reading.renamed) for row in good]) if given is None else READERS[given]
    if format is not None:
        return format, head
    if good:
        raise Unreadable(name, unknown(good[0]))
    bad = next((row for row in head if isinstance(row, Bad)), None)
    raise Unreadable(name, "expected rows, got none") if bad is None else Unreadable(bad.where, bad.message)
