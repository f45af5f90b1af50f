"""Rules about whole numbers (trusted): all residues by a modulus, all values between two bounds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from verifier.checkers.effort import remembered
from verifier.checkers.expression_json import expression_from_json
from verifier.checkers.formulas.places.monomials import Form, numeral, scaled
from verifier.checkers.formulas.places.place import Place, at, has_decimals
from verifier.checkers.formulas.rules.forms import atoms, polynomial
from verifier.checkers.formulas.rules.linear import Shows
from verifier.checkers.formulas.rules.whole import given_whole, whole
from verifier.checkers.formulas.values.logic import negated, unless
from verifier.checkers.points import listed
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, free_names, node
from verifier.kernel.verdict import CheckFailed, Reason

MAX_RESIDUES = 5000  # most residues that are gone through
MAX_RANGE = 200  # most values that are gone through
Residues = Mapping[str, int]


def by_residues(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check that a formula has a reading at all residues, by ``modulus``, of its letters at which no formula of
    ``uses`` fails; ``whole`` are what says that the letters are whole.

    Raises:
        CheckFailed: where it has not, or a letter may not be whole.
    """
    modulus = tree.get("modulus")
    if type(modulus) is not int or modulus < 2:
        raise CheckFailed("residues need a modulus")
    uses = [walk.held(index, place).formula for index in listed(tree.get("uses"))]
    grounds = given_whole([walk.held(index, place).formula for index in listed(tree.get("whole"))])
    if has_decimals(formula, *uses):
        raise CheckFailed("decimals may be rounded: they have no residues", Reason.ROUNDED)
    names = sorted(formula.free.union(*map(free_names, uses)))
    if not all(whole(Sym(name), place, grounds) for name in names):
        raise CheckFailed("a letter may not be whole", Reason.SIDE_CONDITION)
    if modulus ** len(names) > MAX_RESIDUES:
        raise CheckFailed(f"more than {MAX_RESIDUES} residues", Reason.OUT_OF_BUDGET)
    for values in product(range(modulus), repeat=len(names)):
        residues = dict(zip(names, values, strict=True))
        if any(truth(one, residues, modulus) is False for one in uses):
            continue
        if truth(formula, residues, modulus) is not holds:
            raise CheckFailed(f"the residues {residues} by {modulus} do not show that")
    walk.note("residues")


def truth(formula: Expr, residues: Residues, modulus: int) -> bool | None:
    """Return what the residues of whole letters say of a formula; None where they do not tell."""
    if not isinstance(formula, Node):
        return None
    match formula.head, formula.args:
        case Head.NOT, (p,):
            return negated(truth(p, residues, modulus))
        case ((Head.AND | Head.OR), args):
            return unless(formula.head is Head.OR, [lambda p=p: truth(p, residues, modulus) for p in args])  # type: ignore[misc]
        case Head.IMPLIES, (p, q):
            return unless(True, [lambda: negated(truth(p, residues, modulus)), lambda: truth(q, residues, modulus)])
        case Head.IFF, (p, q):
            first, second = truth(p, residues, modulus), truth(q, residues, modulus)
            return None if first is None or second is None else first is second
        case Head.DIVIDES, (Int(a), n) if a:
            return _divided(_form(n), abs(a), residues, modulus)
        case Head.CONGRUENT, (a, b, Int(n)) if n:
            if None in (_rest(_form(one), residues, modulus) for one in (a, b)):
                return None
            return _divided(_form(node(Head.SUB, a, b)), n, residues, modulus)
        case Head.IS_INT, (n,):
            return _is_whole(_form(n), residues, modulus)
        case ((Head.EQ | Head.NE), (a, b)):
            same = _equal(a, b, residues, modulus)
            return same if formula.head is Head.EQ else negated(same)
    return None


def _equal(a: Expr, b: Expr, residues: Residues, modulus: int) -> bool | None:
    """Remainders and numerals are compared exactly; other polynomials differ where their residues do."""
    first, second = _exact(a, residues, modulus), _exact(b, residues, modulus)
    if first is not None and second is not None:
        return first == second
    form = _form(node(Head.SUB, a, b))
    if form is None:
        return None
    under = _denominator(form)
    rest = _at(scaled(form, Fraction(under)), residues, modulus)
    return False if rest else None


def _exact(expr: Expr, residues: Residues, modulus: int) -> int | None:
    match expr:
        case Int(value):
            return value
        case Node(head=Head.REM | Head.MOD, args=(a, Int(n))) if n and modulus % n == 0:
            found = _rest(_form(a), residues, modulus)
            return None if found is None else found % n
    return None


def _is_whole(form: Form | None, residues: Residues, modulus: int) -> bool | None:
    if form is None:
        return None
    under = _denominator(form)
    rest = _at(scaled(form, Fraction(under)), residues, modulus) if modulus % under == 0 else None
    return None if rest is None else rest % under == 0


@remembered(256)
def _form(expr: Expr) -> Form | None:
    """An expression as a polynomial in letters; None where something else is in it, which may be undefined."""
    return polynomial(expr) if all(isinstance(atom, Sym) for atom in atoms(expr)) else None


def _rest(form: Form | None, residues: Residues, modulus: int) -> int | None:
    """The residue of a polynomial with whole coefficients."""
    return _at(form, residues, modulus) if form is not None and _denominator(form) == 1 else None


def _divided(form: Form | None, by: int, residues: Residues, modulus: int) -> bool | None:
    """Whether a number divides a polynomial; where its value may not be whole, that is not told."""
    if form is None:
        return None
    under = _denominator(form)
    if modulus % (by * under):
        return None
    rest = _at(scaled(form, Fraction(under)), residues, modulus)
    if rest is None or rest % under:
        return None
    return rest % (by * under) == 0


def _at(form: Form, residues: Residues, modulus: int) -> int | None:
    """The residue of a polynomial with whole coefficients in letters that have residues."""
    found = 0
    for monomial, factor in form.items():
        term = int(factor)
        for atom, power in monomial:
            if not isinstance(atom, Sym) or atom.name not in residues:
                return None
            term = term * pow(residues[atom.name], power, modulus) % modulus
        found += term
    return found % modulus


def _denominator(form: Form) -> int:
    return math.lcm(1, *(value.denominator for value in form.values()))


def by_range(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula at each value of a whole ``letter`` between two numbers that are shown to bound it: ``trees``
    are the proofs of the bounds, then one for each value.

    Raises:
        CheckFailed: where that is not so.
    """
    name, low, high = tree.get("letter"), tree.get("from"), tree.get("to")
    grounds = given_whole([walk.held(index, place).formula for index in listed(tree.get("whole"))])
    if not isinstance(name, str) or name not in place.types or not whole(Sym(name), place, grounds):
        raise CheckFailed("only a letter that is whole is gone through")
    if type(low) is not int or type(high) is not int or high - low >= MAX_RANGE:
        raise CheckFailed("a letter is gone through between two numbers that are not far apart")
    trees = listed(tree.get("trees"))
    values = range(low, high + 1)
    if len(trees) != len(values) + 2:
        raise CheckFailed("a tree for each bound and each value is needed")
    inner = place.inside()
    for head, bound, shown in ((Head.GE, low, trees[0]), (Head.LE, high, trees[1])):
        walk.show(True, node(head, Sym(name), numeral(Fraction(bound))), inner, shown)
    for value, shown in zip(values, trees[2:], strict=True):
        put = numeral(Fraction(value))
        walk.show(holds, at(formula, name, put), inner.at(name, put), shown)


def spelled(data: object, place: Place) -> Expr:
    """Return the expression that JSON values spell, in letters that are in scope.

    Raises:
        CheckFailed: where they spell none.
    """
    try:
        found = expression_from_json(data, frozenset(place.types))
    except ValueError as error:
        raise CheckFailed(str(error)) from error
    if not found.free <= place.types.keys():
        raise CheckFailed("a letter that is not in scope")
    return found
