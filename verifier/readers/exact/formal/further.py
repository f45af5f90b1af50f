"""What a statement says besides, with all that must be refuted for that to be: nothing of it is decided here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from verifier.kernel.claim import Binder, Claim, Premise, Relation, Standing
from verifier.kernel.term import App, Op, letters, walk
from verifier.readers.exact.claims.besides import Besides, besides
from verifier.readers.exact.claims.bonds import groups
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.formal.expressions import spelled
from verifier.readers.exact.formal.names import Names
from verifier.readers.exact.guards.withheld import absorbed, withheld
from verifier.readers.exact.reading import Formula

MOST_BONDS: Final = 8
"""Most relations of which one or two may be what is used."""


@dataclass(frozen=True, slots=True)
class Further:
    """``claims``: readings that must all be refuted, ``denied`` tells those that stand under ``not``; ``formula``: as
    it is to be held against its step; ``guards``: why none of them is refuted, as ``refute:CODE``."""

    formula: Formula
    claims: tuple[Claim, ...]
    denied: Claim | None = None
    guards: tuple[str, ...] = ()

    def readings(self, names: Names) -> list[str]:
        """Return the readings as the language spells them; none where one of them cannot be said."""
        found = [spelled(one, names) for one in self.claims]
        denied = None if self.denied is None else spelled(self.denied, names)
        found += [] if self.denied is None else [None if denied is None else f"not {denied}"]
        return [one for one in found if one is not None] if None not in found else []


def further(formula: Formula, context: Context) -> list[Further]:
    """Return what a formula says besides, as far as the language tells when it is refuted. Fails: never."""
    chain = set(context.chain)
    found = [one for each in besides(formula, context) for one in _further(each, context)]
    context.chain = chain
    return found


def nearly(formula: Formula, claim: Claim) -> Further:
    """Return what a number that may be rounded says at least. Fails: never."""
    return Further(formula, (replace(claim, relation=Relation.APPROX),))


def _further(one: Besides, context: Context) -> Iterator[Further]:
    claim = one.claim
    if one.shape is not None or one.bonds is None or len(one.bonds) > MOST_BONDS or absorbed(claim):
        return  # what one coefficient makes of it, the language does not say
    if one.link is not None:
        against = withheld(one.link, claim, context, claim.premises)
        yield Further(one.formula, (claim,), guards=tuple(f"refute:{why.code}" for why in against))
    elif one.under is not None:
        yield Further(one.formula, (claim, one.under))
    elif claim.binder is Binder.FOR_ALL:
        if not _bent(claim):
            yield Further(one.formula, (claim, *(_given(claim, group) for group in groups(one.bonds))))
    else:
        always = _given(claim, claim.premises)
        yield Further(one.formula, (always,), denied=replace(always, relation=Relation.NE))


_BENT: Final = frozenset({Op.SQRT, Op.ROOT, Op.LOG, Op.SIN, Op.COS, Op.TAN, Op.ABS})


def _bent(claim: Claim) -> bool:
    """Whether a root of letters, or its like, stands there: then it may hold for some values alone."""
    parts = (term for side in (claim.left, claim.right) for term in walk(side) if isinstance(term, App))
    return any(term.op in _BENT and letters(term) for term in parts)


def _given(claim: Claim, premises: Sequence[Premise]) -> Claim:
    """The claim that wherever the premises hold the claim does."""
    known = tuple(replace(one, standing=Standing.HYPOTHESIS) for one in premises)
    return replace(claim, binder=Binder.FOR_ALL, premises=known)
