"""A canonical spelling of expressions, to compare what two people wrote. It decides nothing, and computes nothing.

Two expressions have one normal form where they are the same up to these laws: sums and products, ``and`` and ``or``,
unions, ``min`` and the like are flat and have no order; ``a - b`` is ``a + (-1)*b``, ``a/b`` is ``a`` times the inverse
of ``b``; ``>`` is ``<`` turned round, ``=`` has no sides; a decimal is the fraction it spells, in lowest
terms; bound letters have no names. ``48/2`` and ``24`` differ, and so do ``x/x`` and ``1``. A
decimal that is one side of an equation keeps its places, because they say how it was rounded.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from verifier.kernel.expr import SCOPED, Const, Dec, Expr, Head, Int, Node, Sym, Text

_FLAT: Final = frozenset({Head.AND, Head.OR, Head.UNION, Head.INTERSECTION, Head.MIN, Head.MAX, Head.GCD, Head.LCM})
_TURNED: Final[Mapping[Head, Head]] = {Head.GT: Head.LT, Head.GE: Head.LE}
_SIDELESS: Final = frozenset({Head.EQ, Head.NE, Head.IFF, Head.SET})
_MATRICES: Final = frozenset({Head.MATRIX, Head.VECTOR, Head.TRANSPOSE, Head.INVERSE, Head.CROSS})
_CARRYING: Final = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.POW, Head.NEG, Head.IF})


def normal(expr: Expr, names: Mapping[str, str] | None = None, matrices: Collection[str] = ()) -> str:
    """Return the normal form of an expression, with its free names replaced by ``names``.

    ``matrices`` are the names that stand for matrices: products with these keep their order.
    """
    return _Writer(names or {}, frozenset(matrices)).form(expr, {})


Bound = Mapping[str, str]
"""Bound letters, each with its number instead of a name."""


@dataclass(slots=True)
class _Product:
    """Signs, factors in no order, and matrices in theirs."""

    negative: bool = False
    factors: list[str] = field(default_factory=list)
    ordered: list[str] = field(default_factory=list)

    def number(self, value: Fraction, below: bool) -> None:
        """Take a numeral p/q as the factors p and 1/q, the other way round ``below`` a fraction's line."""
        over, under = value.as_integer_ratio()[:: -1 if below else 1]
        self.factors += [str(over), f"1/{under}" if under != 1 else "1"]

    def text(self) -> str:
        """The form of the product; factors 1 are left out."""
        one = [factor for factor in self.factors if factor != "1"]
        found = [*(["-1"] if self.negative else []), *sorted(one), *self.ordered] or ["1"]
        if found == ["-1"]:
            found.append("1")
        return found[0] if len(found) == 1 else f"(* {' '.join(found)})"


@dataclass(frozen=True, slots=True)
class _Writer:
    names: Mapping[str, str]
    matrices: frozenset[str]

    def form(self, expr: Expr, bound: Bound) -> str:
        match expr:
            case Int(value):
                return str(value)
            case Dec():
                product = _Product()
                product.number(expr.value, False)
                return product.text()
            case Sym(name):
                return bound.get(name) or self.names.get(name, name)
            case Const(name):
                return f"<{name}>"
            case Text(value):
                return f'"{value}"'
        return self._node(expr, bound)

    def _node(self, expr: Node, bound: Bound) -> str:
        head, args = expr.head, expr.args
        match head, args:
            case ((Head.ADD | Head.SUB), _):
                terms: list[str] = []
                self._terms(expr, bound, terms)
                return f"(+ {' '.join(sorted(terms))})"
            case ((Head.MUL | Head.DIV | Head.NEG), _):
                product = _Product()
                self._factors(expr, bound, product)
                return product.text()
            case Head.NOT, (Node(head=Head.NOT, args=(inner,)),):
                return self.form(inner, bound)
            case Head.NOT, (Node(head=Head.EQ | Head.NE as denied, args=sides),):
                return self._node(Node(Head.NE if denied is Head.EQ else Head.EQ, sides), bound)
        if head in _FLAT:
            parts: list[str] = []
            self._flat(head, expr, bound, parts)
            return f"({head.value} {' '.join(sorted(parts))})"
        if head in _TURNED:
            head, args = _TURNED[head], args[::-1]
        return self._plain(head, args, expr, bound)

    def _plain(self, head: Head, args: tuple[Expr, ...], expr: Node, bound: Bound) -> str:
        """A head with its arguments, bound letters by number and type."""
        inner = {**bound, **{one.name: f"${len(bound) + i}" for i, one in enumerate(expr.letters)}}
        typed = [f"[{inner[one.name]} {one.type.value}]" for one in expr.letters]
        scoped = SCOPED.get(head, ())
        found = [self.form(one, inner if i in scoped else bound) for i, one in enumerate(args)]
        if head is Head.EQ:
            found = [self._rounded(one) or text for one, text in zip(args, found, strict=True)]
        if head is Head.SOLVES and isinstance(args[0], Node) and args[0].head in (Head.LIST, Head.SET):
            found[0] = f"(set {' '.join(sorted({self.form(one, bound) for one in args[0].args}))})"
        if head in _SIDELESS:
            found = sorted(set(found) if head is Head.SET else found)
        return f"({' '.join([head.value, *typed, *found])})"

    def _rounded(self, side: Expr) -> str | None:
        """A bare decimal with its places."""
        match side:
            case Dec(_, places):
                return f"(decimal {side.value} {places})"
            case Node(head=Head.NEG, args=(Dec(_, places) as size,)):
                return f"(decimal {-size.value} {places})"
        return None

    def _flat(self, head: Head, expr: Expr, bound: Bound, into: list[str]) -> None:
        stack = [expr]
        while stack:
            here = stack.pop()
            if isinstance(here, Node) and here.head is head:
                stack += here.args
            else:
                into.append(self.form(here, bound))

    def _terms(self, expr: Expr, bound: Bound, into: list[str]) -> None:
        """Add the terms of a sum; ``a - b`` adds a, and b times -1."""
        stack = [(expr, False)]
        while stack:
            here, negative = stack.pop()
            if isinstance(here, Node) and here.head is Head.ADD and not negative:
                stack += [(one, False) for one in here.args]
            elif isinstance(here, Node) and here.head is Head.SUB and not negative:
                stack += [(here.args[0], False), (here.args[1], True)]
            else:
                product = _Product(negative)
                self._factors(here, bound, product)
                into.append(product.text())

    def _factors(self, expr: Expr, bound: Bound, into: _Product, *, under: bool = False) -> None:
        """Add the factors of a product, those ``under`` a fraction's line as inverses."""
        stack: list[tuple[Expr, bool]] = [(expr, under)]
        while stack:
            here, below = stack.pop()
            if isinstance(here, Node) and here.head is Head.NEG:
                into.negative = not into.negative
                stack.append((here.args[0], below))
            elif isinstance(here, Node) and here.head is Head.MUL and not (below and self._matrix(here, bound)):
                stack += [(one, below) for one in here.args[::-1]]
            elif isinstance(here, Node) and here.head is Head.DIV:
                stack += [(here.args[1], not below), (here.args[0], below)]
            elif isinstance(here, Int | Dec):
                into.number(Fraction(here.value), below)
            else:
                text = self.form(here, bound)
                among = into.ordered if self._matrix(here, bound) else into.factors
                among.append(f"(/ {text})" if below else text)

    def _matrix(self, expr: Expr, bound: Bound) -> bool:
        """Whether an expression is a matrix, as far as its form tells."""
        stack = [expr]
        while stack:
            here = stack.pop()
            if isinstance(here, Sym) and here.name in self.matrices and here.name not in bound:
                return True
            if isinstance(here, Node):
                if here.head in _MATRICES:
                    return True
                stack += here.args if here.head in _CARRYING else ()
        return False
