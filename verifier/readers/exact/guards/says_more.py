"""What a step says besides its formulas, so that it is not approved for these alone.

``There are 3 + 2 = 5 kittens`` also says what there are five of, and ``5 m`` after ``5 * 1`` that it is metres: the
arithmetic may be proved, what it is said to be is not. Blunt on purpose: such a step is *checked*, and not settled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from math import gcd
from typing import Final

from verifier.kernel.expr import Expr, Head, Int, Node, Sym, walk_expr
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula, Reading


def says_more(reading: Reading) -> Iterator[Abstention]:
    """Yield why a step may say something besides its formulas."""
    if _names_more(reading):
        yield GUARDS["names-more"]()
    if any(map(_remarks, reading.formulas)):
        yield GUARDS["remark"]()
    if any(_is_unmet(reading, stem, met) for stem, met in _DEEDS.items()):
        yield GUARDS["another-deed"]()
    if not all(map(_same_unit, reading.formulas)):
        yield GUARDS["unit-unproved"]()


def does_another_deed(reading: Reading) -> bool:
    """Return whether a step says that it is factoring, expanding or reducing, and its formulas do something else."""
    doing = {word for word, _ in reading.words if word.endswith(("ing", "est"))}
    stems = (stem for stem in _DEEDS if any(word.startswith(stem) for word in doing))
    return any(_is_unmet(reading, stem, _DEEDS[stem]) for stem in stems)


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


def _is_unmet(reading: Reading, stem: str, met: Callable[[Formula], bool]) -> bool:
    """Whether a step says that it does something, and no formula of the sentence that says it does."""
    if not reading.formulas or not any(word.startswith(stem) for word, _ in reading.words):
        return False
    own = [one for one in reading.formulas if any(word.startswith(stem) for word in one.words)]
    return not any(map(met, own or reading.formulas[-1:]))


def _is_factored(formula: Formula) -> bool:
    """Whether a product comes of it, or a product is set equal to a number: ``(x - 1)(x + 2) = 0``."""
    left, right = formula.left.term, formula.right.term
    return _product(right) or (_product(left) and bool(left.free) and not right.free)


def _is_expanded(formula: Formula) -> bool:
    return not _has_factored_sum(formula.right.term)


def _is_square_completed(formula: Formula) -> bool:
    """Whether a power of a sum comes of it, or a number."""
    powers = (t.args[0] for t in walk_expr(formula.right.term) if isinstance(t, Node) and t.head is Head.POW)
    return not formula.right.term.free or any(isinstance(t, Node) and t.head in (Head.ADD, Head.SUB) for t in powers)


def _is_simpler(formula: Formula) -> bool:
    """Whether the right side is no longer than the left, or something was worked out on the way."""
    (left, shown), (right, again) = _sides(formula)
    if isinstance(left.term, Sym) or left.term.free != right.term.free or _has_factored_sum(left.term):
        return True
    rooted = any(
        isinstance(t, Node) and t.head in (Head.SQRT, Head.ROOT, Head.LOG, Head.SIN, Head.COS, Head.TAN)
        for t in walk_expr(left.term)
    )
    return rooted or len(_bare(again)) <= len(_bare(shown))


def _is_lowest(formula: Formula) -> bool:
    """Whether a quotient of whole numbers on the right is in lowest terms."""
    match formula.right.term:
        case Node(Head.DIV, (Int(over), Int(under))):
            return gcd(over, under) == 1
    return True


def _has_factored_sum(term: Expr) -> bool:
    """Whether a sum is multiplied, or raised to a power."""
    products = (t for t in walk_expr(term) if isinstance(t, Node) and t.head in (Head.MUL, Head.POW))
    return any(isinstance(arg, Node) and arg.head in (Head.ADD, Head.SUB) for t in products for arg in t.args)


_DEEDS: Final[Mapping[str, Callable[[Formula], bool]]] = {
    "factor": _is_factored,
    "expand": _is_expanded,
    "distribut": _is_expanded,
    "simplif": _is_simpler,
    "combin": _is_simpler,
    "reduc": _is_simpler,
    "completing": _is_square_completed,
    "lowest": _is_lowest,
    "simplest": _is_lowest,
}
"""What a verb, by its stem, says that a formula does, and whether the formula does."""


def _product(term: Expr) -> bool:
    while isinstance(term, Node) and term.head is Head.NEG:
        term = term.args[0]
    if isinstance(term, Node) and term.head is Head.DIV:
        return any(map(_product, term.args))
    return isinstance(term, Node) and term.head in (Head.MUL, Head.POW)


def _bare(text: str) -> str:
    """The text without blanks, brackets and signs of products."""
    return "".join(c for c in text if c not in " \n\t()[]{}*·×$").replace("\\left", "").replace("\\right", "")
