"""Places in a structural proof (trusted): what holds there, and of which types the letters are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.readings import inwards
from verifier.checkers.formulas.places.totality import NUMBERS, REAL, WHOLE, speaks_of_complex, speaks_otherwise
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import (
    COMPARISONS,
    FORMULAS,
    LEAF_HEADS,
    SCOPED,
    Dec,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    NotSubstituted,
    Sym,
    Text,
    Type,
    free_names,
    node,
    substitute,
    unfolded,
    walk_expr,
)
from verifier.kernel.functions import SIGNATURES
from verifier.kernel.verdict import CheckFailed, Reason

LEAST: Mapping[Type, int] = {Type.COUNT: 0, Type.POS: 1}
"""The types whose letters have a least value."""


@dataclass(frozen=True, slots=True)
class Held:
    """A formula that holds here. ``origin``: the index of the premise that it is part of; None for what is assumed."""

    formula: Expr
    origin: int | None = None
    standing: Standing = Standing.HYPOTHESIS


@dataclass(frozen=True, slots=True)
class Place:
    """Where the walk is: what holds, the types of the letters, and whether the formula is asserted as it stands
    (``plain``: then it may hold as rounded). ``lenient``: it is a ForAll over one relation, or that relation, which may
    hold where both sides are defined. ``whole`` are the bound letters whose type says that they are whole numbers: a
    type at a binder needs no ground."""

    held: tuple[Held, ...]
    types: Mapping[str, Type]
    plain: bool
    whole: frozenset[str] = frozenset()
    lenient: bool = False

    def with_(self, *formulas: Expr) -> Place:
        """Return this place with more that holds."""
        more = tuple(Held(usable(part)) for formula in formulas for part in _parts(formula))
        return replace(self, held=self.held + more)

    def at(self, name: str, value: Expr) -> Place:
        """Return this place with a letter replaced by its value wherever it stands. What is derived by the letter
        cannot be written so: nothing is held of it any more."""
        return replace(self, held=tuple(_at(one, name, value) for one in self.held))

    def inside(self) -> Place:
        """Return this place below a connective, where every side must be defined."""
        return replace(self, plain=False, lenient=False)


def _at(one: Held, name: str, value: Expr) -> Held:
    try:
        formula = at(one.formula, name, value)
        return one if formula is one.formula else replace(one, formula=formula)
    except NotSubstituted:
        return replace(one, formula=Node(Head.TRUE))


def at(formula: Expr, name: str, value: Expr) -> Expr:
    """Return a formula with a letter replaced by its value, and what then has no letters and no leaf evaluated."""
    return folded(substitute(formula, {name: value}))


def folded(expr: Expr) -> Expr:
    """Return ``expr`` with the numbers in it that have no letters, and that leaves do not have, replaced by numerals.

    What is not evaluated, or is undefined, stays as it is.
    """
    if not isinstance(expr, Node):
        return expr
    if not expr.free and expr.head not in FORMULAS and not is_leaf(expr) and not has_decimals(expr):
        try:
            return numeral(value(expr, {}))
        except NotEvaluated:
            return expr
    if expr.letters:
        return expr
    args = tuple(map(folded, expr.args))
    return Node(expr.head, args) if args != expr.args else expr


def has_decimals(*parts: Expr) -> bool:
    """Return whether expressions have a decimal: it may be rounded, so it has no exact value."""
    return any(isinstance(one, Dec) for part in parts for one in walk_expr(part))


def conjuncts(formula: Expr) -> list[Expr]:
    """Return the formulas that ``formula`` is the conjunction of; itself, where it is none."""
    if not isinstance(formula, Node) or formula.head is not Head.AND:
        return [formula]
    return [part for arg in formula.args for part in conjuncts(arg)]


def _parts(formula: Expr) -> list[Expr]:
    """The conjuncts of a formula, with the negations at their heads moved inwards."""
    found = inwards(formula)
    if not isinstance(found, Node) or found.head is not Head.AND:
        return [found]
    return [part for arg in found.args for part in _parts(arg)]


def conjunction(formulas: Sequence[Expr]) -> Expr:
    """Return the formula that holds where all of one or more do: itself, where it is one."""
    return formulas[0] if len(formulas) == 1 else node(Head.AND, *formulas)


def bounds(letter: Letter) -> list[Expr]:
    """Return what the type of a letter says of it: that it is at least 0, or 1."""
    least = LEAST.get(letter.type)
    return [] if least is None else [node(Head.GE, Sym(letter.name), Int(least))]


def usable(formula: Expr) -> Expr:
    """Return what a formula that holds says for proofs: nothing where it speaks of an antiderivative, which stands for
    any of many functions: equal ones would be replaced by one another."""
    loose = any(isinstance(part, Node) and part.head is Head.ANTIDERIVATIVE for part in walk_expr(formula))
    return Node(Head.TRUE) if loose else formula


def opening(claim: Claim) -> Place:
    """Return the place where the proof of a claim begins. Where complex numbers are spoken of, nothing is held there of
    roots, logarithms and powers that need not be real numbers."""
    said = ((i, one.standing, part) for i, one in enumerate(claim.premises) for part in conjuncts(one.formula))
    held = [Held(usable(folded(part)), i, standing) for i, standing, part in said]
    if is_complex(claim):
        held = [replace(one, formula=Node(Head.TRUE)) if speaks_otherwise(one.formula) else one for one in held]
    held += [Held(fact) for letter in claim.types for fact in bounds(letter)]
    types = {one.name: one.type for one in claim.types}
    return Place(tuple(held), types, True, lenient=_of_relation(claim.formula))


def is_complex(claim: Claim) -> bool:
    """Return whether a claim speaks of complex numbers: roots, logarithms and powers then have other values too."""
    said = [claim.formula, *(one.formula for one in claim.premises)]
    return any(one.type is Type.COMPLEX for one in claim.types) or any(map(speaks_of_complex, said))


def is_doubtful(formula: Expr) -> bool:
    """Return whether a formula with letters, where complex numbers are spoken of, may speak of other values of roots,
    logarithms and powers than those that are real numbers."""
    letters = any(isinstance(part, Sym) for part in walk_expr(formula))
    return letters and speaks_otherwise(formula)


def _of_relation(formula: Expr) -> bool:
    """Whether it is a ForAll over one relation."""
    if not isinstance(formula, Node) or formula.head is not Head.FOR_ALL:
        return False
    [body] = formula.args
    return isinstance(body, Node) and body.head in COMPARISONS


def leaf_claim(comparison: Expr, uses: Sequence[Held], types: Mapping[str, Type], rounded: frozenset[Any]) -> Claim:
    """Return the relation that a leaf shows: a comparison, entailed by comparisons.

    Raises:
        CheckFailed: where one of them is none, is not of terms of leaves, or speaks of a letter that is no number.
    """
    names = comparison.free.union(*(one.formula.free for one in uses))
    kinds = {name: types.get(name, Type.UNDECLARED) for name in names}
    if not NUMBERS.issuperset(kinds.values()):
        raise CheckFailed("non-numeric variable in an arithmetic leaf", Reason.OUT_OF_SCOPE)
    # who asks about a formula answers for what it rests on: a leaf is an entailment
    held = [Hypothesis(f"h{i}", Standing.HYPOTHESIS, leaf_relation(one.formula)) for i, one in enumerate(uses)]
    letters = [Letter(name, Type.REAL if kind in REAL else kind) for name, kind in kinds.items()]
    return claim_of(leaf_relation(comparison), letters, tuple(held), rounded)


@lru_cache(maxsize=4096)
def leaf_relation(comparison: Expr) -> Node:
    """Return the relation of a leaf that a comparison means, ``folded`` where it must be and nothing may be rounded.

    Raises:
        CheckFailed: where it is no comparison, or not of terms of leaves.
    """
    if not isinstance(comparison, Node) or comparison.head not in COMPARISONS:
        raise CheckFailed("leaves are comparisons", Reason.OUT_OF_SCOPE)
    if not all(map(is_leaf, comparison.args)):
        if any(isinstance(part, Dec) for part in walk_expr(comparison)):
            raise CheckFailed("no leaf has this", Reason.OUT_OF_SCOPE)
        comparison = Node(comparison.head, tuple(map(folded, comparison.args)))
    return Node(comparison.head, tuple(map(leaf_term, comparison.args)))


def leaf_term(expr: Expr, heads: frozenset[Head] = LEAF_HEADS) -> Expr:
    """Return the term of leaves, or of other ``heads``, that an expression means.

    Raises:
        CheckFailed: where leaves have no such operation, or it is too large.
    """
    try:
        found = unfolded(expr)
    except ExprTooLarge as error:
        raise CheckFailed(str(error), Reason.OUT_OF_BUDGET) from error
    for part in walk_expr(found):
        if isinstance(part, Text) or (isinstance(part, Node) and part.head not in heads):
            raise CheckFailed(f"no leaf has {part.head if isinstance(part, Node) else part.value}", Reason.OUT_OF_SCOPE)
    return found


def is_leaf(expr: Expr) -> bool:
    """Return whether all that an expression is made of is what leaves have, or means such."""
    if not isinstance(expr, Node):
        return not isinstance(expr, Text)
    signature = SIGNATURES.get(expr.head)
    known = expr.head in LEAF_HEADS or (signature is not None and signature.means is not None)
    return known and all(map(is_leaf, expr.args))


def below(bound: Node, place: Place) -> tuple[tuple[Expr, ...], Place]:
    """Return the arguments of a binder with its letters renamed, where it binds them, to letters that nothing else
    speaks of, and the place where only their types tell of them.

    Raises:
        CheckFailed: where a letter stands for no number.
    """
    if any(one.type not in NUMBERS for one in bound.letters):
        raise CheckFailed("a variable without a number", Reason.OUT_OF_SCOPE)
    taken = {*place.types, *bound.free}.union(*(one.formula.free for one in place.held))
    taken = taken.union(*map(free_names, bound.args))
    count = 1  # not how many are taken: a proof under fewer premises names the same letters
    while any(f"{one.name}#{count}" in taken for one in bound.letters):
        count += 1
    letters = [Letter(f"{one.name}#{count}", one.type) for one in bound.letters]
    renamed: dict[str, Expr] = {one.name: Sym(new.name) for one, new in zip(bound.letters, letters, strict=True)}
    args = tuple(substitute(arg, renamed) if i in SCOPED[bound.head] else arg for i, arg in enumerate(bound.args))
    whole = place.whole | {one.name for one in letters if one.type in WHOLE}
    inside = replace(place, types={**place.types, **{one.name: one.type for one in letters}}, whole=whole)
    return args, inside.with_(*(fact for one in letters for fact in bounds(one)))
