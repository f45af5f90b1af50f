"""Slips: what else a formula says that nothing decides as it stands, where that is refuted.

Of an equation in letters that may hold, the text may say more: that it rewrites an expression, that it follows from the
equation before it, or is that equation in another form.
"""

from __future__ import annotations

from dataclasses import replace

from verifier.engines.points import PointEngine
from verifier.engines.symbolic.identity_falsification import bent, failing_everywhere
from verifier.engines.symbolic.polynomial_difference import slips, unrelated
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.judging.settling.portfolio import LineUp
from verifier.judging.settling.settle import settle
from verifier.judging.weighing.standing import Standing
from verifier.judging.weighing.withheld import apart, doubted
from verifier.kernel.claim import Binder, Claim
from verifier.kernel.verdict import Refuted, Verdict
from verifier.readers.exact.claims.bonds import groups
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.claims.reshaped import LINKED, reshaped
from verifier.readers.exact.claims.rewritten import LISTED, as_line, measures, under_roots
from verifier.readers.exact.guards.withheld import absorbed
from verifier.readers.exact.lexicon import words
from verifier.readers.exact.reading import Formula

_Found = tuple[Claim, tuple[Verdict, str | None]]


def otherwise_refuted(
    formula: Formula, context: Context, lineup: LineUp, standing: Standing
) -> tuple[Formula, Claim, tuple[Verdict, str | None]] | None:
    """Return the formula as it is to be held against its step, what it claims besides, and its refutation; None where
    nothing of the kind is refuted."""
    for look in (_slip, _rooted):
        if (found := look(formula, context, lineup, standing)) is not None and not absorbed(found[0]):
            return formula, *found
    for follows in (_inferred, _computed):
        if (found := follows(formula, context, lineup, standing)) is not None and not absorbed(found[0]):
            return (replace(formula, role="asserted") if formula.line else formula), *found
    if (found := _reshaped(formula, context, lineup, standing)) is not None and not absorbed(found[0]):
        return (as_line(formula) if formula.position else formula), *found
    rewritten = _rewritten(formula, context, lineup, standing)
    return None if rewritten is None or absorbed(rewritten[0]) else (as_line(formula), *rewritten)


def _slip(formula: Formula, context: Context, lineup: LineUp, standing: Standing) -> _Found | None:
    """The refutation of a rewriting as an identity, where no relation seen so far can be what it uses: each of
    them, and each two, hold somewhere where the sides differ."""
    asked = context.rewriting(formula)
    if asked is None or formula.doubts or formula.qualms or context.turning or context.cases:
        return None
    claim, bonds = asked
    if claim.letters & (context.ambiguous | context.blurred):
        return None
    verdict, engine = lineup.settled(claim, False)
    if not isinstance(verdict, Refuted) or not all(apart(claim, group) for group in groups(bonds)):
        return None
    if bent(claim) and failing_everywhere(claim) is None:
        return None  # a root of a square, which a letter may be known to make positive
    return claim, lineup.certified(verdict, engine)


def _computed(formula: Formula, context: Context, lineup: LineUp, standing: Standing) -> _Found | None:
    """The refutation of what the line above computed, where this line gives it another value."""
    link = context.thread.worked(formula)
    if link is None or formula.doubts:
        return None
    claim = context.claim(link)
    verdict, engine = lineup.settled(claim, False)
    if not isinstance(verdict, Refuted) or standing.first(doubted(link, claim, context, verdict)) is not None:
        return None
    return claim, lineup.certified(verdict, engine)


def _reshaped(formula: Formula, context: Context, lineup: LineUp, standing: Standing) -> _Found | None:
    """The refutation of an expression that came back with another coefficient, whatever else is supposed or known."""
    asked = reshaped(formula)
    if asked is None or formula.doubts or formula.qualms or context.turning or context.heard & words.TYING:
        return None
    claim, agreeing = asked
    bonds = context.binding(claim.letters)
    if claim.letters & context.blurred or (bonds is None and not formula.position):
        return None
    verdict, engine = lineup.settled(claim, False)
    if not isinstance(verdict, Refuted) or not slips(claim, lost=False, agreeing=agreeing):
        return None
    held = all(apart(claim, group) for group in groups(bonds or ()))
    return (claim, lineup.certified(verdict, engine)) if held else None


def _rooted(formula: Formula, context: Context, lineup: LineUp, standing: Standing) -> _Found | None:
    """The refutation of an equation between two roots of which one is worked out, where what stands under them is
    never equal: nobody sets up what nothing solves."""
    under = under_roots(formula)
    if under is None or formula.doubts or formula.qualms or context.turning or context.cases:
        return None
    if context.barren and not measures(formula):
        return None
    # no record holds a proof of it: whoever checks one works it out anew
    inner = settle(under, (PointEngine(), SymbolicEngine()))[0]
    if not isinstance(inner, Refuted) or under.letters & (context.ambiguous | context.blurred):
        return None
    claim = Claim(formula.relation, formula.left.term, formula.right.term, Binder.FOR_ALL)
    verdict, engine = lineup.settled(claim, False)
    return (claim, lineup.certified(verdict, engine)) if isinstance(verdict, Refuted) else None


def _inferred(formula: Formula, context: Context, lineup: LineUp, standing: Standing) -> _Found | None:
    """The refutation of what a formula says to follow from the equations right before it."""
    claim = context.thread.claim(formula, context.exact)
    if claim is None or context.turning or claim.letters & (context.ambiguous | context.blurred):
        return None
    if (formula.relation, formula.left.term, formula.right.term) in context.said:
        return None  # it stands in the problem, and need not follow from anything
    verdict, engine = lineup.settled(claim, False)
    return (claim, lineup.certified(verdict, engine)) if isinstance(verdict, Refuted) else None


def _rewritten(formula: Formula, context: Context, lineup: LineUp, standing: Standing) -> _Found | None:
    """The refutation of what a formula says of the equation right before it that it writes in another way, where
    no relation seen so far can be what it uses."""
    if context.turning or context.heard & (words.TYING | LISTED):
        return None
    if (formula.relation, formula.left.term, formula.right.term) in context.said:
        return None  # it stands in the problem, beside the other
    for claim, lost in context.thread.rewritten(formula, context.exact):
        bonds = context.binding(claim.letters)
        if claim.letters & (context.ambiguous | context.blurred):
            continue
        # another equation of the case may be used, but none that changes one coefficient alone
        lost = lost and not (claim.premises and context.cases)
        verdict, engine = lineup.settled(claim, False)
        certain = isinstance(verdict, Refuted) and slips(claim, lost) and (not claim.premises or unrelated(claim))
        changed = bool(claim.premises) and slips(claim, lost=False, agreeing=LINKED)
        if certain and (changed or (bonds is not None and all(apart(claim, group) for group in groups(bonds)))):
            return claim, lineup.certified(verdict, engine)
    return None
