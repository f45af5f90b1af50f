"""Guards of a statement: all that the reader knows against deciding, proving, refuting or accusing what it says.

Nothing is decided here: what depends on a verdict is told as a condition of the guard, as the formal language has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from verifier.checkers.evaluate import Outcome, compare, shown
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Dec, Expr, Int, free_names, walk_expr
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon import words
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.guards.excuses import excuses
from verifier.readers.exact.guards.named_operations import does_another
from verifier.readers.exact.guards.quantities.unrounded import unrounded
from verifier.readers.exact.guards.says_more import does_another_deed
from verifier.readers.exact.guards.table import DEFEATERS, GUARDS
from verifier.readers.exact.guards.withheld import unproved, withheld
from verifier.readers.exact.opened import chosen
from verifier.readers.exact.reading import Formula, Reading
from verifier.readers.exact.rereading.reread import reread
from verifier.readers.exact.rereading.table import Sides

Alternative = tuple[Abstention, Sides]
"""A re-reading: what it is called, and both sides as read so."""

HELD: Final = (Outcome.HOLDS, Outcome.HOLDS_ROUNDED)


@dataclass(frozen=True, slots=True)
class Against:
    """A guard that was raised of a statement: the action that it forbids, why, and on which condition; always where
    that is empty."""

    action: str
    why: Abstention
    when: str = ""

    def __str__(self) -> str:
        return f"{self.action}:{self.why.code}{f' if {self.when}' if self.when else ''}"


@dataclass(frozen=True, slots=True)
class Weighed:
    """A formula with the guards that stand against it. ``formula``: without the guards that the chain's words take
    back; ``asserted``: as it is held against its step where it is refuted, and so without those of its roles;
    ``others``: its other readings, which are looked for when they are first asked for."""

    formula: Formula
    claim: Claim
    against: tuple[Against, ...]
    asserted: Formula
    outcome: Outcome | None = None
    others: Callable[[], tuple[Alternative, ...]] = tuple


def weighed(formula: Formula, claim: Claim, reading: Reading, context: Context, quoted: bool) -> Weighed:
    """Return a formula with all that stands against it. ``quoted``: its step quotes, or the chain speaks of others'
    work."""
    outcome, counted = valued(claim), chosen(formula, context)
    against = [Against("decide", why) for why in formula.doubts]
    against += _unproved(formula, claim, outcome, context)
    if does_another(formula):
        against.append(Against("prove", GUARDS["another-operation"]()))
    if does_another_deed(reading):
        against.append(Against("prove", GUARDS["another-deed"]()))
    against += [Against("refute", *found) for found in withheld(counted, claim, context)]
    against += _besides(formula, claim, context, quoted)
    asserted = _asserted(counted, reading, context)
    if outcome in HELD:
        return Weighed(counted, claim, tuple(against), asserted, outcome)
    return Weighed(counted, claim, tuple(against), asserted, outcome, _others(counted, claim, context))


def offered(
    formula: Formula, claim: Claim, link: Formula | None, reading: Reading, context: Context, quoted: bool
) -> Weighed:
    """Return what is claimed besides, with what stands against that; ``link``: the formula whose guards it has."""
    counted = chosen(formula, context)
    against = [] if link is None else [Against("refute", *found) for found in withheld(link, claim, context)]
    against += _besides(formula, claim, context, quoted)
    asserted = _asserted(counted, reading, context)
    if link is None:
        return Weighed(counted, claim, tuple(against), asserted)
    return Weighed(counted, claim, tuple(against), asserted, None, _others(link, claim, context))


def _others(formula: Formula, claim: Claim, context: Context) -> Callable[[], tuple[Alternative, ...]]:
    return lru_cache(maxsize=1)(lambda: tuple(reread(formula, claim, context)))


def valued(claim: Claim) -> Outcome | None:
    """Return what the values of a claim's sides say of it; None where it has letters, or no rational values."""
    if claim.letters:
        return None
    try:
        return compare(claim, {})
    except NotEvaluated:
        return None


def exact_decimals(claim: Claim) -> frozenset[Dec]:
    """Return the decimals that are a side of a claim by themselves."""
    return frozenset(d for side in (claim.left, claim.right) if shown(side) for d in decimals(side))


def decimals(term: Expr) -> frozenset[Dec]:
    """Return the decimals of a term."""
    return frozenset(one for one in walk_expr(term) if isinstance(one, Dec))


def _asserted(counted: Formula, reading: Reading, context: Context) -> Formula:
    return untested(unrounded(counted, context.exact), reading, context.numbers)


def _unproved(formula: Formula, claim: Claim, outcome: Outcome | None, context: Context) -> Iterator[Against]:
    """Why a proof is not believed: of one that it holds exactly, and of one that it holds as rounded."""
    rounds = (False, True) if outcome is None else (outcome is Outcome.HOLDS_ROUNDED,)
    for as_rounded in rounds:
        when = "" if len(rounds) == 1 else "rounded" if as_rounded else "exact"
        yield from (Against("prove", why, when) for why in unproved(formula, claim, as_rounded, context))


def _besides(formula: Formula, claim: Claim, context: Context, quoted: bool) -> Iterator[Against]:
    """Why a refuted formula that its own sentence asserts is not held against its step."""
    if quoted:
        yield Against("accuse", GUARDS["quoted"]())
    elif not formula.put and context.instance(claim):
        yield Against("accuse", GUARDS["instance"]())


def excused(held: Weighed) -> list[str]:
    """Return why a formula's own sentence excuses it, as the language spells guards."""
    return [str(Against("accuse", why)) for why in excuses(held.asserted)]


def told(guards: Iterable[str]) -> list[str]:
    """Return guards, each once, without those that others make needless: what is not decided is not refuted, and what
    is not refuted accuses nobody."""
    found = list(dict.fromkeys(guards))
    undecided = [one for one in found if one.startswith("decide:") and " if " not in one]
    if undecided:
        return undecided
    spared = any(one.startswith("refute:") and " if " not in one for one in found)
    return [one for one in found if not (spared and one.startswith("accuse:"))]


def untested(formula: Formula, reading: Reading, before: Set[Fraction]) -> Formula:
    """Return a formula without the obstacle that it may be a test, where it works out a number that stood nowhere in
    the text before it. ``before``: the numbers of the problem and of the steps before."""
    found, work = shown(formula.right.term), formula.left
    if not before or reading.vocabulary & (words.DENIALS | words.ASKING):
        return formula  # the problem is not known; or whether it holds is asked, or denied
    if GUARDS["test"]() not in formula.obstacles or free_names(work.term, formula.right.term) or not work.compound:
        return formula
    if found is None and formula.position and formula.right.compound and shown(work.term) is None:
        return formula.without(DEFEATERS["new-number"])  # one computation written as the next, inside a chain
    if found is None:
        return formula
    earlier = {
        abs(Fraction(t.value))
        for expr in reading.numerals
        if expr.end <= formula.span[0]
        for t in walk_expr(expr.term)
        if isinstance(t, Int | Dec)
    }
    if abs(found[0]) in earlier or abs(found[0]) in {abs(number) for number in before}:
        return formula
    return formula.without(DEFEATERS["new-number"])
