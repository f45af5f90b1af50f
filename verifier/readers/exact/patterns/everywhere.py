"""Relations that are said of all real values of their letters: ``x^2 + 1 > 0 for all real x``, ``for x > 0``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from verifier.kernel.claim import Claim, Standing, relate, suppose
from verifier.kernel.expr import Expr, Head, Int, Sym, Type, free_names
from verifier.kernel.functions import RELATIONS
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.items.items import Item
from verifier.readers.exact.patterns.clauses import closes

_SIGNS: Final[dict[str, Head | None]] = {
    "real": None,
    "positive": Head.GT,
    "nonnegative": Head.GE,
    "non-negative": Head.GE,
    "negative": Head.LT,
    "nonzero": Head.NE,
    "non-zero": Head.NE,
}
_NOUNS: Final = frozenset({"numbers", "number", "reals", "values", "value", "of"})
_ORDER: Final = frozenset({">", "<", "≥", "≤"})
_SAID: Final = _ORDER | {"=", "≠"}


@dataclass(frozen=True, slots=True)
class Range:
    """Letters that something is said of, what they are known to be, and the item after these words."""

    end: int
    names: frozenset[str]
    given: tuple[tuple[Head, Expr, Expr], ...]


def quantified(items: list[Item]) -> list[Item]:
    """Return the items, each relation that is said of all real values of its letters marked so, without the words that
    say it."""
    i = 0
    while i < len(items):
        found = _range(items, i) if items[i].text.lower() == "for" and items[i].kind == "word" else None
        made = None if found is None else _behind(items, i, found) or _before(items, i, found)
        items = items if made is None else made
        i += 1
    return items


def _range(items: Sequence[Item], i: int) -> Range | None:
    """``for all positive real numbers a and b``, ``for all x > 0``, ``for x > 0``: not ``for all x``."""
    at = i + 1
    every = at < len(items) and items[at].text.lower() in ("all", "any", "every", "each")
    at += every
    signs = list[str]()
    while at < len(items) and items[at].text.lower() in _SIGNS:
        signs.append(items[at].text.lower())
        at += 1
    while at < len(items) and items[at].text.lower() in _NOUNS:
        at += 1
    names = list[Sym]()
    while at < len(items) and (letter := _letter(items[at])) is not None:
        names.append(letter)
        at += 1
        parted = at + (at < len(items) and items[at].text == ",")
        parted += parted < len(items) and items[parted].text == "and"
        if parted >= len(items) or parted == at or _letter(items[parted]) is None:
            break
        at = parted
    said: list[tuple[Head, Expr, Expr]] = [
        (sign, letter, Int(0)) for letter in names for word in signs if (sign := _SIGNS[word]) is not None
    ]
    bound = items[at + 1].expr if at + 1 < len(items) and items[at].text in _ORDER else None
    if bound is not None and not bound.term.free and not (bound.units or bound.rows):
        said += [(RELATIONS[items[at].text], letter, bound.term) for letter in names]
        at += 2
    elif not (every and signs):
        return None
    return Range(at, frozenset(letter.name for letter in names), tuple(said)) if names else None


def _letter(item: Item) -> Sym | None:
    term = item.expr.term if item.expr is not None and not item.expr.units else None
    return term if isinstance(term, Sym) and len(item.text) == 1 and term.name not in ("e", "i") else None


def _relation(items: Sequence[Item], i: int, names: frozenset[str]) -> bool:
    """Whether one relation between expressions in these letters stands at item ``i``, and no chain."""
    if i < 0 or i + 2 >= len(items) or items[i + 1].text not in _SAID or items[i + 1].kind != "rel":
        return False
    left, right = items[i].expr, items[i + 2].expr
    if (
        left is None
        or right is None
        or left.rows
        or right.rows
        or left.everywhere
        or (i and items[i - 1].kind == "rel")
    ):
        return False
    used = free_names(left.term, right.term)
    return bool(used) and used <= names


def _marked(item: Item, found: Range) -> Item:
    expr: PlacedExpr | None = item.expr
    return item if expr is None else replace(item, expr=replace(expr, everywhere=True, given=found.given))


def _behind(items: list[Item], i: int, found: Range) -> list[Item] | None:
    """The items, where a relation stands before these words, and nothing after them."""
    at = i - 3 - (i > 0 and items[i - 1].text == ",")
    if not _relation(items, at, found.names) or not closes(items, found.end):
        return None
    return [*items[:at], _marked(items[at], found), *items[at + 1 : i], *items[found.end :]]


def _before(items: list[Item], i: int, found: Range) -> list[Item] | None:
    """The items, where these words begin a sentence, and a relation follows them."""
    begins = i == 0 or items[i - 1].kind in ("break", "marker") or items[i - 1].text in ".;"
    at = found.end
    if not begins or at >= len(items) or items[at].text != ",":
        return None
    at += 1
    while at < len(items) and items[at].kind == "word" and words.inert(items[at].text):
        at += 1
    if not _relation(items, at, found.names) or not closes(items, at + 3):
        return None
    if items[at + 3 : at + 4] and items[at + 3].kind == "rel":
        return None
    return [*items[:i], *items[found.end + 1 : at], _marked(items[at], found), *items[at + 1 :]]


def universal(claim: Claim, left: PlacedExpr) -> Claim:
    """Return the claim for all values of its letters: the real ones that are as the sentence says, where it does."""
    if left.given is None:
        return claim.for_all()
    known = tuple(suppose(f"h{k}", Standing.HYPOTHESIS, *one) for k, one in enumerate(left.given))
    return relate(claim.relation, claim.left, claim.right, known, claim.rounded, Type.REAL).for_all()
