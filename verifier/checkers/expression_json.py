"""Expressions as JSON values, and back: ``["+", ["int", "1"], ["sym", "x"]]``.

An atom is its kind and its spelling. A node is its head, the letters that it binds as ``[name, type]`` where it binds
any, and its arguments. Each expression has one form, and nothing else is read.
"""

from __future__ import annotations

from typing import Any, Final

from verifier.kernel.expr import (
    MAX_DIGITS,
    MAX_NESTING,
    MAX_NODES,
    SCOPED,
    Const,
    Dec,
    Expr,
    Head,
    Int,
    Letter,
    Node,
    Sym,
    Text,
    Type,
)

MAX_NAME: Final = 200  # characters of a name
MAX_TEXT: Final = 400  # characters in quotation marks
_HEADS: Final = {head.value: head for head in Head}
_TYPES: Final = {kind.value: kind for kind in Type}


def expression_to_json(expr: Expr) -> list[Any]:
    """Return ``expr`` as nested lists of texts and whole numbers."""
    match expr:
        case Text(value):
            return ["text", value]
        case Int(value):
            return ["int", str(value)]
        case Dec(digits, places):
            return ["dec", str(digits), places]
        case Sym(name):
            return ["sym", name]
        case Const(name):
            return ["const", name]
    letters = [[[letter.name, letter.type.value] for letter in expr.letters]] if expr.head in SCOPED else []
    return [expr.head.value, *letters, *map(expression_to_json, expr.args)]


def expression_from_json(data: Any, names: frozenset[str] | None = frozenset()) -> Expr:
    """Return the expression that ``expression_to_json`` wrote. ``names`` are letters that are read besides those that
    people write; None for any.

    Raises:
        ValueError: on anything else, and beyond the bounds of expressions.
    """
    return _Reading(names).expression(data, 1)


class _Reading:
    """Reads one expression, and counts its nodes. ``names``: letters besides those that people write; None: any."""

    def __init__(self, names: frozenset[str] | None) -> None:
        self._left, self._names = MAX_NODES, names

    def expression(self, data: Any, depth: int) -> Expr:
        self._left -= 1
        if self._left < 0 or depth > MAX_NESTING:
            raise ValueError("an expression has too many parts, or nests too deep")
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise ValueError("not an expression: expected a list that begins with a text")
        if data[0] == "sym" and len(data) == 2 and isinstance(data[1], str):
            return Sym(self._name(data[1]))
        head = _HEADS.get(data[0])
        return _atom(data) if head is None else self._node(head, data[1:], depth)

    def _node(self, head: Head, rest: list[Any], depth: int) -> Node:
        letters: tuple[Letter, ...] = ()
        if head in SCOPED:
            if not rest:
                raise ValueError(f"{head.value} without letters")
            letters, rest = self._letters(rest[0]), rest[1:]
        return Node(head, tuple([self.expression(one, depth + 1) for one in rest]), letters)

    def _letters(self, data: Any) -> tuple[Letter, ...]:
        if not isinstance(data, list) or len(data) > MAX_NODES:
            raise ValueError("not letters: expected a list")
        return tuple(map(self._letter, data))

    def _letter(self, data: Any) -> Letter:
        match data:
            case [str(name), str(kind)] if kind in _TYPES:
                return Letter(self._name(name), _TYPES[kind])
        raise ValueError("not a letter: expected its name and type")

    def _name(self, text: str) -> str:
        if self._names is None or text in self._names:
            return text
        if not (text.isascii() and text.isidentifier() and len(text) <= MAX_NAME):
            raise ValueError("not a name")
        return text


def _atom(data: list[Any]) -> Expr:
    match data:
        case ["text", str(value)] if len(value) <= MAX_TEXT:
            return Text(value)
        case ["int", str(value)]:
            return Int(_digits(value))
        case ["dec", str(digits), int(places)] if not isinstance(places, bool):
            return Dec(_digits(digits), places)
        case ["const", str(name)]:
            return Const(name)
    raise ValueError(f"not an expression: {data[0][:40]!r}")


def _digits(text: str) -> int:
    plain = text.isascii() and text.isdigit() and len(text) <= 2 * MAX_DIGITS
    if not plain or (text[0] == "0" and text != "0"):  # each number has one form
        raise ValueError("not a numeral")
    return int(text)
