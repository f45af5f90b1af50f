"""Worked: whether the operation that a step tells does lead to its equation: ``Subtracting 9 from both sides, we get``.

The equation may follow from what is known and the operation be another one all the same; such a step is not approved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from verifier.checkers.evaluate import shown
from verifier.engines.points import PointEngine
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.judging.settling.settle import settle
from verifier.kernel.claim import Binder, Claim, Premise
from verifier.kernel.expr import MAX_NESTING, Expr, ExprTooLarge, Head, Int, node
from verifier.kernel.verdict import Proved
from verifier.readers.exact.discourse.operations import BALANCED, Work
from verifier.readers.exact.reading import Formula

_DONE: Final[dict[str, Callable[[Expr, Expr], Expr]]] = {
    "ADD": lambda side, by: node(Head.ADD, side, by),
    "SUBTRACT": lambda side, by: node(Head.SUB, side, by),
    "MULTIPLY": lambda side, by: node(Head.MUL, side, by),
    "DIVIDE": lambda side, by: node(Head.DIV, side, by),
}


def worked(formula: Formula, lines: Sequence[Premise]) -> bool:
    """Return whether a formula comes of one stated before by the operation that is told; True where none is told that
    does the same to both sides. ``lines``: the relations to which it may have been done, the latest first."""
    work = formula.work
    if work is None or work.code not in BALANCED:
        return True
    return any(_leads(line, formula, work) for line in lines)


def equivalent(premise: Premise, claim: Claim) -> bool:
    """Return whether an order relation says what another says, both sides less the same."""
    if premise.relation is not claim.relation:
        return False
    gaps = (node(Head.SUB, premise.left, premise.right), node(Head.SUB, claim.left, claim.right))
    return max(gap.depth for gap in gaps) < MAX_NESTING - 2 and _same(*gaps)


def _leads(line: Premise, formula: Formula, work: Work) -> bool:
    """Whether the operation makes a formula of a line: an equation either way round, an order by what is added, or by
    a positive factor."""
    now = (formula.left.term, formula.right.term)
    equation = line.relation is Head.EQ
    if line.relation is not formula.relation or not (equation or _keeps_order(work)):
        return False
    try:
        made = [_done(side, work) for side in (line.left, line.right)]
    except ExprTooLarge:
        return False
    ways = (now, now[::-1]) if equation else (now,)
    return any(all(a is not None and _same(a, b) for a, b in zip(made, way, strict=True)) for way in ways)


def _keeps_order(work: Work) -> bool:
    number = None if work.by is None else shown(work.by)
    return work.code in ("ADD", "SUBTRACT") or (work.code != "SQUARE" and number is not None and number[0] > 0)


def _done(side: Expr, work: Work) -> Expr | None:
    if work.code == "SQUARE":
        return node(Head.POW, side, Int(2))
    return None if work.by is None else _DONE[work.code](side, work.by)


def _same(before: Expr, now: Expr) -> bool:
    """Whether two expressions are one for all values of their letters."""
    if before == now:
        return True
    claim = Claim(Head.EQ, before, now, Binder.FOR_ALL)
    return isinstance(settle(claim, (PointEngine(), SymbolicEngine()))[0], Proved)
