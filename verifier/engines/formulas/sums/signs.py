"""How numbers stand to zero, by the signs of what they are made of."""

from __future__ import annotations

from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.replacing import told
from verifier.engines.formulas.prover import Tree
from verifier.kernel.expr import Expr, Head, Int, Node
from verifier.kernel.verdict import CheckFailed


def by_signs(holds: bool, formula: Expr, place: Place) -> Tree | None:
    """Return a tree that shows by signs how a number stands to zero, or None."""
    kept = signs_of(place)
    try:
        if not told(holds, formula, place, frozenset(place.held[i].formula for i in kept)):
            return None
        for one in list(kept):
            fewer = [i for i in kept if i != one]
            if told(holds, formula, place, frozenset(place.held[i].formula for i in fewer)):
                kept = fewer
    except CheckFailed:
        return None
    return {"rule": "signs", "uses": kept}


def signs_of(place: Place) -> list[int]:
    """Return the hypotheses that compare something with zero, or say that it is not one."""
    compared = (Head.NE, Head.LT, Head.LE, Head.GT, Head.GE)
    return [
        i
        for i, one in enumerate(place.held)
        if isinstance(one.formula, Node)
        and one.formula.head in compared
        and (Int(0) in one.formula.args or (one.formula.head is Head.NE and Int(1) in one.formula.args))
    ]
