"""Sums over ranges in the short form of numbers (trusted): term by term, with numbers and letters outside.

A sum of terms is the sum of their sums, and what does not depend on the letter comes out of it (by induction on the
number of terms; of none both are 0). Only numbers and other letters are taken out, which are defined everywhere.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.checkers.formulas.places.monomials import ONE, Form, Monomial, number, plus, written
from verifier.checkers.formulas.rules.functions import Ring
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, Letter, Node, NotSubstituted, Sym, Type, substitute
from verifier.kernel.verdict import CheckFailed


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
        return {frozenset({(over, 1)}): Fraction(1)} if over.free else number(value(over, {}))
    except NotEvaluated:
        return {frozenset({(over, 1)}): Fraction(1)}


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
