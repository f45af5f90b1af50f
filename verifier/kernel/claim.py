"""Claims: a formula, entailed by premises that are formulas, with a type for every free letter. A claim knows no text.

A relation between two terms is a formula, and so is a relation for all letters. Checkers of relations take claims and
premises that are such, of letters of the types in ``DOMAINS``; they read the two sides of each here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from verifier.kernel.expr import Dec, Expr, Head, Letter, Node, Type, free_names
from verifier.kernel.functions import RELATION_SIGNS

DOMAINS = frozenset({Type.UNDECLARED, Type.REAL, Type.COMPLEX})
"""The types of letters that relations know."""


class Standing(StrEnum):
    """What a premise is worth. PROVED: from firm premises alone. A HYPOTHESIS is part of the claim: an inference."""

    FACT, DEFINED, PROVED = "fact", "defined", "proved"
    HYPOTHESIS, SUPPOSED, STATED = "hypothesis", "supposed", "stated"


FIRM = frozenset({Standing.FACT, Standing.DEFINED, Standing.PROVED, Standing.HYPOTHESIS})  # a refutation's ground


class NoRelation(TypeError):
    """The sides were asked of a formula that is no relation between two terms."""


def is_relation(formula: Expr) -> bool:
    """Return whether a formula is a relation between two terms."""
    return isinstance(formula, Node) and formula.head in RELATION_SIGNS


def _compared(formula: Expr) -> Node:
    if isinstance(formula, Node) and formula.head in RELATION_SIGNS:
        return formula
    raise NoRelation("expected a relation between two terms")


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A formula that the context holds, by the ``id`` of the fact or statement it came from."""

    id: str
    standing: Standing
    formula: Expr

    @property
    def relation(self) -> Head:
        """The relation that the formula is. Raises: NoRelation."""
        return _compared(self.formula).head

    @property
    def left(self) -> Expr:
        """The left side of the relation. Raises: NoRelation."""
        return _compared(self.formula).args[0]

    @property
    def right(self) -> Expr:
        """The right side of the relation. Raises: NoRelation."""
        return _compared(self.formula).args[1]


@dataclass(frozen=True, slots=True)
class Claim:
    """``formula`` holds wherever all ``premises`` do. Decimals in ``rounded`` may be one unit of their place off.

    ``types``: the free letters of formula and premises, each once, in the order of their names. A letter of type
    ``count`` is at least 0, one of type ``pos`` at least 1; that a letter is whole may be used where a premise says so.
    ``body`` is the formula, or what it says for all letters where it is a ForAll.
    """

    formula: Expr
    types: tuple[Letter, ...] = ()
    premises: tuple[Hypothesis, ...] = ()
    rounded: frozenset[Dec] = frozenset()
    body: Expr = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        said = self.formula
        body = said.args[0] if isinstance(said, Node) and said.head is Head.FOR_ALL else said
        object.__setattr__(self, "body", body)

    @property
    def is_for_all(self) -> bool:
        """Whether the formula is a ForAll."""
        return self.body is not self.formula

    @property
    def relation(self) -> Head:
        """The relation that the formula is, or says for all letters. Raises: NoRelation."""
        return _compared(self.body).head

    @property
    def left(self) -> Expr:
        """The left side of the relation. Raises: NoRelation."""
        return _compared(self.body).args[0]

    @property
    def right(self) -> Expr:
        """The right side of the relation. Raises: NoRelation."""
        return _compared(self.body).args[1]

    @property
    def terms(self) -> tuple[Expr, ...]:
        """Both sides of the relation, then those of each premise. Raises: NoRelation."""
        formulas = (self.body, *(one.formula for one in self.premises))
        return tuple(side for one in formulas for side in _compared(one).args)

    @property
    def letters(self) -> frozenset[str]:
        """The letters of the body (not of the premises)."""
        return self.body.free

    @property
    def domain(self) -> Type:
        """The type that all letters have; COMPLEX if one has it, else UNDECLARED where there are several or none."""
        bound = self.formula.letters if isinstance(self.formula, Node) and self.is_for_all else ()
        kinds = {one.type for one in (*bound, *self.types)}
        if Type.COMPLEX in kinds:
            return Type.COMPLEX
        return kinds.pop() if len(kinds) == 1 else Type.UNDECLARED

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the claim's canonical spelling, in hexadecimal."""
        spelling = repr((replace(self, rounded=frozenset()), sorted(map(repr, self.rounded))))
        return hashlib.sha256(spelling.encode()).hexdigest()

    def type_of(self, name: str) -> Type:
        """Return the type of a free letter; UNDECLARED if none is given."""
        return next((one.type for one in self.types if one.name == name), Type.UNDECLARED)

    def under(self, premises: Iterable[int]) -> Claim:
        """Return this claim with only the premises at these indices: proving it proves this.

        Raises:
            IndexError: where there is no such premise.
        """
        kept = tuple(self.premises[i] for i in sorted(set(premises)))
        return self if len(kept) == len(self.premises) else claim_of(self.formula, self.types, kept, self.rounded)

    def for_all(self) -> Claim:
        """Return the claim that the formula holds for all its letters; itself where it has none."""
        bound = tuple(one for one in self.types if one.name in self.formula.free)
        if not bound:
            return self
        return claim_of(Node(Head.FOR_ALL, (self.formula,), bound), self.types, self.premises, self.rounded)

    def between(self, left: Expr, right: Expr) -> Claim:
        """Return the claim of this relation between two other terms, for all letters where this one is.

        Raises:
            NoRelation: where this one is no relation.
            ExprTooLarge: beyond the bounds of expressions.
        """
        made = relate(self.relation, left, right, self.premises, self.rounded, self.domain)
        return made.for_all() if self.is_for_all else made


def claim_of(
    formula: Expr, types: Iterable[Letter], premises: tuple[Hypothesis, ...], rounded: frozenset[Dec] = frozenset()
) -> Claim:
    """Return the claim, with those of ``types`` that its letters need."""
    names = free_names(formula, *[one.formula for one in premises])
    kept = {one.name: one for one in types if one.name in names}
    return Claim(formula, tuple([kept[name] for name in sorted(kept)]), premises, rounded)


def relate(
    relation: Head,
    left: Expr,
    right: Expr,
    premises: tuple[Hypothesis, ...] = (),
    rounded: frozenset[Dec] = frozenset(),
    domain: Type = Type.UNDECLARED,
) -> Claim:
    """Return the claim of a relation between two terms, whose letters and those of the premises are of one type.

    Raises:
        ExprTooLarge: beyond the bounds of expressions.
    """
    formula = Node(relation, (left, right))
    names = sorted(free_names(formula, *[one.formula for one in premises]))
    return Claim(formula, tuple([Letter(name, domain) for name in names]), premises, rounded)


def suppose(id: str, standing: Standing, relation: Head, left: Expr, right: Expr) -> Hypothesis:
    """Return the hypothesis that a relation holds between two terms.

    Raises:
        ExprTooLarge: beyond the bounds of expressions.
    """
    return Hypothesis(id, standing, Node(relation, (left, right)))
