"""Units of both sides: whether what they count can be compared, and what else the words beside a number may be."""

from __future__ import annotations

from itertools import pairwise

from verifier.kernel.expr import Head, Node
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import akin
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.discourse.conversions import packed
from verifier.readers.exact.guards.table import units as guards


def unit_qualms(left: PlacedExpr, right: PlacedExpr) -> list[Abstention]:
    """Whether a computation without units is compared with so many dozen, cents or millions."""
    a, b = left.units, right.units
    if scales := (a ^ b) & words.SCALES:
        return [guards.SCALED_RESULT(" ".join(sorted(scales)))]
    if left.mixed and a & b and a - b and not (a | b) & words.MEASURES and packed(left.term, right.term):
        return [guards.HOLDS_MORE()]  # 4 bags + 3 apples = 23 apples
    if not (a and b) or b & a or (a | b) & words.MEASURES or _derived(left, right):
        return []
    return [guards.OTHER_THINGS()]


def unit_doubts(left: PlacedExpr, right: PlacedExpr) -> list[Abstention]:
    """Whether both sides can be compared as numbers: ``12 = 1 dozen`` and ``10 cm = 10 m`` cannot."""
    a, b = left.units, right.units
    scaled = bool(a & b & words.SCALES)  # 3 dozen * 3 dozen
    if any((_sum(side) or scaled) and side.mixed and side.units & words.SCALES for side in (left, right)):
        return [guards.MIXED_COUNTS()]
    if a and b and not b & a and not _derived(left, right) and ((a | b) & words.MEASURES or not left.compound):
        return [guards.UNITS(f"{' '.join(sorted(a))} and {' '.join(sorted(b))}")]
    if akin(a, b) and not (_sum(left) or _sum(right)):
        return [guards.AKIN()]
    return []


def turned_rates(text: str, left: PlacedExpr, right: PlacedExpr) -> list[Abstention]:
    """Whether both sides are rates of the same two units, the one by the other and the other way round: ``5 m/s`` and
    ``5 s/m``. ``text``: in which they stand."""
    if left.units != right.units or "per" not in left.units or len(left.units) < 3:
        return []
    by = [_divisor(text[side.start : side.end]) for side in (left, right)]
    return [] if by[0] == by[1] else [guards.TURNED_RATE()]


def _divisor(text: str) -> str:
    """The unit after the last stroke or *per* that stands before a word."""
    words_ = text.replace("/", " / ").lower().split()
    after = [b for a, b in pairwise(words_) if a in ("/", "per") and b[:1].isalpha()]
    return words.lemma(after[-1].strip(".,;:!?)]}$\\")) if after else ""


def _derived(left: PlacedExpr, right: PlacedExpr) -> bool:
    """Whether units are multiplied on the left, and on the right stands one that they may make: ``2 F * 3 V``."""
    return left.mixed and not right.mixed and len(right.units) == 1 and right.units <= words.DERIVED


def _sum(side: PlacedExpr) -> bool:
    return isinstance(side.term, Node) and side.term.head in (Head.ADD, Head.SUB)


def symbols(left: PlacedExpr, right: PlacedExpr) -> frozenset[str]:
    """Return the single letters that are read as units on one side, of whose other side no unit is known,
    and so may be letters that stand for numbers."""
    if left.units and right.units:
        return frozenset()
    return frozenset(unit for unit in left.units | right.units if unit in words.SYMBOLS and len(unit) == 1)
