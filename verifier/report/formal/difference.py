"""What differs between two translations, as a person reads it at a terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from verifier.language.comparing.difference import Difference, Item, Split
from verifier.language.formal_chain import FormalChain
from verifier.language.printing.plain import plain
from verifier.report.terminal_text import safe

WIDEST: Final = 150  # cells of a line that are used


def show(first: FormalChain, second: FormalChain, found: Difference, console: Console) -> None:
    """Print the names that are held for one, then what is in one translation alone, and counts.

    Raises:
        OSError: where the reader is gone.
    """
    console.print(Text(safe(first.id), "bold"), soft_wrap=True)
    if found.names:
        console.print(Text("names that are held for the same (a guess):", "dim"), soft_wrap=True)
    for pair in found.names:
        types = first.variables[pair.first].type, second.variables[pair.second].type
        typed = f"; types differ: {types[0].value} and {types[1].value}" if pair in found.retyped else ""
        line = Text(f"  {safe(pair.first)} = {safe(pair.second)}").append(f" ({', '.join(pair.grounds)}", "dim")
        console.print(line.append(typed, "yellow").append(")", "dim"), soft_wrap=True)
    width = min(console.width, WIDEST)
    rows = [*_names(first, second, found), *_rows("fact", found.facts), *_rows("asked", found.asks)]
    for i, step in enumerate(found.steps):
        rows += _rows(f"step {i}", step)
    if rows:
        table = Table(box=box.SQUARE, border_style="dim", header_style="dim", width=width)
        table.add_column("where")
        table.add_column("only in the first", ratio=1)
        table.add_column("only in the second", ratio=1)
        for place, one, other in rows:
            table.add_row(place, Text(one, "red"), Text(other, "green"))
        console.print(table)
    for name, (both, alone, others) in found.counts().items():
        said = f"{name}: {both} in both, {alone} only in the first, {others} only in the second"
        console.print(Text(said, "dim"), soft_wrap=True)
    console.print(Text("nothing differs" if found.same else "they differ", "bold"), soft_wrap=True)
    console.print()


Row = tuple[str, str, str]
"""A place, what only the first has there, what only the second has."""


def _names(first: FormalChain, second: FormalChain, found: Difference) -> Iterator[Row]:
    for name in found.only_first:
        yield "name", _named(first, name), ""
    for name in found.only_second:
        yield "name", "", _named(second, name)


def _named(chain: FormalChain, name: str) -> str:
    one = chain.variables[name]
    return safe(f"{name}: {one.type.value}{f', {one.means}' if one.means else ''}")


def _rows(place: str, split: Split[Item]) -> Iterator[Row]:
    """What is in one alone; items with the same quote stand beside each other."""
    left = list(split.second)
    for item in split.first:
        beside = next((other for other in left if item.quote and other.quote == item.quote), None)
        if beside is not None:
            left.remove(beside)
        yield place, _item(item), "" if beside is None else _item(beside)
    for other in left:
        yield place, "", _item(other)


def _item(item: Item) -> str:
    said = item.said
    if said is None:
        return safe(f"{item.what}: {item.quote!r}")
    text = said.text if said.expr is None else plain(said.expr)
    return safe(f"{item.what}: {text}" if said.error is None else f"{item.what}, unread: {text}")


def as_json(id: str, found: Difference) -> dict[str, Any]:
    """Return a difference as a JSON value."""
    return {
        "id": id,
        "same": found.same,
        "counts": {
            name: dict(zip(("both", "first", "second"), parts, strict=True)) for name, parts in found.counts().items()
        },
        "names": [asdict(pair) for pair in found.names],
        "only_first": list(found.only_first),
        "only_second": list(found.only_second),
        "retyped": [[pair.first, pair.second] for pair in found.retyped],
        "facts": _split(found.facts),
        "asks": _split(found.asks),
        "steps": [_split(step) for step in found.steps],
    }


def _split(split: Split[Item]) -> dict[str, Any]:
    return {
        "both": [[_json(one), _json(other)] for one, other in split.both],
        "first": list(map(_json, split.first)),
        "second": list(map(_json, split.second)),
    }


def _json(item: Item) -> dict[str, Any]:
    return {"what": item.what, "quote": item.quote, "expr": None if item.said is None else item.said.text}
