"""Correspondence: what numbers count in some fields, where an equation between them is not one between plain numbers.

Places between ends, maps and what they show, numbers of a list. Each answers whether a false closed equation is right
as read so.
"""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, walk_expr
from verifier.readers.exact.reading import Formula

_ENDS: Final = frozenset(
    ("inclusive", "inclusively", "post", "posts", "pole", "poles", "tree", "trees", "page", "pages", "fence", "rung",
     "rungs", "stair", "stairs", "floor", "floors", "lamp", "lamps", "station", "stations", "stop", "stops", "cut",
     "cuts", "knot", "knots", "day", "days", "night", "nights", "interval", "intervals",
     "octave", "row", "rows", "seat", "seats", "integer", "integers", "numbers", "terms")
)  # fmt: skip
"""Words of what is counted with both ends, or between them."""


def between_ends(formula: Formula, claim: Claim) -> bool:
    """Return whether a whole difference or quotient is off by one, or a sum one less, where ends are counted: two
    stretches share an end."""
    said = formula.words | formula.left.units | formula.right.units
    said |= {f"{unit}s" for unit in formula.right.units}
    left = claim.left
    if not isinstance(left, Node) or left.head not in (Head.SUB, Head.DIV, Head.ADD) or not said & _ENDS:
        return False
    if not all(isinstance(part, Int) for part in left.args) or abs(_gap(claim) or 0) != 1:
        return False
    return left.head is not Head.ADD or value(left, {}) > value(claim.right, {})


def corresponding(formula: Formula, claim: Claim, numbers: Set[Fraction]) -> bool:
    """Return whether two quantities in other units are as far apart as a scale that the text tells."""
    sides = ["".join(filter(str.isalpha, side)) for side in formula.text.split("=")]
    single = bool(formula.left.units and formula.right.units) and not set(formula.text) & set("+-−–*/×÷·^\\(")
    if _gap(claim) is None or not single or len(sides) != 2 or sides[0] == sides[1]:
        return False
    left, right = value(claim.left, {}), value(claim.right, {})
    return bool(left and right) and bool({left / right, right / left} & (set(numbers) - {Fraction(1)}))


def miscounted_list(formula: Formula, claim: Claim) -> bool:
    """Return whether a list number without a blank may stand before the point of a first decimal: ``1.5 + 3 = 8``."""
    at_start = not formula.position and not formula.before and formula.text[:1].isdigit()
    first = next((t for t in walk_expr(claim.left) if isinstance(t, Int | Dec)), None)
    if not at_start or formula.words or not isinstance(first, Dec) or not 0 < first.value < 100:
        return False
    rest = str(first.digits)[len(str(int(first.value))) :]
    if not rest.isdigit() or rest.startswith("0"):
        return False
    return _gap(claim.between(_begins(claim.left, first, Int(int(rest))), claim.right)) == 0


def _begins(term: Expr, old: Expr, new: Expr) -> Expr:
    """The term with its first numeral exchanged."""
    if isinstance(term, Node):
        return Node(term.head, (_begins(term.args[0], old, new), *term.args[1:]))
    return new if term == old else term


def _gap(claim: Claim) -> Fraction | None:
    if claim.letters or claim.relation is not Head.EQ:
        return None
    try:
        return value(claim.left, {}) - value(claim.right, {})
    except NotEvaluated:
        return None
