"""Linear arithmetic with products of letters taken as letters (trusted): multiples of comparisons, added up.

Proof data of the rule ``linear``, which shows a comparison of real numbers, or False::

    {"rule": "linear", "uses": [0, 2], "whole": [], "parts": [[{"sum": [[0, "2"], [2, "1"]], "cut": false}]]}

The comparisons ``uses`` are ``e = 0``, ``e >= 0`` or ``e > 0`` with a polynomial ``e`` in letters and other numbers;
after them comes the opposite of what is to be shown (an equation is shown in two parts, by two opposites). Each step
adds one more: a sum of multiples, positive ones of inequalities; where it says ``cut``, its coefficients and all that
they multiply are whole, and its constant is rounded down; the product ``times`` of two rows; an equation ``multiplied``
``by`` a number; or that the ``square`` of a real number is not negative. The last says that a number is what it is not.
The sides of what is shown are defined everywhere, or in what is used, or where the comparisons ``defined`` hold.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from verifier.checkers.effort import remembered
from verifier.checkers.enclosure import sign
from verifier.checkers.expression_json import expression_from_json
from verifier.checkers.formulas.places.monomials import ONE, Form, Monomial, plus, scaled, written
from verifier.checkers.formulas.places.place import Held, Place, has_decimals
from verifier.checkers.formulas.places.totality import NOTHING, REAL
from verifier.checkers.formulas.rules.forms import multiplied, polynomial
from verifier.checkers.formulas.rules.whole import Defined, given_whole, whole
from verifier.checkers.points import listed, number_in, two
from verifier.kernel.claim import Standing
from verifier.kernel.expr import (
    FORMULAS,
    Const,
    Expr,
    Head,
    Int,
    Node,
    Type,
    walk_expr,
)
from verifier.kernel.verdict import CheckFailed, Reason

MAX_STEPS = 60  # most steps of a part

_UNREAL = frozenset({Head.RE, Head.IM, Head.CONJ, Head.ARG})
_OTHERS = frozenset(
    {Head.INFINITY, Head.LIMIT, Head.INTEGRAL, Head.ANTIDERIVATIVE, Head.DIFF, Head.MATRIX, Head.VECTOR}
    | {Head.TRANSPOSE, Head.INVERSE, Head.CROSS}
)
"""What may be no real number, though it is defined, or is bound otherwise than by letters of its own."""
_COMPLEX = frozenset({Type.COMPLEX, Type.UNDECLARED})
"""The types of letters that may be complex numbers."""


class Shows(Protocol):
    """The walk over the tree of a proof, as a rule sees it."""

    def show(self, holds: bool, formula: Expr, place: Place, tree: object) -> None:
        """Check that a tree shows a reading of a formula."""

    def held(self, index: object, place: Place) -> Held:
        """Return a hypothesis, which is used."""

    def note(self, rule: str) -> None:
        """Count a leaf."""


@dataclass(frozen=True, slots=True)
class Row:
    """``form`` stands in ``sign`` (``==``, ``>=`` or ``>``) to zero."""

    form: Form
    sign: Head


def by_sums(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check that the sums of ``tree`` show a comparison, or False.

    Raises:
        CheckFailed: where they do not.
    """
    uses = [walk.held(index, place) for index in listed(tree.get("uses"))]
    grounds = given_whole([walk.held(index, place).formula for index in listed(tree.get("whole", []))])
    rows = rows_of([one.formula for one in uses], place)
    if any(has_decimals(one.formula) and one.standing not in (Standing.FACT, Standing.DEFINED) for one in uses):
        raise CheckFailed("a decimal that was stated may be rounded", Reason.ROUNDED)
    signs = frozenset(walk.held(index, place).formula for index in listed(tree.get("defined", [])))
    denials = opposites(holds, formula, [one.formula for one in uses], place, signs)
    proofs = listed(tree.get("parts"))
    if len(proofs) != len(denials):
        raise CheckFailed(f"{len(denials)} parts are needed")
    known = Defined([formula, *(one.formula for one in uses)], place, signs, _order)
    for denial, steps in zip(denials, proofs, strict=True):
        last = summed([*rows, *denial], listed(steps), place, grounds, known)
        if not absurd(last):
            raise CheckFailed("the sums do not contradict what they come from")
    walk.note("linear")


def rows_of(formulas: Sequence[Expr], place: Place) -> list[Row]:
    """Return what comparisons say of polynomials.

    Raises:
        CheckFailed: where one is none of real numbers.
    """
    return [_row(formula, place) for formula in formulas]


def opposites(
    holds: bool, formula: Expr, uses: Sequence[Expr], place: Place, signs: frozenset[Expr] = NOTHING
) -> list[list[Row]]:
    """Return what contradicts the reading of a formula: rows of which one is added to what is used, in each part.
    ``signs`` hold, and may show that its sides are defined.

    Raises:
        CheckFailed: where the formula is no comparison of real numbers that are defined here, nor False.
    """
    if formula == Node(Head.FALSE) and holds:
        return [[]]
    if not isinstance(formula, Node) or formula.head not in _OPPOSITE:
        raise CheckFailed("sums show a comparison, or False")
    if has_decimals(formula) and not (holds and formula.head is Head.EQ):
        raise CheckFailed("a decimal may be rounded", Reason.ROUNDED)  # what is equal as it stands, is
    gap = gap_of(formula, place)
    if not all(Defined(uses, place, signs, _order).surely(side) for side in formula.args):
        raise CheckFailed("a side may be undefined", Reason.SIDE_CONDITION)
    negated = scaled(gap, Fraction(-1))
    head = formula.head if holds else _OPPOSITE[formula.head]
    match head:
        case Head.EQ:
            return [[Row(gap, Head.GT)], [Row(negated, Head.GT)]]
        case Head.NE:
            return [[Row(gap, Head.EQ)]]
        case Head.LT | Head.LE:
            return [[Row(gap, Head.GE if head is Head.LT else Head.GT)]]
    return [[Row(negated, Head.GE if head is Head.GT else Head.GT)]]


_OPPOSITE: Mapping[Head, Head] = {
    **{Head.EQ: Head.NE, Head.NE: Head.EQ, Head.LT: Head.GE, Head.GE: Head.LT, Head.LE: Head.GT, Head.GT: Head.LE},
}


def summed(
    rows: list[Row],
    steps: Sequence[object],
    place: Place,
    grounds: frozenset[Expr],
    known: Defined | None = None,
) -> Row:
    """Return what the last of ``steps`` says; ``known`` tells which numbers are defined.

    Raises:
        CheckFailed: where a step does not follow, or there is none.
    """
    if not 0 < len(steps) <= MAX_STEPS:
        raise CheckFailed("the proof has no sums, or too many")
    for step in steps:
        if not isinstance(step, Mapping):
            raise CheckFailed("expected a step of sums")
        if "square" in step:
            row = _square(step["square"], place)
        elif "multiplied" in step:
            row = _multiplied(_at(rows, step["multiplied"]), step.get("by"), place, known)
        else:
            row = _product(rows, listed(step["times"])) if "times" in step else _sum(rows, listed(step.get("sum")))
        rows.append(cut(row, place, grounds) if step.get("cut") is True else row)
    return rows[-1]


def absurd(row: Row) -> bool:
    """Return whether a row says of a number what it is not."""
    if row.form.keys() - {ONE}:
        if any(atom.free for key in row.form for atom, _ in key):
            return False  # nothing tells the sign of letters here
        known = _sign(frozenset(row.form.items()))
        return known == -1 or (known == 1 and row.sign is Head.EQ)
    value = row.form.get(ONE, Fraction(0))
    return value < 0 or (value == 0 and row.sign is Head.GT) or (value != 0 and row.sign is Head.EQ)


@remembered(4096)
def _sign(form: frozenset[tuple[Monomial, Fraction]]) -> int | None:
    """1 or -1 where a form without letters is surely positive or negative."""
    try:
        return sign(written(dict(form)))
    except CheckFailed:
        return None


def _sum(rows: Sequence[Row], multiples: Sequence[object]) -> Row:
    found: dict[Monomial, Fraction] = {}
    signs = {Head.EQ}
    for entry in multiples:
        index, spelled = two(entry)
        row, factor = _at(rows, index), number_in(spelled)
        if factor <= 0 and row.sign is not Head.EQ:
            raise CheckFailed("an inequality is multiplied by a positive number only")
        signs.add(row.sign)
        found = plus(found, row.form, factor)
    return Row(found, next(sign for sign in (Head.GT, Head.GE, Head.EQ) if sign in signs))


def _product(rows: Sequence[Row], factors: Sequence[object]) -> Row:
    first, second = (_at(rows, index) for index in two(factors))
    if Head.EQ in (first.sign, second.sign):
        return Row(multiplied(first.form, second.form), Head.EQ)
    strict = first.sign is second.sign is Head.GT
    return Row(multiplied(first.form, second.form), Head.GT if strict else Head.GE)


def _square(data: object, place: Place) -> Row:
    """That the square of a real number is not negative."""
    form = _number(data, place, None)
    return Row(multiplied(form, form), Head.GE)


def _multiplied(row: Row, data: object, place: Place, known: Defined | None) -> Row:
    """An equation multiplied by a real number."""
    if row.sign is not Head.EQ:
        raise CheckFailed("only an equation is multiplied by any number")
    return Row(multiplied(row.form, _number(data, place, known)), Head.EQ)


def _number(data: object, place: Place, known: Defined | None) -> Form:
    """The form of a real number that is defined: wherever its letters are, or as ``known`` tells."""
    try:
        number = expression_from_json(data, frozenset(place.types))
    except ValueError as error:
        raise CheckFailed(str(error)) from error
    formula = isinstance(number, Node) and number.head in FORMULAS
    if formula or not (known or Defined([], place, NOTHING, _order)).surely(number):
        raise CheckFailed("a number that may be undefined", Reason.SIDE_CONDITION)
    return gap_of(Node(Head.EQ, (number, Int(0))), place)


def cut(row: Row, place: Place, grounds: frozenset[Expr]) -> Row:
    """Return what a row says of whole numbers: its constant rounded down.

    Raises:
        CheckFailed: where something in it may not be whole.
    """
    others = {key: value for key, value in row.form.items() if key != ONE}
    if not all(v.denominator == 1 and all(whole(x, place, grounds) for x, _ in key) for key, v in others.items()):
        raise CheckFailed("something in a sum that is cut may not be whole")
    constant = row.form.get(ONE, Fraction(0))
    least = math.ceil(constant) - 1 if row.sign is Head.GT else math.floor(constant)
    return Row({**others, ONE: Fraction(least)} if least else others, Head.GE)


def _row(formula: Expr, place: Place) -> Row:
    if not isinstance(formula, Node) or formula.head not in (Head.EQ, Head.LT, Head.LE, Head.GT, Head.GE):
        raise CheckFailed("sums are of equations and inequalities")
    gap = gap_of(formula, place)
    if formula.head in (Head.LT, Head.LE):
        gap = scaled(gap, Fraction(-1))
    signs = {Head.EQ: Head.EQ, Head.LT: Head.GT, Head.LE: Head.GE, Head.GT: Head.GT, Head.GE: Head.GE}
    return Row(gap, signs[formula.head])


def _order(formula: Expr, place: Place) -> tuple[Form, Head] | None:
    """What stands in which order to zero by a comparison of real numbers without decimals."""
    if isinstance(formula, Node) and not has_decimals(formula):
        with suppress(CheckFailed):
            if formula.head is Head.NE:
                return gap_of(formula, place), Head.NE
            row = _row(formula, place)
            return row.form, row.sign
    return None


def gap_of(comparison: Node, place: Place) -> Form:
    """Return the left side less the right side of a comparison.

    Letters for sets, points and matrices may stand beside it: its own letters are real, and what a root or a logarithm
    of them is depends on whether complex numbers are spoken of, which no such letter tells.

    Raises:
        CheckFailed: where they are not surely real numbers wherever they are defined.
    """
    if any(place.types.get(name) not in (*REAL, Type.FUNCTION) for name in comparison.free):
        raise CheckFailed("a letter that is not real", Reason.OUT_OF_SCOPE)
    if not _COMPLEX.isdisjoint(place.types.values()):
        raise CheckFailed("it occurs with variables that may not be real", Reason.OUT_OF_SCOPE)
    return _gap(comparison)


@remembered(4096)
def _gap(comparison: Node) -> Form:
    _refuse(comparison, _UNREAL)
    left, right = (polynomial(side) for side in comparison.args)
    for form in (left, right):
        for atom in {atom for monomial in form for atom, _ in monomial}:
            _refuse(atom, _OTHERS)  # what has a rational value is a number by now
    return plus(left, right, Fraction(-1))


def _refuse(expr: Expr, heads: frozenset[Head]) -> None:
    for part in walk_expr(expr):
        if part == Const("i") or (isinstance(part, Node) and part.head in heads):
            raise CheckFailed("a comparison has more than real numbers", Reason.OUT_OF_SCOPE)


def _at(rows: Sequence[Row], index: object) -> Row:
    if type(index) is not int or not 0 <= index < len(rows):
        raise CheckFailed(f"there is no row {index!r:.20}")
    return rows[index]
