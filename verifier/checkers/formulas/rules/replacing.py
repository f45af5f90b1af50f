"""Rules that replace equals by equals, sums of polynomials by their closed forms, and that tell signs (trusted).

``P(n) - P(n - 1) = n**m`` for Faulhaber's polynomial P of degree m + 1 and every number n (J. Bernoulli, Ars
Conjectandi, 1713), so that a sum of ``k**m`` for whole k from a to b is ``P(b) - P(a - 1)`` where b is at least a - 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from verifier.checkers.formulas.places.monomials import Form, number, plus, written
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.totality import REAL, TURNED, least, real, total
from verifier.checkers.formulas.rules.forms import multiplied, polynomial
from verifier.checkers.formulas.rules.linear import Shows, gap_of, listed
from verifier.checkers.formulas.rules.whole import given_whole, whole
from verifier.checkers.formulas.rules.whole_numbers import spelled
from verifier.kernel.expr import SCOPED, Dec, Expr, Head, Int, Letter, Node, Sym, free_names, node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

MAX_POWER = 8  # highest power of the letter that is summed over
_DERIVED = frozenset({Head.DIFF, Head.ANTIDERIVATIVE})


def by_replacing(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with one side of the equation ``of`` replaced by the other (``back``: the right side by the
    left); or, where the tree has ``in``, with that hypothesis so rewritten as one more.

    Raises:
        CheckFailed: where it is no equation, or the tree does not show the formula.
    """
    old, new = sides(walk.held(tree.get("of"), place).formula, bool(tree.get("back")))
    if "in" in tree:
        said = replaced(walk.held(tree["in"], place).formula, old, new)
        walk.show(holds, formula, place.inside().with_(said), tree.get("tree"))
    else:
        walk.show(holds, replaced(formula, old, new), place.inside(), tree.get("tree"))


def sides(equation: Expr, back: bool) -> tuple[Expr, Expr]:
    """Return what an equation lets replace, and by what.

    Raises:
        CheckFailed: where it is none, or has decimals, which may be rounded.
    """
    if not isinstance(equation, Node) or equation.head is not Head.EQ or _decimals(equation):
        raise CheckFailed("equals are replaced by an equation without decimals")
    if any(isinstance(part, Node) and part.head is Head.ANTIDERIVATIVE for part in walk_expr(equation)):
        raise CheckFailed("an antiderivative stands for any of many functions", Reason.OUT_OF_SCOPE)
    return (equation.args[1], equation.args[0]) if back else (equation.args[0], equation.args[1])


def replaced(formula: Expr, old: Expr, new: Expr) -> Expr:
    """Return a formula with equals in the place of equals, wherever no letter of them is bound.

    Raises:
        CheckFailed: where something is derived by a letter.
    """
    if formula == old:
        return new
    if not isinstance(formula, Node):
        return formula
    if formula.head in _DERIVED:
        raise CheckFailed("what is derived by a letter is not replaced", Reason.OUT_OF_SCOPE)
    bound, scoped = {one.name for one in formula.letters}, SCOPED.get(formula.head, ())
    kept = bound & (old.free | new.free)
    args = (arg if i in scoped and kept else replaced(arg, old, new) for i, arg in enumerate(formula.args))
    return Node(formula.head, tuple(args), formula.letters)


def by_summing(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with the sum ``number`` in it replaced by its closed form; ``whole`` are hypotheses that say what
    is whole.

    Raises:
        CheckFailed: where it has none, or a tree does not show that the upper end is not below the lower one by more
            than one, or the formula.
    """
    said, trees = spelled(tree.get("number"), place), listed(tree.get("trees"))
    given = given_whole([walk.held(index, place).formula for index in listed(tree.get("whole"))])
    if len(trees) != 2:
        raise CheckFailed("two trees are needed")
    walk.show(True, enough(said), place.inside(), trees[0])
    walk.show(holds, replaced(formula, said, closed(said, place, given)), place.inside(), trees[1])


def enough(said: Expr) -> Node:
    """Return what has to hold of the ends of a sum: that the upper one is at least the lower one less one.

    Raises:
        CheckFailed: where it is no sum.
    """
    _, low, high, _ = _sum(said)
    return node(Head.GE, high, node(Head.SUB, low, Int(1)))


def _sum(said: Expr) -> tuple[Expr, Expr, Expr, Letter]:
    """The body, the ends and the letter of a sum."""
    if not isinstance(said, Node) or said.head is not Head.SUM or len(said.letters) != 1:
        raise CheckFailed("the rule is of sums over one letter")
    return said.args[0], said.args[1], said.args[2], said.letters[0]


def closed(said: Expr, place: Place, given: frozenset[Expr]) -> Expr:
    """Return the closed form of a sum whose ends are whole numbers; ``given`` are numbers that are.

    Raises:
        CheckFailed: where it is no sum, its body is no polynomial in its letter, or something may be undefined or no
            real number.
    """
    body, low, high, letter = _sum(said)
    if any(isinstance(part, Dec) for part in walk_expr(said)):
        raise CheckFailed("a decimal may be rounded", Reason.ROUNDED)
    types = {**place.types, letter.name: letter.type}
    names = frozenset().union(*map(free_names, (body, low, high))) - {letter.name}
    if not all(place.types.get(name) in REAL for name in names) or letter.name in low.free | high.free:
        raise CheckFailed("a sum that may be of other numbers than real ones", Reason.OUT_OF_SCOPE)
    if not all(real(one) and total(one, types) for one in (body, low, high)):
        raise CheckFailed("a term or an end of the sum may be undefined", Reason.SIDE_CONDITION)
    if not all(whole(end, place, given) for end in (low, high)):
        raise CheckFailed("an end of the sum may be no whole number", Reason.SIDE_CONDITION)
    ends = polynomial(high), plus(polynomial(low), number(Fraction(1)), Fraction(-1))
    found: Form = {}
    for monomial, factor in polynomial(body).items():
        power = next((k for atom, k in monomial if atom == Sym(letter.name)), 0)
        rest = frozenset((atom, k) for atom, k in monomial if atom != Sym(letter.name))
        if power > MAX_POWER or any(letter.name in atom.free for atom, _ in rest):
            raise CheckFailed("a term of the sum is no polynomial in its letter", Reason.OUT_OF_SCOPE)
        gap = plus(_faulhaber(power, ends[0]), _faulhaber(power, ends[1]), Fraction(-1))
        found = plus(found, multiplied(gap, {rest: factor}), Fraction(1))
    return written(found)


def _faulhaber(power: int, at: Form) -> Form:
    """The polynomial P with ``P(n) - P(n - 1) = n**power`` and ``P(0) = 0``, at a number."""
    found, raised = dict[Any, Fraction](), at
    for factor in _factors(power):
        found = plus(found, raised, factor)
        raised = multiplied(raised, at)
    return found


@lru_cache(maxsize=MAX_POWER + 1)
def _factors(power: int) -> tuple[Fraction, ...]:
    """The factors of n, n**2, ... in that polynomial: ``P(n) - P(n - 1)`` is compared power by power, from the top."""
    left = [Fraction(int(k == power)) for k in range(power + 1)]
    found = [Fraction(0)] * (power + 1)
    for top in range(power, -1, -1):
        factor = left[top] / (top + 1)
        found[top] = factor
        for k in range(top + 1):  # n**(top + 1) - (n - 1)**(top + 1) has -(-1)**(top + 1 - k) * C(top + 1, k) at n**k
            left[k] += factor * (-1) ** (top + 1 - k) * comb(top + 1, k)
    return tuple(found)


def by_signs(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check how a real number stands to zero, by the signs of what it is made of; ``uses`` are comparisons with zero.

    Raises:
        CheckFailed: where these do not tell.
    """
    given = frozenset(walk.held(index, place).formula for index in listed(tree.get("uses", [])))
    if not told(holds, formula, place, given):
        raise CheckFailed("the signs do not tell that")
    walk.note("signs")


def told(holds: bool, formula: Expr, place: Place, given: frozenset[Expr]) -> bool:
    """Return whether signs tell a reading of a comparison with zero.

    Raises:
        CheckFailed: where it is no such comparison of real numbers.
    """
    if not isinstance(formula, Node) or len(formula.args) != 2 or Int(0) not in formula.args or _decimals(formula):
        raise CheckFailed("signs are of a comparison with zero")
    gap_of(formula, place)  # of real numbers alone
    number, zero = formula.args
    head = formula.head if holds else _OPPOSITE.get(formula.head)
    if number == Int(0):
        number, head = zero, TURNED.get(head, head) if head is not None else None
    if not total(number, place.types, given):
        return False
    above, below = number, Node(Head.NEG, (number,))
    match head:
        case Head.GT | Head.GE:
            return least(above, place.types, given, strictly=head is Head.GT)
        case Head.LT | Head.LE:
            return least(below, place.types, given, strictly=head is Head.LT)
        case Head.NE:
            return any(least(one, place.types, given, strictly=True) for one in (above, below))
    return False


_OPPOSITE = {
    **{Head.EQ: Head.NE, Head.NE: Head.EQ, Head.LT: Head.GE, Head.GE: Head.LT, Head.LE: Head.GT, Head.GT: Head.LE},
}


def _decimals(formula: Expr) -> bool:
    return isinstance(formula, Dec) or (isinstance(formula, Node) and any(map(_decimals, formula.args)))
