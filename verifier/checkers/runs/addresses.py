"""What differs from one run to the next: where objects are kept, and the order of sets. A run that shows it is ended.

Python's own text of a function, a generator or an object of a plain class holds its address, and every way to a text
(``str``, formats, ``print``, messages of exceptions) comes through one slot of its type. Here that slot ends the run.
It is put there in the fork that runs a program, and tried on samples first. Trusted.
"""

from __future__ import annotations

import ctypes
import os
import types
import weakref
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from verifier.processes.confined import ADDRESS, ORDER

_REPR: Final = object.__basicsize__ + 9 * ctypes.sizeof(ctypes.c_void_p)
"""Where a type keeps how its objects are written: after the size, the name, two sizes and five other slots."""

_WRAPPED: Final = object.__basicsize__ + 4 * ctypes.sizeof(ctypes.c_void_p)
"""Where the method ``__repr__`` of such a type keeps the same, from which classes that are made later have it: after
the type, two names and what kind of method it is."""

_OWN: Final = (
    types.FunctionType, types.BuiltinFunctionType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType,
    types.CellType, types.CodeType, types.FrameType, types.MethodWrapperType, weakref.ref, memoryview,
)  # fmt: skip
"""Types with a text of their own that holds an address; all others have that of ``object``."""

TRIED: Final = "tried"


class Guard:
    """Ends the run where Python writes an address down. Make it before the fork; ``begin`` in the fork."""

    def __init__(self) -> None:
        """Change nothing yet."""
        self._begun = False
        self._hook = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(self._written)
        self._types = [one for one in _subtypes(object) if _slot(one).value == _slot(object).value]
        self._types += [one for one in _OWN if one not in self._types]

    def begin(self) -> None:
        """End this process from now on where an address is written down, and at once where that cannot be seen to."""
        to = ctypes.cast(self._hook, ctypes.c_void_p).value
        for one in self._types:
            _slot(one).value = to
            if isinstance(method := vars(one).get("__repr__"), types.WrapperDescriptorType):
                ctypes.c_void_p.from_address(id(method) + _WRAPPED).value = to
        if any(str(sample) != TRIED or f"{[sample]}" != f"[{TRIED}]" for sample in _samples()):
            os._exit(ADDRESS)
        self._begun = True

    def _written(self, value: object) -> str:
        if self._begun:
            os._exit(ADDRESS)
        return TRIED


def _slot(kind: type) -> ctypes.c_void_p:
    return ctypes.c_void_p.from_address(id(kind) + _REPR)


def _subtypes(kind: type) -> Iterable[type]:
    found, left = {kind}, [kind]
    while left:
        below: list[type] = type.__subclasses__(left.pop())
        left += [one for one in below if one not in found]
        found.update(below)
    return found


def _samples() -> Iterable[object]:
    """Objects of many kinds, one of a class that is made now among them."""

    class Made:
        pass

    yield from (Made(), object(), _samples, _samples(), [].append, len, iter([]), map(len, []), zip(), "".__len__)


def checked_builtins() -> dict[str, Callable[..., Any]]:
    """Return the builtins that a program may give a set, by name: they end the run where its order may show."""
    return {
        **{one.__name__: _of_set(one, _ordered) for one in (sorted, min, max)},
        "sum": _of_set(sum, _exact),
        **{one.__name__: _of_set(one, _plain) for one in (any, all)},
    }


def _of_set(function: Callable[..., Any], shows_none: Callable[[list[Any]], bool]) -> Callable[..., Any]:
    def checked(*args: Any, **more: Any) -> Any:
        if args and isinstance(args[0], set | frozenset) and len(args[0]) > 1 and not shows_none(list(args[0])):
            os._exit(ORDER)
        return function(*args, **more)

    return checked


_NUMBERS: Final = frozenset((int, bool, Fraction, Decimal, float))


def _ordered(values: list[Any]) -> bool:
    """Whether values of a set have one order, whichever two of them are compared."""
    kinds = {type(one) for one in values}
    if kinds <= _NUMBERS:
        return all(one == one for one in values) and not (Decimal in kinds and Fraction in kinds)
    if kinds == {tuple}:
        longest = max(map(len, values))
        return all(_ordered([one[i] for one in values if i < len(one)]) for i in range(longest))
    return kinds in ({str}, {bytes})


def _exact(values: list[Any]) -> bool:
    """Whether the sum of values is one number, in whichever order they are added."""
    return {type(one) for one in values} <= {int, bool, Fraction}


def _plain(values: list[Any]) -> bool:
    """Whether asking for the truth of values does nothing else."""
    return {type(one) for one in values} <= {*_NUMBERS, str, bytes, tuple, frozenset, complex, type(None)}
