"""What the formal language is told of a formula: its guards as codes, what it may claim instead, and what it says
besides. A formal chain is decided without the reader, so what depends on a whole proof is told wherever it may count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import Outcome, shown
from verifier.kernel.claim import Binder, Claim
from verifier.kernel.expr import Dec, Head, Node, walk_expr
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.formal.further import Further, further, nearly
from verifier.readers.exact.formal.guarded import decimals, excused, told
from verifier.readers.exact.formal.steps import Said, StepRead
from verifier.readers.exact.formal.unapproved import unapproved
from verifier.readers.exact.guards.guard import Abstention
from verifier.readers.exact.guards.table import verdicts
from verifier.readers.exact.reading import Formula

ROUNDED: Final = "refute:rounded"
"""The guard of what may hold up to rounding, as the exact reader has it, and not as the language does."""

RESTS_ON_ERROR: Final = Abstention("it uses a number that stands only as the value of a false equation", "on-an-error")
"""Of a step, what is told besides the guards of the table: nothing of it is approved."""


@dataclass(frozen=True, slots=True)
class Told:
    """A formula as a statement. ``readings``: the guards that the alternatives stand for, by code."""

    formula: Formula
    claim: Claim
    defines: bool
    guards: tuple[str, ...]
    alternatives: tuple[Claim, ...]
    readings: tuple[str, ...]
    further: tuple[Further, ...]


@dataclass(slots=True)
class StepTold:
    """A step as statements. ``besides``: why it is not approved for its formulas alone."""

    read: StepRead
    said: list[Told] = field(default_factory=list)
    besides: list[Abstention] = field(default_factory=list)


def told_steps(read: Sequence[StepRead], context: Context) -> list[StepTold]:
    """Return the steps that were read as the formal language is told of them; ``context``: all that the chain sets."""
    errors: set[Fraction | None] = set()
    made = []
    for step in read:
        done = StepTold(step)
        if step.numbers & errors:
            done.besides.append(RESTS_ON_ERROR)
            errors |= {one.error for one in step.said}
        errors |= {one.error for one in step.said if one.fails}
        supposed = False
        for one in step.said:
            cases = [f"refute:{verdicts.CASES.code}"] if supposed and one.claim.letters else []
            done.said.append(_told(one, cases, list(map(str, one.back))))
            supposed = supposed or one.formula.role == "supposed"
        if step.said:
            done.besides += unapproved(step.reading, [one.claim for one in step.said], context.mode or context.programs)
        made.append(done)
    return made


def loosened(claim: Claim) -> frozenset[Dec]:
    """Return the decimals of a claim that may be rounded: those told, and in an equation between two expressions those
    of one side alone."""
    if claim.relation is not Head.EQ or shown(claim.left) or shown(claim.right):
        return claim.rounded
    left, right = map(decimals, (claim.left, claim.right))
    return claim.rounded | (left ^ right)


def _told(one: Said, cases: list[str], back: list[str]) -> Told:
    claim, outcome = one.claim, one.outcome
    unfolded = any("(" in each.id for each in claim.premises)  # what a function gives is no premise of the language
    every = (*one.against, *one.weighed.against)
    guards = [str(each) for each in every if not (unfolded and each.when == "alone")]
    if one.redefines:
        guards.append(f"refute:{verdicts.DEFINED_TWICE.code}")
    guards += [f"refute:{why.code}" for why, claims in one.weighed.others if claims is None]
    instead = [(why, claims) for why, claims in one.weighed.others if claims is not None and outcome is not None]
    readings = tuple(dict.fromkeys(why.code for why, _ in instead))
    guards += [f"prove:{code}" for code in readings]
    alternatives = tuple(dict.fromkeys(each for _, claims in instead for each in claims if not each.letters))
    alternatives += (replace(claim, binder=Binder.FOR_ALL),) if _partial(claim) else ()
    if loose := _loose(claim, outcome):
        guards.append(ROUNDED)
    excusing = [*excused(one.weighed), *back]
    more = [each for offer in one.besides for each in further(*offer)]
    if loose and outcome is None and {each for each in guards if not each.startswith("prove:")} == {ROUNDED}:
        more.append(nearly(claim, tuple(excused(one.weighed))))
    spared = [*back, *(str(each) for each in one.against if each.action == "accuse")]
    more = [replace(each, guards=tuple(told((*each.guards, *spared)))) for each in more]
    counted = tuple(told((*guards, *cases, *excusing)))
    return Told(one.formula, claim, one.defines, counted, alternatives, readings, tuple(more))


def _loose(claim: Claim, outcome: Outcome | None) -> bool:
    """Whether a claim may hold up to rounding where the language would have it fail: a whole number may be rounded."""
    if outcome is not None or claim.letters:
        return outcome is Outcome.ROUNDED
    return claim.relation in (Head.EQ, Head.APPROX) and any(map(shown, (claim.left, claim.right)))


def _partial(claim: Claim) -> bool:
    """Whether an equation that rests on nothing may be one of two expressions, which holds where both are defined."""
    if claim.binder is not Binder.FIXED or claim.relation is not Head.EQ or claim.premises:
        return False
    parts = (term for side in (claim.left, claim.right) for term in walk_expr(side) if isinstance(term, Node))
    return any(term.head in _PARTIAL and term.free for term in parts)


_PARTIAL: Final = frozenset({Head.DIV, Head.SQRT, Head.ROOT, Head.LOG, Head.TAN, Head.POW})
