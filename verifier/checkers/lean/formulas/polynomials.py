"""Polynomials inside formulas that Lean is told (trusted): their integrals, derivatives and coefficients, written out;
and numerals in other bases.

The integral of ``c*x**k`` from a to b is ``c*(b**(k + 1) - a**(k + 1))/(k + 1)`` in the real numbers, whichever way one
comes to it. Only sums, products and powers of what is defined anyhow are taken apart: nothing cancels that may be
undefined. Integrals of others, and limits, are not Lean's.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.checkers.formulas.places.monomials import Form, numeral, written
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, node
from verifier.kernel.verdict import CheckFailed

MAX_DEGREE = 12
"""Highest power that is looked at."""

Coefficients = dict[int, Expr]
"""What each power of a letter is multiplied by."""


def of_polynomials(expr: Expr) -> Expr:
    """Return ``expr`` with integrals, derivatives and coefficients of polynomials written out; others stay."""
    if not isinstance(expr, Node):
        return expr
    args = tuple(map(of_polynomials, expr.args))
    found = Node(expr.head, args, expr.letters) if args != expr.args else expr
    try:
        return _written_out(found) or found
    except CheckFailed:
        return found


def _written_out(expr: Node) -> Expr | None:
    match expr.head, expr.args:
        case Head.INTEGRAL, (body, low, high) if (by := coefficients(body, expr.letters[0].name)) is not None:
            return None if _infinite(low) or _infinite(high) else _between(by, low, high)
        case Head.DIFF, (body, Sym(name), *order) if order in ([], [Int(1)]):
            by = coefficients(body, name)
            return None if by is None else _sum([_term(c, k, Sym(name), k - 1) for k, c in by.items() if k])
        case Head.COEFF, (body, Int(power)) if (by := coefficients(body, expr.letters[0].name)) is not None:
            return by.get(power, Int(0))
        case Head.NUMERAL, _:
            return _numeral(expr)
    return None


def _numeral(expr: Node) -> Expr | None:
    """A numeral in another base, in base ten."""
    try:
        return numeral(value(expr, {}))
    except NotEvaluated:
        return None


def _infinite(end: Expr) -> bool:
    return any(isinstance(one, Node) and one.head is Head.INFINITY for one in (end, *getattr(end, "args", ())))


def coefficients(body: Expr, name: str) -> Coefficients | None:
    """Return what the powers of a letter in a polynomial are multiplied by, or None where it is none.

    Raises:
        CheckFailed: where it is too large.
    """
    if not _plain(body):
        return None
    by: dict[int, dict[frozenset[tuple[Expr, int]], Fraction]] = {}
    form: Form = polynomial(body)
    for monomial, factor in form.items():
        power = next((k for atom, k in monomial if atom == Sym(name)), 0)
        rest = frozenset((atom, k) for atom, k in monomial if atom != Sym(name))
        if power > MAX_DEGREE or any(name in atom.free for atom, _ in rest):
            return None
        by.setdefault(power, {})[rest] = factor
    return {power: written(row) for power, row in sorted(by.items())}


def _plain(expr: Expr) -> bool:
    """Whether it is made of numbers and letters by sums, products, powers and divisions by numerals."""
    match expr:
        case Int() | Sym():
            return True
        case Node(head=Head.ADD | Head.SUB | Head.MUL | Head.NEG, args=args):
            return all(map(_plain, args))
        case Node(head=Head.DIV, args=(over, Int(number))):
            return number != 0 and _plain(over)
        case Node(head=Head.POW, args=(base, Int(power))):
            return 0 < power <= MAX_DEGREE and _plain(base)
    return False


def _between(by: Coefficients, low: Expr, high: Expr) -> Expr:
    """The difference of an antiderivative at both ends."""
    ends = [_sum([_term(c, Fraction(1, k + 1), at, k + 1) for k, c in by.items()]) for at in (high, low)]
    return node(Head.SUB, *ends)


def _term(coefficient: Expr, factor: Fraction | int, x: Expr, power: int) -> Expr:
    scaled = coefficient if factor == 1 else node(Head.MUL, numeral(Fraction(factor)), coefficient)
    if power == 0:
        return scaled
    return node(Head.MUL, scaled, x if power == 1 else node(Head.POW, x, Int(power)))


def _sum(terms: list[Expr]) -> Expr:
    if not terms:
        return Int(0)
    found = terms[0]
    for one in terms[1:]:
        found = node(Head.ADD, found, one)
    return found
