"""Linear forms: what a term is as a sum of multiples of letters, where it is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Node, Sym


@dataclass(frozen=True, slots=True)
class Linear:
    """``constant`` and a multiple of each letter; no multiple is zero."""

    constant: Fraction
    by: Mapping[str, Fraction]

    def plus(self, other: Linear) -> Linear:
        """Return the sum."""
        names = {*self.by, *other.by}
        sums = {name: self.by.get(name, Fraction(0)) + other.by.get(name, Fraction(0)) for name in names}
        return Linear(self.constant + other.constant, {name: x for name, x in sums.items() if x})

    def times(self, factor: Fraction) -> Linear:
        """Return this form times a number."""
        by = {name: x * factor for name, x in self.by.items()} if factor else {}
        return Linear(self.constant * factor, by)

    def minus(self, other: Linear) -> Linear:
        """Return the difference."""
        return self.plus(other.times(Fraction(-1)))


def linear(term: Expr, point: Mapping[str, Fraction]) -> Linear | None:
    """Return the linear form of a term with the letters of ``point`` put at their values, or None where it has none."""
    if term.free <= point.keys():
        try:
            return Linear(value(term, point), {})
        except NotEvaluated:
            return None
    if isinstance(term, Sym):
        return Linear(Fraction(0), {term.name: Fraction(1)})
    if not isinstance(term, Node):
        return None
    found = [linear(arg, point) for arg in term.args]
    match term.head, found:
        case Head.ADD, [Linear() as a, Linear() as b]:
            return a.plus(b)
        case Head.SUB, [Linear() as a, Linear() as b]:
            return a.minus(b)
        case Head.NEG, [Linear() as a]:
            return a.times(Fraction(-1))
        case Head.PERCENT, [Linear() as a]:
            return a.times(Fraction(1, 100))
        case Head.MUL, [Linear(by=by) as a, Linear() as b] if not by:
            return b.times(a.constant)
        case Head.MUL, [Linear() as a, Linear(by=by) as b] if not by:
            return a.times(b.constant)
        case Head.DIV, [Linear() as a, Linear(by=by) as b] if not by and b.constant:
            return a.times(1 / b.constant)
    return None
