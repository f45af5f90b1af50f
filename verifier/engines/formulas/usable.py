"""Which hypotheses a leaf may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from verifier.checkers.formulas.places.place import Held, leaf_claim
from verifier.kernel.formula import COMPARISONS, Expr, Head, Node, free, parts
from verifier.kernel.term import Dec
from verifier.kernel.verdict import CheckFailed

MAX_USABLE = 8  # most hypotheses of a leaf that is asked about late


def nearest(names: frozenset[str], usable: Mapping[int, Held]) -> dict[int, Held]:
    """Return the hypotheses that share letters with a formula, directly or in turn: the nearest ones."""
    chosen: dict[int, Held] = {}
    while len(chosen) < MAX_USABLE:
        fresh = {i: one for i, one in usable.items() if i not in chosen and not free(one.formula).isdisjoint(names)}
        if not fresh:
            break
        chosen |= dict(sorted(fresh.items(), key=lambda it: len(free(it[1].formula) - names)))
        names = names.union(*(free(one.formula) for one in fresh.values()))
    return dict(sorted(list(chosen.items())[:MAX_USABLE]))


def plain(formula: Expr) -> bool:
    """Return whether a formula has no decimals."""
    return not any(isinstance(part, Dec) for part in parts(formula))


def comparison(formula: Expr) -> bool:
    """Return whether a formula is a comparison that leaves have."""
    return isinstance(formula, Node) and formula.head in COMPARISONS and _lowers(formula)


def _lowers(formula: Expr) -> bool:
    try:
        leaf_claim(formula, [], {}, frozenset())
    except CheckFailed:
        return False
    return True


def spent(one: Held) -> Held:
    """Return a hypothesis that says nothing, in the place of one."""
    return replace(one, formula=Node(Head.TRUE))
