"""Bonds: the relations seen so far that may make two expressions agree that are not one expression rewritten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from verifier.kernel.claim import Premise, Relation, Standing
from verifier.kernel.term import letters
from verifier.reading.formalize import Formula

MAX_BONDS = 16  # most relations that are held against one rewriting


def bond_of(formula: Formula) -> Premise | None:
    """Return the relation as something that may bind its letters; None where it only rounds or has no letters.

    Fails: never.
    """
    if formula.relation is Relation.APPROX or not letters(formula.left.term, formula.right.term):
        return None
    return Premise("", Standing.STATED, formula.relation, formula.left.term, formula.right.term)


def reaching(names: frozenset[str], bonds: Iterable[Premise]) -> list[Premise]:
    """Return the bonds that speak of these letters, directly or through others, the latest last. Fails: never."""
    left, reach, near = dict.fromkeys(bonds), set(names), set[Premise]()
    while fresh := {b for b in left if b not in near and letters(b.left, b.right) & reach}:
        near |= fresh
        reach |= letters(*(side for b in fresh for side in (b.left, b.right)))
    return [b for b in left if b in near]


def groups(bonds: Sequence[Premise]) -> Iterator[tuple[Premise, ...]]:
    """Yield the bonds one by one and two by two: what a rewriting may quietly use. Fails: never."""
    for size in (1, 2):
        yield from combinations(bonds, size)
