"""The point checker: exact values at a point, of arithmetic, of letters that premises force, of counterexamples."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from verifier.checkers.evaluate import Outcome, Point, compare, satisfies, value
from verifier.checkers.forced_values import at_pins, pinned_by
from verifier.checkers.functions import NotEvaluated, OverBudget, Undefined
from verifier.kernel.claim import DOMAINS, Claim, is_relation
from verifier.kernel.expr import FOLDED, TERM_HEADS, Expr, Head, Node, Text, Type, free_names, walk_expr
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Reason, Shows

MAX_LISTED = 10_000  # most entries of a list in a proof
SHOWN_BITS = 2000  # largest value that a certificate spells out
_NUMERAL = re.compile(r"-?[0-9]{1,620}(/[0-9]{1,620})?")


def reason_of(error: NotEvaluated) -> Reason:
    """Return the reason of Unknown that this refusal of the evaluator amounts to."""
    if isinstance(error, Undefined):
        return Reason.SIDE_CONDITION
    return Reason.OUT_OF_BUDGET if isinstance(error, OverBudget) else Reason.OUT_OF_SCOPE


def read_point(data: object) -> dict[str, Fraction]:
    """Return the point that JSON values like ``{"x": "3/2"}`` spell. Raises: CheckFailed."""
    if not isinstance(data, Mapping):
        raise CheckFailed("the proof has no point")
    for name, spelled in data.items():
        if not (isinstance(name, str) and isinstance(spelled, str) and _NUMERAL.fullmatch(spelled)):
            raise CheckFailed(f"{spelled!r:.80} does not spell a rational number")
        if not int(spelled.partition("/")[2] or 1):
            raise CheckFailed("a coordinate has denominator zero")
    return {name: Fraction(spelled) for name, spelled in data.items()}


def number_in(data: object) -> Fraction:
    """Return the rational number that a JSON string spells. Raises: CheckFailed."""
    return read_point({"value": data})["value"]


def listed(data: object, most: int = MAX_LISTED) -> Sequence[Any]:
    """Return the entries of a JSON list. Raises: CheckFailed where it is none, or too long."""
    if not isinstance(data, list | tuple):
        raise CheckFailed("expected a list in the proof")
    if len(data) > most:
        raise CheckFailed(f"a list in the proof has more than {most} entries", Reason.OUT_OF_BUDGET)
    return data if isinstance(data, list) else list(data)


def two(data: object) -> tuple[Any, Any]:
    """Return both entries of a JSON list of two. Raises: CheckFailed where it is none."""
    found = listed(data)
    if len(found) != 2:
        raise CheckFailed("expected a list of two in the proof")
    return found[0], found[1]


def spell_point(point: Point) -> dict[str, str]:
    """Return ``point`` as JSON values; a coordinate that is too long becomes its size."""
    return {name: spell(point[name]) for name in sorted(point)}


def spell(x: Fraction) -> str:
    """Return ``x`` exactly as ``p/q``, or its size when it is too long to show."""
    bits = x.numerator.bit_length() + x.denominator.bit_length()
    return str(x) if bits <= SHOWN_BITS else f"a number of {bits} bits"


class PointChecker:
    """Accepts what the kernel's evaluator says at a point: ``{}``, ``{"pins": [0]}`` or ``{"point": {"x": "3/2"}}``."""

    name: ClassVar[str] = "evaluate"
    version: ClassVar[str] = "1"

    def check(self, claim: Claim, proof: Proof) -> Certificate:
        """Return the certificate when the values at the proof's point show what it says. Raises: CheckFailed."""
        if proof.checker != self.name:
            raise CheckFailed(f"{self.name} was handed a proof for {proof.checker!r}")
        check_relation(claim, proof.shows)
        try:
            point, outcome = judged(claim, proof.data)
            left, right = value(claim.left, point), value(claim.right, point)
        except NotEvaluated as error:
            raise CheckFailed(str(error), reason_of(error)) from error
        if outcome is Outcome.ROUNDED:
            raise CheckFailed("the sides differ by no more than rounding explains", Reason.ROUNDED)
        shows = Shows.FALSE if outcome is Outcome.FAILS else Shows.TRUE
        if shows is not proof.shows:
            raise CheckFailed("the values at this point do not show that")
        if shows is Shows.TRUE and claim.is_for_all and claim.letters:
            raise CheckFailed("one point does not prove an identity")
        notes: dict[str, Any] = {"left": spell(left), "right": spell(right)}
        notes |= {"point": spell_point(point)} if point else {}
        notes |= {"as_rounded": True} if outcome is Outcome.HOLDS_ROUNDED else {}
        return Certificate(claim, proof, self.version, notes=notes)


def check_relation(claim: Claim, shows: Shows) -> None:
    """Refuse what checkers of relations do not know: they take a relation between terms, or one for all letters, under
    such relations. They prove nothing for all letters from premises, whose letters are others.

    Raises:
        CheckFailed: on another claim, or on letters of other types.
    """
    every = claim.formula.letters if isinstance(claim.formula, Node) else ()
    if not all(map(_relates_terms, (claim.body, *(one.formula for one in claim.premises)))):
        raise CheckFailed("the claim is no relation between terms under such relations", Reason.OUT_OF_SCOPE)
    if claim.is_for_all and (claim.formula.free or (claim.premises and shows is not Shows.FALSE)):
        raise CheckFailed("a relation for all letters has neither other letters nor premises", Reason.OUT_OF_SCOPE)
    names = free_names(claim.formula, *(one.formula for one in claim.premises))
    if {one.name for one in claim.types} != names or any(one.type not in DOMAINS for one in (*every, *claim.types)):
        raise CheckFailed("letters of types that relations do not know", Reason.OUT_OF_SCOPE)


@lru_cache(maxsize=4096)
def _relates_terms(formula: Expr) -> bool:
    return is_relation(formula) and all(
        part.head in TERM_HEADS and (part.head not in FOLDED or len(part.args) == 2)
        if isinstance(part, Node)
        else not isinstance(part, Text)
        for part in list(walk_expr(formula))[1:]
    )


def judged(claim: Claim, data: Mapping[str, Any]) -> tuple[Point, Outcome]:
    """Return the point of the proof and what it says of the claim. Raises: CheckFailed, NotEvaluated."""
    if not claim.letters and not claim.premises:
        return {}, compare(claim, {})
    if claim.is_for_all:
        point = read_point(data.get("point"))
        if not usable(claim, point):
            raise CheckFailed("the point is outside the domain", Reason.SIDE_CONDITION)
        if not satisfies(claim.premises, point):
            raise CheckFailed("a premise does not hold at the point")
        return point, compare(claim, point)
    point, terms = pinned_by(claim.premises, data.get("pins"))
    if not satisfies(claim.premises, point):
        raise CheckFailed("the premises have no model at the values they force", Reason.INCONSISTENT_CONTEXT)
    return point, at_pins(claim, point, terms)


def usable(claim: Claim, point: Point) -> bool:
    """Return whether a counterexample may be at ``point``."""
    return has_naturals(counting(claim), point)


def has_naturals(names: frozenset[str], point: Point) -> bool:
    """Return whether ``point`` gives these letters natural numbers: 1, 2, 3, ..."""
    return all(point[name].denominator == 1 and point[name] > 0 for name in names & point.keys())


def counting(claim: Claim) -> frozenset[str]:
    """Return the letters that are most likely natural numbers.

    Where no domain was declared, these are the letters in exponents, factorials and binomials.
    """
    if claim.domain is not Type.UNDECLARED:
        return frozenset()
    apps = [t for side in (claim.left, claim.right) for t in walk_expr(side) if isinstance(t, Node)]
    places = [t.args[1] for t in apps if t.head is Head.POW] + [
        t for t in apps if t.head in (Head.FACTORIAL, Head.BINOMIAL)
    ]
    return free_names(*places, *(t.args[1] for t in apps if t.head is Head.ROOT))
