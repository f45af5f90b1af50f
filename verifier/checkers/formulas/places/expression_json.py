"""Expressions as JSON values, and back: ``["+", ["int", "1"], ["sym", "x"]]``.

An atom is its kind and its spelling. A node is its head, the letters that it binds as ``[name, type]`` where it binds
any, and its arguments. Each expression has one form, and nothing else is read.
"""

from __future__ import annotations

from typing import Any, Final

from verifier.checkers.atom_json import atom_from_json, atom_to_json
from verifier.kernel.expr import MAX_NESTING, MAX_NODES, SCOPED, Expr, Head, Letter, Node, Sym, Text, Type

MAX_NAME: Final = 200  # characters of a name
MAX_TEXT: Final = 400  # characters in quotation marks
_HEADS: Final = {head.value: head for head in Head}
_TYPES: Final = {kind.value: kind for kind in Type}


def expression_to_json(expr: Expr) -> list[Any]:
    """Return ``expr`` as nested lists of texts and whole numbers."""
    if isinstance(expr, Text):
        return ["text", expr.value]
    if not isinstance(expr, Node):
        return atom_to_json(expr)
    letters = [[[letter.name, letter.type.value] for letter in expr.letters]] if expr.head in SCOPED else []
    return [expr.head.value, *letters, *map(expression_to_json, expr.args)]


def expression_from_json(data: Any, names: frozenset[str] = frozenset()) -> Expr:
    """Return the expression that ``expression_to_json`` wrote. ``names`` are letters that are read besides those that
    people write.

    Raises:
        ValueError: on anything else, and beyond the bounds of expressions.
    """
    return _Reading(names).expression(data, 1)


class _Reading:
    """Reads one expression, and counts its nodes."""

    def __init__(self, names: frozenset[str]) -> None:
        self._left, self._names = MAX_NODES, names

    def expression(self, data: Any, depth: int) -> Expr:
        self._left -= 1
        if self._left < 0 or depth > MAX_NESTING:
            raise ValueError("an expression has too many parts, or nests too deep")
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise ValueError("not an expression: expected a list that begins with a text")
        if data[0] == "sym" and len(data) == 2 and isinstance(data[1], str) and data[1] in self._names:
            return Sym(data[1])
        head = _HEADS.get(data[0])
        return _atom(data) if head is None else self._node(head, data[1:], depth)

    def _node(self, head: Head, rest: list[Any], depth: int) -> Node:
        letters: tuple[Letter, ...] = ()
        if head in SCOPED:
            if not rest:
                raise ValueError(f"{head.value} without letters")
            letters, rest = _letters(rest[0]), rest[1:]
        return Node(head, tuple([self.expression(one, depth + 1) for one in rest]), letters)


def _letters(data: Any) -> tuple[Letter, ...]:
    if not isinstance(data, list) or len(data) > MAX_NODES:
        raise ValueError("not letters: expected a list")
    return tuple(_letter(one) for one in data)


def _letter(data: Any) -> Letter:
    match data:
        case [str(name), str(kind)] if kind in _TYPES:
            return Letter(_name(name), _TYPES[kind])
    raise ValueError("not a letter: expected its name and type")


def _atom(data: list[Any]) -> Expr:
    match data:
        case ["text", str(value)] if len(value) <= MAX_TEXT:
            return Text(value)
    if (atom := atom_from_json(data)) is None:
        raise ValueError(f"not an expression: {data[0][:40]!r}")
    return Sym(_name(atom.name)) if isinstance(atom, Sym) else atom


def _name(text: str) -> str:
    if not (text.isascii() and text.isidentifier() and len(text) <= MAX_NAME):
        raise ValueError("not a name")
    return text
