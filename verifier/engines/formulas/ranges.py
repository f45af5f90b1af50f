"""All values of a whole letter between two bounds that hypotheses give."""

from __future__ import annotations

import math
from fractions import Fraction

from verifier.checkers.formulas.places.monomials import ONE, numeral
from verifier.checkers.formulas.places.place import Place, at
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.checkers.formulas.rules.whole import given_whole, whole
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.residues import grounds_of
from verifier.engines.formulas.sums.sums import by_sums
from verifier.kernel.expr import COMPARISONS, Expr, Head, Node, Sym, node
from verifier.kernel.verdict import CheckFailed

MAX_VALUES = 30  # most values of a whole letter that are gone through


def through_values(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that goes through all values of a whole letter between the bounds that hypotheses give, or None."""
    grounds = grounds_of(place)
    given = given_whole([place.held[i].formula for i in grounds])
    for name in sorted(formula.free & place.types.keys()):
        if not whole(Sym(name), place, given):
            continue
        low, high = _bounds(name, place)
        if low is None or high is None or high - low >= MAX_VALUES:
            continue
        trees: list[Tree | None] = []
        for head, bound in ((Head.GE, low), (Head.LE, high)):
            said = node(head, Sym(name), numeral(Fraction(bound)))
            trees.append(by_sums(True, said, place, grounds))
        for value in range(low, high + 1):
            if None in trees:
                break
            put_at = numeral(Fraction(value))
            trees.append(search.shown(holds, at(formula, name, put_at), place.inside().at(name, put_at), room - 2))
        if None not in trees:
            own = [i for i in grounds if Sym(name) in given_whole([place.held[i].formula])]
            data = {"rule": "range", "letter": name, "from": low, "to": high}
            return data | {"whole": [] if name in place.whole else own[:1], "trees": trees}
    return None


def _bounds(name: str, place: Place) -> tuple[int | None, int | None]:
    """The bounds that single hypotheses give for a whole letter."""
    low: list[int] = []
    high: list[int] = []
    for one in place.held:
        if not (isinstance(one.formula, Node) and one.formula.head in COMPARISONS) or one.formula.free != {name}:
            continue
        try:
            form = gap_of(one.formula, place)
        except CheckFailed:
            continue
        if form.keys() - {ONE} != {frozenset({(Sym(name), 1)})}:
            continue
        factor = form[frozenset({(Sym(name), 1)})]
        value = -form.get(ONE, Fraction(0)) / factor
        head = one.formula.head
        up = (head in (Head.GT, Head.GE)) == (factor > 0)
        if head in (Head.LT, Head.LE, Head.GT, Head.GE):
            strictly = head in (Head.LT, Head.GT)
            if up:
                low.append(math.floor(value) + 1 if strictly else math.ceil(value))
            else:
                high.append(math.ceil(value) - 1 if strictly else math.floor(value))
    return max(low, default=None), min(high, default=None)
