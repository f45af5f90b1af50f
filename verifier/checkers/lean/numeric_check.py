"""The second look of the Lean checker: the values at a point must say what Lean is to show (trusted).

It guards against contradictory premises and against a slip of the renderer at once. Where the values are rational the
kernel's evaluator looks, where they are real numbers enclosures do, and where they are complex, floating numbers: those
only confirm what Lean proves, and never refute.
"""

from __future__ import annotations

import cmath
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from verifier.checkers.balls import enclosed
from verifier.checkers.enclosure import Doubtful, enclose, precisions
from verifier.checkers.evaluate import Outcome, Point, compare, satisfies, value
from verifier.checkers.functions import NotEvaluated, Unsupported
from verifier.checkers.lean.statement.render import Statement
from verifier.checkers.points import reason_of, usable
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason, Shows

CLOSE = 1e-9  # relative distance of floating numbers that may be equal
BITS = 256  # precision at which enclosures of equal numbers are seen to overlap


def agrees(claim: Claim, shows: Shows, point: Point, statement: Statement) -> dict[str, Any]:
    """Return what the certificate is to note, if the values at ``point`` say what Lean is to show. Raises: CheckFailed.

    The note ``as_rounded`` stands where the statement is one of nearness and not of equality.
    """
    try:
        _fits(claim, shows, point)
        outcome = seen(claim, point)
    except NotEvaluated as error:
        raise CheckFailed(str(error), reason_of(error)) from error
    true = Outcome.HOLDS_ROUNDED if statement.as_rounded else Outcome.HOLDS
    if outcome is not (true if shows is Shows.TRUE else Outcome.FAILS):
        rounded = outcome in (Outcome.ROUNDED, Outcome.HOLDS_ROUNDED)
        reason = Reason.ROUNDED if rounded else Reason.NOT_ENTAILED
        raise CheckFailed("the values at the point do not show that exactly", reason)
    decimals = any(isinstance(t, Dec) for side in (claim.left, claim.right) for t in walk_expr(side))
    if decimals and claim.letters and shows is Shows.FALSE and not statement.at_point:
        raise CheckFailed("a decimal with variables may be rounded at other values", Reason.ROUNDED)
    return {"as_rounded": True} if statement.as_rounded else {}


def _fits(claim: Claim, shows: Shows, point: Point) -> None:
    counterexample = claim.is_for_all and shows is Shows.FALSE
    if counterexample and not usable(claim, point):
        raise CheckFailed("the point is outside the domain", Reason.SIDE_CONDITION)
    if claim.letters and not satisfies(claim.premises, point):
        raise CheckFailed("the premises do not hold at the point", Reason.NO_MODEL_FOUND)


def seen(claim: Claim, point: Point) -> Outcome:
    """Return what the values at ``point`` say, rational or not. Raises: NotEvaluated, CheckFailed.

    Equations of irrational numbers are said to hold where narrow enclosures overlap.
    """
    try:
        return compare(claim, point)
    except Unsupported:
        at = relate(claim.relation, placed(claim.left, point), placed(claim.right, point), rounded=claim.rounded)
        if any(term == Const("i") for side in (at.left, at.right) for term in walk_expr(side)):
            return _by_floating(at)
        found = Outcome.HOLDS if _may_be_equal(at) else enclosed(at)[0]
        if claim.letters and found is Outcome.FAILS:
            raise  # what is not rational is refuted by enclosures of closed claims alone
        return found


def placed(term: Expr, point: Point) -> Expr:
    """Return ``term`` with the values of the letters in their places."""
    if isinstance(term, Sym) and term.name in point:
        n, d = abs(point[term.name].numerator), point[term.name].denominator
        size: Expr = Int(n) if d == 1 else Node(Head.DIV, (Int(n), Int(d)))
        return Node(Head.NEG, (size,)) if point[term.name] < 0 else size
    return Node(term.head, tuple(placed(arg, point) for arg in term.args)) if isinstance(term, Node) else term


def _may_be_equal(at: Claim) -> bool:
    """Whether an equation's sides overlap when enclosed narrowly: equal irrational numbers cannot show more."""
    if at.relation is not Head.EQ:
        return False
    for bits in precisions():
        try:
            left, right = enclose(at.left, frozenset()), enclose(at.right, frozenset())
        except Doubtful:
            continue
        if bits >= BITS:
            return bool(left.overlaps(right))
    return False


def _by_floating(at: Claim) -> Outcome:
    if at.relation is not Head.EQ:
        raise CheckFailed("complex numbers are compared for equality alone, and never refuted", Reason.OUT_OF_SCOPE)
    try:
        left, right = floating(at.left), floating(at.right)
    except (ArithmeticError, ValueError) as error:
        raise CheckFailed(f"no complex value: {error}", Reason.SIDE_CONDITION) from error
    if not cmath.isclose(left, right, rel_tol=CLOSE, abs_tol=CLOSE):
        raise CheckFailed("the sides are not equal, as far as floating numbers show", Reason.OUT_OF_SCOPE)
    return Outcome.HOLDS


def floating(term: Expr) -> complex:
    """Return the value of a closed term as a floating complex number. Raises: ArithmeticError, ValueError."""
    match term:
        case Const(name):
            return {"pi": complex(math.pi), "e": complex(math.e), "i": 1j}[name]
        case Node(Head.POW, (base, exponent)):
            n = value(exponent, {})
            return floating(base) ** (n.numerator if n.denominator == 1 else float(n))
        case Node(Head.ROOT, (radicand, n)):
            return floating(radicand) ** float(1 / value(n, {}))
        case Node(op, args) if op in _FLOATING:
            return _FLOATING[op](*map(floating, args))
    return complex(float(value(term, {})))


_FLOATING: Mapping[Head, Callable[..., complex]] = {
    Head.ADD: operator.add,
    Head.SUB: operator.sub,
    Head.MUL: operator.mul,
    Head.DIV: operator.truediv,
    Head.NEG: operator.neg,
    Head.SQRT: cmath.sqrt,
    Head.ABS: abs,
}
