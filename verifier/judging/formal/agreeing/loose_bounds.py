"""Bounds that are looser than the digits that show them: what is proved of one is no sign that its value is right.

``n > 157.29`` follows from ``n > 1103/7``, and so does ``n > 157.30``: a bound that is what the digits show, rounded,
would not leave room for another unit of the last place.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import conjuncts
from verifier.judging.formal.deciding.rests_on_error import Decide
from verifier.judging.formal.deciding.translation import Decision
from verifier.kernel.evaluate import NotEvaluated, value
from verifier.kernel.formula import Expr, FormulaTooLarge, Head, Node, NotLowered, free, lowered, node, parts
from verifier.kernel.formula_claim import FormulaClaim, claim_of
from verifier.kernel.term import Dec, TermTooLarge
from verifier.kernel.verdict import Proved

UPWARDS: Final = {Head.GT: (1, -1), Head.GE: (1, -1), Head.LT: (-1, 1), Head.LE: (-1, 1)}
"""Whether an order becomes stricter as its right side grows, and as its left side does."""


def loose_bounds(decision: Decision, decide: Decide) -> Iterator[Dec]:
    """Yield the decimals that bound what has letters, in a proved claim, and may be a unit stricter by the same
    premises."""
    certificate, said = decision.certificate, decision.said.expr
    if certificate is None or said is None or not isinstance(decision.verdict, Proved):
        return
    shown = {one.value: one for one in parts(said) if isinstance(one, Dec)}
    claim = certificate.claim
    if not shown or not isinstance(claim, FormulaClaim):
        return
    for part in conjuncts(claim.formula):
        for bound, stricter in _stricter(part, shown):
            if isinstance(decide(claim_of(stricter, claim.types, claim.premises, claim.rounded)), Proved):
                yield bound


def _stricter(part: Expr, shown: dict[Fraction, Dec]) -> Iterator[tuple[Dec, Expr]]:
    """The bounds of an order, and the order with each of them a unit of its last place stricter."""
    if not isinstance(part, Node) or part.head not in UPWARDS or not free(part):
        return
    left, right = part.args
    for side, way in zip((right, left), UPWARDS[part.head], strict=True):
        at = None if free(side) else _number(side)
        if at is not None and (bound := shown.get(abs(at))) is not None:
            try:
                moved = numeral(at + way * bound.unit)
                stricter = node(part.head, left, moved) if side is right else node(part.head, moved, right)
            except (FormulaTooLarge, TermTooLarge):
                continue
            yield bound, stricter


def _number(side: Expr) -> Fraction | None:
    try:
        return value(lowered(side), {})
    except (NotLowered, NotEvaluated, TermTooLarge):
        return None
