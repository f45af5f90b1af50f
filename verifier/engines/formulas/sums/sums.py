"""Sums of multiples of comparisons that contradict each other (Farkas), with cuts of whole numbers: sought here.

What is found is data of the rule ``linear``, which adds it up again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

from flint import fmpq

from verifier.checkers.effort import spend
from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import ONE, Form, Monomial, flint_number, fraction, spelled, written
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.totality import REAL, total
from verifier.checkers.formulas.rules.forms import multiplied, polynomial, strict
from verifier.checkers.formulas.rules.linear import Row, absurd, cut, opposites, rows_of
from verifier.checkers.formulas.rules.whole import given_whole, whole
from verifier.checkers.points import SHOWN_BITS
from verifier.engines.formulas.budgets import READING
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.sums.multiples import degree_of, multiples
from verifier.engines.formulas.sums.signs import signs_of
from verifier.engines.formulas.sums.simplex import TooMuch, nonnegative
from verifier.kernel.expr import COMPARISONS, Expr, Head, Node, Sym, node
from verifier.kernel.verdict import CheckFailed, Reason


@dataclass(slots=True)
class Steps:
    """Rows, first those that are given, then those that steps made, and the steps."""

    rows: list[Row]
    given: int
    made: list[dict[str, Any]] = field(default_factory=list)

    def add(self, row: Row, step: dict[str, Any]) -> int:
        """Add a row with the step that makes it, and return its index."""
        self.rows.append(row)
        self.made.append(step)
        return len(self.rows) - 1


def kept_tree(parts: list[list[dict[str, Any]]], chosen: list[int], wholes: list[int]) -> Tree:
    """Return the tree, with those hypotheses alone that a step speaks of."""
    spoken = {k for steps in parts for step in steps for k in _indices(step) if k < len(chosen)}
    kept = sorted(spoken)
    place = {old: new for new, old in enumerate(kept)}
    shift = len(chosen) - len(kept)
    parts = [[_moved(step, place, len(chosen), shift) for step in steps] for steps in parts]
    cuts = any(step.get("cut") for steps in parts for step in steps)
    uses = [chosen[k] for k in kept]
    return {"rule": "linear", "uses": uses, "whole": wholes if cuts else [], "parts": parts}


def _indices(step: Mapping[str, Any]) -> list[int]:
    if "square" in step:
        return []
    if "multiplied" in step:
        return [step["multiplied"]]
    return list(step["times"]) if "times" in step else [index for index, _ in step["sum"]]


def _moved(step: Mapping[str, Any], place: Mapping[int, int], bound: int, shift: int) -> dict[str, Any]:
    def new(index: int) -> int:
        return place[index] if index < bound else index - shift

    if "square" in step:
        return dict(step)
    if "multiplied" in step:
        return {**step, "multiplied": new(step["multiplied"])}
    if "times" in step:
        return {**step, "times": [new(index) for index in step["times"]]}
    return {**step, "sum": [[new(index), factor] for index, factor in step["sum"]]}


def trimmed(steps: Steps, last: int) -> list[dict[str, Any]]:
    """Return the steps that the last one needs."""
    needed, stack = set[int](), [last]
    while stack:
        index = stack.pop()
        if index >= steps.given and index not in needed:
            needed.add(index)
            stack += _indices(steps.made[index - steps.given])
    order = sorted(needed)
    place = {old: steps.given + new for new, old in enumerate(order)} | {i: i for i in range(steps.given)}
    return [_renamed(steps.made[index - steps.given], place) for index in order]


def _renamed(step: Mapping[str, Any], place: Mapping[int, int]) -> dict[str, Any]:
    if "square" in step:
        return dict(step)
    if "multiplied" in step:
        return {**step, "multiplied": place[step["multiplied"]]}
    if "times" in step:
        return {**step, "times": [place[index] for index in step["times"]]}
    return {**step, "sum": [[place[index], factor] for index, factor in step["sum"]]}


MAX_ROWS = 40  # most comparisons that are added up
MAX_SQUARES = 4  # most letters whose squares are spoken of
MAX_ROOTED = 4  # most terms of an equation with roots that is squared
MAX_TELLING = 16  # most hypotheses that are asked whether they show that something is defined
MULTIPLIED = 16  # steps of a comparison for which multiples of equations are sought
MAX_FACTORS = 7  # most inequalities that are multiplied with each other


def by_sums(holds: bool, formula: Expr, place: Place, wholes: Sequence[int]) -> Tree | None:
    """Return a tree that shows a comparison, or False, by sums of multiples of the hypotheses, or None. ``wholes`` are
    those that say what is whole."""
    spend(READING + len(place.held))
    usable = [i for i, one in enumerate(place.held) if _compares(one.formula)]
    rows: dict[int, Row] = {}
    for index in usable:
        try:
            rows[index] = rows_of([place.held[index].formula], place)[0]
        except CheckFailed:
            continue
    said = [place.held[i].formula for i in rows]
    found = _opposites(holds, formula, said, place)
    if found is None:
        return None
    denials, signs = found
    grounds = given_whole([place.held[i].formula for i in wholes])
    chosen = _relevant(rows, [row for denial in denials for row in denial])
    parts = []
    for denial in denials:
        steps = _contradiction([*(rows[i] for i in chosen), *denial], place, grounds, len(denial))
        if steps is None:
            return None
        parts.append(steps)
    tree = kept_tree(parts, chosen, list(wholes))
    kept = [place.held[i].formula for i in tree["uses"]]
    if signs or _opposites(holds, formula, kept, place, few=True) is None:
        told = _opposites(holds, formula, kept, place)
        if told is None:  # what was defined by a hypothesis that the sums do not need
            return None
        tree["defined"] = told[1]
    return tree


def _opposites(
    holds: bool, formula: Expr, uses: Sequence[Expr], place: Place, few: bool = False
) -> tuple[list[list[Row]], list[int]] | None:
    """What contradicts a reading of a formula, and the hypotheses whose signs show that its sides are defined; ``few``:
    without such. None where they may be undefined."""
    try:
        return opposites(holds, formula, uses, place), []
    except CheckFailed as error:
        if few or error.reason is not Reason.SIDE_CONDITION:
            return None
    kept = sorted({*signs_of(place), *_telling(formula, place)})
    try:
        found = opposites(holds, formula, uses, place, frozenset(place.held[i].formula for i in kept))
    except CheckFailed:
        return None
    for one in list(kept):
        fewer = [i for i in kept if i != one]
        try:
            opposites(holds, formula, uses, place, frozenset(place.held[i].formula for i in fewer))
            kept = fewer
        except CheckFailed:
            continue
    return found, kept


def _telling(formula: Expr, place: Place) -> list[int]:
    """The hypotheses in which functions of a comparison stand, and those that compare letters of what these are of, or
    say that they are whole."""
    spoken = {one for one in strict(formula) if isinstance(one, Node) and one.head not in COMPARISONS and one.free}
    letters = frozenset[str]().union(*(one.free for one in spoken if one.head in _PARTIAL))
    found = []
    for i, one in enumerate(place.held):
        said = one.formula.head if isinstance(one.formula, Node) else None
        if (said is Head.IS_INT or said in COMPARISONS) and not letters.isdisjoint(one.formula.free):
            found.append((not one.formula.free <= letters, i))
        elif said in COMPARISONS and not spoken.isdisjoint(strict(one.formula)):
            found.append((True, i))
    return [i for _, i in sorted(found)[:MAX_TELLING]]


_PARTIAL = frozenset({Head.DIV, Head.SQRT, Head.LN, Head.LOG, Head.FACTORIAL, Head.BINOMIAL})


def told_defined(formula: Expr, uses: Sequence[Expr], place: Place) -> list[int] | None:
    """Return the hypotheses that show, beside those that are used, that the sides of an equation are defined; None
    where they may be undefined."""
    found = _opposites(True, formula, uses, place)
    return None if found is None else found[1]


def _compares(formula: Expr) -> bool:
    return isinstance(formula, Node) and formula.head in (Head.EQ, Head.LT, Head.LE, Head.GT, Head.GE)


def _relevant(rows: Mapping[int, Row], denials: Sequence[Row]) -> list[int]:
    """The rows that share letters with what is denied, directly or in turn; all, where nothing is denied."""
    if not denials:
        return sorted(rows)[:MAX_ROWS]
    known = {atom for row in denials for atom in _atoms(row)}
    chosen: list[int] = []
    while len(chosen) < MAX_ROWS:
        fresh = [i for i, row in rows.items() if i not in chosen and (_atoms(row) & known or not _atoms(row))]
        if not fresh:
            break
        chosen += fresh
        known |= {atom for i in fresh for atom in _atoms(rows[i])}
    return sorted(chosen[:MAX_ROWS])


def _atoms(row: Row) -> set[Expr]:
    """What a row multiplies, and the letters in it."""
    found = {atom for monomial in row.form for atom, _ in monomial}
    return found | {Sym(name) for atom in found for name in atom.free}


def _contradiction(rows: list[Row], place: Place, grounds: frozenset[Expr], denied: int) -> list[dict[str, Any]] | None:
    """Steps that lead to a contradiction: plain sums, sums with cuts, sums with products. The last ``denied`` rows say
    the opposite of what is to be shown."""
    steps = Steps(list(rows), len(rows))
    try:
        if (found := _summed(steps)) is not None:
            return trimmed(steps, found)
        cuts = _cuts(steps, place, grounds)
        if cuts and (found := _summed(steps)) is not None:
            return trimmed(steps, found)
        if any(_curved(monomial) for row in steps.rows for monomial in row.form):
            _products(steps)
            if (found := _summed(steps)) is not None:
                return trimmed(steps, found)
            if _squares(steps, place) and (found := _summed(steps)) is not None:
                return trimmed(steps, found)
            return _with_multiples(Steps(list(rows), len(rows)), place, denied)
    except (TooMuch, CheckFailed):
        return None
    return None


def _with_multiples(steps: Steps, place: Place, denied: int) -> list[dict[str, Any]] | None:
    """Steps that lead to a contradiction by multiples of equations: of the last ``denied`` rows, or of all; of
    inequalities with squares besides."""
    spend(MULTIPLIED * len(steps.rows))
    goals = steps.rows[len(steps.rows) - denied :] if denied else steps.rows
    defined = {atom for row in steps.rows for key in row.form for atom, _ in key}
    for index, by in list(multiples(steps.rows, [row.form for row in goals])):
        if all(atom in defined or total(atom, place.types) for atom, _ in by):
            factor: Form = {by: Fraction(1)}
            row = Row(multiplied(steps.rows[index].form, factor), Head.EQ)
            steps.add(row, {"multiplied": index, "by": expression_to_json(written(factor))})
    reduced = _reduced(steps.rows)
    for row, sources in reduced:
        if absurd(row):
            return trimmed(steps, steps.add(row, {"sum": _spelled(sources.items())}))
    ordered = any(row.sign is not Head.EQ for row in goals)
    if ordered and _squares(steps, place) and (found := _summed(steps)) is not None:
        return trimmed(steps, found)
    return None


def _cuts(steps: Steps, place: Place, grounds: frozenset[Expr]) -> bool:
    """Cut each row, reduced by the equations, where that says more; return whether one was."""
    before = len(steps.rows)
    atoms = {atom for row in steps.rows for atom in _atoms(row)}
    fractional = frozenset(atom for atom in atoms if not whole(atom, place, grounds))
    for row, sources in _reduced(steps.rows, fractional):
        others = [value for key, value in row.form.items() if key != ONE]
        if not others:
            continue
        scale = Fraction(math.lcm(*(v.denominator for v in others)), 1)
        scale /= math.gcd(*(int(v * scale) for v in others))
        for sign in (1, -1) if row.sign is Head.EQ else (1,):
            factor = scale * sign
            scaled = Row({key: value * factor for key, value in row.form.items()}, row.sign)
            try:
                found = cut(scaled, place, grounds)
            except CheckFailed:
                continue
            if found.form != scaled.form:
                multiples = _spelled((k, x * factor) for k, x in sources.items())
                steps.add(found, {"sum": multiples, "cut": True})
    return len(steps.rows) > before


def _curved(monomial: Monomial) -> bool:
    """Whether a product of rows or a square may speak of it: it is a product, or a root or a divisor."""
    return degree_of(monomial) > 1 or any(isinstance(x, Node) and x.head in _REDUCED for x, _ in monomial)


_REDUCED = frozenset({Head.SQRT, Head.ABS, Head.DIV})


def _squares(steps: Steps, place: Place) -> bool:
    """Add that squares of letters, and of their sums and differences, are not negative; return whether any was."""
    monomials = {monomial for row in steps.rows for monomial in row.form}
    names = sorted({x.name for key in monomials for x, k in key if isinstance(x, Sym) and (k > 1 or len(key) > 1)})
    names = [name for name in names if place.types.get(name) in REAL][:MAX_SQUARES]
    pairs = [(a, b) for a, b in combinations(names, 2) if any({Sym(a), Sym(b)} <= {x for x, _ in m} for m in monomials)]
    numbers: list[Expr] = [Sym(name) for name in names]
    numbers += [node(head, Sym(a), Sym(b)) for a, b in pairs for head in (Head.SUB, Head.ADD)]
    for number in numbers[: 3 * MAX_SQUARES]:
        form = polynomial(number)
        steps.add(Row(multiplied(form, form), Head.GE), {"square": expression_to_json(number)})
    return bool(numbers)


def _products(steps: Steps) -> None:
    """Multiply the inequalities with each other, the last ones first: the opposite of the goal is among these; and
    equations with a root or an absolute value with themselves."""
    for i in range(len(steps.rows)):
        row = steps.rows[i]
        roots = {x for key in row.form for x, _ in key if isinstance(x, Node) and x.head in (Head.SQRT, Head.ABS)}
        if row.sign is Head.EQ and roots and len(row.form) <= MAX_ROOTED:
            steps.add(Row(multiplied(row.form, row.form), Head.EQ), {"times": [i, i]})
    orders = [i for i, row in enumerate(steps.rows) if row.sign is not Head.EQ and row.form][-MAX_FACTORS:]
    for place, i in enumerate(orders):
        for j in orders[place:]:
            first, second = steps.rows[i], steps.rows[j]
            strict = first.sign is second.sign is Head.GT
            steps.add(Row(multiplied(first.form, second.form), Head.GT if strict else Head.GE), {"times": [i, j]})


Sources = dict[int, Fraction]


def _reduced(rows: Sequence[Row], first: frozenset[Expr] = frozenset()) -> list[tuple[Row, Sources]]:
    """The rows with leading monomials of the equations replaced, those with an atom of ``first`` before others, and
    which multiples of which rows they are; first the equations."""
    pivots: list[tuple[Monomial, dict[Monomial, fmpq], dict[int, fmpq]]] = []
    found: list[tuple[Row, Sources]] = []
    order = sorted(range(len(rows)), key=lambda i: rows[i].sign is not Head.EQ)
    spend(sum(len(row.form) for row in rows))
    for index in order:
        form, sources = {key: flint_number(value) for key, value in rows[index].form.items()}, {index: fmpq(1)}
        for lead, by, origin in pivots:
            if factor := form.get(lead):
                _subtract(form, by, factor)
                _subtract(sources, origin, factor)
        if rows[index].sign is Head.EQ and (leads := form.keys() - {ONE}):
            lead = min(leads, key=lambda key: (_closed(key), all(atom not in first for atom, _ in key), _rank(key)))
            scale = 1 / form[lead]
            by, origin = {k: v * scale for k, v in form.items()}, {k: v * scale for k, v in sources.items()}
            for at, (other, old, old_origin) in enumerate(pivots):
                if factor := old.get(lead):
                    old, old_origin = dict(old), dict(old_origin)
                    _subtract(old, by, factor)
                    _subtract(old_origin, origin, factor)
                    pivots[at] = (other, old, old_origin)
            pivots.append((lead, by, origin))
        found.append((Row(_fractions(form), rows[index].sign), _fractions(sources)))
    return found


def _fractions(form: Mapping[Any, fmpq]) -> dict[Any, Fraction]:
    return {key: fraction(value) for key, value in form.items()}


def _rank(monomial: Monomial) -> tuple[int, str]:
    return -degree_of(monomial), spelled(monomial)


@lru_cache(maxsize=65536)
def _closed(monomial: Monomial) -> bool:
    return not any(atom.free for atom, _ in monomial)


def _subtract(form: dict[Any, Any], other: Mapping[Any, Any], factor: Any) -> None:
    """Take a multiple of a form away from another, in place; the numbers of all are of one kind."""
    spend(1 + len(other) // 4)
    for key, value in other.items():
        left = form[key] - factor * value if key in form else -factor * value
        if left:
            form[key] = left
        else:
            form.pop(key, None)


def _summed(steps: Steps) -> int | None:
    """Add a sum that contradicts itself, and return its index; None where there is none.

    Raises:
        TooMuch: where that is not found within the work.
    """
    reduced = _reduced(steps.rows)
    for row, sources in reduced:
        if absurd(row):
            return steps.add(row, {"sum": _spelled(sources.items())})
    orders = [(row, sources) for row, sources in reduced if row.sign is not Head.EQ and row.form]
    orders = [one for one in orders if one[0].form.keys() - {ONE} or one[0].form.get(ONE, 0) < 0]
    if not orders:
        return None
    multiples = _multiples([row for row, _ in orders])
    if multiples is None:
        return None
    total: Sources = {}
    form: dict[Monomial, Fraction] = {}
    strict = False
    for (row, sources), factor in zip(orders, multiples, strict=True):
        if factor:
            _subtract(total, sources, -factor)
            _subtract(form, row.form, -factor)
            strict = strict or row.sign is Head.GT
    found = Row(form, Head.GT if strict else Head.GE)
    if not absurd(found):
        return None
    return steps.add(found, {"sum": _spelled(sorted(total.items()))})


def _spelled(multiples: Iterable[tuple[int, Fraction]]) -> list[list[object]]:
    """What a sum says of its multiples.

    Raises:
        TooMuch: where one is longer than a proof may write.
    """
    found = [(k, x) for k, x in multiples if x]
    if any(x.numerator.bit_length() + x.denominator.bit_length() > SHOWN_BITS for _, x in found):
        raise TooMuch("a multiple that is too long to be written")
    return [[k, str(x)] for k, x in found]


def _multiples(rows: Sequence[Row]) -> list[Fraction] | None:
    """Numbers, none negative, by which the rows add up to a number that is less than what they say."""
    monomials = sorted({key for row in rows for key in row.form if key != ONE}, key=_rank)
    zero, one = fmpq(0), fmpq(1)
    table = [[flint_number(row.form.get(key, 0)) for row in rows] + [zero] for key in monomials]
    table.append([flint_number(row.form.get(ONE, 0)) for row in rows] + [one])
    table.append([one if row.sign is Head.GT else zero for row in rows] + [one])
    found = nonnegative(table, [zero] * (len(table) - 1) + [one])
    return None if found is None else [fraction(x) for x in found[:-1]]
