"""Which numbers are whole, and which are defined where comparisons hold (trusted).

Whole are letters by what is given or by the type of their binder, and what is made of such. That a letter of the claim
has the type of whole numbers is no ground: a formula says so, or is undefined otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from verifier.checkers.formulas.places.monomials import Form, plus, rational
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.totality import REAL, apart, least, real, total
from verifier.checkers.formulas.rules.forms import atoms, polynomial, strict
from verifier.kernel.expr import COMPARISONS, CONNECTIVES, SCOPED, Expr, Head, Int, Node, Sym, conditions, walk_expr
from verifier.kernel.functions import ON_WHOLE_NUMBERS, SIGNATURES

_CLOSED = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.NEG, Head.ABS, Head.MIN, Head.MAX})
_ALWAYS = {head for head, one in SIGNATURES.items() if one.whole} | {Head.LEN, Head.NUM_SOLUTIONS, Head.COUNT_OF}
"""Functions whose values are whole, where they have one."""


def given_whole(formulas: Sequence[Expr]) -> frozenset[Expr]:
    """Return the numbers of which formulas that hold say that they are whole, or would be undefined otherwise."""
    return frozenset().union(*map(_all_given, formulas))


@lru_cache(maxsize=4096)
def _all_given(formula: Expr) -> frozenset[Expr]:
    return frozenset(_given(formula))


def _given(formula: Expr) -> Iterator[Expr]:
    while isinstance(formula, Node) and formula.head is Head.NOT:
        formula = formula.args[0]
        if isinstance(formula, Node) and formula.head in (Head.IS_INT, Head.IS_PRIME):
            return  # that these fail says nothing of the kind
    if not isinstance(formula, Node):
        return
    match formula.head:
        case Head.IS_INT | Head.IS_PRIME:
            yield formula.args[0]
        case Head.DIVIDES | Head.CONGRUENT | Head.EQ | Head.NE | Head.LT | Head.LE | Head.GT | Head.GE:
            yield from _inside(formula)


def _inside(expr: Expr) -> Iterator[Expr]:
    """The arguments of functions of whole numbers, which are defined here."""
    if not isinstance(expr, Node) or expr.head in SCOPED or expr.head is Head.IF:
        return
    if expr.head in ON_WHOLE_NUMBERS:
        yield from expr.args
    for arg in expr.args:
        yield from _inside(arg)


def whole(expr: Expr, place: Place, grounds: frozenset[Expr]) -> bool:
    """Return whether a number is surely whole, where it is defined."""
    if expr in grounds or isinstance(expr, Int):
        return True
    if isinstance(expr, Sym):
        return expr.name in place.whole
    if not isinstance(expr, Node):
        return False
    if expr.head is Head.POW:
        base, power = expr.args
        return isinstance(power, Int) and whole(base, place, grounds)
    return expr.head in _ALWAYS or (expr.head in _CLOSED and all(whole(arg, place, grounds) for arg in expr.args))


def defined(formula: Expr, place: Place) -> bool:
    """Return whether a formula surely holds or fails at a place: as ``total``; what divides what is whole there; what
    is compared, or congruent, of numbers, remainders and common divisors."""
    if total(formula, place.types):
        return True
    if not isinstance(formula, Node):
        return False
    if formula.head in CONNECTIVES:
        return all(defined(arg, place) for arg in formula.args)
    if formula.head is Head.IS_PRIME:
        return total(formula.args[0], place.types)
    if formula.head in COMPARISONS:
        letters = all(place.types.get(name) in REAL for name in formula.free)
        return letters and all(real(side) and _is_number(side, place) for side in formula.args)
    if formula.head is Head.CONGRUENT:
        *sides, modulus = formula.args
        return _is_modulus(modulus) and all(_is_whole(side, place) for side in sides)
    divides = formula.head is Head.DIVIDES
    return divides and all(total(x, place.types) and whole(x, place, frozenset()) for x in formula.args)


def granted(formula: Expr, uses: Sequence[Expr], place: Place) -> bool:
    """Return whether the remainders and common divisors and multiples in a formula, of letters, are surely defined: at
    the place, or since they stand in comparisons that hold."""
    of_whole = frozenset({Head.GCD, Head.LCM, Head.MOD, Head.REM})
    asked = {part for part in walk_expr(formula) if isinstance(part, Node) and part.head in of_whole and part.free}
    return not asked or defined(formula, place) or asked <= {part for one in uses for part in walk_expr(one)}


def _is_number(expr: Expr, place: Place) -> bool:
    """Whether real letters make a number with what is calculated, or made of whole numbers."""
    if total(expr, place.types):
        return True
    if not isinstance(expr, Node):
        return False
    if expr.head in (Head.REM, Head.MOD):
        return _is_modulus(expr.args[1]) and _is_whole(expr.args[0], place)
    if expr.head in (Head.GCD, Head.LCM):
        return all(_is_whole(arg, place) for arg in expr.args)
    return expr.head in (Head.ADD, Head.SUB, Head.MUL, Head.NEG) and all(_is_number(arg, place) for arg in expr.args)


def _is_whole(expr: Expr, place: Place) -> bool:
    return total(expr, place.types) and whole(expr, place, frozenset())


def _is_modulus(expr: Expr) -> bool:
    return isinstance(expr, Int) and expr.value >= 1


class Defined:
    """What is defined where relations hold: their parts, and what is made of numbers whose signs they tell. Of
    ``signs``, formulas that hold, comparisons tell as much, and which numbers are whole.

    ``read`` tells which polynomial stands in which order to zero by a comparison, or None.
    """

    def __init__(
        self,
        uses: Sequence[Expr],
        place: Place,
        signs: frozenset[Expr],
        read: Callable[[Expr, Place], tuple[Form, Head] | None],
    ) -> None:
        self._place, self._read = place, read
        compared = [one for one in signs if read(one, place) is not None]  # of real numbers: what is infinite is none
        self._parts = {part for one in (*uses, *compared) for part in strict(one)}
        self._grounds = given_whole([*signs])
        nodes = [part for part in self._parts if isinstance(part, Node)]
        self._signs = signs.union(*map(conditions, nodes))
        self._apart = frozenset(part.args[1] for part in nodes if part.head is Head.DIV)
        self._calls = [part for part in nodes if part.head is Head.CALL]

    def surely(self, expr: Expr) -> bool:
        """Return whether a number is defined."""
        return all(self._atom(atom) for atom in atoms(expr, self._apart))

    def _atom(self, atom: Expr) -> bool:
        if atom in self._parts or total(atom, self._place.types, self._signs):
            return True
        if not isinstance(atom, Node):
            return False
        match atom.head, atom.args:
            case ((Head.FACTORIAL | Head.BINOMIAL), args):
                return all(self._counted(arg) for arg in args)
            case Head.DIV, (over, under):
                return self.surely(over) and self.surely(under) and self._apart_from_zero(under)
            case Head.SQRT, (x,):
                return self._real(x) and self._least(x, strictly=False)
            case Head.LN, (x,):
                return self._real(x) and self._least(x, strictly=True)
            case Head.LOG, (x, Int(base)):
                return base > 1 and self._real(x) and self._least(x, strictly=True)
            case Head.CALL, (name, *args) if all(map(self.surely, args)):
                return any(polynomial(one) == polynomial(atom) for one in self._calls if one.args[0] == name)
        return False

    def _counted(self, number: Expr) -> bool:
        """Whether it is a whole number that is not negative."""
        known = whole(number, self._place, self._grounds) and total(number, self._place.types)
        return known and self._least(number, strictly=False)

    def _real(self, number: Expr) -> bool:
        """Whether it is defined, and a real number."""
        return self.surely(number) and real(number) and all(self._place.types.get(x) in REAL for x in number.free)

    def _least(self, number: Expr, *, strictly: bool) -> bool:
        """Whether signs tell that a number is at least zero (``strictly``: greater), or it is as far above another one
        of which a comparison says so."""
        if least(number, self._place.types, self._signs, strictly=strictly):
            return True
        form = polynomial(number)
        for known, sign in self._orders():
            gap = None if sign is Head.NE else rational(plus(form, known, Fraction(-1)))
            if gap is not None and (gap > 0 or (gap == 0 and (sign is Head.GT or not strictly))):
                return True
        return False

    def _apart_from_zero(self, number: Expr) -> bool:
        """Whether signs tell that a number is not zero, or it is a multiple of another one of which that is said."""
        if apart(number, self._place.types, self._signs):
            return True
        form = polynomial(number)
        for known, sign in self._orders():
            ratio = next((form[key] / x for key, x in known.items() if key in form), None)
            if sign in (Head.NE, Head.GT) and ratio and not plus(form, known, -ratio):
                return True
        return False

    def _orders(self) -> Iterator[tuple[Form, Head]]:
        return filter(None, (self._read(one, self._place) for one in self._signs))
