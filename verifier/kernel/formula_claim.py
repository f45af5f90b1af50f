"""Claims that are formulas: a formula, entailed by premises that are formulas, with a type for every free letter."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from verifier.kernel.claim import Standing
from verifier.kernel.expr import Dec, Expr, Letter, Type


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A formula that the context holds, by the ``id`` of the fact or statement it came from."""

    id: str
    standing: Standing
    formula: Expr


@dataclass(frozen=True, slots=True)
class FormulaClaim:
    """``formula`` holds wherever all ``premises`` do. Decimals in ``rounded`` may be one unit of their place off.

    ``types``: the free letters of formula and premises, each once, in the order of their names. A letter of type
    ``count`` is at least 0, one of type ``pos`` at least 1; that a letter is whole may be used where a premise says so.
    """

    formula: Expr
    types: tuple[Letter, ...] = ()
    premises: tuple[Hypothesis, ...] = ()
    rounded: frozenset[Dec] = frozenset()

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the claim's canonical spelling, in hexadecimal."""
        spelling = repr((replace(self, rounded=frozenset()), sorted(map(repr, self.rounded))))
        return hashlib.sha256(spelling.encode()).hexdigest()

    def type_of(self, name: str) -> Type:
        """Return the type of a free letter; UNDECLARED where it is not told."""
        return next((one.type for one in self.types if one.name == name), Type.UNDECLARED)

    def under(self, premises: Iterable[int]) -> FormulaClaim:
        """Return this claim with only the premises at these indices: proving it proves this.

        Raises:
            IndexError: where there is no such premise.
        """
        kept = tuple(self.premises[i] for i in sorted(set(premises)))
        return self if len(kept) == len(self.premises) else claim_of(self.formula, self.types, kept, self.rounded)


def claim_of(
    formula: Expr, types: Iterable[Letter], premises: tuple[Hypothesis, ...], rounded: frozenset[Dec] = frozenset()
) -> FormulaClaim:
    """Return the claim, with those of ``types`` that its letters need."""
    names = formula.free.union(*(one.formula.free for one in premises))
    kept = {one.name: one for one in types if one.name in names}
    return FormulaClaim(formula, tuple(kept[name] for name in sorted(kept)), premises, rounded)
