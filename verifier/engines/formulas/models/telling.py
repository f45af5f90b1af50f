"""Letters that equations tell by others: what stands alone on one side, and what an equation of degree one leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.checkers.formulas.places.monomials import Form, written
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.kernel.expr import Expr, Head, Node, Sym, node
from verifier.kernel.verdict import CheckFailed


def definitions(facts: Sequence[Expr], names: frozenset[str]) -> Iterator[tuple[Expr, str, Expr]]:
    """Yield equations that set a real letter, one of ``names``, equal to another one, or to what is made of others and
    nothing else speaks of the letter; with the letter and the other side."""
    for fact in facts:
        if not (isinstance(fact, Node) and fact.head is Head.EQ):
            continue
        for one, other in (fact.args, fact.args[::-1]):
            if not isinstance(one, Sym) or one.name not in names or one.name in other.free or not other.free:
                continue
            made = isinstance(other, Node) and not any(one.name in x.free for x in facts if x is not fact)
            if made or (isinstance(other, Sym) and other.name in names):
                yield fact, one.name, other


def told(facts: Sequence[Expr], names: frozenset[str]) -> tuple[str, Expr] | None:
    """Return a real letter and the quotient that an equation says it is: one in which another letter stands in a
    function, or with numbers that are not rational; None where there is none."""
    for fact in facts:
        form = difference(fact) if isinstance(fact, Node) and fact.head is Head.EQ else None
        if form is None:
            continue
        curved = {x for key in form for atom, _ in key if isinstance(atom, Node) for x in atom.free} & names
        surds = any(isinstance(atom, Node) and not atom.free for key in form for atom, _ in key)
        for name in sorted(names - curved) if curved or surds else ():
            alone = (Sym(name), 1)
            factor = {key - {alone}: x for key, x in form.items() if alone in key}
            rest = {key: -x for key, x in form.items() if alone not in key}
            if factor and not any(name in atom.free for one in (factor, rest) for key in one for atom, _ in key):
                return name, node(Head.DIV, written(rest), written(factor))
    return None


def difference(equation: Expr) -> Form | None:
    """Return the polynomial that is zero where an equation holds."""
    try:
        return polynomial(node(Head.SUB, *equation.args)) if isinstance(equation, Node) else None
    except CheckFailed:
        return None
