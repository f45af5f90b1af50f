"""Real numbers as polynomials in letters and in what is no sum, product or power (trusted): a short form of each.

Two numbers with the same form are equal wherever both are defined; whether they are is not told here. A root, an
absolute value, a rounding or another function is written with its arguments in the short form, ``a/b`` as ``a`` times
``1/b``. Square roots of whole numbers are multiplied out and taken out of divisors: of their sums the form is unique.
Logarithms, powers and waves have the forms that ``functions`` gives them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from verifier.checkers.effort import remembered, spend
from verifier.checkers.formulas.places.monomials import (
    ONE,
    Form,
    Monomial,
    add_to,
    alone,
    number_form,
    plus,
    primitive,
    rational,
    scaled,
    written,
)
from verifier.checkers.formulas.rules import functions
from verifier.checkers.formulas.rules.functions import Ring
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import (
    FORMULAS,
    SCOPED,
    Dec,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    NotSubstituted,
    Sym,
    Text,
    Type,
    node,
    substitute,
)
from verifier.kernel.verdict import CheckFailed, Reason


def term_by_term(expr: Node, ring: Ring) -> Form:
    """Return the form of a sum over a range.

    Raises:
        CheckFailed: where it is over several letters, or too large.
    """
    if expr.head is not Head.SUM or len(expr.letters) != 1:
        raise CheckFailed("the form is of a sum over one letter")
    (body, low, high), name = expr.args, _other("#", expr)
    try:
        terms = ring.of(substitute(body, {expr.letters[0].name: Sym(name)}))
        ends = tuple(written(ring.of(end)) for end in (low, high))
        found: Form = {}
        for key, factor in terms.items():
            outer: Monomial = frozenset((atom, k) for atom, k in key if isinstance(atom, Sym) and atom.name != name)
            found = plus(found, ring.times({outer: Fraction(1)}, _summed(key - outer, name, *ends)), factor)
    except (ExprTooLarge, NotSubstituted) as error:
        raise CheckFailed(str(error)) from error
    return found


def _summed(term: Monomial, name: str, low: Expr, high: Expr) -> Form:
    """The sum of a product of powers, over a letter whose name is the same in all sums that differ in it alone."""
    if term == ONE and isinstance(low, Int) and isinstance(high, Int):
        count = max(0, high.value - low.value + 1)
        return {ONE: Fraction(count)} if count else {}
    body = written({term: Fraction(1)})
    own = _other(f"#{1 + _depth(body)}", body)
    over = Node(Head.SUM, (substitute(body, {name: Sym(own)}), low, high), (Letter(own, Type.INT),))
    try:
        return alone(over) if over.free else number_form(value(over, {}))
    except NotEvaluated:
        return alone(over)


def _other(name: str, expr: Expr) -> str:
    """This name, or one like it that is not free in an expression."""
    while name in expr.free:
        name += "'"
    return name


def _depth(expr: Expr) -> int:
    """How deep binders are nested."""
    if not isinstance(expr, Node):
        return 0
    return max(map(_depth, expr.args), default=0) + bool(expr.letters)


MAX_POWER = 12
MAX_SQUARE = 1000  # largest factor whose square is taken out of a root
REDUCING = 4  # steps of a product in which something is reduced, besides those of products within it
MAX_REDUCED = 20_000  # most products of two monomials that are made to reduce one product of polynomials
_UNIT: Form = {ONE: Fraction(1)}
_FUNCTIONS = frozenset(
    {Head.EXP, Head.LN, Head.SIN, Head.COS, Head.TAN, Head.ASIN, Head.ACOS, Head.ATAN, Head.MIN, Head.MAX, Head.ROOT}
    | {Head.LOG, Head.POW, Head.GCD, Head.LCM, Head.MOD, Head.REM, Head.FACTORIAL, Head.BINOMIAL}
)
"""Functions of numbers of which nothing is known here but that they give the same of the same."""


@remembered(16384)
def polynomial(expr: Expr) -> Form:
    """Return an expression as a polynomial in its letters and in what is no sum, product or power.

    Raises:
        CheckFailed: where it has too many terms, or numbers of too many bits.
    """
    match expr:
        case Int() | Dec():
            return number_form(Fraction(expr.value))
        case Node(head=Head.NEG, args=(inner,)):
            return scaled(polynomial(inner), Fraction(-1))
        case Node(head=Head.ADD, args=(a, b)):
            return plus(polynomial(a), polynomial(b), Fraction(1))
        case Node(head=Head.SUB, args=(a, b)):
            return plus(polynomial(a), polynomial(b), Fraction(-1))
        case Node(head=Head.MUL, args=(a, b)):
            return multiplied(polynomial(a), polynomial(b))
        case Node(head=Head.DIV, args=(a, b)) if under := polynomial(b):
            return multiplied(polynomial(a), inverse(under))
        case Node(head=Head.POW, args=(base, Int(power))) if 0 <= power <= MAX_POWER:
            return power_of(polynomial(base), power)
        case Node(head=Head.POW, args=(base, Node(head=Head.NEG, args=(Int(power),)))) if 1 <= power <= MAX_POWER:
            under = polynomial(base)
            return power_of(under, -power) if under else alone(expr)
        case Node():
            return _function(expr)
    return alone(expr)


def _function(expr: Node) -> Form:
    """A function of numbers, with its arguments in the short form; what binds letters, or is no number, stays as it
    is."""
    if not expr.free and expr.head not in FORMULAS:
        try:
            return number_form(value(expr, {}))
        except NotEvaluated:
            pass
    try:
        match expr.head, expr.args:
            case Head.SQRT, (x,):
                return _square_root(expr, polynomial(x))
            case Head.ABS, (x,):
                return _absolute(polynomial(x))
            case Head.FLOOR, (x,):
                return _floor(polynomial(x))
            case Head.CEIL, (x,):
                return scaled(_floor(scaled(polynomial(x), Fraction(-1))), Fraction(-1))
            case Head.FLOORDIV, (a, b):
                return _floor(polynomial(node(Head.DIV, a, b)))
            case Head.NORM, (Node(head=Head.VECTOR, args=entries),):
                return _square_root(expr, _scalar_product(entries, entries))
            case Head.DOT, (Node(head=Head.VECTOR, args=a), Node(head=Head.VECTOR, args=b)) if len(a) == len(b):
                return _scalar_product(a, b)
            case Head.CALL, (name, *args):
                return alone(node(Head.CALL, name, *map(_short, args)))
            case Head.SUM, _:
                return term_by_term(expr, ring_of_reals())
            case head, args if head in _FUNCTIONS:
                found = functions.short(expr, ring_of_reals())
                return alone(node(head, *map(_short, args))) if found is None else found
    except CheckFailed:
        pass
    return alone(expr)


def ring_of_reals() -> functions.Ring:
    """Return what is done with these polynomials."""
    return functions.Ring(polynomial, multiplied, inverse, _absolute, power_of)


def _scalar_product(a: tuple[Expr, ...], b: tuple[Expr, ...]) -> Form:
    found: Form = {}
    for one, other in zip(a, b, strict=True):
        found = plus(found, multiplied(polynomial(one), polynomial(other)), Fraction(1))
    return found


def _short(expr: Expr) -> Expr:
    """A number in its short form; what may be none stays as it is."""
    return expr if isinstance(expr, Text) else written(polynomial(expr))


def _square_root(expr: Node, inside: Form) -> Form:
    """A root, squares of numbers taken out of it; of an even power it is an absolute value."""
    if not inside:
        return {}
    content, rest = primitive(inside)
    if (known := rational(inside)) is not None:
        return alone(expr) if known < 0 else _surd(known)
    if len(rest) == 1 and all(k % 2 == 0 for key in rest for _, k in key):
        [key] = rest
        half: Form = {frozenset((atom, k // 2) for atom, k in key): Fraction(1)}
        return multiplied(_surd(content), _absolute(half))
    outer, under = _square(content.numerator * content.denominator)
    root = alone(node(Head.SQRT, written(scaled(rest, Fraction(under)))))
    return scaled(root, Fraction(outer, content.denominator))


def _surd(square: Fraction) -> Form:
    """The square root of a positive rational number."""
    outer, under = _square(square.numerator * square.denominator)
    factor = Fraction(outer, square.denominator)
    return {ONE: factor} if under == 1 else {frozenset({(node(Head.SQRT, Int(under)), 1)}): factor}


@lru_cache(maxsize=4096)
def _square(whole: int) -> tuple[int, int]:
    """A positive whole number as a square times another: ``outer**2 * under``, with no square of a small number."""
    root = math.isqrt(whole)
    if root * root == whole:
        return root, 1
    outer, factor = 1, 2
    while factor <= MAX_SQUARE and factor * factor <= whole:
        while whole % (factor * factor) == 0:
            whole, outer = whole // (factor * factor), outer * factor
        factor += 1
    return outer, whole


def _absolute(inside: Form) -> Form:
    known = rational(inside)
    if known is not None:
        return number_form(abs(known))
    content, rest = primitive(inside)
    outside = {ONE: content}
    if len(rest) == 1:
        [(key, _)] = rest.items()
        outside = {frozenset((atom, k - k % 2) for atom, k in key if k > 1): content}
        rest = {frozenset((atom, 1) for atom, k in key if k % 2): Fraction(1)}
        if rest == _UNIT:
            return outside
    found = scaled(rest, Fraction(-1)) if rest[_first(rest)] < 0 else rest
    return multiplied(outside, alone(node(Head.ABS, written(found))))


def _floor(inside: Form) -> Form:
    """A number rounded down; its whole part is put outside."""
    constant = inside.get(ONE, Fraction(0))
    whole = math.floor(constant)
    rest = plus(inside, number_form(Fraction(whole)), Fraction(-1))
    if rational(rest) is not None:
        return number_form(Fraction(whole))
    down = node(Head.FLOOR, written(rest))
    try:
        return number_form(whole + value(down, {}))
    except NotEvaluated:
        return plus(alone(down), number_form(Fraction(whole)), Fraction(1))


def _first(form: Form) -> Monomial:
    """The leading monomial, numbers aside: of the highest degree, then by the powers of the letters in order, of sines
    first, since their squares become those of cosines: else dividing by a sum of both would not end."""
    return min((key for key in form if key), key=_order)


@lru_cache(maxsize=16384)
def _order(monomial: Monomial) -> tuple[int, list[tuple[str, int]]]:
    named = ((f"{'' if isinstance(atom, Node) and atom.head is Head.SIN else '~'}{atom!r}", k) for atom, k in monomial)
    return -sum(k for _, k in monomial), sorted((name, -k) for name, k in named)


def inverse(form: Form) -> Form:
    """Return one divided by a form that is not zero.

    Raises:
        CheckFailed: where it is too large.
    """
    if len(form) == 1:
        [(key, factor)] = form.items()
        found: Form = {ONE: 1 / factor}
        for atom, k in sorted(key, key=lambda one: _spelled(one[0])):
            found = multiplied(found, power_of(_inverse_of(atom), k))
        return found
    [*roots] = (key for key in form if key)
    if ONE in form and len(roots) == 1 and _is_surd(roots[0]):
        a, b = form[ONE], form[roots[0]]
        [(atom, _)] = roots[0]
        norm = a * a - b * b * _inside(atom)
        return {ONE: a / norm, roots[0]: -b / norm}
    lead = form[_first(form)]
    under = node(Head.DIV, Int(1), written(scaled(form, 1 / lead)))
    return scaled(alone(under), 1 / lead)


def _inverse_of(atom: Expr) -> Form:
    match atom:
        case Node(head=Head.DIV, args=(Int(1), under)):
            return polynomial(under)
        case Node(head=Head.SQRT, args=(inside,)) if form := polynomial(inside):  # of zero there is no inverse
            return multiplied(alone(atom), inverse(form))
    return alone(node(Head.DIV, Int(1), atom))


def _is_surd(key: Monomial) -> bool:
    return len(key) == 1 and all(_inside(atom) > 0 and k == 1 for atom, k in key)


def _inside(atom: Expr) -> int:
    """The whole number whose square root an atom is, or 0."""
    match atom:
        case Node(head=Head.SQRT, args=(Int(under),)):
            return under
    return 0


def atoms(expr: Expr, apart: frozenset[Expr] = frozenset()) -> Iterator[Expr]:
    """Yield parts of an expression such that it is defined where all of them are: sums, products, powers and divisions
    by numbers, and by what is ``apart`` from zero, are taken apart."""
    match expr:
        case Int() | Dec():
            return
        case Node(head=Head.NEG | Head.ADD | Head.SUB | Head.MUL, args=args):
            for arg in args:
                yield from atoms(arg, apart)
        case Node(head=Head.DIV, args=(a, b)) if b in apart or rational(polynomial(b)):
            yield from atoms(a, apart)
            yield from atoms(b, apart)
        case Node(head=Head.POW, args=(base, Int(power))) if 1 <= power <= MAX_POWER:
            yield from atoms(base, apart)
        case _:
            yield expr


@lru_cache(maxsize=4096)
def strict(expr: Expr) -> tuple[Expr, ...]:
    """Return the parts of a relation that are defined where it holds or fails."""
    if not isinstance(expr, Node) or expr.head in SCOPED or expr.head is Head.IF:
        return (expr,)
    return (expr, *(part for arg in expr.args for part in strict(arg)))


class _Work:
    """What may still be done to reduce one product: it tells of that product alone, whatever was asked before."""

    def __init__(self) -> None:
        self.left = MAX_REDUCED

    def multiplied(self, a: Form, b: Form) -> Form:
        """A product within a product.

        Raises:
            CheckFailed: where it is too much.
        """
        self.left -= len(a) * len(b)
        if self.left < 0:
            raise CheckFailed("a product that takes too much work to reduce", Reason.OUT_OF_BUDGET)
        return _product(a, b, self)

    def power(self, form: Form, times: int) -> Form:
        """A power within a product."""
        found = _UNIT
        for _ in range(times):
            found = self.multiplied(found, form)
        return found


def multiplied(a: Form, b: Form) -> Form:
    """Return the product of two polynomials.

    Raises:
        CheckFailed: where it has too many terms, numbers of too many bits, or takes too much work to reduce.
    """
    return _product(a, b, _Work())


def _product(a: Form, b: Form, work: _Work) -> Form:
    spend(len(a) * len(b))
    found: dict[Monomial, Fraction] = {}
    for one, x in a.items():
        for other, y in b.items():
            add_to(found, _joined(one, other, work), x * y)
    return found


def _joined(a: Monomial, b: Monomial, work: _Work) -> Form:
    powers = dict(a)
    for atom, power in b:
        powers[atom] = powers.get(atom, 0) + power
    if not any(isinstance(atom, Node) and atom.head in _REDUCED for atom in powers):
        return {frozenset(powers.items()): Fraction(1)}
    return _reduced(powers, work)


_REDUCED = frozenset({Head.SQRT, Head.ABS, Head.DIV, Head.SIN})


@lru_cache(maxsize=16384)
def _spelled(atom: Expr) -> str:
    return repr(atom)


def _reduced(powers: dict[Expr, int], work: _Work) -> Form:
    """A product of powers with ``x * 1/x``, and squares of roots, of absolute values and of sines, taken."""
    spend(REDUCING)
    square, outside = 1, _UNIT
    for atom in sorted(powers, key=_spelled):  # which divisor is taken first decides what form there is
        k = powers[atom]
        match atom:
            case Node(head=Head.DIV, args=(Int(1), under)) if k and under in powers:
                both = min(k, powers[under])
                powers[atom] -= both
                powers[under] -= both
            case Node(head=Head.DIV, args=(Int(1), Node() as under)) if k and outside is _UNIT:
                outside = _divided(powers, atom, under, work)
            case Node(head=Head.SQRT, args=(Int(under),)):
                square *= under**k
                powers[atom] = 0
            case Node(head=Head.SQRT | Head.SIN | Head.ABS) if k > 1:
                outside = work.multiplied(outside, work.power(_square_of(atom, work), k // 2))
                powers[atom] = k % 2
    left: Form = {frozenset((atom, k) for atom, k in powers.items() if k): Fraction(1)}
    if square > 1:
        [(key, factor)] = _surd(Fraction(square)).items()
        left = {one | key: x * factor for one, x in left.items()}
    return left if outside is _UNIT else work.multiplied(outside, left)


def _square_of(atom: Node, work: _Work) -> Form:
    """The square of a root, of an absolute value, or of a sine."""
    if atom.head is Head.SIN:
        cosine = alone(node(Head.COS, *atom.args))
        return plus(_UNIT, work.multiplied(cosine, cosine), Fraction(-1))
    inside = polynomial(atom.args[0])
    return inside if atom.head is Head.SQRT else work.multiplied(inside, inside)


def _divided(powers: dict[Expr, int], atom: Expr, under: Node, work: _Work) -> Form:
    """A product with the leading monomial of a divisor in it divided by that: ``x/(x + y)`` is ``1 - y/(x + y)``; the
    powers that are left, and what they are multiplied by."""
    divisor = polynomial(under)
    lead = _first(divisor) if len(divisor) > 1 else ONE
    if not lead or divisor[lead] != 1 or any(powers.get(one, 0) < k for one, k in lead):
        return _UNIT
    for one, k in lead:
        powers[one] -= k
    powers[atom] -= 1
    rest = {key: -x for key, x in divisor.items() if key != lead}
    return plus(_UNIT, work.multiplied(rest, alone(atom)), Fraction(1))


def power_of(form: Form, k: int) -> Form:
    """Return a power of a form, which is not zero where ``k`` is negative.

    Raises:
        CheckFailed: where it is too large.
    """
    found, factor = _UNIT, form if k >= 0 else inverse(form)
    for _ in range(abs(k)):
        found = multiplied(found, factor)
    return found
