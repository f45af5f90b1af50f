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
from verifier.checkers.formulas.places.totality import (
    CONDITIONAL,
    NOTHING,
    REAL,
    apart,
    conditions_of,
    is_condition_met,
    is_whole,
    least,
    real,
    total,
)
from verifier.checkers.formulas.rules.forms import atoms, polynomial, strict
from verifier.kernel.expr import SCOPED, Expr, Head, Int, Node, Sym, conditions, walk_expr
from verifier.kernel.functions import ON_WHOLE_NUMBERS


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
    """Return whether a number is surely whole at a place, where it is defined."""
    return is_whole(expr, grounds | _letters(place.whole))


@lru_cache(maxsize=256)
def _letters(names: frozenset[str]) -> frozenset[Expr]:
    return frozenset(map(Sym, names))


def defined(formula: Expr, place: Place) -> bool:
    """Return whether a formula surely holds or fails at a place."""
    return total(formula, place.types, NOTHING, _letters(place.whole))


def granted(formula: Expr, uses: Sequence[Expr], place: Place) -> bool:
    """Return whether the remainders and common divisors and multiples in a formula, of letters, are surely defined: at
    the place, or since they stand in comparisons that hold."""
    of_whole = frozenset({Head.GCD, Head.LCM, Head.MOD, Head.REM})
    asked = {part for part in walk_expr(formula) if isinstance(part, Node) and part.head in of_whole and part.free}
    return not asked or defined(formula, place) or asked <= {part for one in uses for part in walk_expr(one)}


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
        self._whole = given_whole([*signs]) | _letters(place.whole)
        nodes = [part for part in self._parts if isinstance(part, Node)]
        self._signs = signs.union(*map(conditions, nodes))
        self._apart = frozenset(part.args[1] for part in nodes if part.head is Head.DIV)
        self._calls = [part for part in nodes if part.head is Head.CALL]

    def surely(self, expr: Expr) -> bool:
        """Return whether a number is defined."""
        return all(self._atom(atom) for atom in atoms(expr, self._apart))

    def _atom(self, atom: Expr) -> bool:
        if atom in self._parts or total(atom, self._place.types, self._signs, self._whole):
            return True
        match atom:
            case Node(head=Head.DIV, args=args) if all(map(self.surely, args)):
                return self._apart_from_zero(args[1])
            case Node(head=Head.CALL, args=(name, *args)) if all(map(self.surely, args)):
                return any(polynomial(one) == polynomial(atom) for one in self._calls if one.args[0] == name)
            case Node(head=head, args=args) if head in CONDITIONAL and all(map(self._real, args)):
                return all(map(self._is_met, conditions_of(atom)))
        return False

    def _is_met(self, condition: Expr) -> bool:
        match condition:
            case Node(head=Head.GT | Head.GE, args=(x, bound)):
                gap = x if bound == Int(0) else Node(Head.SUB, (x, bound))
                return self._least(gap, strictly=condition.head is Head.GT)
            case Node(head=Head.NE, args=(x, Int(0))):
                return self._apart_from_zero(x)
            case Node(head=Head.OR, args=args):
                return any(map(self._is_met, args))
        return is_condition_met(condition, self._place.types, self._signs, self._whole)

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
