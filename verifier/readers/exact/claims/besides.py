"""What else a formula says that is not decided as it stands: that it rewrites an expression, that it follows from the
equation before it, or is that equation in another form. Where one of these is refuted, the formula is.

Nothing is decided here: what more must fail for that, and what may be used quietly, is told with each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from verifier.kernel.claim import Claim, Hypothesis, relate
from verifier.kernel.expr import Head
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.shapes import asks_for_work, same_growth
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.claims.rewritten import LISTED, as_line, measures, under_roots
from verifier.readers.exact.reading import Formula

LINKED, ALONE = 2, 3
"""How many terms must agree: of an equation and the one that it is written from, and of the sides of an equation."""

_UNTOLD = frozenset({"denied", "asked"})
_OF_EQUATIONS = words.SYSTEM | {"both", "sides"}


@dataclass(frozen=True, slots=True)
class Shape:
    """``agreeing``: so many terms must be the same; ``lost``: the one that differs may be missing on one side;
    ``changed``: where these agree besides, no bond can be what is used."""

    agreeing: int = 0
    lost: bool = False
    changed: int | None = None


@dataclass(frozen=True, slots=True)
class Besides:
    """A claim that a formula makes besides. ``formula``: as it is to be held against its step where that is refuted.

    ``bonds``: relations seen so far, of which one, or two, may be what it uses: it must fail somewhere where they hold;
    None where too many may be. ``under``: a claim that must be refuted too. ``link``: a formula whose guards it has.
    ``shape``: one coefficient alone must make the difference, and how many others must agree. ``carried``: only where
    the formula before holds for all values of its letters; ``threaded``: only where that is not refuted.
    """

    formula: Formula
    claim: Claim
    bonds: tuple[Hypothesis, ...] | None = ()
    under: Claim | None = None
    link: Formula | None = None
    shape: Shape | None = None
    carried: bool = False
    threaded: bool = False


def besides(formula: Formula, context: Context) -> Iterator[Besides]:
    """Yield what a formula claims besides, in the order in which it is to be looked at."""
    yield from _rewriting(formula, context)
    yield from _rooted(formula, context)
    yield from _inferred(formula, context)
    yield from _computed(formula, context)
    yield from _reshaped(formula, context)
    yield from _rewritten(formula, context)


def _rewriting(formula: Formula, context: Context) -> Iterator[Besides]:
    """A rewriting as an identity."""
    asked = context.rewriting(formula, None)
    carried = asked is None and context.carried is not None
    asked = context.rewriting(formula, context.carried) if carried else asked
    if asked is None or formula.doubts or formula.qualms or context.turning or context.cases:
        return
    claim, bonds = asked
    if not claim.letters & (context.ambiguous | context.blurred):
        yield Besides(formula, claim, tuple(bonds), carried=carried)


def _rooted(formula: Formula, context: Context) -> Iterator[Besides]:
    """An equation between two roots of which one is worked out, where what stands under them is never equal: nobody
    sets up what nothing solves."""
    under = under_roots(formula)
    if under is None or formula.doubts or formula.qualms or context.turning or context.cases:
        return
    if (context.barren and not measures(formula)) or under.letters & (context.ambiguous | context.blurred):
        return
    yield Besides(formula, relate(formula.relation, formula.left.term, formula.right.term).for_all(), under=under)


def _inferred(formula: Formula, context: Context) -> Iterator[Besides]:
    """What a formula says to follow from the equations right before it."""
    claim = context.thread.claim(formula, context.exact)
    if claim is None or context.turning or claim.letters & (context.ambiguous | context.blurred):
        return
    if not _given(formula, context):
        yield Besides(_asserted(formula), claim, threaded=True)


def _computed(formula: Formula, context: Context) -> Iterator[Besides]:
    """What the line above computed, where this line gives it another value."""
    link = context.thread.worked(formula)
    if link is not None and not formula.doubts:
        yield Besides(_asserted(formula), context.claim(link), link=link, threaded=True)


def _reshaped(formula: Formula, context: Context) -> Iterator[Besides]:
    """An expression that came back with another coefficient, whatever else is supposed or known."""
    asked = reshaped(formula)
    if asked is None or formula.doubts or formula.qualms or context.turning or context.heard & words.TYING:
        return
    claim, agreeing = asked
    bonds = context.binding(claim.letters)
    if claim.letters & context.blurred or (bonds is None and not formula.position):
        return
    held = as_line(formula) if formula.position else formula
    yield Besides(held, claim, tuple(bonds or ()), shape=Shape(agreeing))


def _rewritten(formula: Formula, context: Context) -> Iterator[Besides]:
    """What a formula says of the equation right before it that it writes in another way."""
    if context.turning or context.heard & (words.TYING | LISTED) or _given(formula, context):
        return
    for claim, lost in context.thread.rewritten(formula, context.exact):
        if claim.letters & (context.ambiguous | context.blurred):
            continue
        bonds = context.binding(claim.letters)
        # another equation of the case may be used, but none that changes one coefficient alone
        shape = Shape(0, lost and not (claim.premises and context.cases), LINKED if claim.premises else None)
        found = None if bonds is None else tuple(bonds)
        yield Besides(as_line(formula), claim, found, shape=shape, threaded=True)


def _given(formula: Formula, context: Context) -> bool:
    """Whether it stands in the problem, and need not follow from anything."""
    return (formula.relation, formula.left.term, formula.right.term) in context.said


def _asserted(formula: Formula) -> Formula:
    return replace(formula, role="asserted") if formula.line else formula


def reshaped(formula: Formula) -> tuple[Claim, int] | None:
    """Return the claim that both sides are one expression, where the formula's shape and words say so, and how many
    terms must agree for that; None where they do not."""
    left, right = formula.left, formula.right
    names = left.term.free
    if formula.relation is not Head.EQ or formula.role in _UNTOLD or not names or names != right.term.free:
        return None
    odd = any(len(name) > 1 and "_" not in name for name in names) or "i" in names
    if odd or left.label or right.label or left.rows or right.rows:
        return None
    if not same_growth(left.term, right.term, sorted(names)):
        return None
    works = asks_for_work(left.term), asks_for_work(right.term)
    if formula.position:
        return (_identity(formula), ALONE) if any(works) and not formula.binds else None
    said = formula.words.union(formula.before)
    told = said & words.REWRITTEN and not said & _OF_EQUATIONS and formula.role == "asserted"
    return (_identity(formula), ALONE) if told and works == (True, False) else None


def _identity(formula: Formula) -> Claim:
    return relate(Head.EQ, formula.left.term, formula.right.term).for_all()
