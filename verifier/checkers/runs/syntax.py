"""Python's syntax of a text, without what its parser says to people. Nothing is run. Trusted."""

from __future__ import annotations

import ast
import symtable
import warnings
from typing import Final

MAX_TEXT: Final = 40_000  # characters of a text that is parsed


class NotPython(ValueError):
    """A text that is not Python, or too much of it; ``str`` says why."""


def module(text: str) -> ast.Module:
    """Return the syntax of a program.

    Raises:
        NotPython: where the text is none.
    """
    tree = _parsed(text, "exec")
    assert isinstance(tree, ast.Module)  # by its mode
    return tree


def expression(text: str) -> ast.expr:
    """Return the syntax of an expression.

    Raises:
        NotPython: where the text is none.
    """
    tree = _parsed(text.strip(), "eval")
    assert isinstance(tree, ast.Expression)  # by its mode
    return tree.body


def _parsed(text: str, mode: str) -> ast.AST:
    if len(text) > MAX_TEXT:
        raise NotPython(f"it has more than {MAX_TEXT} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of literals that run into words, which texts have
            return ast.parse(text, mode=mode)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as wrong:
        raise NotPython(f"not Python: {wrong}") from None


def scopes(text: str, mode: str) -> symtable.SymbolTable:
    """Return which names a text binds and reads where; ``mode``: ``exec`` of a program, ``eval`` of an expression.

    Raises:
        NotPython: where the text is none.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # as above
            return symtable.symtable(text.strip() if mode == "eval" else text, "<program>", mode)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as wrong:
        raise NotPython(f"not Python: {wrong}") from None


def read_outside(expr: str) -> frozenset[str]:
    """Return the names that an expression reads and does not bind where it reads them.

    Raises:
        NotPython: where the text is none.
    """
    expression(expr)
    top = scopes(expr, "eval")
    found = {one.get_name() for one in top.get_symbols() if one.is_referenced()}
    inside = list(top.get_children())
    while inside:
        table = inside.pop()
        inside += table.get_children()
        found |= {one.get_name() for one in table.get_symbols() if one.is_referenced() and one.is_global()}
    return frozenset(found)


def expression_or_none(text: str) -> ast.expr | None:
    """Return the syntax of an expression, or None where the text is none."""
    try:
        return expression(text)
    except NotPython:
        return None


def module_or_none(text: str) -> ast.Module | None:
    """Return the syntax of a program, or None where the text is none."""
    try:
        return module(text)
    except NotPython:
        return None
