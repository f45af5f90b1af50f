"""Units of both sides: whether what they count can be compared, and what else the words beside a number may be."""

from __future__ import annotations

from verifier.kernel.term import App, Op, Sym
from verifier.readers.exact.discourse.conversions import packed
from verifier.readers.exact.guards.guard import Abstention
from verifier.readers.exact.guards.table import units as guards
from verifier.readers.exact.lexicon import words
from verifier.readers.exact.lexicon.measures import akin
from verifier.readers.exact.notation.frames import Expr
from verifier.readers.exact.notation.shapes import proper


def unit_qualms(left: Expr, right: Expr) -> list[Abstention]:
    """Whether what is counted on the left may hold more of what the right side counts."""
    a, b = left.units, right.units
    if left.mixed and a & b and a - b and not (a | b) & words.MEASURES and packed(left.term, right.term):
        return [guards.HOLDS_MORE()]  # 4 bags + 3 apples = 23 apples
    return []


def unit_doubts(left: Expr, right: Expr) -> list[Abstention]:
    """Whether both sides can be compared as numbers: ``12 = 1 dozen`` and ``10 cm = 10 m`` cannot."""
    a, b = left.units, right.units
    if any(_sum(side) and side.mixed and side.units & words.SCALES for side in (left, right)):
        return [guards.MIXED_COUNTS()]
    if (a | b) & words.LEVELS:
        return [guards.LEVELS()]
    if (a ^ b) & words.SCALES and not (left.compound and not a):
        return [guards.SCALE(" ".join(sorted((a ^ b) & words.SCALES)))]
    if a and b and not b & a and not _derived(left, right) and ((a | b) & words.MEASURES or not left.compound):
        return [guards.UNITS(f"{' '.join(sorted(a))} and {' '.join(sorted(b))}")]
    lone = not left.compound or (bool(a) and not b and proper(left.term))  # 1/4 jar = 80/4
    if (a or b) and a != b and lone and not isinstance(left.term, Sym) and (a or not right.compound):
        return [guards.BARE()]
    if akin(a, b) and not (_sum(left) or _sum(right)):
        return [guards.AKIN()]
    return []


def _derived(left: Expr, right: Expr) -> bool:
    """Whether units are multiplied on the left, and on the right stands one that they may make: ``2 F * 3 V``."""
    return left.mixed and not right.mixed and len(right.units) == 1 and right.units <= words.DERIVED


def _sum(side: Expr) -> bool:
    return isinstance(side.term, App) and side.term.op in (Op.ADD, Op.SUB)
