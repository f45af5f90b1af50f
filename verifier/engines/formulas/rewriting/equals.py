"""Formulas shown by replacing equals: what an equation among the hypotheses lets write otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from verifier.checkers.effort import spend
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.replacing import replaced, sides
from verifier.engines.formulas.prover import Prover, Tree
from verifier.kernel.expr import COMPARISONS, CONNECTIVES, SCOPED, Expr, ExprTooLarge, Head, Node, Sym, walk_expr
from verifier.kernel.verdict import CheckFailed

MAX_REPLACED = 4  # most ways of writing one formula otherwise
MAX_MADE_IN = 14  # most hypotheses beside which letters in one of them are replaced by what they are made of
MAX_MADE = 15  # largest expression that stands in the place of a letter


def by_equals(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a formula once equals are replaced in it, or None."""
    if room <= 3 or not isinstance(formula, Node):
        return None
    for of, said in list(rewritings(formula, place))[:MAX_REPLACED]:
        if (tree := search.shown(holds, said, place.inside(), room - 2)) is not None:
            return {"rule": "replace", **of, "tree": tree}
    return None


def rewritings(formula: Expr, place: Place, own: int | None = None) -> Iterator[tuple[Tree, Expr]]:
    """Yield what equations let a formula be written as, and by which; not by the hypothesis ``own``."""
    spend(1 + len(place.held) // 4)
    every, inside = _parts(formula), _hidden(formula)
    many = own is not None and len(place.held) > MAX_MADE_IN
    for index, one in enumerate(place.held):
        if index == own or one.formula == formula:
            continue
        for back, old, new in _exchanges(one.formula):
            if many and isinstance(old, Sym) and not _counts(new):
                continue
            called = _is_call(old) and isinstance(formula, Node) and formula.head not in COMPARISONS
            if old not in (every if called or (isinstance(old, Sym) and _counts(new)) else inside):
                continue
            try:
                said = replaced(formula, old, new)
            except (CheckFailed, ExprTooLarge):
                continue
            if said != formula:
                yield {"of": index} | ({"back": True} if back else {}), said


@lru_cache(maxsize=4096)
def _exchanges(equation: Expr) -> tuple[tuple[bool, Expr, Expr], ...]:
    """What a hypothesis lets replace by something plainer, and whether from right to left: nothing, where it is no
    equation."""
    try:
        both = [(back, *sides(equation, back)) for back in (False, True)]
    except CheckFailed:
        return ()
    return tuple((back, old, new) for back, old, new in both if _plainer(old, new))


@lru_cache(maxsize=4096)
def _parts(formula: Expr) -> frozenset[Expr]:
    return frozenset(walk_expr(formula))


@lru_cache(maxsize=4096)
def _hidden(formula: Expr) -> frozenset[Expr]:
    """What stands in a divisor, or in a function: sums of hypotheses do not reach it."""
    nodes = (part for part in walk_expr(formula) if isinstance(part, Node) and part.head not in _SEEN)
    args = (arg for one in nodes for arg in (one.args[1:] if one.head is Head.DIV else one.args))
    return frozenset(part for arg in args for part in walk_expr(arg))


_SEEN = frozenset({*COMPARISONS, *CONNECTIVES, Head.ADD, Head.SUB, Head.MUL, Head.NEG, Head.POW})


def _counts(expr: Expr) -> bool:
    return isinstance(expr, Node) and (expr.head in SCOPED or expr.head is Head.CALL)


def _is_call(expr: Expr) -> bool:
    return isinstance(expr, Node) and expr.head is Head.CALL


def _plainer(old: Expr, new: Expr) -> bool:
    """Whether what is replaced is no letter or number, and not by more of its kind; or a letter by what counts, or by
    what it is made of; or a function at numbers by what has no functions."""
    if _is_call(old) and new.size <= MAX_MADE and not any(map(_is_call, walk_expr(new))):
        return True
    if isinstance(old, Sym):
        if isinstance(new, Sym):
            return new.name < old.name
        made = isinstance(new, Node) and (_counts(new) or (bool(new.free) and new.size <= MAX_MADE))
        return made and old.name not in new.free
    return isinstance(old, Node) and bool(old.free) and new.size < old.size
