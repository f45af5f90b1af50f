"""Limits, tables and defaults of the trusted code of formulas, as they stand in its modules."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator, Mapping, Sequence, Set
from enum import EnumType
from fractions import Fraction
from typing import Any

from benchmarks.mutants import ROOT, closure


def tables() -> Iterator[tuple[str, str]]:
    """Yield the name of each limit and table of a trusted module, and what it holds; and of functions and classes the
    values that arguments have if nothing is said."""
    for file in closure(ROOT):
        module = importlib.import_module(file.removesuffix(".py").replace("/", "."))
        for name, held in sorted(vars(module).items()):
            home = getattr(held, "__module__", module.__name__)
            if (
                not name.startswith("__")
                and name != "VERSION"
                and home in (module.__name__, None)
                and (told := _told(held))
            ):
                yield f"{module.__name__}.{name}", told


def _told(held: Any) -> str:
    match held:
        case EnumType():
            return ", ".join(f"{one.name}: {one.value}" for one in held)
        case int() | float() | str() | Fraction():
            return repr(held)
        case Mapping():
            return ", ".join(sorted(f"{_spelled(key)}: {_spelled(value)}" for key, value in held.items()))
        case Set() | Sequence():
            return _spelled(held)
        case type():
            own = [(name, one) for name, one in sorted(vars(held).items()) if not name.startswith("__")]
            methods = (f"{name}({_defaults(one)})" for name, one in own if inspect.isfunction(one))
            fixed = (f"{name}: {one!r}" for name, one in own if isinstance(one, int | str))
            return "; ".join([_defaults(held), *methods, *fixed])
    return _defaults(held) if callable(held) else ""


def _spelled(held: Any) -> str:
    """A value in one way, whatever the order of a set; a function by its name."""
    match held:
        case str():
            return repr(held)
        case Set():
            return f"{{{', '.join(sorted(map(_spelled, held)))}}}"
        case Sequence():
            return f"({', '.join(map(_spelled, held))})"
        case _ if callable(held):
            return getattr(held, "__qualname__", type(held).__qualname__)
    return repr(held)


def _defaults(function: Any) -> str:
    try:
        told = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ""
    return ", ".join(f"{one.name}={_spelled(one.default)}" for one in told if one.default is not one.empty)
