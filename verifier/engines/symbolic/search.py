"""The search for combinations: linear algebra over the rationals on the monomials of multiples of the premises, bases
of ideals (with t for one divided by what premises divide by: Rabinowitsch, 1929), and sums of squares (Lagrange)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain, combinations, combinations_with_replacement
from math import lcm
from typing import Any

from flint import Ordering, fmpq, fmpq_mat, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly, fmpz_mpoly_ctx, fmpz_mpoly_vec

from verifier.checkers.canonical.combination import System, bounded, may_square, system, units_within
from verifier.checkers.canonical.forms import Forms, Roots
from verifier.checkers.canonical.ring import Kind, Poly
from verifier.checkers.points import spell
from verifier.checkers.spelling import spelled
from verifier.engines.formulas.ideals.bases import Member, basis, combination
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Expr, Head, Int, Node, Type, node, number, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

MAX_COLUMNS = 160  # most multiples of premises in one system
MAX_ROWS = 400  # most monomials in one system
MAX_LIFT = 2  # highest degree of a multiplier
MAX_ORDERS = 8  # most inequalities tried, one or two at a time
MAX_UNITS = 6  # most premises ≠, <, > tried as factors
MAX_LETTERS = 6  # most letters of a polynomial whose squares are split off
MAX_TERMS, MAX_DEGREE = 60, 8  # most terms, and highest degree, of an equation in a basis
FLINT_LIMITS = 24, 60, 600  # most polynomials of a basis, terms of one of them, and bits of a coefficient

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


def derivation(found: System) -> tuple[list[int], dict[str, Any]]:
    """Return premises of a system that decide its claim, and the proof data under them alone. Raises: CheckFailed."""
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
            apart[f"{spelled(divisor.term)} ≠ 0"] = Combination(proof.value, {k: -x for k, x in proof.parts.items()})
            used |= proof.premises
    kept = sorted(used)
    units_used = {"units": [kept.index(i) for i in used & {unit_index}]}
    data = {"kind": "combination", **units_used, **_spelled(found, main, kept)}
    return kept, data | {"divisors": {text: units_used | _spelled(found, proof, kept) for text, proof in apart.items()}}


def bound(found: System) -> tuple[list[int], dict[str, Any]]:
    """Return premises of a system that bound its claim's sides apart, and the proof data under them alone.

    Raises: CheckFailed.
    """
    if found.gap.den != found.forms.ring.one or found.fresh:
        raise CheckFailed("the claim does not follow by a combination of the premises")
    for chosen, columns in _few_inequalities(found):
        for side in (1, -1):
            solution = _solve_over(columns, side * found.gap.num, found.forms.ring.one)
            if solution is None or not _positive(solution, chosen):
                continue
            kept = sorted(solution.premises)
            data = _spelled_bound(found, solution, kept, side)
            if _decides(found.claim.under(kept), data):
                return kept, data
    raise CheckFailed("the claim does not follow by a combination of the premises")


def squares(found: System) -> dict[str, Any]:
    """Return the data of a bound by squares, of a difference of degree two: they are split off one after another.

    Raises: CheckFailed.
    """
    p, letters = found.gap.num, [slot.index for slot in found.forms.ring.used(found.gap.num)]
    if found.gap.den != found.forms.ring.one or p.total_degree() != 2 or len(letters) > MAX_LETTERS:
        raise CheckFailed("squares are split off polynomials of degree two")
    if not may_square(found) or any(slot.kind is not Kind.LETTER for slot in found.forms.ring.used(p)):
        raise CheckFailed("squares are of real letters", Reason.OUT_OF_SCOPE)
    for side in (1, -1):
        data = _split(found, side * p, letters)
        if data is not None and _decides(found.claim, found_data := {"kind": "bound", "side": side, **data}):
            return found_data
    raise CheckFailed("the sign of the difference changes, or is not decided here")


def _split(found: System, p: Poly, letters: list[int]) -> dict[str, Any] | None:
    """A polynomial of degree two as a number and positive multiples of squares; None where it is none."""
    size, gens = len(letters) + 1, [*(found.forms.ring.gens[i] for i in letters), found.forms.ring.one]
    form = fmpq_mat(size, size)
    for monomial, c in p.to_dict().items():
        places = [i for i, letter in enumerate(letters) for _ in range(monomial[letter])]
        i, j = (places + [size - 1] * 2)[:2]
        form[i, j] += c / 2
        form[j, i] += c / 2
    parts: list[list[Any]] = []
    for k in range(size - 1):
        if form[k, k] < 0 or (form[k, k] == 0 and any(form[k, j] != 0 for j in range(k, size))):
            return None
        if form[k, k] == 0:
            continue
        root = sum((form[k, j] / form[k, k] * gens[j] for j in range(k, size)), found.forms.ring.zero)
        parts.append([_number(form[k, k]), _polynomial(found, root)])
        for i in range(k + 1, size):
            by = form[i, k] / form[k, k]
            for j in range(k, size):
                form[i, j] -= by * form[k, j]
    return {"value": _number(form[size - 1, size - 1]), "squares": parts}


def _few_inequalities(found: System) -> Iterator[tuple[tuple[int, ...], dict[Multiple, Poly]]]:
    """One or two inequalities at a time, with all equations."""
    still = (0,) * len(found.forms.ring.gens)
    equations = {(i, still): p for i, p in found.nulls.items() if not p.is_zero()}
    few = sorted(found.orders)[:MAX_ORDERS]
    for chosen in (*combinations(few, 1), *combinations(few, 2)):
        yield chosen, equations | {(i, still): found.orders[i] for i in chosen}


def _positive(solution: Combination, chosen: tuple[int, ...]) -> bool:
    factors = {index: x for (index, _), x in solution.parts.items()}
    return all(factors.get(index, 0) > 0 for index in chosen)


def _decides(claim: Claim, data: dict[str, Any]) -> bool:
    try:
        bounded(system(claim), data)
    except CheckFailed:
        return False
    return True


def _spelled_bound(found: System, solution: Combination, kept: list[int], side: int) -> dict[str, Any]:
    orders = {key: x for key, x in solution.parts.items() if key[0] in found.orders}
    rest = Combination(solution.value, {key: x for key, x in solution.parts.items() if key not in orders})
    multiples = [[kept.index(index), _number(x)] for (index, _), x in orders.items()]
    return {"kind": "bound", "side": side, "orders": multiples} | _spelled(found, rest, kept)


def contradictory(found: System) -> bool:
    """Return whether the premises of a system, linearly combined, say 1 = 0 or -1 >= 0.

    Raises: CheckFailed.
    """
    one = found.forms.ring.one
    if _solve_over({(i, ()): p for i, p in found.nulls.items()}, one, None) is not None:
        return True
    for chosen, columns in _few_inequalities(found):
        solution = _solve_over(columns, -one, None)
        if solution is not None and _positive(solution, chosen):
            return True
    return False


def _with_units(found: System) -> tuple[int | None, Combination]:
    one = found.forms.ring.one
    if (main := _solve(found, found.gap.num, found.gap.den, one)) is not None:
        return None, main
    for index in sorted(name for name in found.units if isinstance(name, int))[:MAX_UNITS]:
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
        cofactors.setdefault(place[index], []).append([_number(x), exponents])
    return {"value": spell(combination.value), "cofactors": [[i, cofactors[i]] for i in sorted(cofactors)]}


def _number(x: fmpq) -> str:
    return spell(Fraction(int(x.p), int(x.q)))


def _polynomial(found: System, p: Poly) -> list[Any]:
    """A polynomial in letters and roots, as proofs spell it."""
    named = {index: name for name, index in found.forms.ring.named.items()}
    return [[_number(c), {named[i]: int(k) for i, k in enumerate(m) if k}] for m, c in p.to_dict().items()]


def by_ideal(found: System) -> tuple[list[int], dict[str, Any]]:
    """Return premises of a system that decide its claim, and proof data under all of its premises: the difference is in
    the ideal of the equations, or a number is in their ideal with it. Raises: CheckFailed."""
    ideal, gap = _Ideal(found), found.gap.num
    if ideal.is_whole():
        raise CheckFailed("the premises have no common zero", Reason.INCONSISTENT_CONTEXT)
    if not all(ideal.is_whole(divisor.num) for divisor in found.fresh):
        raise CheckFailed("a divisor of the claim may be zero", Reason.SIDE_CONDITION)
    within = ideal.has(gap)
    if not (within or ideal.is_whole(gap)):
        raise CheckFailed("the premises neither give the claim nor exclude it")
    proofs = {f"{spelled(divisor.term)} ≠ 0": ideal.apart(divisor.num) for divisor in found.fresh}
    main = ideal.within(gap) if within else ideal.apart(gap)
    if main is None or None in proofs.values():
        raise CheckFailed("no multiples of the equations were found", Reason.OUT_OF_BUDGET)
    data = {"kind": "combination", "value": "0", **main} if within else {"kind": "apart", **main}
    every = [main, *(proof for proof in proofs.values() if proof is not None)]
    used = {index for one in every for index, _ in one["cofactors"]}
    kept = list(found.nulls) if any(one["units"] for one in every) or found.fresh else sorted(used)
    return kept, data | {"divisors": proofs}


class _Ideal:
    """The ideal of the equations among premises, with the rules of roots, and t for one divided by what they divide
    by."""

    def __init__(self, found: System) -> None:
        polys = [*found.nulls.values(), *found.units.values(), found.gap.num, *(one.num for one in found.fresh)]
        used = [slot for p in polys for slot in found.forms.ring.used(p)]
        if any(slot.kind not in (Kind.LETTER, Kind.RADICAL) for slot in used) or found.forms.demands:
            raise CheckFailed("more than polynomials is among the equations", Reason.OUT_OF_SCOPE)
        if any(p.total_degree() > MAX_DEGREE or len(p) > MAX_TERMS for p in polys):
            raise CheckFailed("equations that are too large for a basis", Reason.OUT_OF_BUDGET)
        self._found, ring = found, found.forms.ring
        size = len(ring.gens) + 1  # the last is t
        self._context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(size)], Ordering.degrevlex)
        self._names = [name for name in found.units if isinstance(name, str)]
        self._divided = reduce(ring.multiply, (found.units[name] for name in self._names), ring.one)
        self._nulls = [index for index, p in found.nulls.items() if not p.is_zero()]
        self._given = [self._inside(found.nulls[index]) for index in self._nulls]
        rules = [self._inside(ring.gens[index] ** n - becomes) for index, (n, becomes) in ring.rules.items()]
        self._meant = [*rules, 1 - self._context.gens()[-1] * self._inside(self._divided)] if self._names else rules

    def is_whole(self, p: Poly | None = None) -> bool:
        """Return whether 1 is in the ideal, with ``p`` besides. Raises: CheckFailed(OUT_OF_BUDGET)."""
        return any(one.is_constant() for one in (self._alone if p is None else self._flint_basis(p)))

    def has(self, p: Poly) -> bool:
        """Return whether the ideal has ``p``. Raises: CheckFailed(OUT_OF_BUDGET)."""
        return bool(_whole(self._inside(p)).reduction_primitive_part(self._alone).is_zero())

    @cached_property
    def _alone(self) -> Any:
        return self._flint_basis(None)

    def _flint_basis(self, p: Poly | None) -> Any:
        """Return a Groebner basis by flint, which is fast and gives no cofactors."""
        polys = [_whole(one) for one in self._with(p) if not one.is_zero()]
        context = fmpz_mpoly_ctx.get(self._context.names(), Ordering.degrevlex)
        found, whole = fmpz_mpoly_vec(polys, context).buchberger_naive(limits=FLINT_LIMITS)
        if not whole:
            raise CheckFailed("a basis of the equations is too large", Reason.OUT_OF_BUDGET)
        return found

    def _with(self, p: Poly | None) -> list[fmpq_mpoly]:
        return [*self._given, *([] if p is None else [self._inside(p)]), *self._meant]

    def basis(self, p: Poly | None = None) -> list[Member]:
        """Return members of the ideal, with ``p`` besides."""
        return basis(self._with(p), self._context)

    def within(self, p: Poly) -> dict[str, Any] | None:
        """Return cofactors that make ``p``, times what is divided by, of the equations; None where none are found."""
        member = combination(self._inside(p), self.basis(), self._context)
        return None if member is None else self._spelled([*self._nulls], member)

    def apart(self, p: Poly) -> dict[str, Any] | None:
        """Return how a number, times what is divided by, is made of ``p`` and the equations; None where it is not."""
        member = next((one for one in self.basis(p) if one.form.is_constant()), None)
        if member is None:
            return None
        data = self._spelled([*self._nulls, None], member)
        return {"value": _number(member.form.leading_coefficient()), **data}

    def _spelled(self, keys: list[int | None], member: Member) -> dict[str, Any]:
        """The multiples of a member, times the least power of what is divided by that leaves no t in them."""
        factors = {key: member.by[i].to_dict() for i, key in enumerate(keys) if i in member.by}
        times = max((m[-1] for factor in factors.values() for m in factor), default=0)
        ring, spelled_by = self._found.forms.ring, dict[int | None, list[Any]]()
        for key, factor in factors.items():
            total = ring.zero
            for m, c in factor.items():
                part = ring.reduced(ring.ctx.from_dict({tuple(m[:-1]): c}))
                total = ring.add(total, ring.multiply(part, ring.power(self._divided, times - m[-1])))
            spelled_by[key] = _polynomial(self._found, total)
        by = {"by": spelled_by.pop(None, [])} if None in keys else {}
        cofactors = [[key, polynomial] for key, polynomial in spelled_by.items()]
        return {"units": self._names * times, **by, "cofactors": cofactors}

    def _inside(self, p: Poly) -> Any:
        return self._context.from_dict({(*monomial, 0): c for monomial, c in p.to_dict().items()})


def _whole(p: fmpq_mpoly) -> Any:
    """The polynomial times the common denominator of its coefficients, over the whole numbers."""
    scale = lcm(*(int(c.q) for c in p.coeffs()))
    terms = {monomial: int(c.p) * (scale // int(c.q)) for monomial, c in p.to_dict().items()}
    return fmpz_mpoly_ctx.get(p.context().names(), Ordering.degrevlex).from_dict(terms)


def equations_alone(claim: Claim) -> bool:
    """Return whether a claim is an equation, or the denial of one, of numbers that may be complex."""
    return claim.domain in (Type.UNDECLARED, Type.COMPLEX) and claim.relation in (Head.EQ, Head.NE)


def denested(claim: Claim) -> Roots:
    """Return nested square and cube roots of a closed claim as sums of two plain numbers or roots (Borodin, Fagin,
    Hopcroft and Tompa, 1985). Raises: CheckFailed."""
    found: dict[tuple[int, Expr], Expr] = {}
    for one in (part for side in (claim.left, claim.right) for part in walk_expr(side)):
        match one:
            case Node(Head.SQRT, (below,)):
                index = 2
            case Node(Head.ROOT, (below, Int(index))) if index in (2, 3):
                pass
            case _:
                continue
        if (known := _two_roots(index, below)) is not None:
            found[index, below] = known
    return found


def _two_roots(index: int, below: Expr) -> Expr | None:
    """The square or cube root of a number and a multiple of a root, as such a sum, if it is one."""
    forms = Forms((below,), Type.REAL)
    terms = forms.of(below).num.to_dict()
    a = terms.pop((0,) * len(forms.ring.gens), fmpq(0))
    rest = forms.ring.ctx.from_dict(terms)
    square = forms.ring.multiply(rest, rest)
    norm = _root(a * a - square.leading_coefficient(), index) if terms and square.is_constant() else None
    if norm is None:
        return None
    sign = Head.ADD if rest.leading_coefficient() > 0 else Head.SUB
    if index == 2:
        u, v = (a + norm) / 2, (a - norm) / 2
        return node(sign, node(Head.SQRT, _numeral(u)), node(Head.SQRT, _numeral(v))) if v > 0 else None
    for twice, _ in fmpq_poly([-2 * a, -3 * norm, 0, 1]).roots():
        if (e := twice * twice / 4 - norm) > 0:
            return node(sign, _numeral(twice / 2), node(Head.SQRT, _numeral(e)))
    return None


def _root(x: fmpq, index: int) -> fmpq | None:
    """The rational root of a rational number, if there is one."""
    if x < 0 and index == 2:
        return None
    over, under = (part.root(index) for part in (abs(x.p), x.q))
    found = fmpq(over if x >= 0 else -over, under)
    return found if found**index == x else None


def _numeral(x: fmpq) -> Expr:
    return number(Fraction(int(x.p), int(x.q)))
