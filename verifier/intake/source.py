"""Examples from inputs: the format of each is found by its first rows, or given, and every row is read by it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from verifier.chain import Chain
from verifier.intake.bad import Bad, Unreadable
from verifier.intake.columns import Watched
from verifier.intake.columns import told as told_of
from verifier.intake.example import BadRow, Example, Neutral, Row, identity
from verifier.intake.files.names import inputs
from verifier.intake.files.rows import PlacedRow, rows
from verifier.intake.fixes import absent, unknown, without_problem
from verifier.intake.formats.format import Format
from verifier.intake.formats.registry import READERS, detected, format_of, mapped
from verifier.intake.splitting.split import Splitting, steps_of
from verifier.intake.splitting.thinking import Thinking, parted

LOOKED_AT = 16  # rows by which a format is told
FILE = 1 << 40  # a row's number is this times its file's, plus its place in the file: rows sort as they stand

OWN = ("formal", "records")
"""Formats of our own, whose rows are no tables of a user's."""

NOWHERE = "the row"
"""Where a row stands that is of no input."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How rows are read. ``format`` None: found by the first rows. ``renamed``: the wanted column to the one there.
    ``split``: which part of a data set is meant. ``splitting``: how a solution in one text becomes steps, and
    ``thinking``: what becomes of the thinking in it."""

    format: str | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)
    neutral: Neutral = "positive"
    split: str | None = None
    splitting: Splitting = "auto"
    thinking: Thinking = "skip"


@dataclass(frozen=True, slots=True)
class Numbered:
    """A row with its number, which grows in the order of the inputs, and the format that it is to be read by.
    ``thought``: its thinking is meant, and not its answer."""

    number: int
    where: str
    format: str
    data: Row
    thought: bool = False

    def as_json(self) -> list[Any]:
        """Return the row as JSON values, which ``Numbered(*values)`` takes back."""
        return [self.number, self.where, self.format, dict(self.data), self.thought]


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
    """Yield the rows of these inputs with their numbers, those that are ``wanted``, a row a chain. Raises: as
    ``examples``.

    Rows that repeat one chain, as several translations of one do among formal chains, are one row: the first.
    """
    for place, name in enumerate(inputs(names, hub=True)):
        found = rows(name, reading.split)
        format, head = _format(name, found, reading)
        first = next((row for row in head if isinstance(row, PlacedRow)), None)
        columns = None if first is None else columns_told(first, format, reading)
        how = f"read as {format.name}" + (" (as told)" if reading.format else "")
        told(f"{name}: " + "; ".join(filter(None, (how, columns))))
        count, repeated = 0, set[str]()
        for row in itertools.chain(head, found):
            for part in _parts(row, format, reading, repeated):
                for one in (
                    [part]
                    if part is None or isinstance(part, Bad)
                    else apart(Numbered(0, row.where, format.name, part), reading)
                ):
                    number = place * FILE + count
                    count += 1
                    if one is not None and wanted(number):
                        yield (number, one) if isinstance(one, Bad) else replace(one, number=number)


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
    """Return the example that a row spells, its text split into steps, or what is wrong with it."""
    format, data = READERS[row.format], mapped(row.data, reading.renamed)
    try:
        found = _in_steps(format.read(data, reading.neutral), row.thought, reading.splitting)
    except (KeyError, BadRow) as error:
        return Bad(row.where, complaint(format, data, error), identity(data))
    return replace(found, chain=placed(found.chain, row.where))


def placed(chain: Chain, where: str) -> Chain:
    """Return a chain with the place that it was read from, where it was read from an input."""
    return chain if where == NOWHERE else replace(chain, place=where)


def apart(row: Numbered, reading: Reading) -> list[Numbered]:
    """Return the row, and before it the thinking in it, where that is to be judged; alone, where there is no answer."""
    if reading.thinking == "skip":
        return [row]
    try:
        whole = READERS[row.format].read(mapped(row.data, reading.renamed), reading.neutral).whole
    except (KeyError, BadRow):
        return [row]
    found = parted(whole or "")
    thinking = [replace(row, thought=True)] if steps_of(found.thinking, "paragraphs") else []
    return thinking if thinking and not found.answer else [*thinking, row]


def columns_told(row: PlacedRow, format: Format, reading: Reading) -> str | None:
    """Return which columns of a row are used for what, and which are not, in words; None where nothing is to be said:
    of a row that is not read, of a text that is no table, and of records and formal chains."""
    if format.name in OWN or (":" not in row.where and "," not in row.where):
        return None
    watched = Watched(mapped(row.data, reading.renamed))
    try:
        first: Row = watched if format.parts is None else format.parts(watched)[0]
        found = _in_steps(format.read(first, reading.neutral), False, reading.splitting)
    except (KeyError, BadRow, IndexError):
        return None
    return told_of(row.data, watched.asked, found, reading.renamed)


def _in_steps(found: Example, thought: bool, splitting: Splitting) -> Example:
    """The example with its text in steps: of its answer, or of its thinking. Raises: BadRow where there are none."""
    if found.whole is None:
        return found
    parts, chain = parted(found.whole), found.chain
    steps = steps_of(parts.thinking if thought else parts.answer, splitting)
    if not steps and parts.thinking:
        raise BadRow("expected an answer, got thinking alone; --thinking judge judges it")
    if not steps:
        raise BadRow("expected at least one step, got none")
    id = "/".join(filter(None, (chain.id, "thinking"))) if thought else chain.id
    made = Chain.of(chain.problem, steps, id, None if thought else chain.answer)
    return replace(found, chain=replace(made, split=splitting), whole=None)


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
    head = list(itertools.islice(found, LOOKED_AT))
    good = [row.data for row in head if isinstance(row, PlacedRow)]
    if good and (wrong := absent(reading.renamed, good) or without_problem(reading.renamed, good)) is not None:
        raise Unreadable(name, wrong)
    format = detected([mapped(row, reading.renamed) for row in good]) if given is None else READERS[given]
    if format is not None:
        return format, head
    if good:
        raise Unreadable(name, unknown(good[0]))
    bad = next((row for row in head if isinstance(row, Bad)), None)
    raise Unreadable(name, "expected rows, got none") if bad is None else Unreadable(bad.where, bad.message)
