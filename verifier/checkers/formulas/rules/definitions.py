"""What is said by other formulas (trusted): the definitions by which hypotheses and goals are unfolded alike.

What solves a condition, greatest and least values, members, roundings, equations between lists entry by entry, complex
numbers by their parts; of hypotheses also divisors, primes, products that are zero and equal polynomials.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice

from verifier.checkers.formulas.places.monomials import Form, Monomial, numeral, plus, written
from verifier.checkers.formulas.places.place import Place, conjunction, has_decimals
from verifier.checkers.formulas.places.readings import inwards, negate
from verifier.checkers.formulas.places.totality import NUMBERS, WHOLE, least, total
from verifier.checkers.formulas.rules.complex_numbers import real_equations
from verifier.checkers.formulas.rules.entries import entrywise, sides
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.rules.instances import NONE, Grounds, is_of_type, of_numeral
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.checkers.formulas.rules.whole import defined
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated, unit
from verifier.kernel.expr import Dec, Expr, Head, Int, Letter, Node, Sym, Type, node, substitute, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

MAX_COUNTED = 20  # most solutions that are counted


@dataclass(frozen=True, slots=True)
class Wherever:
    """That ``goal`` holds for all values of the letters at which ``condition`` holds: where that may be undefined, this
    says more than a ForAll over an implication."""

    letters: tuple[Letter, ...]
    condition: Expr
    goal: Expr

    @property
    def formula(self) -> Node:
        """The ForAll over the implication."""
        return Node(Head.FOR_ALL, (node(Head.IMPLIES, self.condition, self.goal),), self.letters)


Goals = list[Expr | Wherever]


def ways(holds: bool, formula: Node, place: Place, *, parts: bool = False, grounds: Grounds = NONE) -> list[Goals]:
    """Return what shows a reading of a formula: all goals of any one of the lists. ``parts``: an equation of complex
    numbers by its parts.

    Raises:
        CheckFailed: where nothing is known that does, or something in the formula may be undefined.
    """
    match formula.head, formula.args:
        case Head.SOLVES, (_, condition):
            values, [letter] = _listed(formula), formula.letters
            if not all(is_of_type(x, letter.type, place, grounds) or of_numeral(x, letter.type) for x in values):
                raise CheckFailed("a listed value may not be of the type", Reason.SIDE_CONDITION)
            if holds:
                return [_solved(formula)]
            other = node(Head.AND, condition, negate(_among(letter, values)))
            each: list[Goals] = [[negate(substitute(condition, {letter.name: x}))] for x in values]
            return [*each, [Node(Head.EXISTS, (other,), formula.letters)]]
        case ((Head.IS_MAX | Head.IS_MIN), (best, made, condition)):
            reached, within = _extreme(formula)
            if holds:
                return [[reached, within]]
            if not is_of_type(best, Type.REAL, place) and not of_numeral(best, Type.REAL):
                raise CheckFailed("the value may be undefined", Reason.SIDE_CONDITION)
            beyond = node(Head.AND, condition, negate(within.goal))
            nowhere = Wherever(formula.letters, condition, node(Head.NE, made, best))
            return [[Node(Head.EXISTS, (beyond,), formula.letters)], [nowhere]]
        case Head.IN, (one, of):
            if not _sure(of, place) or (not holds and not _sure(one, place)):
                raise CheckFailed("an element may be undefined", Reason.SIDE_CONDITION)
            return [[_signed(holds, members(formula))]]
        case Head.ABOUT, (number, to, places):
            last, exact = unit_of(places), _exact(to)
            if last is None or exact is None or any(isinstance(part, Dec) for part in walk_expr(number)):
                raise CheckFailed("it rounds what may be rounded, or to what is not evaluated", Reason.ROUNDED)
            if holds and (exact / last).denominator != 1:
                raise CheckFailed("a number is rounded to one with fewer places", Reason.ROUNDED)
            if holds:
                return [list(_rounded(number, to, last / 2))]
            return [[inwards(negate(one))] for one in _rounded(number, to, last)]
        case Head.EQ, (Node(head=Head.NUM_SOLUTIONS) as number, Int(n)) | (
            Int(n),
            Node(head=Head.NUM_SOLUTIONS) as number,
        ):
            if holds:
                return [[_counted(number, n)]]
        case ((Head.EQ | Head.NE), _) if not parts:
            said, compared = entrywise(formula, place), [x for side in sides(formula, place) for x in side]
            return [_equal(holds, formula, said, compared, place)]
        case _ if parts:
            return [_equal(holds, formula, *real_equations(formula, place), place)]
    raise CheckFailed(f"no definition of {formula.head} is known", Reason.OUT_OF_SCOPE)


def _signed(holds: bool, formula: Expr) -> Expr:
    return formula if holds else negate(formula)


def _equal(holds: bool, formula: Node, said: Expr, compared: Sequence[Expr], place: Place) -> Goals:
    """An equation by others: what is shown equal is defined, what is shown different must be."""
    same = formula.head in (Head.EQ, Head.NE) and holds is (formula.head is Head.EQ)
    if not (same or all(total(one, place.types) for one in compared)):
        raise CheckFailed("a part may be undefined: then the sides cannot be distinguished", Reason.SIDE_CONDITION)
    return [_signed(holds, said)]


def unfold(given: Expr, place: Place, *, parts: bool = False) -> Expr:
    """Return what a hypothesis says by other formulas; the formula itself, where no definition of it is known.

    Of a product of numbers that is zero, one factor is; of a positive number with a letter in an exponent, the
    logarithms are equal; of polynomials that are equal everywhere, the coefficients are.

    Raises:
        CheckFailed: where it is an equation in bound letters that is none of polynomials, or one without ``parts``.
    """
    if parts:
        return real_equations(given, place)[0]
    match given:
        case Node(head=Head.IMPLIES, args=(p, q)):
            return node(Head.OR, inwards(negate(p)), q)
        case Node(head=Head.IFF, args=(p, q)):
            return node(Head.OR, node(Head.AND, p, q), node(Head.AND, inwards(negate(p)), inwards(negate(q))))
        case Node(head=Head.NOT):
            return inwards(given)
        case Node(head=Head.EQ | Head.NE):
            return _equation(given, place)
        case Node(head=Head.FOR_ALL, args=(Node(head=Head.EQ) as equation,)) if given.free:
            return node(Head.AND, *_coefficients(equation, given, place))
        case Node(head=Head.DIVIDES, args=(a, n)):
            return multiple(n, a)
        case Node(head=Head.CONGRUENT, args=(a, b, n)):
            return multiple(node(Head.SUB, a, b), n)
        case Node(head=Head.IS_PRIME, args=(n,)):
            two = node(Head.OR, node(Head.EQ, n, Int(2)), negate(node(Head.DIVIDES, Int(2), n)))
            return node(Head.AND, node(Head.IS_INT, n), node(Head.GE, n, Int(2)), two)
        case Node(head=Head.IN, args=(_, Node(head=of))) if of in MADE:
            return members(given)
        case Node(head=Head.ABOUT, args=(number, to, places)) if (last := unit_of(places)) is not None:
            return node(Head.AND, *_rounded(number, to, last / 2))
        case Node(head=Head.SOLVES, args=(Node(head=Head.LIST | Head.TUPLE | Head.SET), condition)):
            if len(given.letters) == 1 and not _captures(given) and _is_defined(condition, given, place):
                return node(Head.AND, *(one.formula if isinstance(one, Wherever) else one for one in _solved(given)))
        case Node(head=Head.IS_MAX | Head.IS_MIN, args=(_, made, condition)) if not _captures(given):
            reached, within = _extreme(given)
            if not all(_is_defined(one, given, place) for one in (made, condition)):
                return reached
            return node(Head.AND, reached, within.formula)
    return given


def _captures(formula: Node) -> bool:
    """Whether values that are outside of a binder speak of a letter of the name that it binds."""
    return not formula.args[0].free.isdisjoint(one.name for one in formula.letters)


def _listed(formula: Node) -> tuple[Expr, ...]:
    listing = formula.args[0]
    if not isinstance(listing, Node) or listing.head not in (Head.LIST, Head.TUPLE, Head.SET) or _captures(formula):
        raise CheckFailed("the values are not listed, or name the letter that is bound", Reason.OUT_OF_SCOPE)
    if len(formula.letters) != 1:
        raise CheckFailed("solutions are of one letter", Reason.OUT_OF_SCOPE)
    return listing.args


def _among(letter: Letter, values: Sequence[Expr]) -> Expr:
    """That a number is one of several."""
    return one_of([node(Head.EQ, Sym(letter.name), value) for value in values])


def one_of(formulas: Sequence[Expr]) -> Expr:
    """Return the formula that holds where one of others does."""
    return formulas[0] if len(formulas) == 1 else node(Head.OR, *formulas) if formulas else Node(Head.FALSE)


def _solved(formula: Node) -> Goals:
    """Each value satisfies the condition, and what satisfies it is among them."""
    values, [letter], condition = _listed(formula), formula.letters, formula.args[1]
    each = [substitute(condition, {letter.name: value}) for value in values]
    return [*each, Wherever(formula.letters, condition, _among(letter, values))]


def _counted(number: Node, count: int) -> Expr:
    """That some numbers, no two of them equal, are all solutions."""
    [letter, *others], taken = number.letters, number.args[0].free
    if others or not 0 <= count <= MAX_COUNTED:
        raise CheckFailed("few solutions are counted, and of one letter", Reason.OUT_OF_SCOPE)
    names = list(islice((name for k in range(1, 5000) if (name := f"{letter.name}_{k}") not in taken), count))
    values = [Sym(name) for name in names]
    solves = Node(Head.SOLVES, (node(Head.LIST, *values), number.args[0]), number.letters)
    said = conjunction([solves, *(node(Head.NE, one, other) for one, other in combinations(values, 2))])
    return Node(Head.EXISTS, (said,), tuple(Letter(name, letter.type) for name in names)) if names else said


def _extreme(formula: Node) -> tuple[Node, Wherever]:
    """The value is reached where the condition holds, and nothing is beyond it there."""
    best, made, condition = formula.args
    if _captures(formula):
        raise CheckFailed("the value names a letter that is bound", Reason.OUT_OF_SCOPE)
    reached = Node(Head.EXISTS, (node(Head.AND, condition, node(Head.EQ, made, best)),), formula.letters)
    within = node(Head.LE if formula.head is Head.IS_MAX else Head.GE, made, best)
    return reached, Wherever(formula.letters, condition, within)


def unit_of(places: Expr) -> Fraction | None:
    """Return what one is worth in the last of so many places, or None where that is not known."""
    try:
        return unit(value(places, {}))
    except NotEvaluated:
        return None


def _exact(number: Expr) -> Fraction | None:
    """The value of a number without letters; what is rounded to is exact."""
    try:
        return value(number, {})
    except NotEvaluated:
        return None


def _rounded(number: Expr, to: Expr, gap: Fraction) -> tuple[Node, Node]:
    """That a number is at most so far from another one, from below and from above."""
    exact = _exact(to)
    low, high = (
        (node(Head.SUB, to, numeral(gap)), node(Head.ADD, to, numeral(gap)))
        if exact is None
        else (numeral(exact - gap), numeral(exact + gap))
    )
    return node(Head.GE, number, low), node(Head.LE, number, high)


def _equation(given: Node, place: Place) -> Expr:
    match given.head, given.args:
        case Head.EQ, (product, Int(0)) | (Int(0), product) if _factors(product) != [product] and all(
            place.types.get(name) in NUMBERS for name in product.free
        ):
            return one_of([node(Head.EQ, factor, Int(0)) for factor in _factors(product)])
        case Head.EQ, (one, other) if (_raised(one) or _raised(other)) and _is_real(given, place):
            if any(total(side, place.types) and least(side, place.types, strictly=True) for side in (one, other)):
                return node(Head.EQ, node(Head.LN, one), node(Head.LN, other))
    try:
        return entrywise(given, place)
    except CheckFailed:
        pass
    match given.head, given.args:
        case Head.EQ, (Node(head=Head.INVERSE, args=(x,)), y) | (y, Node(head=Head.INVERSE, args=(x,))):
            return node(Head.EQ, x, node(Head.INVERSE, y))
    return given


def _coefficients(equation: Node, bound: Node, place: Place) -> list[Expr]:
    """The equations between the coefficients of two polynomials in bound letters that are equal everywhere.

    Raises:
        CheckFailed: where they are no polynomials of real numbers in these, nor of numbers in all their letters.
    """
    names = {one.name for one in bound.letters}
    if not all(one.type in NUMBERS for one in bound.letters) or has_decimals(equation):
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


def _is_defined(expr: Expr, bound: Node, place: Place) -> bool:
    """Return whether the body of a binder is defined for all values of its letters."""
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
    """Return whether an exponent has a letter, outside of a logarithm."""
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


MADE = frozenset({Head.UNION, Head.INTERSECTION, Head.SET, Head.LIST, Head.TUPLE, Head.SET_OF})
"""What makes a set or a list that is written out."""


def members(formula: Node) -> Expr:
    """Return what holds where a membership does.

    Raises:
        CheckFailed: where it is none in a set that is written out.
    """
    one, of = formula.args
    match of:
        case Node(head=Head.UNION | Head.INTERSECTION, args=args):
            joined = Head.OR if of.head is Head.UNION else Head.AND
            return node(joined, *(node(Head.IN, one, arg) for arg in args))
        case Node(head=Head.SET | Head.LIST | Head.TUPLE, args=args):
            equal = [node(Head.EQ, one, arg) for arg in args]
            return one_of(equal)
        case Node(head=Head.SET_OF, args=(made, condition)):
            equation = node(Head.EQ, made, Sym(_ELEMENT))
            exists = Node(Head.EXISTS, (node(Head.AND, condition, equation),), of.letters)
            return substitute(exists, {_ELEMENT: one})
    raise CheckFailed("a set that is not written out", Reason.OUT_OF_SCOPE)


_ELEMENT = "element#"  # no letter is called that


def _sure(expr: Expr, place: Place) -> bool:
    """Whether an element, or a set that is written out, is surely defined."""
    match expr:
        case Node(head=Head.SET_OF):
            return True  # it has the elements that are defined
        case Node(head=Head.UNION | Head.INTERSECTION | Head.SET | Head.LIST | Head.TUPLE, args=args):
            return all(_sure(arg, place) for arg in args)
    return total(expr, place.types)


def multiple(number: Expr, of: Expr, rest: Expr | None = None) -> Expr:
    """Return that a number (less its ``rest``) is a whole multiple of another one."""
    taken = number.free | of.free
    letter = next(name for name in ("q", *(f"q_{i}" for i in range(1, 5000))) if name not in taken)
    product = node(Head.MUL, of, Sym(letter))
    equal = node(Head.EQ, number, product if rest is None else node(Head.ADD, product, rest))
    return Node(Head.EXISTS, (equal,), (Letter(letter, Type.INT),))


def meaning(number: Expr) -> Expr:
    """Return what a function of real numbers means where it is defined.

    Raises:
        CheckFailed: where it is none of which that is known.
    """
    if not isinstance(number, Node):
        raise CheckFailed("no definition for a variable")
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
            return node(Head.AND, node(Head.GE, number, zero), node(Head.LT, number, y), multiple(x, y, number))
        case Head.IF, (p, x, y):
            first = node(Head.AND, p, node(Head.EQ, number, x))
            return node(Head.OR, first, node(Head.AND, node(Head.NOT, p), node(Head.EQ, number, y)))
    raise CheckFailed(f"what {number.head} means is not given here")


def _between(number: Expr, x: Expr) -> Expr:
    return node(Head.AND, node(Head.LE, number, x), node(Head.LT, x, node(Head.ADD, number, Int(1))))
