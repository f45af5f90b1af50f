"""Rules that add a hypothesis (trusted): a lemma, what a hypothesis comes to, both sides of a question, what a function
means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verifier.checkers.formulas.places.monomials import Form, Monomial, numeral, plus, written
from verifier.checkers.formulas.places.place import WHOLE, Place, below
from verifier.checkers.formulas.places.totality import NUMBERS, least, total
from verifier.checkers.formulas.rules.forms import polynomial, strict
from verifier.checkers.formulas.rules.linear import Shows, gap_of, listed
from verifier.checkers.formulas.rules.rounding import unit_of
from verifier.checkers.formulas.rules.solving import MADE, meant
from verifier.checkers.formulas.rules.whole import defined
from verifier.checkers.formulas.rules.whole_numbers import spelled
from verifier.kernel.expr import FORMULAS, Dec, Expr, Head, Int, Letter, Node, Sym, Type, node, substitute, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason


def by_lemma(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula by a ``lemma`` that is shown first.

    Raises:
        CheckFailed: where one of both trees does not show it.
    """
    lemma, (first, second) = spelled(tree.get("lemma"), place), _pair(tree)
    walk.show(True, lemma, place.inside(), first)
    walk.show(holds, formula, place.inside().with_(lemma), second)


def by_question(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula where another one, ``asked``, holds and where it fails: it is defined everywhere.

    Raises:
        CheckFailed: where it may be undefined, or one of both trees does not show the formula.
    """
    asked, (first, second) = spelled(tree.get("asked"), place), _pair(tree)
    if not decided(asked, place):
        raise CheckFailed("what is asked may neither hold nor fail", Reason.SIDE_CONDITION)
    denied = node(Head.NOT, asked)
    walk.show(holds, formula, place.inside().with_(asked), first)
    walk.show(holds, formula, place.inside().with_(denied, came_to(denied)), second)


def decided(asked: Expr, place: Place) -> bool:
    """Return whether a formula surely holds or fails at a place; of lists whose entries are defined, so that they are
    equal."""
    match asked:
        case Sym(name):
            return place.types.get(name) is Type.BOOL
        case Node(
            head=Head.EQ, args=(Node(head=Head.LIST | Head.TUPLE, args=a), Node(head=Head.LIST | Head.TUPLE, args=b))
        ):
            return all(total(entry, place.types) for entry in (*a, *b))
    return isinstance(asked, Node) and asked.head in FORMULAS and total(asked, place.types)


def by_pushing(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with what the hypothesis ``of`` comes to as one more.

    Raises:
        CheckFailed: where the tree does not show it.
    """
    said = pushed(walk.held(tree.get("of"), place).formula, place)
    walk.show(holds, formula, place.inside().with_(said), tree.get("tree"))


def pushed(given: Expr, place: Place) -> Expr:
    """Return what a hypothesis comes to at a place: as ``came_to``; of a product of numbers that is zero, that one of
    them is; of a positive number with a letter in an exponent, what its logarithm is; of equal polynomials, that their
    coefficients are; of an inverse, what it is the inverse of; of solutions and of extremes, that they are some, and
    that there is none beyond, of extremes where what is compared is defined everywhere.

    Raises:
        CheckFailed: where it is an equation in bound letters that is none of polynomials.
    """
    match given:
        case Node(head=Head.EQ, args=(product, Int(0)) | (Int(0), product)) if _factors(product) != [product]:
            if all(place.types.get(name) in NUMBERS for name in product.free):
                zero = [node(Head.EQ, factor, Int(0)) for factor in _factors(product)]
                return zero[0] if len(zero) == 1 else node(Head.OR, *zero)
        case Node(head=Head.EQ, args=(one, other)) if (_raised(one) or _raised(other)) and _is_real(given, place):
            if any(total(side, place.types) and least(side, place.types, strictly=True) for side in (one, other)):
                return node(Head.EQ, node(Head.LN, one), node(Head.LN, other))
        case Node(head=Head.EQ, args=(Node(head=Head.INVERSE, args=(x,)), y) | (y, Node(head=Head.INVERSE, args=(x,)))):
            return node(Head.EQ, x, node(Head.INVERSE, y))
        case Node(head=Head.FOR_ALL, args=(Node(head=Head.EQ) as equation,)) if given.free:
            return node(Head.AND, *_coefficients(equation, given, place))
        case Node(head=Head.SOLVES, args=(Node(head=Head.LIST | Head.TUPLE | Head.SET, args=values), condition)):
            if len(given.letters) == 1 and _defined(condition, given, place):
                [letter] = given.letters
                each = [substitute(condition, {letter.name: value}) for value in values]
                among = [node(Head.EQ, Sym(letter.name), value) for value in values]
                if not any(letter.name in value.free for value in values):
                    one = among[0] if len(among) == 1 else node(Head.OR, *among) if among else Node(Head.FALSE)
                    only = Node(Head.FOR_ALL, (node(Head.IMPLIES, condition, one),), given.letters)
                    return node(Head.AND, *each, only)
        case Node(head=Head.IS_MAX | Head.IS_MIN, args=(best, made, condition)):
            if best.free.isdisjoint(one.name for one in given.letters):
                reached = Node(Head.EXISTS, (node(Head.AND, condition, node(Head.EQ, made, best)),), given.letters)
                if not all(_defined(one, given, place) for one in (made, condition)):
                    return reached
                within = node(Head.LE if given.head is Head.IS_MAX else Head.GE, made, best)
                beyond = Node(Head.FOR_ALL, (node(Head.IMPLIES, condition, within),), given.letters)
                return node(Head.AND, reached, beyond)
    return came_to(given)


def _coefficients(equation: Node, bound: Node, place: Place) -> list[Expr]:
    """The equations between the coefficients of two polynomials in bound letters that are equal everywhere.

    Raises:
        CheckFailed: where they are no polynomials of real numbers in these, nor of numbers in all their letters.
    """
    names = {one.name for one in bound.letters}
    if not all(one.type in NUMBERS for one in bound.letters):
        raise CheckFailed("coefficients are compared of polynomials of numbers", Reason.OUT_OF_SCOPE)
    types = {**place.types, **{one.name: one.type for one in bound.letters}}
    if all(types.get(name) in NUMBERS for name in equation.free) and all(map(_is_polynomial, equation.args)):
        left, right = (polynomial(side) for side in equation.args)
        gap: Form = plus(left, right, Fraction(-1))
    else:
        gap = gap_of(equation, replace(place, types=types))
    by: dict[Monomial, dict[Monomial, Fraction]] = {}
    for monomial, factor in gap.items():
        inner = frozenset((atom, k) for atom, k in monomial if atom.free & names)
        if not all(isinstance(atom, Sym) for atom, _ in inner):
            raise CheckFailed("no polynomial in the bound letters", Reason.OUT_OF_SCOPE)
        by.setdefault(inner, {})[monomial - inner] = factor
    return [node(Head.EQ, written(row), Int(0)) for row in by.values()] or [Node(Head.TRUE)]


def _is_polynomial(expr: Expr) -> bool:
    """Whether an expression is made of letters and rational numbers by sums, products and whole powers alone."""
    match expr:
        case Int() | Sym():
            return True
        case Node(head=Head.ADD | Head.SUB | Head.MUL | Head.NEG, args=args):
            return all(map(_is_polynomial, args))
        case Node(head=Head.POW, args=(base, Int(power))):
            return power >= 0 and _is_polynomial(base)
        case Node(head=Head.DIV, args=(over, Int(under))):
            return under != 0 and _is_polynomial(over)
    return False


def _defined(expr: Expr, bound: Node, place: Place) -> bool:
    """Whether what stands in a binder is defined whatever its letters are."""
    types = {**place.types, **{one.name: one.type for one in bound.letters}}
    whole = place.whole | {one.name for one in bound.letters if one.type in WHOLE}
    return defined(expr, replace(place, types=types, whole=whole))


def _is_real(comparison: Node, place: Place) -> bool:
    """Whether a comparison is surely one of real numbers."""
    try:
        gap_of(comparison, place)
    except CheckFailed:
        return False
    return True


def _raised(expr: Expr) -> bool:
    """Whether a letter stands in an exponent, outside of a logarithm."""
    return not (isinstance(expr, Node) and expr.head is Head.LN) and any(
        isinstance(part, Node) and part.head in (Head.POW, Head.EXP) and bool(part.args[-1].free)
        for part in walk_expr(expr)
    )


def _factors(expr: Expr) -> list[Expr]:
    match expr:
        case Node(head=Head.MUL, args=(a, b)):
            return [*_factors(a), *_factors(b)]
        case Node(head=Head.POW, args=(base, Int(power))) if power > 0:
            return _factors(base)
        case Node(head=Head.NEG, args=(inner,)):
            return _factors(inner)
    return [expr]


def by_some(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with the letters of the hypothesis ``of``, an Exists, put at what nothing else speaks of.

    Raises:
        CheckFailed: where it is none, or the tree does not show the formula.
    """
    given = walk.held(tree.get("of"), place).formula
    if not isinstance(given, Node) or given.head is not Head.EXISTS:
        raise CheckFailed("letters are taken from an Exists that holds")
    if not formula.free <= place.types.keys():
        raise CheckFailed("a letter that is not in scope")
    (body,), inside = below(given, place)
    walk.show(holds, formula, inside.inside().with_(body), tree.get("tree"))


def by_meaning(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with what a function means as one more hypothesis, at a ``number`` that is defined everywhere,
    or stands in the hypothesis ``in``.

    Raises:
        CheckFailed: where it may be undefined, or the tree does not show the formula.
    """
    number = spelled(tree.get("number"), place)
    gap_of(node(Head.EQ, number, number), place)  # of real numbers alone
    if "in" in tree:
        given = walk.held(tree["in"], place).formula
        if not (isinstance(given, Node) and given.head in _STRICT and number in strict(given)):
            raise CheckFailed("a number is not in that relation")
    elif not total(number, place.types):
        raise CheckFailed("a number may be undefined", Reason.SIDE_CONDITION)
    walk.show(holds, formula, place.inside().with_(meaning(number)), tree.get("tree"))


_STRICT = frozenset({Head.EQ, Head.NE, Head.LT, Head.LE, Head.GT, Head.GE, Head.DIVIDES, Head.CONGRUENT})


def meaning(number: Expr) -> Expr:
    """Return what a function of real numbers means where it is defined.

    Raises:
        CheckFailed: where it is none of which that is known.
    """
    if not isinstance(number, Node):
        raise CheckFailed("a letter means nothing")
    zero, args = Int(0), number.args
    match number.head, args:
        case Head.ABS, (x,):
            up = node(Head.AND, node(Head.GE, x, zero), node(Head.EQ, number, x))
            down = node(Head.AND, node(Head.LT, x, zero), node(Head.EQ, number, node(Head.NEG, x)))
            squares = node(Head.EQ, node(Head.POW, number, Int(2)), node(Head.POW, x, Int(2)))
            return node(Head.AND, node(Head.GE, number, zero), squares, node(Head.OR, up, down))
        case ((Head.MIN | Head.MAX), _):
            order = Head.LE if number.head is Head.MIN else Head.GE
            one = node(Head.OR, *(node(Head.EQ, number, arg) for arg in args))
            return node(Head.AND, *(node(order, number, arg) for arg in args), one)
        case Head.FLOOR, (x,):
            return _between(number, x)
        case Head.FLOORDIV, (x, y):
            return _between(number, node(Head.DIV, x, y))
        case Head.CEIL, (x,):
            return node(Head.AND, node(Head.GE, number, x), node(Head.LT, number, node(Head.ADD, x, Int(1))))
        case Head.SQRT, (x,):
            return node(Head.AND, node(Head.GE, number, zero), node(Head.EQ, node(Head.POW, number, Int(2)), x))
        case Head.LN, (x,):
            return node(Head.GT, x, zero)
        case Head.LOG, (x, base):
            return node(Head.AND, node(Head.GT, x, zero), node(Head.GT, base, zero), node(Head.NE, base, Int(1)))
        case Head.DIV, (x, y):
            return node(Head.AND, node(Head.NE, y, zero), node(Head.EQ, node(Head.MUL, number, y), x))
        case ((Head.REM | Head.MOD), (x, y)):
            return node(Head.AND, node(Head.GE, number, zero), node(Head.LT, number, y), _multiple(number, x, y))
        case Head.IF, (p, x, y):
            first = node(Head.AND, p, node(Head.EQ, number, x))
            return node(Head.OR, first, node(Head.AND, node(Head.NOT, p), node(Head.EQ, number, y)))
    raise CheckFailed(f"what {number.head} means is not given here")


def _between(number: Expr, x: Expr) -> Expr:
    return node(Head.AND, node(Head.LE, number, x), node(Head.LT, x, node(Head.ADD, number, Int(1))))


def _multiple(rest: Expr, x: Expr, y: Expr) -> Expr:
    """That a number less its remainder is a whole multiple."""
    letter = next(name for name in ("q", *(f"q_{i}" for i in range(1, 5000))) if name not in x.free | y.free)
    equal = node(Head.EQ, x, node(Head.ADD, node(Head.MUL, y, Sym(letter)), rest))
    return Node(Head.EXISTS, (equal,), (Letter(letter, Type.INT),))


_NOT: Mapping[Head, Head] = {
    **{Head.EQ: Head.NE, Head.NE: Head.EQ, Head.LT: Head.GE, Head.GE: Head.LT, Head.LE: Head.GT, Head.GT: Head.LE},
}


def came_to(formula: Expr) -> Expr:
    """Return a formula that holds where ``formula`` does: implications and equivalences as disjunctions, negations
    moved inwards, a divisor's quotient named, a rounding as two bounds, a prime as 2 or odd, a member of a set by what
    that is made of; the formula itself, where there is none."""
    if not isinstance(formula, Node):
        return formula
    match formula.head, formula.args:
        case Head.NOT, (Node() as inner,):
            return _denied(inner)
        case Head.IMPLIES, (p, q):
            return node(Head.OR, _denied(p), q)
        case Head.IFF, (p, q):
            return node(Head.OR, node(Head.AND, p, q), node(Head.AND, _denied(p), _denied(q)))
        case Head.DIVIDES, (a, n):
            return _quotient(a, n)
        case Head.CONGRUENT, (a, b, n):
            return _quotient(n, node(Head.SUB, a, b))
        case Head.IS_PRIME, (n,):
            odd = node(Head.NOT, node(Head.DIVIDES, Int(2), n))
            two = node(Head.OR, node(Head.EQ, n, Int(2)), odd)
            return node(Head.AND, node(Head.IS_INT, n), node(Head.GE, n, Int(2)), two)
        case Head.IN, (_, Node(head=of)) if of in MADE:
            return meant(formula)
        case Head.ABOUT, (a, b, places) if (last := unit_of(places)) is not None:
            half = numeral(last / 2)
            b = numeral(b.value) if isinstance(b, Dec) else b  # what is rounded to is exact
            down, up = node(Head.SUB, b, half), node(Head.ADD, b, half)
            return node(Head.AND, node(Head.GE, a, down), node(Head.LE, a, up))
    return formula


def _denied(formula: Expr) -> Expr:
    """What holds where ``formula`` fails."""
    if not isinstance(formula, Node):
        return node(Head.NOT, formula)
    args = formula.args
    match formula.head:
        case Head.NOT:
            return args[0]
        case Head.AND | Head.OR:
            return node(Head.OR if formula.head is Head.AND else Head.AND, *map(_denied, args))
        case Head.IMPLIES:
            return node(Head.AND, args[0], _denied(args[1]))
        case Head.IFF:
            first = node(Head.AND, args[0], _denied(args[1]))
            return node(Head.OR, first, node(Head.AND, _denied(args[0]), args[1]))
        case Head.FOR_ALL | Head.EXISTS:
            other = Head.EXISTS if formula.head is Head.FOR_ALL else Head.FOR_ALL
            return Node(other, (_denied(args[0]),), formula.letters)
        case head if head in _NOT:
            return Node(_NOT[head], args)
    return node(Head.NOT, formula)


def _quotient(divisor: Expr, number: Expr) -> Expr:
    names = divisor.free | number.free
    letter = next(name for name in ("q", *(f"q_{i}" for i in range(1, 5000))) if name not in names)
    equal = node(Head.EQ, number, node(Head.MUL, divisor, Sym(letter)))
    return Node(Head.EXISTS, (equal,), (Letter(letter, Type.INT),))


def _pair(tree: Mapping[str, Any]) -> tuple[object, object]:
    trees = listed(tree.get("trees"))
    if len(trees) != 2:
        raise CheckFailed("two trees are needed")
    return trees[0], trees[1]
