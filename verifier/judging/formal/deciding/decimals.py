"""Decimals in formulas: exact, unless something says that they were rounded.

A decimal that is a whole side of a comparison stays as it is written: an exact value within half a unit of its last
place is what it shows. Any other decimal is the number that it spells; where a number that stands before it rounds to
it, without being equal, it stays as written too, and what is computed from it is judged with its ball.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from verifier.kernel.evaluate import NotEvaluated, value
from verifier.kernel.formula import COMPARISONS, Expr, Head, Node, NotLowered, free, lowered, node, parts
from verifier.kernel.term import Dec, Int, TermTooLarge
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import Statement


def exact(expr: Expr, kept: frozenset[Dec] = frozenset()) -> Expr:
    """Return ``expr`` with its decimals written as fractions, but those in ``kept``."""
    if isinstance(expr, Dec):
        return expr if expr in kept else node(Head.DIV, Int(expr.digits), Int(10**expr.places))
    if not isinstance(expr, Node) or expr.head is Head.ABOUT:
        return expr
    return Node(expr.head, tuple(exact(arg, kept) for arg in expr.args), expr.letters)


def claimed(formula: Expr, rounded: frozenset[Dec]) -> Expr:
    """Return a formula as it is decided: decimals are exact but those in ``rounded`` and those that are a side."""
    if isinstance(formula, Node) and formula.head in COMPARISONS:
        sides = (side if shows(side) else exact(side, rounded) for side in formula.args)
        return Node(formula.head, tuple(sides))
    if isinstance(formula, Node) and formula.head is Head.AND:
        return Node(formula.head, tuple(claimed(arg, rounded) for arg in formula.args))
    return exact(formula)


def shows(side: Expr) -> bool:
    """Return whether a side is a decimal, signed or not, that may show another number rounded."""
    if isinstance(side, Node) and side.head is Head.NEG:
        return shows(side.args[0])
    return isinstance(side, Dec)


def rounded_among(formula: Expr, values: Iterable[Fraction]) -> frozenset[Dec]:
    """Return the decimals of a formula that one of ``values`` rounds to without being equal."""
    found = {part for side in _inside(formula) for part in parts(side) if isinstance(part, Dec)}
    known = frozenset(values)
    return frozenset(one for one in found if any(0 < abs(v - one.value) <= one.unit / 2 for v in known))


def _inside(formula: Expr) -> Iterator[Expr]:
    """The sides of the comparisons in a formula that are no decimals themselves."""
    if isinstance(formula, Node) and formula.head in COMPARISONS:
        yield from (side for side in formula.args if not shows(side))
    elif isinstance(formula, Node):
        for arg in formula.args:
            yield from _inside(arg)


def closed_values(formula: Expr) -> frozenset[Fraction]:
    """Return the values of the parts of a formula that have no letters."""
    found = set()
    for part in parts(formula):
        if isinstance(part, Node) and not free(part) and not part.letters:
            try:
                found.add(value(lowered(part), {}))
            except (NotLowered, NotEvaluated, TermTooLarge):
                continue
    return frozenset(found)


def told_rounded(formula: Expr, statement: Statement) -> frozenset[Dec]:
    """Return the decimals of a formula that stand, as they are written, in a span that its statement calls rounded."""
    spelled = {statement.quote[begin:end].strip() for begin, end in statement.rounded}
    return frozenset(part for part in parts(formula) if isinstance(part, Dec) and spell(part) in spelled)
