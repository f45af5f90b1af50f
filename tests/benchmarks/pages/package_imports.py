"""The import graph of the package, from its source: nothing of it is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import verifier

ROOT = Path(verifier.__file__).parent


@cache
def modules() -> dict[str, Path]:
    """Return every module of the package by its dotted name, with its file."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "_lean_project" not in parts:
            found[".".join(("verifier", *parts)).removesuffix(".__init__")] = path
    return found


@cache
def tree(name: str) -> ast.Module:
    """Return the syntax tree of a module. Raises: KeyError."""
    return ast.parse(modules()[name].read_text("utf-8"))


@cache
def imported(name: str) -> frozenset[str]:
    """Return which modules of the package a module imports, at its top or in a function, but not for annotations."""
    found = set(_imported(tree(name)))
    return frozenset(found & modules().keys()) - {name}


def _imported(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module:
            yield child.module
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        yield from _imported(child)


def outside(name: str) -> set[str]:
    """Return the top-level packages that are not ours and that a module imports."""
    found = set()
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found - {"verifier", "__future__"}


def closure(names: Iterable[str]) -> list[str]:
    """Return these modules and all that they import, directly or in turn, without packages that hold no code."""
    seen: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(imported(name))
    return sorted(name for name in seen if modules()[name].name != "__init__.py")


def lines(name: str) -> int:
    """Return the number of lines of a module's file."""
    return len(modules()[name].read_text("utf-8").splitlines())


def summary(name: str) -> str:
    """Return the first sentence or paragraph of a module's docstring, on one line."""
    text = ast.get_docstring(tree(name)) or ""
    return " ".join(text.partition("\n\n")[0].split())
