"""Proofs by residues: which modulus, which hypotheses, what says that letters are whole."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.rules.whole import given_whole, whole
from verifier.checkers.formulas.rules.whole_numbers import MAX_RESIDUES, truth
from verifier.engines.formulas.prover import Tree
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, free_names, walk_expr
from verifier.kernel.verdict import CheckFailed

USUAL = (2, 3, 4, 5, 7, 8, 9, 16)  # the moduli that are tried where the formula names none
MAX_USES = 4  # most hypotheses that are taken along


def grounds_of(place: Place) -> list[int]:
    """Return the hypotheses that say of a number that it is whole."""
    return [i for i, one in enumerate(place.held) if given_whole([one.formula])]


def by_residues(holds: bool, formula: Expr, place: Place) -> Tree | None:
    """Return a tree that shows a reading of a formula of whole letters by residues, or None."""
    grounds = grounds_of(place)
    given = given_whole([place.held[i].formula for i in grounds])
    names = {name for name in place.types if whole(Sym(name), place, given)}
    if not formula.free or not formula.free <= names:
        return None
    uses = _uses(formula, place, names)
    try:
        own = moduli(formula)
        for modulus in own if own else (USUAL if holds or not own else ()):
            for chosen in ([], uses) if uses else ([],):
                formulas = [place.held[i].formula for i in chosen]
                wider = math.lcm(modulus, *(m for one in formulas for m in moduli(one)[:1] if own))
                for m in dict.fromkeys((modulus, wider)):
                    if _all(holds, formula, formulas, m):
                        kept = _fewest(holds, formula, place, chosen, m)
                        return _tree(formula, place, kept, m, grounds)
    except CheckFailed:
        return None
    return None


def _tree(formula: Expr, place: Place, uses: list[int], modulus: int, grounds: Sequence[int]) -> Tree:
    names = formula.free.union(*(place.held[i].formula.free for i in uses)) - place.whole
    needed: list[int] = []
    for name in sorted(names):
        needed.append(next(i for i in grounds if Sym(name) in given_whole([place.held[i].formula])))
    return {"rule": "residues", "modulus": modulus, "uses": uses, "whole": sorted(set(needed))}


def _fewest(holds: bool, formula: Expr, place: Place, uses: list[int], modulus: int) -> list[int]:
    kept = list(uses)
    for one in uses:
        fewer = [i for i in kept if i != one]
        if _all(holds, formula, [place.held[i].formula for i in fewer], modulus):
            kept = fewer
    return kept


def _all(holds: bool, formula: Expr, uses: Sequence[Expr], modulus: int) -> bool:
    names = sorted(formula.free.union(*map(free_names, uses)))
    if modulus ** len(names) > MAX_RESIDUES:
        return False
    for values in product(range(modulus), repeat=len(names)):
        residues = dict(zip(names, values, strict=True))
        if truth(formula, residues, modulus) is not holds:
            if any(truth(one, residues, modulus) is False for one in uses):
                continue
            return False
    return True


_USED = frozenset({Head.DIVIDES, Head.CONGRUENT, Head.NOT, Head.EQ, Head.OR, Head.IMPLIES, Head.IFF, Head.NE})


def _uses(formula: Expr, place: Place, names: set[str]) -> list[int]:
    """Hypotheses about whole letters that share one with the formula, directly or in turn."""
    known, found = set(formula.free), list[int]()
    for _ in range(2):
        for i, one in enumerate(place.held):
            said = one.formula
            fits = isinstance(said, Node) and said.head in _USED and said.free <= names and bool(said.free & known)
            if fits and i not in found and len(found) < MAX_USES:
                found.append(i)
                known |= said.free
    return sorted(found)


def moduli(formula: Expr) -> list[int]:
    """Return the moduli that a formula of divisibility asks for: the least that tells of all of them."""
    found = [one for part in walk_expr(formula) if isinstance(part, Node) for one in _own(part)]
    return [math.lcm(*found)] if found and math.lcm(*found) > 1 else []


def _own(part: Node) -> Iterator[int]:
    match part.head, part.args:
        case Head.DIVIDES, (Int(a), n) if a:
            yield a * _denominator(n)
        case Head.CONGRUENT, (_, _, Int(n)) if n:
            yield n
        case ((Head.REM | Head.MOD), (_, Int(n))) if n:
            yield n
        case Head.IS_INT, (n,):
            yield _denominator(n)


def _denominator(expr: Expr) -> int:
    try:
        return math.lcm(1, *(value.denominator for value in polynomial(expr).values()))
    except CheckFailed:
        return 1
