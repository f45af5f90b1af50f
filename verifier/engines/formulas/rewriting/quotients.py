"""Inequalities with divisors, shown once both sides are multiplied by these."""

from __future__ import annotations

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import Form, written
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.forms import multiplied, polynomial
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.sums.sums import by_sums
from verifier.kernel.expr import Dec, Expr, ExprTooLarge, Head, Int, Node, node
from verifier.kernel.verdict import CheckFailed

MAX_DIVISORS = 4  # most divisors of one inequality
_ORDERS = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})
_DENIED = {Head.LT: Head.GE, Head.GE: Head.LT, Head.LE: Head.GT, Head.GT: Head.LE}


def by_quotients(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows an inequality with divisors, or None."""
    if room <= 3 or not isinstance(formula, Node) or formula.head not in _ORDERS:
        return None
    try:
        found = _divisors(gap_of(formula, place))
    except (CheckFailed, ExprTooLarge):
        return None
    if not found:
        return None
    here, wraps, factors = place.inside(), list[tuple[Expr, Tree]](), list[Expr]()
    for divisor, times in found:
        told = _signed(search, divisor, here)
        if told is None:
            return None
        signed, shown = told
        factors += times * [divisor if signed.head is Head.GT else node(Head.NEG, divisor)]
        if shown is not None:
            wraps.append((signed, shown))
            here = here.with_(signed)
    try:
        over, inverse = _multiplied(gap_of(formula, place), factors, formula.head if holds else _DENIED[formula.head])
    except (CheckFailed, ExprTooLarge):
        return None
    first = search.once(True, inverse, here)
    second = None if first is None else search.shown(True, over, here, room - 2)
    if first is None or second is None:
        return None
    last = by_sums(holds, formula, here.with_(inverse, over), [])
    for said, tree in reversed([*wraps, (inverse, first), (over, second)]):
        last = None if last is None else {"rule": "lemma", "lemma": expression_to_json(said), "trees": [tree, last]}
    return last


def _multiplied(gap: Form, factors: list[Expr], head: Head) -> tuple[Node, Node]:
    """How a difference multiplied by positive numbers stands to zero, and that one divided by all of these is positive.

    Raises:
        CheckFailed: where something is divided by still.
    """
    inverse: Expr | None = None
    for factor in factors:
        gap = multiplied(gap, polynomial(factor))
        one = node(Head.DIV, Int(1), factor)
        inverse = one if inverse is None else node(Head.MUL, inverse, one)
    if inverse is None or any(isinstance(atom, Node) and atom.head is Head.DIV for key in gap for atom, _ in key):
        raise CheckFailed("a divisor is left")
    return node(head, written(gap), Int(0)), node(Head.GT, inverse, Int(0))


def _signed(search: Prover, divisor: Expr, place: Place) -> tuple[Node, Tree | None] | None:
    """That a divisor is positive or negative, and the proof where that is not held already; None where neither is
    shown."""
    for sign in (Head.GT, Head.LT):
        said = node(sign, divisor, Int(0))
        if any(one.formula == said for one in place.held):
            return said, None
        tree = search.once(True, said, place) or search.shown(True, said, place, 2)
        if tree is not None:
            return said, tree
    return None


def _divisors(gap: Form) -> list[tuple[Expr, int]]:
    """What a difference divides by, and how often; nothing, where decimals are in it, or too many divisors."""
    powers: dict[Node, int] = {}
    for monomial in gap:
        for atom, k in monomial:
            if isinstance(atom, Dec):
                return []
            if isinstance(atom, Node) and atom.head is Head.DIV and atom.free:
                powers[atom] = max(k, powers.get(atom, 0))
    return [(atom.args[1], k) for atom, k in sorted(powers.items(), key=repr)] if len(powers) <= MAX_DIVISORS else []
