"""Worked: whether the operation that a step tells does lead to its equation."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.engines.points import PointEngine
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.judging.settling.settle import settle
from verifier.kernel.claim import Binder, Claim, Premise
from verifier.kernel.expr import MAX_NESTING, Head, node
from verifier.kernel.verdict import Proved
from verifier.readers.exact.formal.operated import led_to, operates
from verifier.readers.exact.reading import Formula


def worked(formula: Formula, lines: Sequence[Premise]) -> bool:
    """Return whether a formula comes of one stated before by the operation that is told; True where none is told that
    does the same to both sides. ``lines``: the relations to which it may have been done, the latest first."""
    if not operates(formula):
        return True
    return any(all(map(_holds, pair)) for line in lines for pair in led_to(line, formula))


def equivalent(premise: Premise, claim: Claim) -> bool:
    """Return whether an order relation says what another says, both sides less the same."""
    if premise.relation is not claim.relation:
        return False
    gaps = (node(Head.SUB, premise.left, premise.right), node(Head.SUB, claim.left, claim.right))
    return max(gap.depth for gap in gaps) < MAX_NESTING - 2 and _holds(Claim(Head.EQ, *gaps, Binder.FOR_ALL))


def _holds(identity: Claim) -> bool:
    """Whether two expressions are one for all values of their letters."""
    if identity.left == identity.right:
        return True
    return isinstance(settle(identity, (PointEngine(), SymbolicEngine()))[0], Proved)
