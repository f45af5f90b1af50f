"""Terms that are short to write: a number or the name of a letter stands for itself."""

from __future__ import annotations

from verifier.kernel.term import App, Op, Sym, Term, number

Short = Term | int | str
X, Y = Sym("x"), Sym("y")


def term(x: Short) -> Term:
    """Return a number, a letter or a term as a term."""
    if isinstance(x, int):
        return number(x)
    return Sym(x) if isinstance(x, str) else x


def app(op: Op, *args: Short) -> Term:
    """Return ``op`` of ``args``."""
    return App(op, tuple(map(term, args)))


def add(a: Short, b: Short) -> Term:
    return app(Op.ADD, a, b)


def sub(a: Short, b: Short) -> Term:
    return app(Op.SUB, a, b)


def mul(a: Short, b: Short) -> Term:
    return app(Op.MUL, a, b)


def div(a: Short, b: Short) -> Term:
    return app(Op.DIV, a, b)


def power(a: Short, b: Short) -> Term:
    return app(Op.POW, a, b)


def neg(a: Short) -> Term:
    return app(Op.NEG, a)


def sqrt(a: Short) -> Term:
    return app(Op.SQRT, a)
