"""Terms that are short to write: a number or the name of a letter stands for itself."""

from __future__ import annotations

from verifier.kernel.expr import Expr, Head, Node, Sym, number

Short = Expr | int | str
X, Y = Sym("x"), Sym("y")


def term(x: Short) -> Expr:
    """Return a number, a letter or a term as a term."""
    if isinstance(x, int):
        return number(x)
    return Sym(x) if isinstance(x, str) else x


def app(op: Head, *args: Short) -> Expr:
    """Return ``op`` of ``args``."""
    return Node(op, tuple(map(term, args)))


def add(a: Short, b: Short) -> Expr:
    return app(Head.ADD, a, b)


def sub(a: Short, b: Short) -> Expr:
    return app(Head.SUB, a, b)


def mul(a: Short, b: Short) -> Expr:
    return app(Head.MUL, a, b)


def div(a: Short, b: Short) -> Expr:
    return app(Head.DIV, a, b)


def power(a: Short, b: Short) -> Expr:
    return app(Head.POW, a, b)


def neg(a: Short) -> Expr:
    return app(Head.NEG, a)


def sqrt(a: Short) -> Expr:
    return app(Head.SQRT, a)
