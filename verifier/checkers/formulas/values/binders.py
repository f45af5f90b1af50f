"""Sums, products and counts over ranges of whole numbers, and quantifiers over letters with finite bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial

from verifier.checkers.formulas.values.bounds import antecedents, assignments, conjuncts
from verifier.checkers.formulas.values.logic import Truth, negated, unless
from verifier.checkers.formulas.values.polynomials.polynomials import quotient
from verifier.checkers.formulas.values.polynomials.roots import NUMBERS, Roots, roots
from verifier.checkers.formulas.values.values import Place
from verifier.checkers.functions import Unsupported, operate
from verifier.kernel.expr import Expr, Head, Letter, Node, node


def folded(expr: Node, place: Place) -> Fraction:
    """Return the worth of a sum, a product or a count; over no numbers 0, 1 and 0.

    Raises:
        Undefined: where an end or a term is.
        NotEvaluated: where an end is not whole, a term has no value that is known, or a condition neither holds nor
            fails.
    """
    body, low, high = expr.args
    places = _range(expr.letters[0].name, place.number(low), place.number(high), place)
    if expr.head is Head.COUNT_OF:
        return Fraction(sum(_counted(body, here) for here in places))
    op, total = (Head.ADD, Fraction(0)) if expr.head is Head.SUM else (Head.MUL, Fraction(1))
    for here in places:
        total = place.work.number(operate(op, total, here.number(body)))
    return total


def _range(name: str, low: Fraction, high: Fraction, place: Place) -> Iterator[Place]:
    if low.denominator != 1 or high.denominator != 1:
        raise Unsupported("the end of a range is no whole number")
    for value in range(low.numerator, high.numerator + 1):
        place.work.round()
        yield place.at({name: Fraction(value)})


def _counted(body: Expr, place: Place) -> int:
    """One where the condition holds; of a count within, what it counts."""
    if isinstance(body, Node) and body.head is Head.COUNT_OF:
        return int(place.number(body))
    if (holds := place.truth(body)) is None:
        raise Unsupported("a condition that is counted neither holds nor fails")
    return int(holds)


def quantified(expr: Node, place: Place) -> bool | None:
    """Return the truth of ``ForAll`` or ``Exists``: of one equation in one letter by its roots, else by going through
    all values.

    Raises:
        Unsupported: where the condition gives a letter no finite bounds, or it is no whole number.
        NotEvaluated: where the condition is not known at a value, and no other value decides.
    """
    body = expr.args[0]
    every = expr.head is Head.FOR_ALL
    if every and len(split := implications(body)) > 1:
        return unless(False, (partial(quantified, Node(expr.head, (one,), expr.letters), place) for one in split))
    if isinstance(body, Node) and len(expr.letters) == 1 and expr.letters[0].type in NUMBERS:
        try:
            if body.head in (Head.EQ, Head.NE) and len(body.args) == 2:
                return _of_equation(every, expr.letters[0], body, place)
            if not every and _some(roots(expr.letters[0], body, place)):
                return True
        except Unsupported:
            pass
    places = assignments(expr.letters, antecedents(body) if every else conjuncts(body), place)
    return unless(not every, _truths(body, places))


def implications(body: Expr) -> list[Expr]:
    """Return formulas that hold together where ``body`` holds, and of which one fails where it fails: of an
    equivalence both implications, of an implication from a disjunction one from each part."""
    match body:
        case Node(head=Head.IFF, args=(p, q)):
            return [*implications(node(Head.IMPLIES, p, q)), *implications(node(Head.IMPLIES, q, p))]
        case Node(head=Head.IMPLIES, args=(Node(head=Head.OR, args=args), q)):
            return [node(Head.IMPLIES, p, q) for p in args]
    return [body]


def _of_equation(every: bool, letter: Letter, body: Node, place: Place) -> bool | None:
    """The truth of a quantified equation between quotients of polynomials, or of its negation."""
    if body.head is Head.NE:
        return negated(_of_equation(not every, letter, node(Head.EQ, *body.args), place))
    difference = quotient(node(Head.SUB, *body.args), letter.name, place)
    if every and difference.top != 0:
        return False  # it has finitely many zeros and holes, and each type has infinitely many values
    if not every and _some(roots(letter, body, place)):
        return True
    undefined = not difference.polynomial and _some(Roots(letter, difference.holes))
    return None if undefined else every


def _some(found: Roots) -> bool:
    """Whether there are solutions: where no type is declared, in the reals and in the complex numbers alike."""
    if found.zeros is None:
        return True
    some = {count > 0 for count in found.counts()}
    if len(some) > 1:
        raise Unsupported("the real and the complex solutions differ, and no type is declared")
    return some == {True}


def _truths(body: Expr, places: Iterable[Place]) -> Iterator[Truth]:
    return (partial(here.truth, body) for here in places)
