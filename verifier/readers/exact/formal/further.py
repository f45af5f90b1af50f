"""What a statement says besides, with all that must be refuted for that to be: nothing of it is decided here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from verifier.kernel.claim import Binder, Claim, Premise, Standing
from verifier.kernel.expr import Head, Node, walk_expr
from verifier.readers.exact.claims.besides import Besides
from verifier.readers.exact.claims.bonds import groups
from verifier.readers.exact.formal.expressions import spelled
from verifier.readers.exact.formal.guarded import Weighed, excused, told
from verifier.readers.exact.formal.names import Names
from verifier.readers.exact.guards.withheld import absorbed

MOST_BONDS: Final = 8
"""Most relations of which one or two may be what is used."""


@dataclass(frozen=True, slots=True)
class Further:
    """``claims``: readings that must all be refuted, ``denied`` tells those that stand under ``not``; ``guards``: why
    none of them is refuted, or held against its step, as the language spells guards."""

    claims: tuple[Claim, ...]
    denied: Claim | None = None
    guards: tuple[str, ...] = ()

    def readings(self, names: Names) -> list[str]:
        """Return the readings as the language spells them; none where one of them cannot be said."""
        found = [spelled(one, names) for one in self.claims]
        denied = None if self.denied is None else spelled(self.denied, names)
        found += [] if self.denied is None else [None if denied is None else f"not {denied}"]
        return [one for one in found if one is not None] if None not in found else []


def further(one: Besides, held: Weighed) -> Iterator[Further]:
    """Yield what a formula says besides, as far as the language tells when it is refuted."""
    claim, guards = one.claim, tuple(told([*map(str, held.against), *excused(held)]))
    if one.shape is not None or one.carried or one.bonds is None or len(one.bonds) > MOST_BONDS or absorbed(claim):
        return  # what one coefficient makes of it, the language does not say
    if claim.rounded or any(held.may_hold()):
        return  # nor which decimals are rounded in what is said besides
    if one.link is not None:
        yield Further((claim,), guards=guards)
    elif one.under is not None:
        yield Further((claim, one.under), guards=guards)
    elif claim.binder is Binder.FOR_ALL:
        if not _bent(claim):
            yield Further((claim, *(_given(claim, group) for group in groups(one.bonds))), guards=guards)
    else:
        always = _given(claim, claim.premises)
        yield Further((always,), replace(always, relation=Head.NE), guards)


def nearly(claim: Claim, guards: tuple[str, ...]) -> Further:
    """Return what a number that may be rounded says at least."""
    return Further((replace(claim, relation=Head.APPROX),), guards=guards)


_BENT: Final = frozenset({Head.SQRT, Head.ROOT, Head.LOG, Head.SIN, Head.COS, Head.TAN, Head.ABS})


def _bent(claim: Claim) -> bool:
    """Whether a root of letters, or its like, stands there: then it may hold for some values alone."""
    parts = (term for side in (claim.left, claim.right) for term in walk_expr(side) if isinstance(term, Node))
    return any(term.head in _BENT and term.free for term in parts)


def _given(claim: Claim, premises: Sequence[Premise]) -> Claim:
    """The claim that wherever the premises hold the claim does."""
    known = tuple(replace(one, standing=Standing.HYPOTHESIS) for one in premises)
    return replace(claim, binder=Binder.FOR_ALL, premises=known)
