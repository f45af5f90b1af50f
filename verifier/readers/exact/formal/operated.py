"""What the operation that a step tells does to the relations before it: ``Subtracting 9 from both sides, we get``.

The equation may follow from what is known and the operation be another one all the same; such a step is not approved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import Outcome, compare, shown
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim, Hypothesis, relate
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, node
from verifier.readers.exact.discourse.operations import BALANCED, Work
from verifier.readers.exact.reading import Formula

_DONE: Final[dict[str, Callable[[Expr, Expr], Expr]]] = {
    "ADD": lambda side, by: node(Head.ADD, side, by),
    "SUBTRACT": lambda side, by: node(Head.SUB, side, by),
    "MULTIPLY": lambda side, by: node(Head.MUL, side, by),
    "DIVIDE": lambda side, by: node(Head.DIV, side, by),
}


def operates(formula: Formula) -> bool:
    """Return whether words tell that the same was done to both sides."""
    return formula.work is not None and formula.work.code in BALANCED


def led_to(line: Hypothesis, formula: Formula) -> Iterator[tuple[Claim, Claim]]:
    """Yield pairs of identities: where both of one hold, the operation makes a formula of a line, an equation either
    way round, an order by what is added, or by a positive factor."""
    work, now = formula.work, (formula.left.term, formula.right.term)
    equation = line.relation is Head.EQ
    if work is None or line.relation is not formula.relation or not (equation or _keeps_order(work)):
        return
    try:
        made = [_done(side, work) for side in (line.left, line.right)]
    except ExprTooLarge:
        return
    for left, right in (now, now[::-1]) if equation else (now,):
        if made[0] is not None and made[1] is not None:
            pair = (
                relate(Head.EQ, made[0], left).for_all(),
                relate(Head.EQ, made[1], right).for_all(),
            )
            if not any(map(_fails_somewhere, pair)):
                yield pair


def _fails_somewhere(identity: Claim) -> bool:
    """Whether an identity fails at the one point at which it is looked at."""
    try:
        return compare(identity, dict.fromkeys(identity.letters, Fraction(3))) is Outcome.FAILS
    except NotEvaluated:
        return False


def _keeps_order(work: Work) -> bool:
    number = None if work.by is None else shown(work.by)
    return work.code in ("ADD", "SUBTRACT") or (work.code != "SQUARE" and number is not None and number[0] > 0)


def _done(side: Expr, work: Work) -> Expr | None:
    if work.code == "SQUARE":
        return node(Head.POW, side, Int(2))
    return None if work.by is None else _DONE[work.code](side, work.by)
