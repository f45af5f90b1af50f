"""How claims name iterations, and the calls that what a function always does is said of, by types. Trusted."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from verifier.checkers.runs.syntax import expression, module

RESULT: Final = "result"
"""What a condition calls the value returned."""

MAX_DEPTH: Final = 4  # of types in types


def iteration_of(line: int) -> str:
    """Return the name in a place for the number of the iteration of the loop of a line."""
    return f"iteration({line})"


@dataclass(frozen=True, slots=True)
class Shape:
    """The calls that a claim is about: of which function, with which types, and what the function calls its
    arguments."""

    function: str
    types: tuple[ast.expr, ...]
    names: tuple[str, ...]

    def call(self, arguments: Mapping[str, str]) -> str:
        """Return the call with these arguments, spelled."""
        return f"{self.function}({', '.join(arguments[name] for name in self.names)})"


def shape_of(program: str, call: str) -> Shape:
    """Return the calls that ``f(int, list[str])`` stands for.

    Raises:
        ValueError: where it stands for none in this program.
    """
    tree = expression(call)
    if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and not tree.keywords):
        raise ValueError("expected a function with types in the place of its arguments: f(int, list[str])")
    name = tree.func.id
    defined = [one for one in module(program).body if isinstance(one, ast.FunctionDef) and one.name == name]
    if len(defined) != 1:
        raise ValueError(f"the program has no function {name}, or several")
    names = tuple(one.arg for one in (*defined[0].args.posonlyargs, *defined[0].args.args))
    if len(tree.args) > len(names) or RESULT in names:
        raise ValueError(f"{name} takes no such arguments, or one that is called {RESULT}")
    for kind in tree.args:
        _known(kind, 0)
    return Shape(name, tuple(tree.args), names[: len(tree.args)])


_PLAIN: Final[Mapping[str, Callable[[Any], bool]]] = {
    "int": lambda value: type(value) is int,
    "bool": lambda value: type(value) is bool,
    "str": lambda value: type(value) is str,
    "float": lambda value: type(value) is float and math.isfinite(value),
}
"""The types without parts: of floats, the finite ones."""


def _known(kind: ast.expr, depth: int) -> None:
    """Raises: ValueError, on what is no type."""
    parts = None if depth > MAX_DEPTH else parts_of(kind)
    if parts is None:
        raise ValueError(f"expected a type made of {', '.join(_PLAIN)}, None, list, set, tuple, dict and |")
    for part in parts:
        _known(part, depth + 1)


def parts_of(kind: ast.expr) -> tuple[ast.expr, ...] | None:
    """Return the types that a type is made of, or None where it is no type."""
    match kind:
        case ast.Name(id=name) if name in _PLAIN:
            return ()
        case ast.Constant(value=None):
            return ()
        case ast.Subscript(value=ast.Name(id="list" | "set"), slice=part):
            return (part,)
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
            return (key, value)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return tuple(parts)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=part):
            return (part,)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return (left, right)
    return None


def fits(value: object, kind: ast.expr) -> bool:
    """Return whether a value is of a type, in all of its parts: ``True`` is no int."""
    parts = parts_of(kind) or ()
    match kind:
        case ast.Name(id=name):
            return _PLAIN[name](value)
        case ast.BinOp():
            return any(fits(value, part) for part in parts)
        case ast.Subscript(value=ast.Name(id="list" | "set" as name)):
            holder = list if name == "list" else set
            return type(value) is holder and all(fits(one, parts[0]) for one in value)
        case ast.Subscript(value=ast.Name(id="dict")):
            return type(value) is dict and all(fits(k, parts[0]) and fits(v, parts[1]) for k, v in value.items())
        case ast.Subscript():
            return isinstance(value, tuple) and len(value) == len(parts) and all(map(fits, value, parts))
    return value is None
