"""Comparisons shown by what denies them: that contradicts a hypothesis that two numbers differ, which sums of
comparisons leave aside."""

from __future__ import annotations

from dataclasses import replace

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.totality import total
from verifier.checkers.formulas.rules.lemmas import came_to
from verifier.engines.formulas.prover import Prover, Tree
from verifier.kernel.expr import COMPARISONS, Expr, Head, Node, node

MAX_DIFFERENT = 6  # most hypotheses of this kind that are tried


def by_denial(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a reading of a comparison, whose other reading contradicts a hypothesis; or None."""
    compared = isinstance(formula, Node) and formula.head in COMPARISONS
    if not (compared and room > 3 and isinstance(formula, Node) and total(formula, place.types)):
        return None
    different = [i for i, one in enumerate(place.held) if _differ(one.formula) and not _apart(one.formula, formula)]
    denied = node(Head.NOT, formula)
    agrees, denies = place.inside().with_(formula), place.inside().with_(denied, came_to(denied))
    for index in different[:MAX_DIFFERENT]:
        if (absurd := _contradicted(search, denies if holds else agrees, index)) is None:
            continue
        other = search.shown(holds, formula, agrees if holds else denies, 2)
        if other is None:
            return None
        trees = [other, absurd] if holds else [absurd, other]
        return {"rule": "question", "asked": expression_to_json(formula), "trees": trees}
    return None


def _differ(formula: Expr) -> bool:
    return isinstance(formula, Node) and formula.head is Head.NE


def _apart(one: Expr, other: Expr) -> bool:
    return one.free.isdisjoint(other.free)


def _contradicted(search: Prover, place: Place, index: int) -> Tree | None:
    """A tree that shows anything, since the two numbers of a hypothesis are equal by the others."""
    said = place.held[index].formula
    held = tuple(replace(one, formula=Node(Head.TRUE)) if i == index else one for i, one in enumerate(place.held))
    without = replace(place, held=held)
    tree = search.once(False, said, without)
    if tree is None and isinstance(said, Node):
        tree = search.leaf(False, said, without)
    return None if tree is None else {"rule": "absurd", "of": index, "tree": tree}
