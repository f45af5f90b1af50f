"""Which names of two translations are the same quantity: guessed from words and forms, kept where engines prove it.

Two names are the same where the facts of both force one value on them. Of names without a forced value, those stay
together under which each fact of one translation about them follows from the facts of the other, both ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from verifier.claims.context import Context
from verifier.claims.definitions import Decide
from verifier.kernel.claim import Standing
from verifier.kernel.expr import SCOPED, Expr, ExprTooLarge, Head, Letter, Node, Sym, substitute
from verifier.kernel.verdict import Proved
from verifier.language.comparing.alignment import aligned

Values = Mapping[str, Fraction]


def same_names(first: Context, second: Context, values: tuple[Values, Values], decide: Decide) -> dict[str, str]:
    """Return the names of the first translation that are the same quantity as one of the second, with that one."""
    guessed = {pair.first: pair.second for pair in aligned(first.chain, second.chain)}
    forced = {a: b for a, b in guessed.items() if a in values[0] and values[0][a] == values[1].get(b)}
    loose = {a: b for a, b in guessed.items() if a not in values[0] and b not in values[1]}
    while loose:
        there = {**forced, **loose}
        back = {b: a for a, b in there.items()}
        failing = _unproved(first, second, back, decide)
        failing |= {back[name] for name in _unproved(second, first, there, decide)}
        if failing.isdisjoint(loose):
            return there
        loose = {a: b for a, b in loose.items() if a not in failing}
    return forced


def _unproved(of: Context, other: Context, names: Mapping[str, str], decide: Decide) -> set[str]:
    """The names of ``of`` in facts of ``other`` that do not follow from those of ``of``; ``names`` give them there."""
    found = set[str]()
    for fact in (one for one in other.held if one.standing is Standing.FACT):
        here = {names[name] for name in fact.formula.free if name in names}
        said = renamed(fact.formula, names) if here else None
        if here and (said is None or not isinstance(decide(of.claim(said)), Proved)):
            found |= here
    return found


def renamed(formula: Expr, names: Mapping[str, str]) -> Expr | None:
    """Return a formula with its letters under other names, or None where one of them has no other name."""
    if not formula.free <= names.keys():
        return None
    try:
        return substitute(formula, {name: Sym(names[name]) for name in formula.free})
    except ExprTooLarge:
        return None


def same_shape(one: Expr, other: Expr) -> bool:
    """Return whether two formulas are the same but for the names of the letters that they bind."""
    try:
        return _numbered(one) == _numbered(other)
    except ExprTooLarge:
        return False


def unstrict(formula: Expr) -> Expr:
    """Return a formula with each of its orders not strict, and the same way round."""
    if not isinstance(formula, Node):
        return formula
    args = tuple(map(unstrict, formula.args))
    match formula.head:
        case Head.LT | Head.LE:
            return Node(Head.LE, args)
        case Head.GT | Head.GE:
            return Node(Head.LE, args[::-1])
    return Node(formula.head, args, formula.letters)


def _numbered(formula: Expr, depth: int = 0) -> Expr:
    """A formula with bound letters named by how deep they are bound."""
    if not isinstance(formula, Node):
        return formula
    names = [f"#{depth + i}" for i in range(len(formula.letters))]
    numbered: dict[str, Expr] = {one.name: Sym(new) for one, new in zip(formula.letters, names, strict=True)}
    scoped = SCOPED.get(formula.head, ())
    args = [substitute(arg, numbered) if i in scoped else arg for i, arg in enumerate(formula.args)]
    letters = tuple(Letter(new, one.type) for one, new in zip(formula.letters, names, strict=True))
    return Node(formula.head, tuple(_numbered(arg, depth + len(names)) for arg in args), letters)
