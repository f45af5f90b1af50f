"""Claims: a relation between terms under named premises, with a binder and a domain. A claim knows no text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from verifier.kernel.expr import Dec, Expr, Head, free_names


class Binder(StrEnum):
    """FOR_ALL: an identity in every letter. FIXED: letters are unknowns that the premises speak of."""

    FOR_ALL, FIXED = "for all", "fixed"


class Domain(StrEnum):
    """Where letters take values. Under UNDECLARED a verdict holds in the reals and in the complex numbers alike."""

    UNDECLARED, REAL, COMPLEX = "undeclared", "real", "complex"


class Standing(StrEnum):
    """What a premise is worth. PROVED: from firm premises alone. A HYPOTHESIS is part of the claim: an inference."""

    FACT, DEFINED, PROVED = "fact", "defined", "proved"
    HYPOTHESIS, SUPPOSED, STATED = "hypothesis", "supposed", "stated"


FIRM = frozenset({Standing.FACT, Standing.DEFINED, Standing.PROVED, Standing.HYPOTHESIS})  # a refutation's ground


@dataclass(frozen=True, slots=True)
class Premise:
    """A relation that the context holds, by the ``id`` of the claim it came from."""

    id: str
    standing: Standing
    relation: Head
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Claim:
    """``left relation right``, entailed by ``premises``. Decimals in ``rounded`` may be one unit of their place off."""

    relation: Head
    left: Expr
    right: Expr
    binder: Binder = Binder.FIXED
    domain: Domain = Domain.UNDECLARED
    premises: tuple[Premise, ...] = ()
    rounded: frozenset[Dec] = frozenset()

    @property
    def letters(self) -> frozenset[str]:
        """The letters of both sides (not of the premises)."""
        return free_names(self.left, self.right)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the claim's canonical spelling, in hexadecimal."""
        spelling = repr((replace(self, rounded=frozenset()), sorted(map(repr, self.rounded))))
        return hashlib.sha256(spelling.encode()).hexdigest()

    def under(self, premises: Iterable[int]) -> Claim:
        """Return this claim with only the premises at these indices: proving it proves this. Raises: IndexError."""
        kept = tuple(self.premises[i] for i in sorted(set(premises)))
        return self if len(kept) == len(self.premises) else replace(self, premises=kept)
