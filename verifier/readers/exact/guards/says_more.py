"""What a step says besides its formulas, so that it is not approved for these alone.

``There are 3 + 2 = 5 kittens`` also says what there are five of, and ``5 m`` after ``5 * 1`` that it is metres: the
arithmetic may be proved, what it is said to be is not. Blunt on purpose: such a step is *checked*, and not settled.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from verifier.kernel.expr import Head, Node, walk_expr
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.guards.table import approvals as guards
from verifier.readers.exact.reading import Formula, Reading


def says_more(reading: Reading) -> Iterator[Abstention]:
    """Yield why a step may say something besides its formulas."""
    if _names_more(reading):
        yield guards.NAMES_MORE()
    if any(map(_remarks, reading.formulas)):
        yield guards.REMARK()
    if not all(map(_same_unit, reading.formulas)):
        yield guards.UNIT_UNSAID()


def tautology(formula: Formula) -> bool:
    """Return whether an equation says of a thing, as it is written, that it is itself."""
    (left, shown), (right, again) = _sides(formula)
    return formula.relation is Head.EQ and left.term == right.term and _bare(shown) == _bare(again)


def _names_more(reading: Reading) -> bool:
    """Whether a word that is left aside names, counts or describes what a formula gives, or stands for what was named
    before. Words that are neither read nor inert are unread anyway."""
    said = [word for word, at in sorted(reading.words, key=lambda one: one[1]) if at not in reading.linked]
    plain = not any(sign in formula.text for formula in reading.formulas for sign in "=<>≤≥\\")
    told = {"there"} if plain else set()  # there are 60 minutes in an hour: read whole, and nothing is worked out
    return any(words.inert(word) and not words.joins(word) for word in said if word not in told) or any(
        map(_stands_for, pairwise([*said, ""]))
    )


def _remarks(formula: Formula) -> bool:
    """Whether a remark in brackets ends a formula, which may say more of its result: ``8 + 8 + 11 = 27 (prime)``."""
    text = formula.text.rstrip()
    inside = text[text.rfind("(") + 1 : -1] if text.endswith(")") else ""
    said = inside.replace("-", " ").split()
    return bool(said) and all(word.isalpha() and len(word) > 2 for word in said) and said != ["given"]


def _stands_for(pair: tuple[str, str]) -> bool:
    first, second = pair
    if first == "it":
        return second not in ("follows", "means", "implies", "gives", "yields", "becomes")
    return pair == ("the", "first") or (first in ("this", "these", "which") and second in ("is", "are"))


def _same_unit(formula: Formula) -> bool:
    """Whether both sides carry the same unit, and it is neither divided by nor raised on the way."""
    left, right = formula.left, formula.right
    if left.mixed or right.mixed or left.units != right.units:
        return False
    return not left.units or not any(_turned(side, text) for side, text in _sides(formula))


def _sides(formula: Formula) -> tuple[tuple[PlacedExpr, str], tuple[PlacedExpr, str]]:
    """Both sides of a formula, each with its text."""
    left, right, text = formula.left, formula.right, formula.text
    return (left, text[: left.end - left.start]), (
        right,
        text[right.start - right.end :] if right.end > right.start else "",
    )


def _turned(side: PlacedExpr, text: str) -> bool:
    """Whether a unit may be divided by (``12 / 4 m``), or raised to a power that it does not show."""
    by = [part for mark in "/÷" for part in text.split(mark)[1:]]
    divided = "frac" in text or any(c.isalpha() or c in "$€£¥₹" for part in by for c in part)
    raised = any(isinstance(term, Node) and term.head is Head.POW for term in walk_expr(side.term))
    return (divided and side.compound) or (raised and not any("^" in unit for unit in side.units))


def _bare(text: str) -> str:
    """The text without blanks, brackets and signs of products."""
    return "".join(c for c in text if c not in " \n\t()[]{}*·×$").replace("\\left", "").replace("\\right", "")
