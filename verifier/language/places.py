"""Where in a formal chain something stands, and the error of a file that has not the shape of one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a formal chain: its id, and a name, a fact's id, or places counted from 0 as everywhere in records.

    ``column`` is counted from 1, in the expression. ``line`` is that of the file, counted from 1.
    """

    chain: str = ""
    variable: str | None = None
    fact: str | None = None
    ask: int | None = None
    step: int | None = None
    statement: int | None = None
    column: int | None = None
    line: int | None = None

    def __str__(self) -> str:
        named = (
            ("line", self.line),
            ("chain", self.chain[:80] or None),
            ("variable", self.variable),
            ("fact", self.fact),
            ("ask", self.ask),
            ("step", self.step),
            ("statement", self.statement),
            ("column", self.column),
        )
        return ", ".join(f"{what} {value}" for what, value in named if value is not None)


class ShapeError(ValueError):
    """JSON that is no formal chain: ``place`` is where, ``message`` what was expected and what stands there."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(f"{place}: {message}" if str(place) else message)
        self.place, self.message = place, message
