"""Hypotheses that say which values a letter has between bounds where a sine, cosine or tangent is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.checkers.formulas.places.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.infinite.turns import values_of
from verifier.engines.formulas.sums.sums import by_sums
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, node
from verifier.kernel.verdict import CheckFailed

Tree = dict[str, Any]
_WAVES = frozenset({Head.SIN, Head.COS, Head.TAN})


def by_turns(index: int, place: Place) -> Iterator[tuple[Expr, Tree]]:
    """Yield what a hypothesis about a sine, cosine or tangent says of a letter in it, and the rule that shows it."""
    given = place.held[index].formula
    if not (isinstance(given, Node) and given.head is Head.EQ and len(given.free) == 1):
        return
    if not any(isinstance(part, Node) and part.head in _WAVES for part in given.args):
        return
    [name] = given.free
    bounds = _bounds(name, place)
    if bounds is None:
        return
    (low, first), (high, second) = bounds
    try:
        said = values_of(given, name, (low, high), place)
    except CheckFailed:
        return
    ends = {"low": expression_to_json(low), "high": expression_to_json(high)}
    yield said, {"rule": "turns", "of": index, "letter": name, **ends, "trees": [first, second]}


def _bounds(name: str, place: Place) -> tuple[tuple[Expr, Tree], tuple[Expr, Tree]] | None:
    """A least and a greatest number without letters for a letter, each with its proof, or None."""
    low: tuple[Expr, Tree] | None = None
    high: tuple[Expr, Tree] | None = None
    for one in place.held:
        if not (isinstance(one.formula, Node) and one.formula.head in _UP and one.formula.free == {name}):
            continue
        for head, (letter, number) in (
            (_UP[one.formula.head], one.formula.args),
            (not _UP[one.formula.head], one.formula.args[::-1]),
        ):
            if letter != Sym(name) or number.free:
                continue
            said = node(Head.GE if head else Head.LE, letter, number)
            tree = by_sums(True, said, place, [])
            if tree is not None and head:
                low = low or (number, tree)
            elif tree is not None:
                high = high or (number, tree)
    if low is None and name in place.types:
        tree = by_sums(True, node(Head.GE, Sym(name), Int(0)), place, [])
        low = None if tree is None else (Int(0), tree)
    return None if low is None or high is None else (low, high)


_UP = {Head.GE: True, Head.GT: True, Head.LE: False, Head.LT: False}
"""Orders, and whether they give a least value for what stands on the left."""
