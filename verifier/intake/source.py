"""Examples from inputs: the format of each is found by its first rows, or given, and every row is read by it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from verifier.intake.bad import Bad
from verifier.intake.example import BadRow, Example, Neutral, Row, identity
from verifier.intake.formats.format import Format
from verifier.intake.formats.plain import FORMAL
from verifier.intake.formats.registry import READERS, detected, format_of, mapped
from verifier.intake.rows import PlacedRow, Unreadable, inputs, rows

LOOKED_AT = 16  # rows by which a format is told
FILE = 1 << 40  # a row's number is this times its file's, plus its place in the file: rows sort as they stand


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
    """Yield the rows of these inputs with their numbers, those that are ``wanted``. Fails: as ``examples``.

    Several translations of one chain, among formal chains, are one row: the first.
    """
    translated = set[object]()
    for place, name in enumerate(inputs(names)):
        found = iter(rows(name, reading.split))
        format, head = _format(name, found, reading)
        told(f"{name}: read as {format.name}" + (" (as told)" if reading.format else ""))
        for count, row in enumerate(itertools.chain(head, found)):
            number = place * FILE + count
            if format is FORMAL and isinstance(row, PlacedRow):
                if (id := identity(row.data)) in translated:
                    continue
                translated |= {id} - {None}
            if not wanted(number):
                continue
            yield (number, row) if isinstance(row, Bad) else Numbered(number, row.where, format.name, row.data)


def read(row: Numbered, reading: Reading) -> Example | Bad:
    """Return the example that a row spells, or what is wrong with it."""
    format, data = READERS[row.format], mapped(row.data, reading.renamed)
    try:
        return format.read(data, reading.neutral)
    except (KeyError, BadRow) as error:
        return Bad(row.where, _complaint(format, data, error), identity(data))


def _complaint(format: Format, data: Row, error: KeyError | BadRow) -> str:
    """What is wrong with a row; where it is none of its format, which one it looks like."""
    if format.matches(data):
        return f"expected the key {error}, got none" if isinstance(error, KeyError) else str(error)
    looks = format_of(data)
    other = f"; it looks like {looks.name}" if looks is not None and looks is not format else ""
    return f"expected {format.name}, {format.expects}, got the columns {', '.join(list(data)[:8])}{other}"


def _format(name: str, found: Iterator[PlacedRow | Bad], reading: Reading) -> tuple[Format, list[PlacedRow | Bad]]:
    """Return the format of an input and the rows that were taken to tell it. Raises: Unreadable, ValueError."""
    if reading.format is not None:
        if reading.format not in READERS:
            raise ValueError(f"expected a format among {', '.join(READERS)}, got {reading.format!r}")
        return READERS[reading.format], []
    head = list(itertools.islice(found, LOOKED_AT))
    good = [mapped(row.data, reading.renamed) for row in head if isinstance(row, PlacedRow)]
    format = detected(good)
    if format is not None:
        return format, head
    if good:
        columns = ", ".join(list(good[0])[:12])
        raise Unreadable(
            f"{name}: expected rows of a known format ({', '.join(READERS)}), got the columns {columns}; "
            "name them with --map problem=COLUMN,steps=COLUMN"
        )
    wrong = next((str(row) for row in head if isinstance(row, Bad)), f"{name}: expected rows, got none")
    raise Unreadable(wrong)
