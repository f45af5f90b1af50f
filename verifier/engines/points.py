"""Exact evaluation at a point, proposed: arithmetic, letters that premises pin down, counterexamples to identities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any, ClassVar

from verifier.checkers.evaluate import Outcome, compare, satisfies
from verifier.checkers.forced_values import at_pins, fails_at, forcing, pin, pinned_by
from verifier.checkers.functions import NotEvaluated, OverBudget
from verifier.checkers.points import PointChecker, counting, has_naturals, reason_of, spell_point
from verifier.engines.candidate import Candidate
from verifier.kernel.claim import FIRM, Claim
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Shows, Unknown

MAX_POINTS = 200  # most points tried for a counterexample
MAX_PREMISES = 400  # most premises looked at for pins
VALUES = tuple(map(Fraction, ("2", "3", "5", "1", "0", "-1", "7", "1/2", "-2", "10", "-3/2", "4", "1/3")))
FEW = len(VALUES)  # points that are tried before a proof is: they find nearly every slip


class PointEngine:
    """Proposes evaluation: of arithmetic, at values that premises force, and at small points against identities."""

    name: ClassVar[str] = "points"

    def __init__(self, first: int = 0, last: int | None = None) -> None:
        """``first`` and ``last``: which of the small points are tried, so that most can wait for cheaper proofs."""
        self._checker = PointChecker()
        self._first, self._last = first, last

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield at most one candidate, or an Unknown that says why there is none."""
        if self._first and not (claim.letters and claim.is_for_all):
            return  # what is not sought among points was tried before
        try:
            if not claim.letters:
                yield self._candidate(claim.under(()), compare(claim.under(()), {}), {})
            elif claim.is_for_all:
                yield from self._counterexample(claim)
            else:
                yield from self._at_forced_values(claim)
        except NotEvaluated as error:
            yield Unknown(reason_of(error), str(error))
        except CheckFailed as error:
            yield Unknown(error.reason, str(error))

    def _candidate(self, claim: Claim, outcome: Outcome, data: Mapping[str, Any]) -> Candidate | Unknown:
        if outcome is Outcome.ROUNDED:
            return Unknown(Reason.ROUNDED, "the sides differ by no more than rounding explains")
        shows = Shows.FALSE if outcome is Outcome.FAILS else Shows.TRUE
        return Candidate(claim, Proof(self._checker.name, shows, data), self._checker)

    def _at_forced_values(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        indices = range(min(len(claim.premises), MAX_PREMISES))
        firm = [i for i in indices if claim.premises[i].standing in FIRM]
        for allowed in (firm, list(indices)):
            pins = forcing(claim.premises, allowed, claim.letters)
            if pins is not None:
                yield self._forced(claim, pins, allowed)
                return
        yield Unknown(Reason.NOT_ENTAILED, "neither a proof nor a counterexample was found from what was read")

    def _forced(self, claim: Claim, pins: list[int], allowed: Iterable[int]) -> Candidate | Unknown:
        point, terms = pinned_by(claim.premises, pins)
        about = [p for p in map(claim.premises.__getitem__, allowed) if p.formula.free & point.keys()]
        model = satisfies((claim.premises[i] for i in pins), point)
        if not model or any(fails_at(p, point, claim) for p in about):
            return Unknown(Reason.INCONSISTENT_CONTEXT, "the premises force values that another premise denies")
        outcome = at_pins(claim, point, terms)
        if outcome is Outcome.FAILS and any(claim.premises[i].standing not in FIRM for i in pins):
            return Unknown(Reason.CONFLICTS_WITH_STATED, "it contradicts what was stated before")
        kept = sorted(pins)
        return self._candidate(claim.under(kept), outcome, {"pins": [kept.index(i) for i in pins]})

    def _counterexample(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        about = connected(claim)
        firm = [i for i in about if claim.premises[i].standing in FIRM]
        why = Unknown(Reason.NOT_ENTAILED, f"no counterexample among {MAX_POINTS} small points")
        for point in islice(small_points(claim, about), self._first, self._last):
            try:
                if not satisfies((claim.premises[i] for i in about), point):
                    continue
                outcome = compare(claim, point)
            except NotEvaluated as error:
                why = Unknown(reason_of(error), str(error)) if isinstance(error, OverBudget) else why
                continue
            if outcome is Outcome.FAILS:
                yield self._candidate(claim.under(firm), outcome, {"point": spell_point(point)})
                return
            if outcome is Outcome.ROUNDED:
                why = Unknown(Reason.ROUNDED, "the sides differ by no more than rounding explains")
        yield why


def connected(claim: Claim) -> list[int]:
    """Return the indices of the premises that speak of the claim's letters, directly or in turn."""
    known, found = set(claim.letters), dict[int, None]()
    for _ in range(8):
        fresh = [i for i, p in enumerate(claim.premises[:MAX_PREMISES]) if i not in found and p.formula.free & known]
        found |= dict.fromkeys(fresh)
        known |= {name for i in fresh for name in claim.premises[i].formula.free}
        if not fresh:
            break
    return sorted(found)


def small_points(claim: Claim, about: Iterable[int]) -> Iterator[dict[str, Fraction]]:
    """Yield at most ``MAX_POINTS`` small points, always in the same order."""
    premises = [claim.premises[i] for i in about]
    forced: dict[str, Fraction] = {}
    for _ in premises:
        forced |= {found[0]: found[1] for p in premises if (found := pin(p, forced)) is not None}
    names = sorted(claim.letters.union(*(p.formula.free for p in premises)) - forced.keys())
    naturals = counting(claim)
    for j in range(MAX_POINTS if names else 1):
        # all pairs of values come by within len(VALUES)^2 points, whatever the number of letters
        turns = 1 + j // len(VALUES)
        point = forced | {name: VALUES[(j + i * turns) % len(VALUES)] for i, name in enumerate(names)}
        if has_naturals(naturals, point):
            yield point
