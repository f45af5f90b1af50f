"""Models of premises: rational values of the letters at which all of them hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, islice, product
from typing import Any

from verifier.checkers.formulas.places.models import of_type
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import Held, bounds, conjuncts, leaf_claim, opening
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.formulas.values.evaluation import value as number
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.points import spell_point
from verifier.engines.formulas.models.assignments import assignments
from verifier.engines.formulas.solving.forcing import forced, forced_values
from verifier.engines.formulas.solving.squeezing import squeezed
from verifier.engines.symbolic.model import model
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Expr, Head, Int, Node, Type, node, walk_expr
from verifier.kernel.verdict import CheckFailed

MAX_PREMISES = 40  # most premises of a claim for which two models are looked for
MAX_POINTS = 128  # most points that are tried for that
MAX_ASSIGNED = 12  # most points that are found letter by letter
SMALL = tuple(map(Fraction, ("2", "3", "0", "1", "-1", "5", "-2", "10", "-3", "4", "7", "1/2", "6", "-5", "9", "20")))


def model_for(claim: Claim) -> dict[str, str | bool] | None:
    """Return a model of the premises of a claim and of the bounds of its letters, spelled, or None.

    Numbers are no model of what functions without a body are said to do.
    """
    if any(
        isinstance(part, Node) and part.head is Head.CALL for one in claim.premises for part in walk_expr(one.formula)
    ):
        return None
    types = {one.name: one.type for one in claim.types}
    at = forced(claim)
    if at.keys() >= types.keys():
        return _spelled(at) if _fits(claim, at) else None
    at = _narrowed(claim, at)
    if at.keys() >= types.keys() and _fits(claim, at):
        return _spelled(at)
    try:
        found = model(_relations(claim))
    except CheckFailed:
        found = None
    numbers = {name for name, kind in types.items() if kind is not Type.BOOL}
    if found is not None and numbers == types.keys():
        given = {**dict.fromkeys(types, Fraction(1)), **found, **at}
        if _fits(claim, given):
            return _spelled(given)
    for point in chain(_tried(claim, at, found or {}), islice(_assigned(claim), MAX_ASSIGNED)):
        if _fits(claim, point):
            return _spelled(point)
    return None


def has_model_at(claim: Claim, spelled: Mapping[str, str | bool]) -> bool:
    """Return whether the premises of a claim hold at a point, as a proof spells it."""
    try:
        return _fits(claim, {name: x if isinstance(x, bool) else Fraction(x) for name, x in spelled.items()})
    except (ValueError, ZeroDivisionError):
        return False


def _assigned(claim: Claim) -> Iterator[dict[str, Fraction | bool]]:
    """Rational points, each value found from what the premises leave to its letter."""
    for values, _ in assignments(claim):
        point = {name: _rational(value) for name, value in values.items()}
        known = {name: value for name, value in point.items() if value is not None}
        if len(known) == len(point):
            yield known


def _rational(value: Expr) -> Fraction | bool | None:
    if isinstance(value, Node) and value.head in (Head.TRUE, Head.FALSE):
        return value.head is Head.TRUE
    try:
        return number(value, {})
    except NotEvaluated:
        return None


def _narrowed(claim: Claim, at: dict[str, Fraction]) -> dict[str, Fraction]:
    """The values that are forced, with those that the bounds of a letter leave, and what these force in turn."""
    place, names = opening(claim), frozenset(one.name for one in claim.types)
    for name, value in at.items():
        place = place.at(name, numeral(value))
    tried: dict[object, Any] = {}
    while (found := next(squeezed(place, names - at.keys(), tried), None)) is not None:
        more = [(found[0], found[1])]
        while more:
            for name, value in more:
                at, place = {**at, name: value}, place.at(name, numeral(value))
            left = names - at.keys()
            more = [(name, value) for name, value, _ in forced_values([one.formula for one in place.held], left)]
    return at


def _tried(
    claim: Claim, at: Mapping[str, Fraction], found: Mapping[str, Fraction]
) -> Iterator[dict[str, Fraction | bool]]:
    """Points with forced letters at their values, the others at small numbers, and all truth values of the letters that
    are formulas; first where each disjunction holds by its first part, then by its second, and so on."""
    facts = [part for one in claim.premises for part in conjuncts(one.formula)]
    kinds = {one.name: one.type for one in claim.types}
    booleans = sorted(name for name, kind in kinds.items() if kind is Type.BOOL)[:8]
    ties: list[Mapping[str, Fraction]] = [at]
    for turn in range(4):
        chosen = [_part(fact, turn) for fact in facts]
        names = frozenset(name for name, kind in kinds.items() if kind is not Type.BOOL)
        told = {name: value for name, value, _ in forced_values(chosen, names)} | dict(at)
        if told not in ties:
            ties.append(told)
    for tie in ties:
        loose = [name for name, kind in kinds.items() if kind is not Type.BOOL and name not in tie]
        numbers = [tuple(found.get(name, Fraction(1)) for name in loose)]
        for values in (*numbers, *islice(_small(len(loose)), MAX_POINTS if loose else 1)):
            for said in product((True, False), repeat=len(booleans)):
                yield {**dict(zip(booleans, said, strict=True)), **dict(zip(loose, values, strict=True)), **tie}


def _part(fact: Expr, turn: int) -> Expr:
    return fact.args[turn % len(fact.args)] if isinstance(fact, Node) and fact.head is Head.OR else fact


def _fits(claim: Claim, point: Mapping[str, Fraction | bool]) -> bool:
    try:
        return fits(claim, point)
    except NotEvaluated:
        return False


def _spelled(point: Mapping[str, Fraction | bool]) -> dict[str, str | bool]:
    numbers = spell_point({name: value for name, value in point.items() if not isinstance(value, bool)})
    return {**numbers, **{name: value for name, value in point.items() if isinstance(value, bool)}}


def two_models_for(claim: Claim) -> list[dict[str, str]] | None:
    """Return a model of the premises in which the claim holds and one in which it fails, spelled, or None.

    They are looked for among small numbers, with forced letters at their values.
    """
    if not claim.types or len(claim.premises) > MAX_PREMISES or claim.rounded:
        return None
    at = forced(claim)
    loose = [one for one in claim.types if one.name not in at]
    found: dict[bool, dict[str, str]] = {}
    for values in islice(_small(len(loose)), MAX_POINTS):
        point = {one.name: value for one, value in zip(loose, values, strict=True)} | at
        if not all(of_type(point[one.name], one.type) for one in claim.types):
            continue
        try:
            holds = truth(claim.formula, point) if fits(claim, point) else None
        except NotEvaluated:
            continue
        if holds is not None:
            found.setdefault(holds, spell_point(point))
        if len(found) == 2:
            return [found[True], found[False]]
    return None


def fits(claim: Claim, point: Mapping[str, Fraction | bool]) -> bool:
    """Return whether all premises of a claim hold at a point, and what the types of its letters say.

    Raises:
        NotEvaluated: where one of them is not known there.
    """
    facts = [one.formula for one in claim.premises] + [fact for letter in claim.types for fact in bounds(letter)]
    facts.sort(key=lambda fact: any(isinstance(part, Node) and part.letters for part in walk_expr(fact)))
    return all(truth(fact, point) is True for fact in facts)


def has_model(claim: Claim) -> bool:
    """Return whether a model of the premises of a claim was found."""
    return model_for(claim) is not None


def _small(count: int) -> Iterator[tuple[Fraction, ...]]:
    """Small numbers for so many letters: of few letters all combinations of the smallest, of many equal steps."""
    if count <= 2:
        yield from product(SMALL, repeat=count)
        return
    for turn in range(len(SMALL) ** 2):
        step = 1 + turn // len(SMALL)
        yield tuple(SMALL[(turn + i * step) % len(SMALL)] for i in range(count))


def _relations(claim: Claim) -> Claim:
    """The premises of a claim that are relations, and the bounds of its letters, as the premises of one leaf."""
    facts = [part for one in claim.premises for part in conjuncts(one.formula)]
    facts += [fact for letter in claim.types for fact in bounds(letter)]
    types = {one.name: one.type for one in claim.types}
    held = []
    for fact in facts:
        try:
            leaf_claim(fact, [], types, frozenset())
        except CheckFailed:
            continue
        held.append(Held(fact))
    return leaf_claim(node(Head.EQ, Int(0), Int(0)), held, types, frozenset())
