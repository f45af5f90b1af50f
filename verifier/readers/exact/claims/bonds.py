"""Bonds: the relations seen so far that may make two expressions agree that are not one expression rewritten."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verifier.kernel.claim import Hypothesis, Standing, suppose
from verifier.kernel.expr import Expr, Head, Sym, free_names
from verifier.readers.exact.reading import Formula

MAX_BONDS = 16  # most relations that are held against one rewriting


def bond_of(formula: Formula) -> Hypothesis | None:
    """Return the relation as something that may bind its letters; None where it only rounds or has no letters."""
    if formula.relation is Head.APPROX or not free_names(formula.left.term, formula.right.term):
        return None
    return suppose("", Standing.STATED, formula.relation, formula.left.term, formula.right.term)


def is_pattern(relation: Head, left: Expr, right: Expr) -> bool:
    """Return whether this is an equation into which values may be put for letters."""
    named = isinstance(left, Sym) or isinstance(right, Sym)
    return relation is Head.EQ and not named and bool(free_names(left, right))


def reaching(names: frozenset[str], bonds: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return the bonds that speak of these letters, directly or through others, the latest last."""
    left, reach, near = dict.fromkeys(bonds), set(names), set[Hypothesis]()
    while fresh := {b for b in left if b not in near and b.formula.free & reach}:
        near |= fresh
        reach |= {name for b in fresh for name in b.formula.free}
    return [b for b in left if b in near]


def unnamed(names: frozenset[str], bonds: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return the bonds without those that only give something a name: a letter outside ``names`` that no other bond
    has, alone on one side. They bind nothing else."""
    left = list(bonds)
    while (found := next((b for b in left if _names(b, names, left)), None)) is not None:
        left.remove(found)
    return left


def _names(bond: Hypothesis, names: frozenset[str], bonds: Sequence[Hypothesis]) -> bool:
    if bond.relation is not Head.EQ:
        return False
    for name, other in ((bond.left, bond.right), (bond.right, bond.left)):
        if isinstance(name, Sym) and name.name not in names | other.free:
            return not any(name.name in b.formula.free for b in bonds if b is not bond)
    return False
