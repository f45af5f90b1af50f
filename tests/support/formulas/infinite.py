"""Expressions over infinite ranges, and numbers that are near their values."""

from __future__ import annotations

import math

from support.formulas.sequents import SCOPE
from verifier.checkers.formulas.places.place import Place
from verifier.kernel.expr import Expr, Head, Int, Node, Type
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse

REAL = Place((), {"x": Type.REAL}, True)


def of(text: str) -> Expr:
    return formula(text, SCOPE)


def number(text: str) -> Expr:
    return parse(text, SCOPE, Sort.NUMBER)


def summed(text: str) -> Node:
    said = number(text)
    assert isinstance(said, Node)
    return said


def near(expr: Expr) -> float:
    """A number without letters, roughly."""
    match expr:
        case Node(head=Head.ADD, args=(a, b)):
            return near(a) + near(b)
        case Node(head=Head.MUL, args=(a, b)):
            return near(a) * near(b)
        case Node(head=Head.NEG, args=(a,)):
            return -near(a)
        case Node(head=Head.DIV, args=(a, b)):
            return near(a) / near(b)
        case Node(head=Head.ASIN | Head.ACOS | Head.ATAN, args=(a,)):
            return {Head.ASIN: math.asin, Head.ACOS: math.acos, Head.ATAN: math.atan}[expr.head](near(a))
        case Int(value=whole):
            return float(whole)
    return math.pi
