"""From expressions to text: as few brackets as can be, and parsing the text gives the same expression."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Letter, Node, Sym, Text
from verifier.language.expressions.functions import FIXED, TYPE_NAMES

_OR, _AND, _NOT, _COMPARISON, _UNION, _MEET, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(11)
"""How strongly what stands there binds, as in Python."""

_INFIX: Final[Mapping[Head, int]] = {
    **dict.fromkeys((Head.ADD, Head.SUB), _SUM),
    **dict.fromkeys((Head.MUL, Head.DIV, Head.FLOORDIV, Head.REM), _PRODUCT),
    **dict.fromkeys((Head.EQ, Head.NE, Head.LT, Head.LE, Head.GT, Head.GE, Head.IN), _COMPARISON),
    **{Head.UNION: _UNION, Head.INTERSECTION: _MEET},
}
_CONSTANTS: Final = {"pi": "pi", "e": "e", "i": "I"}


def spell(expr: Expr) -> str:
    """Return the text of an expression: ``parse`` makes the same of it, where all its names are declared."""
    return _spelled(expr)[0]


def _spelled(expr: Expr) -> tuple[str, int]:
    """Return the text and how strongly it binds."""
    match expr:
        case Int(value):
            return str(value), _ATOM
        case Dec(digits, places):
            spelled = str(digits).zfill(places + 1)
            return f"{spelled[:-places]}.{spelled[-places:]}", _ATOM
        case Sym(name):
            return name, _ATOM
        case Const(name):
            return _CONSTANTS[name], _ATOM
        case Text(value):
            return f'"{value}"', _ATOM
    return _node(expr)


def _node(expr: Node) -> tuple[str, int]:
    head, args = expr.head, expr.args
    if head in _INFIX:
        own = _INFIX[head]
        right = own + 1
        left = own + 1 if own == _COMPARISON else own
        return f"{_at(args[0], left)} {head.value} {_at(args[1], right)}", own
    match head:
        case Head.POW:
            return f"{_at(args[0], _ATOM)}**{_at(args[1], _POWER)}", _POWER
        case Head.NEG:
            return f"-{_at(args[0], _SIGN)}", _SIGN
        case Head.NOT:
            return f"not {_at(args[0], _NOT)}", _NOT
        case Head.AND | Head.OR:
            own = _AND if head is Head.AND else _OR
            return f" {head.value} ".join(_at(one, own + 1) for one in args), own
        case Head.TRUE | Head.FALSE | Head.INFINITY:
            return head.value, _ATOM
    return _called(expr), _ATOM


def _at(expr: Expr, least: int) -> str:
    """The text, in brackets where it binds less strongly than its place wants."""
    text, own = _spelled(expr)
    return text if own >= least else f"({text})"


def _called(expr: Node) -> str:
    head, args = expr.head, expr.args
    items = [spell(one) for one in args]
    listed = ", ".join(items)
    match head:
        case Head.TUPLE:
            return f"({listed},)" if len(items) == 1 else f"({listed})"
        case Head.LIST:
            return f"[{listed}]"
        case Head.SET:
            return f"{{{listed}}}"
        case Head.SET_OF:
            clauses = " ".join(f"for {one.name} in {TYPE_NAMES[one.type]}" for one in expr.letters)
            test = "" if args[1] == Node(Head.TRUE) else f" if {_at(args[1], _OR)}"
            return f"{{{items[0]} {clauses}{test}}}"
        case Head.CALL:
            return f"{items[0]}({', '.join(items[1:])})"
        case Head.MATRIX | Head.VECTOR:
            return f"{head.value}([{listed}])"
        case Head.DIFF if args[2] == Int(1):
            return f"diff({items[0]}, {items[1]})"
        case Head.ANTIDERIVATIVE:
            return f"integral({listed})"
    return f"{head.value}({', '.join(_with_letters(expr, items))})" if expr.letters else f"{head.value}({listed})"


def _with_letters(expr: Node, items: list[str]) -> list[str]:
    """The arguments of a binder, with its letters where they stand."""
    letters = _letters(expr)
    match expr.head:
        case Head.SOLVES:
            return [letters, *items]
        case Head.IS_MAX | Head.IS_MIN:
            return [items[0], items[1], letters, items[2]]
        case Head.DIVIDES_POLY:
            return [*items, letters]
        case Head.FOR_ALL | Head.EXISTS | Head.NUM_SOLUTIONS:
            return [letters, *items]
    return [items[0], letters, *items[1:]]


def _letters(expr: Node) -> str:
    if expr.head in FIXED:
        return expr.letters[0].name
    spelled = [_typed(one) for one in expr.letters]
    return spelled[0] if len(spelled) == 1 else f"({', '.join(spelled)})"


def _typed(letter: Letter) -> str:
    return f"{letter.name} in {TYPE_NAMES[letter.type]}"
