"""Chains from inputs of any known format, for what judges them; what is none comes back as ``Bad``, one line that a
person can act on.

A row is told by its own columns, so that a file may mix formats; ``{"problem": string, "steps": [strings]}`` is a chain
whatever else stands in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain as chained
from itertools import islice
from typing import IO, Any, NamedTuple

from verifier.chain import Chain
from verifier.intake.bad import Bad, BadInput, Unreadable
from verifier.intake.chain import chain_from
from verifier.intake.files.names import inputs
from verifier.intake.files.rows import STDIN, PlacedRow, entries
from verifier.intake.files.values import Value, each
from verifier.intake.fixes import absent, unknown, without_problem
from verifier.intake.formats.registry import READERS, format_of, mapped
from verifier.intake.source import (
    LOOKED_AT,
    NOWHERE,
    Numbered,
    Reading,
    apart,
    checked,
    columns_told,
    parts,
    placed,
    read,
)

MAX_CHAIN = 16 << 20
"""Longest chain, in characters: what bounds the work that one chain can ask for."""

NOTHING = "the file is empty: expected a solution in plain text, or rows of chains"

PLAIN: Reading = Reading()


class Found(NamedTuple):
    """A chain or what is wrong in its place, the input it is of, and where in it: ``file:line`` or ``file, row n``."""

    file: str
    item: Chain | Bad
    where: str


@dataclass(frozen=True, slots=True)
class Sources:
    """Inputs that hold chains (``-``: standard input), and how they are read. ``problem``: what those chains answer
    that do not say so; with it an input that is not JSON is one solution in plain text. ``told`` hears of each table
    which columns are used, once of tables that are alike."""

    names: Sequence[str]
    problem: str | None = None
    reading: Reading = PLAIN
    told: Callable[[str], None] = lambda said: None

    def __str__(self) -> str:
        return ", ".join(self.names)

    def found(self, stdin: IO[bytes]) -> Iterator[Found]:
        """Yield the chains, of folders those of their files; or what is wrong in their place.

        An input that cannot be read is Bad. Raises: ValueError on a format that does not exist.
        """
        checked(self.reading)
        said = set[str]()
        for name in self.names:
            try:
                files = inputs([name])
            except Unreadable as error:
                yield Found(name, error.bad, error.bad.where)
                continue
            for file in files:
                yield from _of_file(file, stdin, self, said)

    def items(self, stdin: IO[bytes]) -> Iterator[Chain | Bad]:
        """Yield the chains, or what is wrong in their place, as ``found``."""
        return (one.item for one in self.found(stdin))


def records(names: Sequence[str], stdin: IO[bytes]) -> Iterator[Value | Bad]:
    """Yield the records of inputs, and what else stands in them: every value, and of Parquet that ``label`` wrote the
    record of each row. What cannot be read is Bad."""
    for name in names:
        try:
            for file in inputs([name]):
                yield from map(_record, entries(file, stdin, bare=True))
        except Unreadable as error:
            yield error.bad


def _record(value: Value | Bad) -> Value | Bad:
    """The record that a row of Parquet holds as text, anything else as it is."""
    if isinstance(value, Value) and isinstance(value.data, dict) and isinstance(value.data.get("record"), str):
        from verifier.intake.files.values import Line, value_of

        found = value_of(Line(f"{value.where}:1", value.data["record"]))
        return found if isinstance(found, Bad) else Value(value.where, found.data)
    return value


def of_value(
    data: Any, reading: Reading = PLAIN, where: str = NOWHERE, problem: str | None = None
) -> list[Chain | Bad]:
    """Return the chains that a JSON value spells, in any known format, or what is wrong in their place. ``problem``:
    what they answer where they do not say so."""
    if problem is None:
        return _of_row(data, reading, where)
    if isinstance(data, Mapping) and "steps" in data:
        data = {"problem": problem, **data}
    found = _of_row(data, reading, where)
    return [one if isinstance(one, Bad) else _answering(one, problem, where) for one in found]


def _of_row(data: Any, reading: Reading, where: str) -> list[Chain | Bad]:
    if not isinstance(data, Mapping):
        return [_chain(data, where)]
    seen = mapped(data, reading.renamed)
    if reading.format is None and _is_chain(seen):
        return [_chain(seen, where)]
    format = READERS[reading.format] if reading.format is not None else format_of(seen)
    if format is None:
        return [_chain(seen, where) if _half(seen) else Bad(where, unknown(data))]
    return [
        chain
        for one in parts(PlacedRow(where, data), format, reading)
        for chain in ([one] if isinstance(one, Bad) else _read(Numbered(0, where, format.name, one), reading))
    ]


def _read(row: Numbered, reading: Reading) -> Iterator[Chain | Bad]:
    for one in apart(row, reading):
        found = read(one, reading)
        yield found if isinstance(found, Bad) else _bounded(found.chain, row.where)


def _is_chain(row: Mapping[str, Any]) -> bool:
    """Whether a row is a problem with steps, and no formal chain, and no record, whose steps are objects."""
    steps = row.get("steps")
    if "problem" not in row or "formal" in row or not isinstance(steps, list):
        return False
    return not any(isinstance(step, Mapping) for step in steps)


def _chain(data: Any, where: str) -> Chain | Bad:
    try:
        return _bounded(placed(chain_from(data), where), where)
    except BadInput as error:
        return Bad(where, str(error), error.id)


def _bounded(chain: Chain, where: str) -> Chain | Bad:
    size = len(chain.problem) + sum(len(step.text) for step in chain.steps)
    if size <= MAX_CHAIN:
        return chain
    return Bad(where, f"expected a chain of at most {MAX_CHAIN:,} characters, got {size:,}; give its parts", chain.id)


def _half(row: Mapping[str, Any]) -> bool:
    """Whether a row of no known format has a part of a problem with steps: it is told what is missing."""
    return "problem" in row or "steps" in row


def _of_file(name: str, stdin: IO[bytes], sources: Sources, said: set[str]) -> Iterator[Found]:
    problem, reading = sources.problem, sources.reading
    shown = STDIN if name == "-" else name
    try:
        values = chained.from_iterable(map(each, entries(name, stdin, problem, reading.split)))
        head = list(islice(values, 1))
        if not head:
            yield Found(name, Bad(shown, NOTHING), shown)
        elif (refused := _refused(shown, head, values, sources)) is not None:
            yield Found(name, refused, shown)
        else:
            if (columns := _columns(head[0], reading)) is not None and columns not in said:
                said.add(columns)
                sources.told(f"{shown}: {columns}")
            repeated = set[str]()
            for value in chained(head, values):
                for item in _of(value, problem, reading, repeated):
                    yield Found(name, item, value.where)
    except Unreadable as error:
        yield Found(name, error.bad, error.bad.where)


def _columns(first: Value | Bad, reading: Reading) -> str | None:
    """Which columns of an input are used for what, by its first row, where that is to be said."""
    if isinstance(first, Bad) or not isinstance(first.data, Mapping):
        return None
    format = format_of(mapped(first.data, reading.renamed)) if reading.format is None else READERS[reading.format]
    return None if format is None else columns_told(PlacedRow(first.where, first.data), format, reading)


def _refused(shown: str, head: list[Value | Bad], rest: Iterator[Value | Bad], sources: Sources) -> Bad | None:
    """What is wrong with an input of which no row is of a known format, has the columns that are asked for, or a
    problem, where none is given; None of another. The first row tells, else the first few, which ``head`` takes from
    the ``rest``."""
    reading = sources.reading
    lacking = sources.problem is None and without_problem(reading.renamed, _rows(head)) is not None
    if not _strange(head[0], reading) and not lacking:
        return None
    head += islice(rest, LOOKED_AT - 1)
    rows = _rows(head)
    if lacking and (wrong := without_problem(reading.renamed, rows)) is not None:
        return Bad(shown, wrong)
    if (wrong := absent(reading.renamed, rows)) is not None:
        return Bad(shown, wrong)
    return Bad(shown, unknown(rows[0])) if all(_strange(value, reading) for value in head) else None


def _rows(values: Sequence[Value | Bad]) -> list[Mapping[str, Any]]:
    return [value.data for value in values if isinstance(value, Value) and isinstance(value.data, Mapping)]


def _strange(value: Value | Bad, reading: Reading) -> bool:
    if isinstance(value, Bad) or not isinstance(value.data, Mapping):
        return False
    if not value.data.keys() >= set(filter(None, reading.renamed.values())):
        return True
    seen = mapped(value.data, reading.renamed)
    return reading.format is None and not _half(seen) and format_of(seen) is None


def _of(value: Value | Bad, problem: str | None, reading: Reading, repeated: set[str]) -> Iterator[Chain | Bad]:
    if isinstance(value, Bad):
        yield value
        return
    data = value.data
    if isinstance(data, Mapping):
        format = format_of(data) if reading.format is None else READERS[reading.format]
        same = format.same(data) if format is not None and format.same is not None else None
        if same is not None and same in repeated:
            return
        if same is not None:
            repeated.add(same)
    yield from of_value(data, reading, value.where, problem)


def _answering(chain: Chain, problem: str, where: str) -> Chain | Bad:
    if chain.problem and chain.problem != problem:
        return Bad(where, "expected a row without a problem, or no --problem: it has one of its own", chain.id)
    return replace(chain, problem=problem)
