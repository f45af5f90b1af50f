"""The search for combinations: linear algebra over the rationals on the monomials of multiples of the premises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement
from typing import Any

from flint import fmpq, fmpq_mat

from verifier.checkers.canonical.bounds import above_zero, bounded
from verifier.checkers.canonical.combination import System, units_within
from verifier.checkers.canonical.ring import Poly
from verifier.checkers.points import spell, spell_point
from verifier.checkers.spelling import spelled
from verifier.engines.symbolic.model import model
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import CheckFailed, Reason

MAX_COLUMNS = 160  # most multiples of premises in one system
MAX_ROWS = 400  # most monomials in one system
MAX_LIFT = 2  # highest degree of a multiplier
MAX_ORDERS = 8  # most inequalities tried, one or two at a time
MAX_UNITS = 6  # most premises ≠, <, > tried as factors

Multiple = tuple[int, tuple[int, ...]]  # a premise and the exponents of the monomial that multiplies it


@dataclass(frozen=True)
class Combination:
    """``target = value * scale + sum of cofactors * premises``."""

    value: Fraction
    parts: dict[Multiple, fmpq]

    @property
    def premises(self) -> set[int]:
        """The premises that it uses."""
        return {index for index, _ in self.parts}


def derivation(claim: Claim, found: System) -> tuple[list[int], dict[str, Any]]:
    """Return premises that decide the claim, and the proof data under them alone; ``found`` is the claim's system.

    Raises: CheckFailed.
    """
    unit_index, main = _with_units(found)
    used = main.premises | ({unit_index} if unit_index is not None else set())
    unit = found.forms.ring.one if unit_index is None else found.units[unit_index]
    apart: dict[str, Combination] = {}
    for divisor in found.fresh:
        if (units := units_within(found, divisor.num)) is not None:
            used |= units
        else:
            proof = _solve(found, divisor.num, found.forms.ring.one, unit)
            if proof is None or proof.value == 0:
                raise CheckFailed(f"{spelled(divisor.term)} may be zero", Reason.SIDE_CONDITION)
            apart[f"{spelled(divisor.term)} ≠ 0"] = proof
            used |= proof.premises
    kept = sorted(used)
    point = model(claim.under(kept))
    if point is None:
        raise CheckFailed("no rational model of the premises was found", Reason.NO_MODEL_FOUND)
    data = {"kind": "combination", "model": spell_point(point), "units": [kept.index(i) for i in used & {unit_index}]}
    data |= _spelled(found, main, kept)
    return kept, data | {"divisors": {text: _spelled(found, proof, kept) for text, proof in apart.items()}}


def bound(claim: Claim, found: System) -> tuple[list[int], dict[str, Any]]:
    """Return premises that bound the sides apart, and the proof data under them alone; ``found`` is the claim's system.

    Raises: CheckFailed.
    """
    if found.gap.den != found.forms.ring.one or found.fresh:
        raise CheckFailed("the claim does not follow by a combination of the premises")
    for chosen, columns in _few_inequalities(found, claim):
        for side in (1, -1):
            solution = _solve_over(columns, side * found.gap.num, found.forms.ring.one)
            if solution is None or not _positive(solution, chosen):
                continue
            kept = sorted(solution.premises)
            under, data = claim.under(kept), _spelled_bound(found, solution, kept, side)
            if _decides(under, data) and (point := model(under)) is not None:
                return kept, data | {"model": spell_point(point)}
    raise CheckFailed("the claim does not follow by a combination of the premises")


def _few_inequalities(found: System, claim: Claim) -> Iterator[tuple[tuple[int, ...], dict[Multiple, Poly]]]:
    """One or two inequalities at a time, with all equations."""
    still = (0,) * len(found.forms.ring.gens)
    equations = {(i, still): p for i, p in found.nulls.items() if not p.is_zero()}
    few = sorted(found.orders)[:MAX_ORDERS]
    for chosen in (*combinations(few, 1), *combinations(few, 2)):
        yield chosen, equations | {(i, still): above_zero(found, claim, i) for i in chosen}


def _positive(solution: Combination, chosen: tuple[int, ...]) -> bool:
    factors = {index: x for (index, _), x in solution.parts.items()}
    return all(factors.get(index, 0) > 0 for index in chosen)


def _decides(claim: Claim, data: dict[str, Any]) -> bool:
    try:
        bounded(claim, data)
    except CheckFailed:
        return False
    return True


def _spelled_bound(found: System, solution: Combination, kept: list[int], side: int) -> dict[str, Any]:
    orders = {key: x for key, x in solution.parts.items() if key[0] in found.orders}
    rest = Combination(solution.value, {key: x for key, x in solution.parts.items() if key not in orders})
    multiples = [[kept.index(index), spell(Fraction(int(x.p), int(x.q)))] for (index, _), x in orders.items()]
    return {"kind": "bound", "side": side, "orders": multiples} | _spelled(found, rest, kept)


def contradictory(claim: Claim, found: System) -> bool:
    """Return whether the premises, linearly combined, say 1 = 0 or -1 >= 0; ``found`` is the claim's system.

    Raises: CheckFailed.
    """
    one = found.forms.ring.one
    if _solve_over({(i, ()): p for i, p in found.nulls.items()}, one, None) is not None:
        return True
    for chosen, columns in _few_inequalities(found, claim):
        solution = _solve_over(columns, -one, None)
        if solution is not None and _positive(solution, chosen):
            return True
    return False


def _with_units(found: System) -> tuple[int | None, Combination]:
    one = found.forms.ring.one
    if (main := _solve(found, found.gap.num, found.gap.den, one)) is not None:
        return None, main
    for index in sorted(found.units)[:MAX_UNITS]:
        if (main := _solve(found, found.gap.num, found.gap.den, found.units[index])) is not None:
            return index, main
    raise CheckFailed("the claim does not follow by a combination of the premises")


def _solve(found: System, target: Poly, scale: Poly, unit: Poly) -> Combination | None:
    """The combination with ``(target - value * scale) * unit = sum``, with multipliers of the lowest degree."""
    ring = found.forms.ring
    target, scale = ring.multiply(target, unit), ring.multiply(scale, unit)
    names = [ring.slots[x].index for x in ring.letters]
    columns: dict[Multiple, Poly] = {}
    for lift in range(MAX_LIFT + 1 if found.nulls else 1):
        for factors in combinations_with_replacement(names, lift):
            monomial = tuple(factors.count(i) for i in range(len(ring.gens)))
            by = ring.ctx.from_dict({monomial: 1})
            columns |= {(i, monomial): ring.multiply(p, by) for i, p in found.nulls.items() if not p.is_zero()}
            if len(columns) > MAX_COLUMNS:
                return None
        if (solution := _solve_over(columns, target, scale)) is not None:
            return solution
    return None


def _solve_over(columns: dict[Multiple, Poly], target: Poly, scale: Poly | None) -> Combination | None:
    keys, polys = list(columns), [*columns.values(), *([] if scale is None else [scale])]
    parts_of, wanted = [p.to_dict() for p in polys], target.to_dict()
    rows = {monomial: i for i, monomial in enumerate(dict.fromkeys(chain.from_iterable(parts_of)))}
    if len(rows) > MAX_ROWS or not wanted.keys() <= rows.keys():
        return None  # too large; or the target has a monomial that nothing else has
    last = len(polys)
    matrix = fmpq_mat(max(1, len(rows)), last + 1)
    for j, part in enumerate((*parts_of, wanted)):
        for monomial, coefficient in part.items():
            matrix[rows[monomial], j] = coefficient
    reduced, rank = matrix.rref()
    solution = dict[int, fmpq]()
    pivot = -1
    for i in range(rank):
        pivot = next(j for j in range(pivot + 1, last + 1) if reduced[i, j] != 0)  # each is right of the one before
        if pivot == last:
            return None
        solution[pivot] = reduced[i, last]
    value = solution.get(len(keys), fmpq(0)) if scale is not None else fmpq(0)
    parts = {keys[j]: x for j, x in solution.items() if j < len(keys) and x != 0}
    return Combination(Fraction(int(value.p), int(value.q)), parts)


def _spelled(found: System, combination: Combination, kept: Iterable[int]) -> dict[str, Any]:
    names, place = found.forms.ring.letters, {index: i for i, index in enumerate(kept)}
    cofactors: dict[int, list[Any]] = {}
    for (index, monomial), x in combination.parts.items():
        exponents = {name: monomial[j] for j, name in enumerate(names) if monomial[j]}
        cofactors.setdefault(place[index], []).append([spell(Fraction(int(x.p), int(x.q))), exponents])
    return {"value": spell(combination.value), "cofactors": [[i, cofactors[i]] for i in sorted(cofactors)]}
