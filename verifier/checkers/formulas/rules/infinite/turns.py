"""Sines, cosines and tangents that equal a number (trusted): which angles between two bounds have them.

The angles whose sine is c are ``asin(c)`` and ``pi - asin(c)``, up to whole turns; those whose cosine is c ``acos(c)``
and ``-acos(c)``, likewise; those whose tangent is c are ``atan(c)``, up to half turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import flint

from verifier.checkers.enclosure import Ball, Doubtful, enclose
from verifier.checkers.formulas.places.monomials import Form, Monomial, plus, written
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.totality import real, total
from verifier.checkers.formulas.rules.forms import inverse, multiplied, polynomial
from verifier.checkers.formulas.rules.functions import PI, arc
from verifier.checkers.formulas.rules.linear import Shows, gap_of, listed
from verifier.checkers.formulas.rules.whole_numbers import spelled
from verifier.kernel.expr import Dec, Expr, Head, Node, Sym, node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

MAX_ANGLES = 60  # most angles that are listed
BITS = 256
_ARCS = {Head.SIN: Head.ASIN, Head.COS: Head.ACOS, Head.TAN: Head.ATAN}


def by_turns(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with one more hypothesis: which values the ``letter`` may have by the hypothesis ``of``, that the
    sine, cosine or tangent of an angle is a number, the letter being shown to be from ``low`` to ``high``.

    Raises:
        CheckFailed: where the hypothesis is none of these, or a tree does not show its part.
    """
    given, name = walk.held(tree.get("of"), place).formula, tree.get("letter")
    low, high = (spelled(tree.get(end), place) for end in ("low", "high"))
    trees, inner = listed(tree.get("trees")), place.inside()
    if not isinstance(name, str) or name not in place.types or len(trees) != 3:
        raise CheckFailed("a letter in scope and three trees are needed")
    said = values_of(given, name, (low, high), place)
    walk.show(True, node(Head.GE, Sym(name), low), inner, trees[0])
    walk.show(True, node(Head.LE, Sym(name), high), inner, trees[1])
    walk.show(holds, formula, inner.with_(said), trees[2])


def values_of(given: Expr, name: str, bounds: tuple[Expr, Expr], place: Place) -> Expr:
    """Return that a letter between bounds is one of finitely many numbers, since an angle with it has a sine, cosine or
    tangent that is known.

    Raises:
        CheckFailed: where this is no such equation, the angle is not of degree one in the letter, or the numbers are
            too many.
    """
    wave, number, equation = _known(given)
    gap_of(equation, place)  # of real numbers alone
    if any(one.free for one in (number, *bounds)) or not all(real(one) and total(one, {}) for one in (number, *bounds)):
        raise CheckFailed("a bound, or what is equal, may be no number", Reason.SIDE_CONDITION)
    factor, rest = _of_degree_one(polynomial(wave.args[0]), name)
    known = arc(_ARCS[wave.head], polynomial(number))
    angle: Form = polynomial(node(_ARCS[wave.head], number)) if known is None else {PI: known} if known else {}
    found = [
        written(multiplied(plus(one, rest, Fraction(-1)), inverse(factor)))
        for one in _angles(wave.head, angle, number, (factor, rest), bounds)
    ]
    equations = [node(Head.EQ, Sym(name), value) for value in dict.fromkeys(found)]
    return equations[0] if len(equations) == 1 else node(Head.OR, *equations) if equations else Node(Head.FALSE)


def _known(given: Expr) -> tuple[Node, Expr, Node]:
    """A sine, cosine or tangent, what it equals, and the equation."""
    if (
        isinstance(given, Node)
        and given.head is Head.EQ
        and not any(isinstance(part, Dec) for part in walk_expr(given))
    ):
        for one, other in (given.args, given.args[::-1]):
            if isinstance(one, Node) and one.head in _ARCS and one.free and not other.free:
                return one, other, given
    raise CheckFailed("the rule is of a sine, cosine or tangent that equals a number without letters or decimals")


def _of_degree_one(angle: Form, name: str) -> tuple[Form, Form]:
    """What a letter is multiplied by in an angle, and the rest: both without letters."""
    factor: dict[Monomial, Fraction] = {}
    rest: dict[Monomial, Fraction] = {}
    for monomial, x in angle.items():
        if (Sym(name), 1) in monomial:
            factor[monomial - {(Sym(name), 1)}] = x
        else:
            rest[monomial] = x
    if not factor or any(atom.free for form in (factor, rest) for key in form for atom, _ in key):
        raise CheckFailed("an angle that is not of degree one in one letter", Reason.OUT_OF_SCOPE)
    return factor, rest


def _angles(
    head: Head, angle: Form, number: Expr, made: tuple[Form, Form], bounds: tuple[Expr, Expr]
) -> Iterator[Form]:
    """The angles that may lie between those that the bounds make."""
    period = Fraction(1 if head is Head.TAN else 2)
    mirrored = plus({PI: Fraction(1)} if head is Head.SIN else {}, angle, Fraction(-1))
    with flint.ctx.workprec(BITS):
        factor, rest = (_enclosed(written(form)) for form in made)
        if factor.contains(0):
            raise CheckFailed("a letter that may not be in the angle at all")
        ends = [factor * _enclosed(bound) + rest for bound in bounds]
        low, high = ends[0].min(ends[1]).lower(), ends[0].max(ends[1]).upper()
        first, whole = _arc(head, _enclosed(number)), flint.arb.pi() * int(period)
        bases = [(angle, first)]
        if head is not Head.TAN:
            bases.append((mirrored, (flint.arb.pi() if head is Head.SIN else 0) - first))
        for form, ball in bases:
            turns = [((end - ball) / whole).floor() for end in (low, high)]
            begin, end = (int(turns[0].lower().floor().unique_fmpz()), int(turns[1].upper().floor().unique_fmpz()))
            if end - begin > MAX_ANGLES:
                raise CheckFailed(f"more than {MAX_ANGLES} angles", Reason.OUT_OF_BUDGET)
            for k in range(begin, end + 1):
                yield plus(form, {PI: period * k}, Fraction(1)) if k else form


def _arc(head: Head, number: Ball) -> Ball:
    found = {Head.SIN: lambda: number.asin(), Head.COS: lambda: number.acos(), Head.TAN: lambda: number.atan()}[head]()
    if not found.is_finite():
        raise CheckFailed("an arc that may not exist", Reason.SIDE_CONDITION)
    return found


def _enclosed(expr: Expr) -> Ball:
    """A ball that holds a number without letters.

    Raises:
        CheckFailed: where there is none.
    """
    try:
        found = enclose(expr, frozenset())
    except Doubtful as error:
        raise CheckFailed(f"no enclosure of {error}", Reason.OUT_OF_SCOPE) from error
    if not found.is_finite():
        raise CheckFailed("no finite enclosure", Reason.OUT_OF_SCOPE)
    return found
