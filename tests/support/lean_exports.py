"""Declarations as the gate's elaborator exports them, written by hand: what no elaborator makes can be tried so.

Levels: 0, ``("s", level)``, ``("m", a, b)``, ``("i", a, b)``, ``("p", name)``. Terms: an int (a bound variable), a name
(a constant without levels), ``("const", name, [levels])``, ``("sort", level)``, ``("app", f, x, ...)``,
``("fun", type, body)``, ``("all", type, body)``, ``("let", type, value, body)``, ``("proj", structure, index, term)``,
``("nat", digits)``.
"""

from __future__ import annotations

from typing import Any

PROP, TYPE = ("sort", 0), ("sort", ("s", 0))


class Export:
    """Tables that grow as declarations are added."""

    def __init__(self) -> None:
        self.names: list[Any] = [None]
        self.levels: list[Any] = [None]
        self.exprs: list[Any] = []
        self.decls: list[Any] = []

    def name(self, text: str) -> int:
        place = 0
        for part in text.split("."):
            place = self._put(self.names, [place, part])
        return place

    def level(self, level: Any) -> int:
        if level == 0:
            return 0
        kind, *parts = level
        row = [kind, self.name(parts[0])] if kind == "p" else [kind, *map(self.level, parts)]
        return self._put(self.levels, row)

    def term(self, term: Any) -> int:
        if isinstance(term, int):
            return self._put(self.exprs, ["b", term])
        if isinstance(term, str):
            return self._put(self.exprs, ["c", self.name(term), []])
        match term:
            case ("const", name, levels):
                row = ["c", self.name(name), [self.level(level) for level in levels]]
            case ("sort", level):
                row = ["s", self.level(level)]
            case ("app", f, x):
                row = ["a", self.term(f), self.term(x)]
            case ("app", f, x, *rest):
                return self.term(("app", ("app", f, x), *rest))
            case ("fun" | "all" as kind, type_, body):
                row = ["l" if kind == "fun" else "f", 0, self.name("x"), self.term(type_), self.term(body)]
            case ("let", type_, value, body):
                row = ["z", self.name("x"), self.term(type_), self.term(value), self.term(body)]
            case ("proj", name, index, inner):
                row = ["j", self.name(name), index, self.term(inner)]
            case ("nat", digits):
                row = ["n", digits]
            case _:
                raise AssertionError(term)
        return self._put(self.exprs, row)

    def define(self, name: str, type_: Any, value: Any, *levels: str) -> Export:
        """Add a definition."""
        row = [self.name(name), list(map(self.name, levels)), self.term(type_), self.term(value), "abbrev", True]
        self.decls.append(["def", *row])
        return self

    def theorem(self, name: str, type_: Any, value: Any, *levels: str) -> Export:
        """Add a theorem."""
        row = [self.name(name), list(map(self.name, levels)), self.term(type_), self.term(value)]
        self.decls.append(["theorem", *row])
        return self

    def inductive(self, types: dict[str, tuple[Any, dict[str, Any]]], *levels: str, params: int = 0) -> Export:
        """Add a block: each type with its constructors."""
        rows = [
            [self.name(name), self.term(type_), [[self.name(n), self.term(t)] for n, t in made.items()]]
            for name, (type_, made) in types.items()
        ]
        self.decls.append(["inductive", list(map(self.name, levels)), params, rows, False])
        return self

    def json(self) -> dict[str, Any]:
        """Return the export."""
        return {"names": self.names, "levels": self.levels, "exprs": self.exprs, "decls": self.decls}

    @staticmethod
    def _put(table: list[Any], row: Any) -> int:
        if row in table:
            return table.index(row)
        table.append(row)
        return len(table) - 1
