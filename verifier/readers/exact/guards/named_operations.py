"""Operations that words name right before a computation. If the computation does another one, nothing is proved of it.

In ``Half of 10 is 10 × 2 = 20`` the arithmetic holds and the words do not. ``named_operations.toml`` lists the words.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import Any, Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, walk_expr
from verifier.readers.exact.reading import Formula

_HEADS: Final = {"+": Head.ADD, "-": Head.SUB, "*": Head.MUL, "/": Head.DIV, "^": Head.POW}


@dataclass(frozen=True, slots=True)
class Operation:
    """A row of the table. ``done``, ``other``: a text that does what it names, and one that does not."""

    words: tuple[str, ...]
    heads: frozenset[Head]
    times: Fraction | None
    number: int | None
    done: str
    other: str

    def is_named(self, before: tuple[str, ...]) -> bool:
        """Return whether the words before a computation name the operation."""
        said, size = tuple(word.lower() for word in before), len(self.words)
        return any(said[i : i + size] == self.words for i in range(len(said)))

    def is_done(self, term: Expr) -> bool:
        """Return whether a computation does it."""
        nodes = [part for part in walk_expr(term) if isinstance(part, Node)]
        if self.number is not None:
            return any(isinstance(part, Int | Dec) and part.value == self.number for part in walk_expr(term))
        if self.times is None:
            return any(node.head in self.heads for node in nodes)
        return any(_factor(node) == self.times or _is_repeated(node, self.times) for node in nodes)


def does_another(formula: Formula) -> bool:
    """Return whether a computation of numbers does another operation than the words before it name."""
    left = formula.left.term
    if formula.position or not isinstance(left, Node) or left.free or formula.left.worded:
        return False
    return any(one.is_named(formula.before) and not one.is_done(left) for one in OPERATIONS)


def _factor(node: Node) -> Fraction | None:
    """Return the factor of a quotient, or of a product if a row has that factor. None otherwise."""
    if node.head is Head.DIV:
        divisor = _value(node.args[1])
        return 1 / divisor if divisor else None
    if node.head is Head.MUL:
        return next((found for arg in node.args if (found := _value(arg)) in _FACTORS), None)
    return None


def _is_repeated(node: Node, times: Fraction) -> bool:
    """Whether a sum adds a number to itself so many times."""
    return node.head is Head.ADD and times == 2 and node.args[0] == node.args[1]


def _value(term: Expr) -> Fraction | None:
    try:
        return value(term, {})
    except NotEvaluated:
        return None


def _rows() -> tuple[Operation, ...]:
    path = files("verifier.readers.exact.guards").joinpath("named_operations.toml")
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["operation"]
    return tuple(
        Operation(
            tuple(row["words"]),
            frozenset(_HEADS[sign] for sign in row.get("signs", "")),
            Fraction(row["times"]) if "times" in row else None,
            row.get("number"),
            row["done"],
            row["other"],
        )
        for row in rows
    )


OPERATIONS: Final = _rows()
_FACTORS: Final = frozenset(row.times for row in OPERATIONS if row.times is not None)
