"""Hypotheses that are disjunctions, parted into cases."""

from __future__ import annotations

from dataclasses import replace

from verifier.checkers.formulas.places.place import Place, conjuncts
from verifier.engines.formulas import budgets
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.rewriting.rewriting import contradicted
from verifier.engines.formulas.usable import near, speaks_against, spent
from verifier.kernel.expr import Expr, Head, Node


def by_cases(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that parts a disjunction among the hypotheses, or None: one that is tied to the formula by letters,
    those of the fewest cases first."""
    if not any(_is_disjunction(one.formula) for one in place.held):
        return None
    held = ((i, place.held[i].formula) for i in near(formula, place))
    parted = [(i, one) for i, one in held if isinstance(one, Node) and _is_disjunction(one)]
    for index, given in sorted(parted, key=lambda one: _left(one[1]))[: budgets.MAX_DISJUNCTIONS]:
        rest = replace(place, held=tuple(spent(one) if i == index else one for i, one in enumerate(place.held)))
        trees = []
        for arg in given.args:
            here = rest.with_(arg).inside()
            tree = _impossible(search, here, len(rest.held))
            tree = search.shown(holds, formula, here, room - 3) if tree is None and room > 3 else tree
            if tree is None:
                break
            trees.append(tree)
        else:
            return {"rule": "cases", "of": index, "trees": trees}
    return None


def _is_disjunction(formula: Expr) -> bool:
    return isinstance(formula, Node) and formula.head is Head.OR


def _left(disjunction: Node) -> int:
    """How many cases have no part that compares numbers without letters and fails."""
    return sum(not any(speaks_against(True, part) for part in conjuncts(arg)) for arg in disjunction.args)


def _impossible(search: Prover, place: Place, new: int) -> Tree | None:
    """Anything, from one of the hypotheses from index ``new`` on that fails by the others."""
    if (denied := contradicted(place, new)) is not None:
        return denied
    for index in range(new, len(place.held)):
        said = place.held[index].formula
        held = tuple(spent(one) if i == index else one for i, one in enumerate(place.held))
        others = replace(place, held=held).inside()
        closed = isinstance(said, Node) and not said.free
        tree = search.direct(False, said, others, 2) if closed else search.once(False, said, others)
        if tree is not None:
            return {"rule": "absurd", "of": index, "tree": tree}
    return None
