"""Tables of states: columns are names of the program or count the iterations, rows are states, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from verifier.kernel.run_claim import Place, Said
from verifier.language.expressions.runs import ANYWHERE, iteration_of, value_spelled
from verifier.readers.program.facts import ProgramFacts
from verifier.readers.program.saying import Saying
from verifier.readers.program.tokens import Kind, Token, listed, tokens

_COUNTING: Final = listed("iteration iter step pass round #")
_WORDS: Final = listed("value of new current the after before at end variable")
MOST_ROWS: Final = 200


@dataclass(frozen=True, slots=True)
class _Cell:
    """What stands in a table, without blanks and marks of code, and where."""

    text: str
    start: int
    end: int


_Row = tuple[_Cell, ...]


def in_tables(text: str, facts: ProgramFacts) -> Iterator[Saying]:
    """Yield what the tables of a step say: of each name, in each row, its value."""
    lines = _lines(text)
    below = 0
    for at, line in enumerate(lines):
        if at < below:
            continue
        marked = "|" in text[slice(*line)]
        names = [_column(cell.text, facts) for cell in _cells(text, *line, marked)]
        if sum(name is not None for name in names) < 2 or not (marked or None not in names):
            continue
        rows = _rows(text, lines[at + 1 :], len(names), marked)
        below = at + len(rows)
        above = next((text[start:end] for start, end in reversed(lines[:at]) if text[start:end].strip()), "")
        yield from _said(names, rows, facts, _caption(above))


def _lines(text: str) -> list[tuple[int, int]]:
    out, start = [], 0
    for line in text.split("\n"):
        out.append((start, start + len(line)))
        start += len(line) + 1
    return out


def _rows(text: str, lines: Sequence[tuple[int, int]], width: int, marked: bool) -> list[_Row]:
    """The rows below a head; none where it heads no table."""
    if marked:
        rule = text[slice(*lines[0])] if lines else ""
        if "-" not in rule or set(rule) - set("|-: +"):
            return []
        lines = lines[1:]
    rows = list[_Row]()
    for start, end in lines[:MOST_ROWS]:
        row = _cells(text, start, end, marked)
        if len(row) != width:
            break
        rows.append(row)
    return rows


def _cells(text: str, start: int, end: int, marked: bool) -> _Row:
    """The cells of a line: between bars, or parted by two blanks or more; by one, where none is longer."""
    line = text[start:end]
    if marked:
        inner = line.strip().removeprefix("|").removesuffix("|")
        start += line.find(inner) if inner else 0
        return tuple(_cell(text, *place) for place in _parted(inner, "|", start))
    gaps = line.replace("\t", "\x1f").replace("  ", "\x1f\x1f")
    wide = [place for place in _parted(gaps, "\x1f", start) if text[slice(*place)].strip()]
    if len(wide) < 2:
        wide = [place for place in _parted(line, " ", start) if text[slice(*place)].strip()]
    return tuple(_cell(text, *place) for place in wide)


def _parted(line: str, by: str, start: int) -> Iterator[tuple[int, int]]:
    for part in line.split(by):
        yield start, start + len(part)
        start += len(part) + len(by)


def _cell(text: str, start: int, end: int) -> _Cell:
    while start < end and text[start] in " \t`*":
        start += 1
    while end > start and text[end - 1] in " \t`*":
        end -= 1
    return _Cell(text[start:end], start, end)


def _column(text: str, facts: ProgramFacts) -> str | None:
    """The name that a column is about, an empty text where it counts iterations, None where it is about neither."""
    words = text.replace("`", " ").replace("(", " ").replace(")", " ").split()
    left = [word for word in words if word.lower() not in _WORDS or word in facts.names]
    if len(left) != 1:
        return None
    if left[0] in facts.names and left[0] not in facts.hidden | facts.between:
        return left[0]
    return "" if left[0].lower() in _COUNTING else None


def _caption(line: str) -> tuple[Token, ...]:
    return tuple(token for token in tokens(line) if token.kind is not Kind.BREAK)


def _said(
    names: Sequence[str | None], rows: Sequence[_Row], facts: ProgramFacts, caption: tuple[Token, ...]
) -> Iterator[Saying]:
    loop = facts.only_loop
    moves = facts.targets.get(loop, frozenset()) if loop is not None else frozenset()
    count = names.index("") if "" in names else None
    numbers = [row[count].text for row in rows] if count is not None else []
    first = next((int(one) for one in numbers if one.isdecimal()), 1)
    for row in rows:
        place, telling = ANYWHERE, frozenset[str]()
        when = [
            (name, value)
            for name, cell in zip(names, row, strict=True)
            if name in moves and name and (value := value_spelled(cell.text)) is not None
        ]
        if when:
            place, telling = Place(when=tuple(sorted(when))), frozenset(name for name, _ in when)
        elif count is not None and loop is not None and row[count].text.isdecimal() and first in (0, 1):
            place = Place(when=((iteration_of(loop), str(int(row[count].text) + 1 - first)),))
        for name, cell in zip(names, row, strict=True):
            value = value_spelled(cell.text) if name and name not in telling else None
            if name and value is not None:
                token = Token(Kind.VALUE, cell.text, cell.start, cell.end, value)
                yield Saying(Said.AT, name, (*caption, token), len(caption), len(caption), place=place)
