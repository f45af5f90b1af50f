"""Means of numbers that are written out, as the quotients that they are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Final

from verifier.checkers.formulas.places.totality import REAL, real
from verifier.kernel.formula import SCOPED, Expr, Head, Node, Text, Type, free, node, parts
from verifier.kernel.term import Int


def averaged(expr: Expr, types: Mapping[str, Type]) -> Expr:
    """Return an expression with the mean of each list of real numbers that is written out as their sum divided by how
    many there are: both are defined where all of them are, and equal there."""
    if not isinstance(expr, Node):
        return expr
    inside = {**types, **{one.name: one.type for one in expr.letters}} if expr.letters else types
    scoped = SCOPED.get(expr.head, ())
    args = tuple(averaged(arg, inside if i in scoped else types) for i, arg in enumerate(expr.args))
    match expr.head, args:
        case Head.MEAN, (Node(head=Head.LIST, args=numbers),) if numbers and all(_real(one, types) for one in numbers):
            return node(Head.DIV, reduce(lambda one, other: node(Head.ADD, one, other), numbers), Int(len(numbers)))
    return Node(expr.head, args, expr.letters) if args != expr.args else expr


_MADE: Final = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW, Head.SQRT, Head.ABS})
"""Functions that give numbers of numbers."""


def _real(number: Expr, types: Mapping[str, Type]) -> bool:
    made = (part.head in _MADE if isinstance(part, Node) else not isinstance(part, Text) for part in parts(number))
    return real(number) and all(made) and all(types.get(name) in REAL for name in free(number))
