"""The symbolic engine: proposes identities, enclosures of closed claims, and consequences of equations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar

from verifier.checkers.balls import BallChecker, enclosed
from verifier.checkers.canonical.checker import CanonicalChecker, consequence, identity
from verifier.checkers.canonical.combination import ORDERS, System, system
from verifier.checkers.canonical.forms import Forms
from verifier.checkers.canonical.intervals import between
from verifier.checkers.canonical.ring import Kind
from verifier.checkers.evaluate import Outcome, value
from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.forced_values import forcing, pinned_by
from verifier.checkers.functions import NotEvaluated, Undefined
from verifier.checkers.points import spell_point
from verifier.engines.candidate import Candidate
from verifier.engines.points import connected
from verifier.engines.symbolic.identity_falsification import curved, failing_everywhere
from verifier.engines.symbolic.model import model
from verifier.engines.symbolic.search import (
    bound,
    by_ideal,
    contradictory,
    denested,
    derivation,
    equations_alone,
    squares,
)
from verifier.kernel.claim import FIRM, Claim, Hypothesis
from verifier.kernel.expr import Expr, Head, Type
from verifier.kernel.verdict import Checker, CheckFailed, Proof, Reason, Shows, Unknown

MAX_PREMISES = 24  # most premises that one derivation looks at


class SymbolicEngine:
    """Proposes proofs for the canonical and the ball checker: without models of premises where they are ``leaves`` of
    proofs that have one."""

    name: ClassVar[str] = "symbolic"

    def __init__(self, leaves: bool = False) -> None:
        self._canonical, self._balls, self._models = CanonicalChecker(leaves), BallChecker(), not leaves

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield candidates, or an Unknown that says why there is none."""
        alone = claim.under(())
        try:
            outcome, conditions, values = identity(alone)
            if conditions and _undefined_at_forced_values(claim):
                yield Unknown(Reason.SIDE_CONDITION, f"the premises deny one of: {', '.join(conditions)}")
                return
            if values:  # both sides are unequal: the enclosures that tell are the plainer proof
                yield _candidate(alone, outcome, {}, self._balls)
            else:
                yield _candidate(alone, outcome, {"kind": "identity"}, self._canonical)
            return
        except CheckFailed as error:
            why = Unknown(error.reason, str(error))
        if not claim.letters:
            yield self._enclosed(alone, why)
        elif (found := self._signed(alone) or self._signed(claim)) is not None:
            yield found
        elif not claim.is_for_all:
            yield self._derived(claim, why)
        else:
            yield self._apart(alone) or why

    def _apart(self, claim: Claim) -> Candidate | None:
        """A counterexample to an identity with roots, logarithms or waves that fails wherever it is defined."""
        point = failing_everywhere(claim) if claim.relation is Head.EQ and curved(claim) else None
        return None if point is None else Candidate(claim, Proof(self._balls.name, Shows.FALSE, point), self._balls)

    def _enclosed(self, claim: Claim, why: Unknown) -> Candidate | Unknown:
        try:
            found = _candidate(claim, enclosed(claim)[0], {}, self._balls)
            return found if isinstance(found, Candidate) else self._denested(claim) or found
        except CheckFailed as error:
            return self._denested(claim) or (
                why if why.reason is Reason.SIDE_CONDITION else Unknown(error.reason, str(error))
            )

    def _signed(self, claim: Claim) -> Candidate | Unknown | None:
        """The claim from the sign of the difference for all real values, or between the bounds that premises set."""
        try:
            if len(claim.letters) == 1:
                return _candidate(claim, between(claim)[0], {"kind": "sign"}, self._canonical)
            if claim.relation not in ORDERS or claim.premises:
                return None
            data = squares(system(claim))
            return _candidate(claim, consequence(claim, data)[0], data, self._canonical)
        except CheckFailed:
            return None

    def _denested(self, claim: Claim) -> Candidate | Unknown | None:
        """The claim from equal sides, with nested roots as sums of plain ones."""
        try:
            roots = denested(claim)
            outcome = identity(claim, roots)[0] if roots else None
        except CheckFailed:
            return None
        spelled = [[n, expression_to_json(below), expression_to_json(value)] for (n, below), value in roots.items()]
        data = {"kind": "identity", "roots": spelled}
        return None if outcome is None else _candidate(claim, outcome, data, self._canonical)

    def _derived(self, claim: Claim, why: Unknown) -> Candidate | Unknown:
        """The claim from firm premises, else from all: a refutation may not rest on what was merely stated."""
        about = [i for i in connected(claim) if _readable(claim.premises[i], claim.domain)][:MAX_PREMISES]
        firm = [i for i in about if claim.premises[i].standing in FIRM]
        for allowed in [firm, about] if firm != about else [about]:
            try:
                return self._from(claim, allowed)
            except CheckFailed as error:
                why = Unknown(error.reason, str(error))
        return why

    def _from(self, claim: Claim, allowed: list[int]) -> Candidate | Unknown:
        under = claim.under(allowed)
        found = system(under)
        if contradictory(found.again()):
            return Unknown(Reason.INCONSISTENT_CONTEXT, "the premises contradict each other")
        try:
            kept, data = _shown(found)
        except CheckFailed as error:
            return self._by_ideal(under, error)
        final = under.under(kept)
        derived = self._following(final, data)
        if isinstance(derived, Candidate) or derived.reason is not Reason.ROUNDED or model(final) is not None:
            return derived
        return self._by_ideal(final, CheckFailed(derived.detail, derived.reason))  # it may say more of irrational roots

    def _by_ideal(self, under: Claim, error: CheckFailed) -> Candidate | Unknown:
        """What the ideal of the equations among the premises says, where nothing else told. Raises: with ``error``."""
        final = under.under(i for i, p in enumerate(under.premises) if _rational(p, under.domain))
        try:
            if not final.premises or not equations_alone(final):
                raise error
            kept, data = by_ideal(system(final))
            if len(kept) < len(final.premises):
                final = final.under(kept)
                _, data = by_ideal(system(final))
            return self._following(final, data)
        except CheckFailed:
            raise error from None

    def _following(self, claim: Claim, data: Mapping[str, Any]) -> Candidate | Unknown:
        if self._models and claim.premises:
            if (point := model(claim)) is None:
                return Unknown(Reason.NO_MODEL_FOUND, "no rational model of the premises was found")
            data = {**data, "model": spell_point(point)}
        outcome = consequence(claim, data)[0]
        if outcome is Outcome.FAILS and any(p.standing not in FIRM for p in claim.premises):
            return Unknown(Reason.CONFLICTS_WITH_STATED, "it contradicts what was stated before")
        return _candidate(claim, outcome, data, self._canonical)


class ConsequenceEngine(SymbolicEngine):
    """Proposes what follows from equations that are premises, also where both sides are the same wherever defined."""

    name: ClassVar[str] = "consequences"

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield a candidate, or an Unknown that says why there is none."""
        if claim.letters and not claim.is_for_all:
            yield self._derived(claim, Unknown(Reason.NOT_ENTAILED, "no premise tells"))


def _shown(found: System) -> tuple[list[int], dict[str, Any]]:
    """The premises that a combination or a bound needs, and its data. Raises: CheckFailed."""
    try:
        return derivation(found.again())
    except CheckFailed as error:
        if error.reason is not Reason.NOT_ENTAILED:
            raise
        return bound(found.again())


class _Shape(Enum):
    """What canonical forms make of a premise's sides."""

    UNREADABLE, READABLE, RATIONAL = "none", "forms", "polynomials and their quotients"


@lru_cache(maxsize=1024)  # a chain's premises are looked at anew for each of its claims
def _shape(left: Expr, right: Expr, domain: Type) -> _Shape:
    try:
        forms = Forms((left, right), domain)
        sides = [forms.of(left), forms.of(right)]
        used = [slot for form in sides for part in (form.num, form.den) for slot in forms.ring.used(part)]
    except CheckFailed:
        return _Shape.UNREADABLE
    plain = all(slot.kind in (Kind.LETTER, Kind.RADICAL) for slot in used)
    return _Shape.RATIONAL if plain and not forms.demands else _Shape.READABLE


def _rational(premise: Hypothesis, domain: Type) -> bool:
    """Whether the premise is an equation of quotients of polynomials, as ideals take them."""
    return premise.relation is Head.EQ and _shape(premise.left, premise.right, domain) is _Shape.RATIONAL


def _candidate(claim: Claim, outcome: Outcome, data: Mapping[str, Any], checker: Checker) -> Candidate | Unknown:
    if outcome is Outcome.ROUNDED:
        return Unknown(Reason.ROUNDED, "the sides differ by no more than rounding explains")
    shows = Shows.FALSE if outcome is Outcome.FAILS else Shows.TRUE
    return Candidate(claim, Proof(checker.name, shows, data), checker)


def _undefined_at_forced_values(claim: Claim) -> bool:
    """Whether the premises force values at which a side denotes nothing."""
    pins = forcing(claim.premises, connected(claim), claim.letters)
    if claim.is_for_all or pins is None:
        return False
    point = pinned_by(claim.premises, pins)[0]
    try:
        value(claim.left, point), value(claim.right, point)
    except Undefined:
        return True
    except NotEvaluated:
        return False
    return False


def _readable(premise: Hypothesis, domain: Type) -> bool:
    """Whether both sides of the premise have canonical forms."""
    return _shape(premise.left, premise.right, domain) is not _Shape.UNREADABLE
