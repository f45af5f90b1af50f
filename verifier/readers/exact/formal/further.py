"""What a statement says besides, with all that must be refuted for that to be: nothing of it is decided here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from verifier.kernel.claim import Claim, Hypothesis, relate
from verifier.kernel.expr import Const, Dec, Head, Node, number, walk_expr
from verifier.language.formal_chain import Role, Statement
from verifier.readers.exact.claims.besides import Besides
from verifier.readers.exact.claims.premises import place
from verifier.readers.exact.formal.expressions import spelled
from verifier.readers.exact.formal.guarded import Weighed, excused, told
from verifier.readers.exact.formal.names import Names
from verifier.readers.exact.guards.withheld import absorbed
from verifier.readers.exact.reading import Formula

CARRIED: Final = "carried-over"
"""The guard of what is written of the expression before it, which may be another thing there."""
UNSOUND: Final = "goes-on-from-an-error"
"""The guard of what is to follow from something that is refuted."""
RESHAPED: Final = "not-a-slip"
"""The guard of what may differ from what it is written from by more than a slip."""
BENT: Final = "for-some-values"
"""The guard of roots, logarithms and waves, which letters may be known to make what is said of them."""


@dataclass(frozen=True, slots=True)
class Further:
    """``formula``: as people read it; ``claims``: readings that must all be refuted; ``given``: from what alone;
    ``bonds``: relations of which one or two may be what it uses; ``guards``: why the first is not refuted, or not held
    against its step, as the language spells guards."""

    formula: Formula
    claims: tuple[Claim, ...]
    given: tuple[Claim, ...] = ()
    bonds: tuple[Claim, ...] = ()
    guards: tuple[str, ...] = ()

    def said(self, names: Names) -> Statement | None:
        """Return what is said besides as the language has it; None where something of it cannot be said."""
        found = [[spelled(one, names) for one in every] for every in (self.claims, self.given, self.bonds)]
        if any(None in every for every in found):
            return None
        (first, *others), given, bonds = (tuple(one for one in every if one is not None) for every in found)
        readings = tuple((one,) for one in others)
        return Statement(Role.CLAIM, "", (first,), alternatives=readings, given=given, bonds=bonds, guards=self.guards)


def further(one: Besides, held: Weighed, before: str, thread: str) -> Iterator[Further]:
    """Yield what a formula says besides, as far as the language tells when it is refuted. ``before``: the place of the
    formula before it; ``thread``: the id of that from which it may be said to follow."""
    claim, guards = one.claim, tuple(told([*map(str, held.against), *excused(held)]))
    used = [place(id) for id in (*(each.id for each in claim.premises), thread if one.threaded else "") if ".c" in id]
    guards += (f"decide:{UNSOUND} if refuted {' '.join(used)}",) if used else ()
    if one.carried:
        guards += (f"refute:{CARRIED} if unproved {before}", f"refute:{CARRIED} if resting {before}")
    if absorbed(claim) or claim.rounded or held.others():
        return  # the language does not say which decimals are rounded in what is said besides
    if one.shape is not None and one.shape.changed is not None:
        yield Further(
            held.asserted,
            (claim,),
            guards=(*guards, *_related(claim), f"refute:{RESHAPED} if unlike {one.shape.changed}"),
        )
    if one.bonds is None:
        return
    bonds = tuple(map(_relation, one.bonds))
    if one.shape is not None:
        unlike = f"unlike {one.shape.agreeing}{' lost' if one.shape.lost else ''}"
        guards = (*guards, *_related(claim), f"refute:{RESHAPED} if {unlike}")
        yield Further(held.asserted, (claim,), bonds=bonds, guards=guards)
    elif one.link is not None:
        yield Further(held.asserted, (claim,), guards=guards)
    elif one.under is not None:
        yield Further(held.asserted, (claim, one.under), guards=guards)
    elif claim.is_for_all:
        guards += (f"refute:{BENT} if somewhere",) if _bent(claim) else ()
        yield Further(held.asserted, (claim,), bonds=bonds, guards=guards)
    else:
        yield Further(held.asserted, (claim,), tuple(map(_relation, claim.premises)), guards=guards)


def _relation(premise: Hypothesis) -> Claim:
    return relate(premise.relation, premise.left, premise.right)


def _related(claim: Claim) -> tuple[str, ...]:
    return (f"refute:{RESHAPED} if related",) if claim.premises else ()


def nearly(formula: Formula, claim: Claim, guards: tuple[str, ...]) -> Further:
    """Return what a number that may be rounded says at least."""
    about = relate(Head.APPROX, claim.left, claim.right, claim.premises, claim.rounded, claim.domain)
    return Further(formula, (about,), guards=guards)


def at_least(formula: Formula, claim: Claim, guards: tuple[str, ...]) -> Iterator[Further]:
    """Yield the lower bound that a sign of approximation gives: ``√2 ≈ 1.42`` says that √2 is at least 1.415. There is
    no upper bound, because digits may be cut off. There is no bound either if the value rests on decimals or π, is
    rounded up on purpose, or may have other parts."""
    right, text = claim.right, formula.text
    signed = claim.relation is Head.APPROX and ("≈" in text or "\\approx" in text)
    rough = any(isinstance(term, Dec | Const) for term in walk_expr(claim.left)) or bool(formula.words & _UP)
    alone = formula.led and not formula.after and ("\\" in text or not any(map(str.isalpha, text)))
    if signed and alone and not claim.letters and isinstance(right, Dec) and not rough:
        yield Further(formula, (relate(Head.GE, claim.left, number(right.value - right.unit / 2)),), guards=guards)


_UP: Final = frozenset({"ceiling", "least", "need", "needed", "needs", "up"})
_BENT: Final = frozenset({Head.SQRT, Head.ROOT, Head.LOG, Head.SIN, Head.COS, Head.TAN, Head.ABS})


def _bent(claim: Claim) -> bool:
    """Whether a root of letters, or its like, stands there: then it may hold for some values alone."""
    parts = (term for side in (claim.left, claim.right) for term in walk_expr(side) if isinstance(term, Node))
    return any(term.head in _BENT and term.free for term in parts)
