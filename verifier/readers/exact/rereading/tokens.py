"""Expressions as operands, signs and brackets, and back; and their values as floating-point numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from verifier.kernel.expr import Const, Dec, Expr, ExprTooLarge, Head, Int, Node

Token = Expr | str
Tokens = tuple[Token, ...]

SIGNS: Final[Mapping[Head, str]] = {Head.ADD: "+", Head.SUB: "-", Head.MUL: "*", Head.DIV: "/"}
_HEADS: Final = {sign: head for head, sign in SIGNS.items()}
_LEVELS: Final[Mapping[Head, int]] = dict(
    zip((Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW), (1, 1, 2, 2, 2, 4), strict=True)
)


def to_tokens(expr: Expr, least: int = 0) -> Tokens:
    """Return an expression as operands, signs and the brackets that it needs."""
    level = _LEVELS.get(expr.head, 5) if isinstance(expr, Node) else 5
    if level < least:
        return ("(", *to_tokens(expr), ")")
    match expr:
        case Node(Head.NEG, (inner,)):
            return ("-", *to_tokens(inner, 2))
        case Node(Head.POW, (base, exponent)):
            return (*to_tokens(base, 5), "^", *to_tokens(exponent, 4))
        case Node(head, (a, b)) if head in SIGNS:
            return (*to_tokens(a, level), SIGNS[head], *to_tokens(b, level + 1))
    return (expr,)


def parse_tokens(tokens: Tokens) -> Expr | None:
    """Return the expression that tokens spell; None where they spell none, or too large a one."""
    rest = list(tokens[::-1])
    try:
        found = _sum(rest)
    except (IndexError, ExprTooLarge):
        return None
    return None if rest else found


def _sum(rest: list[Token]) -> Expr:
    found = _product(rest)
    while rest and rest[-1] in ("+", "-"):
        found = Node(_HEADS[str(rest.pop())], (found, _product(rest)))
    return found


def _product(rest: list[Token]) -> Expr:
    found = _factor(rest)
    while rest and rest[-1] in ("*", "/"):
        found = Node(_HEADS[str(rest.pop())], (found, _factor(rest)))
    return found


def _factor(rest: list[Token]) -> Expr:
    first = rest.pop()
    if first == "-":
        return Node(Head.NEG, (_factor(rest),))
    if first == "(":
        first = _sum(rest)
        if rest.pop() != ")":
            raise IndexError("a bracket does not close")
    if isinstance(first, str):
        raise IndexError("no operand")
    if rest and rest[-1] == "^":
        rest.pop()
        return Node(Head.POW, (first, _factor(rest)))
    return first


def to_float(expr: Expr) -> float | None:
    """Return the value of an expression with roots and known constants as a floating-point number; None without one."""
    try:
        found = _floating(expr)
    except (ArithmeticError, ValueError, KeyError, TypeError):
        return None
    return found if math.isfinite(found) else None


def _floating(expr: Expr) -> float:
    if isinstance(expr, Int | Dec):
        return float(expr.value)
    if isinstance(expr, Const):
        return {"pi": math.pi, "e": math.e}[expr.name]
    if not isinstance(expr, Node):
        raise ValueError("a letter has no value")
    args = map(_floating, expr.args)
    return _FLOATING[expr.head](*args)


_FLOATING: Final[Mapping[Head, Callable[..., float]]] = {
    Head.ADD: lambda a, b: a + b,
    Head.SUB: lambda a, b: a - b,
    Head.MUL: lambda a, b: a * b,
    Head.DIV: lambda a, b: a / b,
    Head.NEG: lambda a: -a,
    Head.POW: math.pow,
    Head.PERCENT: lambda a: a / 100,
    Head.SQRT: math.sqrt,
    Head.ROOT: lambda a, n: math.pow(a, 1 / n),
}
