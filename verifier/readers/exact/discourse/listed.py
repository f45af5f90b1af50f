"""Lists on both sides of one relation: ``5 + 1, 5 - 1 = 6, 4``. No two of their members are claimed to be equal."""

from __future__ import annotations

from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.mathtext.characters import digit
from verifier.mathtext.guards.guard import Abstention
from verifier.readers.exact.discourse.sentences import Link, Sentence
from verifier.readers.exact.guards.table import neighbours as guards
from verifier.readers.exact.items.items import Item

_MARKS: Final = frozenset({",", ";", "&", "and", "or", "then"})
_RELATIONS: Final = "=<>≤≥≈≠≡"
_MULTIPLES: Final = frozenset({"multiple", "multiples"})
_COUNTS: Final = _MULTIPLES | {"divisor", "divisors", "factor", "factors"}


def listed(sentence: Sentence, link: Link, text: str) -> list[Abstention]:
    """Return why a link of a sentence may be no relation between two numbers."""
    items = sentence.items
    together = any(item.kind == "word" and item.text.lower() == "respectively" for item in items)
    together = together or _member_follows(items, link.end) or _goes_on(text, items[link.end].end)
    found = [guards.LISTED()] if together else []
    return found + ([guards.COUNTED()] if _counts(sentence, link) else [])


def _member_follows(items: tuple[Item, ...], last: int) -> bool:
    """Whether an expression that is in no relation follows a chain, behind the marks of a list: ``= 6, 4``."""
    segment: list[Item] = []
    for item in (*items[last + 1 :], None):
        if item is not None and item.kind in ("expr", "rel"):
            segment.append(item)
            continue
        if len(segment) == 1 and segment[0].kind == "expr":
            return True
        segment = []
        if item is None or not (item.kind in ("punct", "word") and item.text.lower() in _MARKS):
            return False
    return False


def _goes_on(text: str, at: int) -> bool:
    """Whether a semicolon follows, which ends a sentence, and behind it stands a number and no relation: ``= 6; 4``."""
    rest = text[at : at + 60].replace("\\", " ").replace("$", " ").lstrip()
    member = rest[1:].partition("\n")[0].partition(";")[0].partition(". ")[0] if rest.startswith(";") else ""
    lone = digit(member.strip()[:1]) or digit(member.strip("-−( ")[:1])
    return lone and not any(sign in member for sign in _RELATIONS)


def _counts(sentence: Sentence, link: Link) -> bool:
    """Whether a chain begins with a numeral, among words of divisors: ``Divisors: 12 = 3 · 2 = 6``. A number has fewer
    divisors than twice its square root."""
    first = sentence.items[link.start]
    said = {item.text.lower() for item in sentence.items if item.kind == "word"}
    said |= frozenset[str]().union(*(item.expr.units for item in sentence.items if item.expr is not None))
    if not digit(first.text) or not said & _COUNTS:
        return False
    if said & _MULTIPLES or first.expr is None:
        return True
    try:
        return value(link.right.term, {}) ** 2 <= 4 * abs(value(first.expr.term, {}))
    except NotEvaluated:
        return True
