"""Numbers at which two sides of a comparison are equal, and how proofs spell them: roots of polynomials in a letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq_poly

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.models import of_type
from verifier.checkers.formulas.places.monomials import Form, flint_number, fraction, numeral, rational, scaled, written
from verifier.checkers.formulas.places.place import Place, conjuncts
from verifier.checkers.formulas.rules.forms import inverse, multiplied, polynomial
from verifier.checkers.formulas.rules.instances import is_of_type
from verifier.engines.formulas.laws.typed import grounds_at
from verifier.engines.formulas.rewriting.numbers import surd
from verifier.engines.formulas.solving.crossings import angles
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, Letter, Node, Sym, node, walk_expr
from verifier.kernel.verdict import CheckFailed

Put = tuple[Expr, Any]
"""A number, and how a proof spells it."""

COMPARED = frozenset({Head.EQ, Head.NE, Head.LT, Head.LE, Head.GT, Head.GE})


def candidates(letter: Letter, condition: Expr, place: Place) -> Iterator[Put]:
    """Yield numbers at which the sides of an equation in the condition are equal, and how a proof spells them."""
    for part in conjuncts(condition):
        if not isinstance(part, Node) or part.head not in COMPARED or letter.name not in part.free:
            continue
        gap = node(Head.SUB, *part.args)
        by = by_powers(gap, letter.name) or by_powers(_without_root(gap, letter.name), letter.name)
        by = by_powers(_logarithms(part), letter.name) if by is None else by
        if by is None:
            yield from (one for turn in angles(part, letter.name) for one in spelled_of(turn, letter, place))
            continue
        numbers = {power: rational(form) for power, form in by.items()}
        if None not in numbers.values():
            yield from roots_of({power: x for power, x in numbers.items() if x is not None}, letter, place)
        elif by.keys() <= {0, 1} and (factor := numbers.get(1)):
            yield from spelled_of(written(scaled(by[0], -1 / factor)), letter, place)
        elif by.keys() <= {0, 1} and by.get(1) and not any(atom.free for key in by[1] for atom, _ in key):
            yield from _closed_quotient(by[0], by[1], letter, place)


def _closed_quotient(rest: Form, factor: Form, letter: Letter, place: Place) -> Iterator[Put]:
    """The number at which a polynomial of degree one is zero, the letter's factor being a number without letters."""
    try:
        number = written(multiplied(scaled(rest, Fraction(-1)), inverse(factor)))
    except (CheckFailed, ExprTooLarge):
        return
    yield from spelled_of(number, letter, place)


def _logarithms(part: Node) -> Expr:
    """How far the logarithms of both sides are apart, where a letter stands in an exponent; else the sides."""
    raised = any(isinstance(x, Node) and x.head in (Head.POW, Head.EXP) and x.args[-1].free for x in walk_expr(part))
    sides = (node(Head.LN, side) for side in part.args) if raised and Int(0) not in part.args else part.args
    return node(Head.SUB, *sides)


def _without_root(gap: Expr, name: str) -> Expr:
    """What is zero where a number is in which a letter stands in one root or absolute value: that by itself is squared.
    The number itself, where it is no such one."""
    try:
        form = polynomial(gap)
        inside = {atom for key in form for atom, _ in key if not isinstance(atom, Sym) and name in atom.free}
        if len(inside) != 1:
            return gap
        [root] = inside
        with_it = {key - {(root, 1)}: x for key, x in form.items() if (root, 1) in key}
        rest = {key: x for key, x in form.items() if (root, 1) not in key}
        if not (isinstance(root, Node) and root.head in (Head.SQRT, Head.ABS)) or any(
            root in dict(key) for key in rest
        ):
            return gap
        under = root.args[0] if root.head is Head.SQRT else node(Head.MUL, root.args[0], root.args[0])
        square = node(Head.POW, written(with_it), Int(2))
        return node(Head.SUB, node(Head.MUL, square, under), node(Head.POW, written(rest), Int(2)))
    except (CheckFailed, ExprTooLarge):
        return gap


def roots_of(by: Mapping[int, Fraction], letter: Letter, place: Place) -> Iterator[Put]:
    """Yield the rational roots of a polynomial that are of a letter's type, and those of its factors of degree two, and
    how a proof spells them; ``by`` has the coefficients by the powers."""
    top = max(by, default=0)
    if not 0 < top <= 12:
        return
    p = fmpq_poly([flint_number(by.get(k, 0)) for k in range(top + 1)])
    for factor, _ in sorted(p.factor()[1], key=lambda one: (one[0].degree(), repr(one[0]))):
        c = [fraction(factor[k]) for k in range(factor.degree() + 1)]
        if len(c) == 2:
            yield from spelled_of(numeral(-c[0] / c[1]), letter, place)
        if len(c) == 3 and (under := c[1] ** 2 - 4 * c[2] * c[0]) > 0:
            for sign in (1, -1):
                yield from spelled_of(surd(-c[1] / (2 * c[2]), under / (4 * c[2] ** 2), sign), letter, place)


def spelled_of(number: Expr, letter: Letter, place: Place) -> Iterator[Put]:
    """Yield a number of the letter's type, and how a proof spells it."""
    form = polynomial(number)
    if (value := rational(form)) is not None:
        if of_type(value, letter.type):
            yield numeral(value), str(value)
    elif is_of_type(number, letter.type, place, grounds_at(place)):
        yield number, expression_to_json(number)


def by_powers(expr: Expr, name: str) -> dict[int, Form] | None:
    """Return a polynomial by the powers of a letter, or None where that stands elsewhere in it too."""
    try:
        form = polynomial(expr)
    except CheckFailed:
        return None
    found: dict[int, dict[Any, Fraction]] = {0: {}}
    for monomial, value in form.items():
        power = next((k for atom, k in monomial if atom == Sym(name)), 0)
        rest = frozenset((atom, k) for atom, k in monomial if atom != Sym(name))
        if any(name in atom.free for atom, _ in rest):
            return None
        found.setdefault(power, {})[rest] = value
    return dict(found)
