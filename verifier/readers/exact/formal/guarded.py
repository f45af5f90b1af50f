"""Guards of a statement: all that the reader knows against deciding, proving, refuting or accusing what it says.

Nothing is decided here, so each is told where it may count: one that depends on the premises which a proof uses is
told for all that it may use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from verifier.kernel.claim import Binder, Claim, Relation
from verifier.kernel.evaluate import NotEvaluated, Outcome, compare, shown
from verifier.kernel.term import App, Dec, Op, Term, letters, walk
from verifier.readers.exact.charity.charity import charity
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.guards.excuses import excuses
from verifier.readers.exact.guards.guard import Abstention
from verifier.readers.exact.guards.quantities.unrounded import unrounded
from verifier.readers.exact.guards.table import verdicts
from verifier.readers.exact.guards.untested import untested
from verifier.readers.exact.guards.withheld import unproved, withheld
from verifier.readers.exact.opened import chosen
from verifier.readers.exact.reading import Formula, Reading

ROUNDED: Final = "refute:rounded"
"""The guard of what may hold up to rounding, as the exact reader has it, and not as the language does."""

_HELD: Final = (Outcome.HOLDS, Outcome.HOLDS_ROUNDED)


@dataclass(frozen=True, slots=True)
class Guarded:
    """What a formula claims where it stands, the guards of that, as ``ACTION:CODE``, and what it may claim instead.

    ``outcome``: what the values of both sides say, where they have no letters and rational values; ``loose``: it may
    hold up to rounding; ``readings``: the guards that the alternatives stand for, by code.
    """

    claim: Claim
    guards: tuple[str, ...]
    alternatives: tuple[Claim, ...]
    outcome: Outcome | None
    loose: bool = False
    readings: tuple[str, ...] = ()


def guarded(
    formula: Formula, claim: Claim, reading: Reading, context: Context, quoted: bool, again: Mapping[str, str]
) -> Guarded:
    """Return a formula's claim with its guards. ``quoted``: its step quotes, or the chain speaks of others' work;
    ``again``: on what it depends that letters have two meanings, as conditions of guards."""
    outcome = valued(claim)
    counted = chosen(formula, context)
    guards = [
        *_codes("decide", formula.doubts),
        *_ambiguous(claim, context, again),
        *_codes("prove", unproved(formula, claim, outcome is Outcome.HOLDS_ROUNDED, context)),
    ]
    guards += _codes("refute", withheld(counted, claim, context, claim.premises))
    if formula.role == "defined" and claim.letters and context.premises.bind(claim.letters):
        guards += _codes("refute", [verdicts.DEFINED_TWICE()])
    others = [] if outcome in _HELD else list(charity(counted, claim, context))
    guards += _codes("refute", (why for why, claims in others if claims is None))
    told_of = [(why, claims) for why, claims in others if claims is not None and outcome is not None]
    readings = tuple(dict.fromkeys(why.code for why, _ in told_of))
    guards += [f"prove:{code}" for code in readings]
    alternatives = tuple(dict.fromkeys(one for _, claims in told_of for one in claims if not one.letters))
    alternatives += (replace(claim, binder=Binder.FOR_ALL),) if _partial(claim) else ()
    if loose := _loose(claim, outcome):
        guards.append(ROUNDED)
    guards += excused(formula, claim, reading, context, quoted)
    return Guarded(claim, tuple(told(guards)), alternatives, outcome, loose, readings)


def excused(formula: Formula, claim: Claim, reading: Reading, context: Context, quoted: bool) -> list[str]:
    """Return why what a formula claims is not held against its step, as ``accuse:CODE``. Fails: never."""
    asserted = untested(unrounded(chosen(formula, context), context.exact), reading, context.numbers)
    return _codes("accuse", excuses(asserted)) + _codes("accuse", _besides(formula, claim, context, quoted))


def told(guards: Iterable[str]) -> list[str]:
    """Return guards, each once, without those that others make needless: what is not decided is not refuted, and what
    is not refuted accuses nobody."""
    found = list(dict.fromkeys(guards))
    undecided = [one for one in found if one.startswith("decide:") and " if " not in one]
    if undecided:
        return undecided
    spared = any(one.startswith("refute:") and " if " not in one for one in found)
    return [one for one in found if not (spared and one.startswith("accuse:"))]


def valued(claim: Claim) -> Outcome | None:
    """Return what the values of a claim's sides say of it; None where it has letters, or no rational values."""
    if claim.letters:
        return None
    try:
        return compare(claim, {})
    except NotEvaluated:
        return None


def loosened(claim: Claim) -> frozenset[Dec]:
    """Return the decimals of a claim that may be rounded: those told, and in an equation between two expressions those
    of one side alone."""
    if claim.relation is not Relation.EQ or shown(claim.left) or shown(claim.right):
        return claim.rounded
    left, right = map(_decimals, (claim.left, claim.right))
    return claim.rounded | (left ^ right)


def _decimals(term: Term) -> frozenset[Dec]:
    return frozenset(one for one in walk(term) if isinstance(one, Dec))


def _loose(claim: Claim, outcome: Outcome | None) -> bool:
    """Whether a claim may hold up to rounding where the language would have it fail: a whole number may be rounded."""
    if outcome is not None or claim.letters:
        return outcome is Outcome.ROUNDED
    return claim.relation in (Relation.EQ, Relation.APPROX) and any(map(shown, (claim.left, claim.right)))


def _partial(claim: Claim) -> bool:
    """Whether an equation that rests on nothing may be one of two expressions, which holds where both are defined."""
    if claim.binder is not Binder.FIXED or claim.relation is not Relation.EQ or claim.premises:
        return False
    parts = (term for side in (claim.left, claim.right) for term in walk(side) if isinstance(term, App))
    return any(term.op in _PARTIAL and letters(term) for term in parts)


_PARTIAL: Final = frozenset({Op.DIV, Op.SQRT, Op.ROOT, Op.LOG, Op.TAN, Op.POW})


def _codes(action: str, found: Iterable[Abstention]) -> list[str]:
    return [f"{action}:{one.code}" for one in found]


def _ambiguous(claim: Claim, context: Context, again: Mapping[str, str]) -> Iterator[str]:
    """That letters of a claim have two meanings, where they have."""
    names = sorted(claim.letters & context.ambiguous)
    if names:
        code = f"decide:{verdicts.TWO_MEANINGS.code}"
        conditions = dict.fromkeys(again.get(name, "") for name in names)
        yield from [code] if "" in conditions else [f"{code} if {one}" for one in conditions]


def _besides(formula: Formula, claim: Claim, context: Context, quoted: bool) -> Iterator[Abstention]:
    if quoted:
        yield verdicts.QUOTED()
    if not formula.put and context.instance(claim):
        yield verdicts.INSTANCE()


def exact_decimals(claim: Claim) -> frozenset[Dec]:
    """Return the decimals that are a side of a claim by themselves."""
    return frozenset(d for side in (claim.left, claim.right) if shown(side) for d in _decimals(side))
