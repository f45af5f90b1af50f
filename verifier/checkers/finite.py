"""Finite search: claims about whole numbers that premises hold between bounds, checked at every point there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Final

from verifier.kernel.claim import Binder, Claim, Domain, Premise, Relation
from verifier.kernel.evaluate import NotEvaluated, Outcome, compare, satisfies
from verifier.kernel.term import App, Int, Op, Sym, Term, letters
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Reason, Shows

MAX_TRIED: Final = 60_000
"""Most assignments of a value to a letter in one search."""

MAX_MODELS: Final = 6_000
"""Most points at which all premises may hold: more than the 5,040 orders of seven things."""

MAX_LETTERS: Final = 12

Point = dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class _Test:
    """A premise, or one factor of a product that is not zero; it can be put as soon as its letters have values."""

    premise: Premise
    needs: frozenset[str]


class FiniteChecker:
    """Accepts what holds, or fails, at every point where the premises hold: ``{}``. The points are searched anew."""

    name: ClassVar[str] = "finite"
    version: ClassVar[str] = "1"

    def check(self, claim: Claim, proof: Proof) -> Certificate:
        """Return the certificate when every model of the premises shows what the proof says. Raises: CheckFailed."""
        if proof.checker != self.name:
            raise CheckFailed(f"{self.name} was handed a proof for {proof.checker!r}")
        shows, count = everywhere(claim)
        if shows is not proof.shows:
            raise CheckFailed("the points where the premises hold do not show that")
        return Certificate(claim, proof, self.version, notes={"models": count})


def everywhere(claim: Claim) -> tuple[Shows, int]:
    """Return what all points show at which the premises hold, and their number.

    Raises: CheckFailed where they disagree, where there are none or too many, or where a letter has no bounds.
    """
    whole = claim.domain in (Domain.INTEGER, Domain.NATURAL)
    loose = any(p.relation is Relation.APPROX for p in claim.premises)
    if not whole or loose or claim.binder is not Binder.FIXED or claim.rounded or claim.relation is Relation.APPROX:
        raise CheckFailed("only claims about fixed whole numbers are searched", Reason.OUT_OF_SCOPE)
    found = models(claim.premises, claim.domain)
    if not claim.letters <= letters(*(side for p in claim.premises for side in (p.left, p.right))):
        raise CheckFailed("a letter of the claim has no bounds", Reason.OUT_OF_SCOPE)
    if not found:
        raise CheckFailed("the premises hold at no point", Reason.INCONSISTENT_CONTEXT)
    try:
        outcomes = {compare(claim, point) for point in found}
    except NotEvaluated as error:
        raise CheckFailed(str(error), Reason.SIDE_CONDITION) from error
    if len(outcomes) != 1 or not outcomes <= {Outcome.HOLDS, Outcome.FAILS}:
        raise CheckFailed("it holds at some of the points where the premises hold, and not at others")
    return (Shows.TRUE if outcomes == {Outcome.HOLDS} else Shows.FALSE), len(found)


@lru_cache(maxsize=8)
def models(premises: tuple[Premise, ...], domain: Domain) -> tuple[Point, ...]:
    """Return every point of whole numbers at which all premises hold.

    Raises: CheckFailed where a letter has no bounds, or the search is too long.
    """
    names = letters(*(side for p in premises for side in (p.left, p.right)))
    if len(names) > MAX_LETTERS:
        raise CheckFailed(f"more than {MAX_LETTERS} letters", Reason.OUT_OF_BUDGET)
    bounds = {name: _bounds(name, premises, domain) for name in names}
    tests = [test for premise in premises for test in _tests(premise)]
    # letters that many premises speak of come first, so that most branches end early
    order = sorted(names, key=lambda name: (-sum(name in t.needs for t in tests if len(t.needs) < 3), name))
    found: list[Point] = []
    for tried, point in enumerate(_points(order, bounds, tests)):
        if tried > MAX_TRIED or len(found) > MAX_MODELS:
            raise CheckFailed("the search is too long", Reason.OUT_OF_BUDGET)
        if point is not None:
            found.append(point)
    return tuple(found)


def _points(order: Sequence[str], bounds: dict[str, range], tests: Sequence[_Test]) -> Iterator[Point | None]:
    """Yield every point that passes all tests, and None for each value that was tried on the way."""
    after = [
        [
            t.premise
            for t in tests
            if t.needs <= set(order[: i + 1]) and (order[i] in t.needs or (i == 0 and not t.needs))
        ]
        for i in range(len(order))
    ]

    def deeper(point: Point) -> Iterator[Point | None]:
        at = len(point)
        for value in bounds[order[at]]:
            longer = {**point, order[at]: Fraction(value)}
            yield None
            if _holds(after[at], longer):
                if at + 1 == len(order):
                    yield longer
                else:
                    yield from deeper(longer)

    return deeper({}) if order else iter(())


def _holds(premises: Sequence[Premise], point: Point) -> bool:
    try:
        return satisfies(premises, point)
    except NotEvaluated as error:
        raise CheckFailed(str(error), Reason.SIDE_CONDITION) from error


def _tests(premise: Premise) -> Iterator[_Test]:
    """The tests that a premise amounts to: a product is not zero exactly where no factor is."""
    product = premise.relation is Relation.NE and premise.right == Int(0)
    factors = list(_factors(premise.left)) if product else []
    if len(factors) < 2:
        yield _Test(premise, letters(premise.left, premise.right))
        return
    for factor in factors:
        yield _Test(Premise(premise.id, premise.standing, Relation.NE, factor, Int(0)), letters(factor))


def _factors(term: Term) -> Iterator[Term]:
    if isinstance(term, App) and term.op is Op.MUL:
        for arg in term.args:
            yield from _factors(arg)
    else:
        yield term


def _bounds(name: str, premises: Sequence[Premise], domain: Domain) -> range:
    """The whole numbers between the bounds that premises set a letter in so many words. Raises: CheckFailed."""
    least = 1 if domain is Domain.NATURAL else None
    most: int | None = None
    for premise in premises:
        match premise.relation, premise.left, premise.right:
            case (Relation.LE, Sym(x), Int(n)) | (Relation.GE, Int(n), Sym(x)) if x == name:
                most = n if most is None else min(most, n)
            case (Relation.GE, Sym(x), Int(n)) | (Relation.LE, Int(n), Sym(x)) if x == name:
                least = n if least is None else max(least, n)
    if least is None or most is None:
        raise CheckFailed(f"no premise bounds {name}", Reason.OUT_OF_SCOPE)
    return range(least, most + 1)
