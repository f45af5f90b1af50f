"""Values of Python as text, in one way each, and back. ``1``, ``1.0`` and ``True`` are three; nothing is evaluated.

Dictionaries and sets are spelled by content: what is equal is spelled alike, whatever the order. A trace tells the
entries of dictionaries in their order instead (``shown``), since what is asked of them may show it. Trusted.
"""

from __future__ import annotations

import ast
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from verifier.checkers.runs.syntax import expression

MAX_SPELLED: Final = 20_000  # characters of a value
MAX_NESTING: Final = 60
MAX_INT_BITS: Final = 12_000  # under the interpreter's own limit on conversions


class NotSpelled(ValueError):
    """A value, or a text, for which there is no spelling; ``str`` says why."""


def spelled(value: object) -> str:
    """Return the spelling of a value.

    Raises:
        NotSpelled: for what is no value of Python's own types, too large, or contains itself.
    """
    return _bounded(_spelled(value, 0, sorted))


def in_order(value: object) -> str:
    """Return the spelling of a value with the entries of its dictionaries in their order.

    Raises:
        NotSpelled: as ``spelled``.
    """
    return _bounded(_spelled(value, 0, list))


def shown(value: object) -> str:
    """Return the spelling of a value in the order it has, or ``<type>`` where it has none."""
    try:
        return in_order(value)
    except NotSpelled:
        return f"<{type(value).__name__}>"


def alike(text: str) -> str:
    """Return what equal values have in common of those that were ``shown``: the spelling; of other texts themselves."""
    return _alike(text) if "{" in text and not text.startswith(("<", "!")) else text


@lru_cache(maxsize=4096)
def _alike(text: str) -> str:
    try:
        return canonical(text)
    except NotSpelled:
        return text


Order = Callable[[list[str]], list[str]]
"""In which order the entries of a dictionary are told."""


def _bounded(text: str) -> str:
    if len(text) > MAX_SPELLED:
        raise NotSpelled("a value of too many characters")
    return text


def _spelled(value: Any, depth: int, order: Order) -> str:
    if depth > MAX_NESTING:
        raise NotSpelled("a value nests too deep")
    kind = type(value)
    if kind in (str, bytes):
        if len(value) > MAX_SPELLED:
            raise NotSpelled("a value of too many characters")
        return repr(value)
    if kind is int and value.bit_length() > MAX_INT_BITS:
        raise NotSpelled("a number of too many digits")
    if (write := _PLAIN.get(kind)) is not None:
        return write(value)
    if kind in _HELD:
        if len(value) > MAX_SPELLED:
            raise NotSpelled("a value of too many parts")
        return _held(value, kind, depth + 1, order)
    raise NotSpelled(f"a value of type {kind.__name__} has no spelling")


def _float(value: float) -> str:
    text = repr(value)
    return text if text[-1].isdigit() else f"float({text!r})"


_PLAIN: Final[Mapping[type, Callable[[Any], str]]] = {
    **dict.fromkeys((type(None), bool, int, range), repr),
    type(...): lambda _: "...",
    float: _float,
    complex: lambda z: f"complex({_float(z.real)}, {_float(z.imag)})",
    bytearray: lambda b: f"bytearray({bytes(b)!r})",
    Fraction: lambda q: f"Fraction({q.numerator}, {q.denominator})",
    Decimal: lambda d: f"Decimal({str(d)!r})",
}

_HELD: Final = (list, tuple, dict, set, frozenset, deque, Counter, OrderedDict, defaultdict)


def _held(value: Any, kind: type, depth: int, order: Order) -> str:
    if kind in (dict, Counter, OrderedDict, defaultdict):
        pairs = [f"{_spelled(key, depth, order)}: {_spelled(held, depth, order)}" for key, held in value.items()]
        inner = "{" + _joined(pairs if kind is OrderedDict else order(pairs)) + "}"
        return inner if kind is dict else f"{kind.__name__}({inner})"
    parts = [_spelled(one, depth, order) for one in value]
    if kind is tuple:
        return f"({_joined(parts)}{',' * (len(parts) == 1)})"
    if kind in (set, frozenset):
        inner = "{" + _joined(sorted(parts)) + "}" if parts else ""
        return (inner or "set()") if kind is set else f"frozenset({inner})"
    inner = f"[{_joined(parts)}]"
    return inner if kind is list else f"{kind.__name__}({inner})"


def _joined(parts: Iterable[str]) -> str:
    text = ", ".join(parts)
    if len(text) > MAX_SPELLED:
        raise NotSpelled("a value of too many characters")
    return text


def value_of(text: str) -> Any:
    """Return the value that a text spells, as Python would write it down. Nothing is run.

    Raises:
        NotSpelled: where it spells none.
    """
    if len(text) > MAX_SPELLED:
        raise NotSpelled("a text of too many characters")
    try:
        return _read(expression(text))
    except (ValueError, TypeError, RecursionError, MemoryError, InvalidOperation, ZeroDivisionError) as wrong:
        raise NotSpelled(f"not a value: {wrong}") from None


def canonical(text: str) -> str:
    """Return the one spelling of the value that a text spells.

    Raises:
        NotSpelled: where it spells none.
    """
    return spelled(value_of(text))


def type_of(spelling: str) -> str:
    """Return the name of the type of a value that is spelled or shown. Raises: NotSpelled."""
    return spelling[1:-1] if spelling.startswith("<") else type(value_of(spelling)).__name__


def _read(tree: ast.expr) -> Any:
    match tree:
        case ast.Constant(value=value):
            return value
        case ast.List(elts=parts):
            return [_read(one) for one in parts]
        case ast.Tuple(elts=parts):
            return tuple(_read(one) for one in parts)
        case ast.Set(elts=parts):
            return {_read(one) for one in parts}
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {_read(key): _read(value) for key, value in zip(keys, values, strict=True) if key is not None}
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=ast.Constant(value=int() | float() as number)):
            if type(number) is not bool:
                return -number if isinstance(sign, ast.USub) else number
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _MADE:
            return _MADE[name](*map(_read, args))
    raise NotSpelled("not a value")


def _nothing_or(kind: Callable[..., Any], *allowed: type) -> Callable[..., Any]:
    def made(*args: Any) -> Any:
        if len(args) > 1 or any(type(arg) not in allowed for arg in args):
            raise NotSpelled("not a value")
        return kind(*args)

    return made


def _range(*args: Any) -> range:
    if not all(type(arg) is int for arg in args):
        raise NotSpelled("not a value")
    return range(*args)


def _default(*args: Any) -> Any:
    if len(args) != 1 or type(args[0]) is not dict:
        raise NotSpelled("not a value")
    return defaultdict(None, args[0])


def _fraction(*args: Any) -> Fraction:
    if not 0 < len(args) < 3 or not all(type(arg) is int for arg in args):
        raise NotSpelled("not a value")
    return Fraction(*args)


def _complex(*args: Any) -> complex:
    if len(args) != 2 or not all(type(arg) is float for arg in args):
        raise NotSpelled("not a value")
    return complex(*args)


def _special(*args: Any) -> float:
    if args not in (("inf",), ("-inf",), ("nan",)):
        raise NotSpelled("not a value")
    return float(args[0])


_MADE: Final[Mapping[str, Callable[..., Any]]] = {
    "set": _nothing_or(set, list, tuple, set),
    "frozenset": _nothing_or(frozenset, list, tuple, set),
    "deque": _nothing_or(deque, list, tuple),
    "Counter": _nothing_or(Counter, dict, list, str),
    "OrderedDict": _nothing_or(OrderedDict, dict, list),
    "bytearray": _nothing_or(bytearray, bytes),
    "Decimal": _nothing_or(Decimal, str, int),
    "defaultdict": _default,
    "range": _range,
    "Fraction": _fraction,
    "complex": _complex,
    "float": _special,
}
