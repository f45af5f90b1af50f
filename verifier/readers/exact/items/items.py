"""Items: the pieces of a sentence, and what several of them say together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from verifier.kernel.expr import Node, free_names
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.items.moduli import LEAVING, with_remainder

ItemKind = Literal["expr", "rel", "word", "punct", "break", "link", "paren", "marker", "bad", "modulus"]


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of a sentence: an expression, a relation, a word or a mark."""

    kind: ItemKind
    text: str
    start: int
    end: int
    region: int
    space: bool
    expr: PlacedExpr | None = None


def _carried(items: tuple[Item, ...], at: int) -> bool:
    """Whether a plus, or a sign that cannot begin a number, stands between item ``at`` and the line before it."""
    if not 1 < at < len(items) or items[at - 1].kind != "break" or min(items[at - 1].region, items[at].region) <= 0:
        return False
    ends, begins = items[at - 2], items[at]
    hanging = ends.kind == "bad" and ends.text[-1:] in _CARRYING
    if hanging or (begins.kind == "bad" and begins.text.startswith((*_CARRYING, "\\cdot", "\\times", "\\div"))):
        return True
    return ends.kind == "expr" and begins.text[:1] == "+"


_CARRYING = "+-−–±∓·×*/"


def spelled_out(items: list[Item]) -> list[Item]:
    """Return the items, with an equals sign between two computations in formulas of which the first is said to be
    written as the second: ``rewrite \\(6^2 - 5^2\\) as \\(11\\)``."""
    made: list[Item] = []
    i = 0
    while i < len(items):
        made.append(items[i])
        end = i + 1
        while end < len(items) and items[end].kind == "word" and items[end].text.lower() in words.SPELLED:
            end += 1
        i += 1
        if end < len(items) and end > i and _written_as(items, i - 1, end):
            made.append(replace(items[i], kind="rel", text="=", end=items[end - 1].end))
            i = end
    return made


def _written_as(items: list[Item], first: int, second: int) -> bool:
    a, b = items[first], items[second]
    if a.expr is None or b.expr is None or min(a.region, b.region) <= 0 or free_names(a.expr.term, b.expr.term):
        return False
    said = [item.text.lower() for item in items[first + 1 : second]]
    led = first > 0 and items[first - 1].text.lower() in words.WRITING
    verbs = {"rewritten", "written", "expressed", "simplified", "simplifies", "reduces", "reduced", "evaluates"}
    whole = a.expr.compound and (second + 1 >= len(items) or items[second + 1].kind in ("punct", "break"))
    plain = first == 0 or items[first - 1].kind in ("word", "punct", "break", "marker")
    return whole and plain and ((led and said == ["as"]) or (said[-1] in ("as", "to") and bool(verbs & set(said))))


def carried_on(items: list[Item], tail: PlacedExpr | None) -> list[Item]:
    """Return the items of a text, where it begins with an equals sign with ``tail``, what the text before ended with,
    as the left side: ``= 2x + 6``."""
    i = next((i for i, item in enumerate(items) if item.kind not in ("word", "punct", "break", "marker")), len(items))
    if tail is not None and i < len(items) and _combined(items, i, tail):
        first = items[i]
        left = Item(
            "expr", "", first.start, first.start, first.region, True, replace(tail, start=first.start, end=first.start)
        )
        return [*items[:i], left, Item("rel", "=", first.start, first.start, first.region, True), *items[i:]]
    if tail is None or i + 1 >= len(items) or items[i].text != "=" or items[i + 1].expr is None:
        return items
    sign, before = items[i], items[i - 1] if i else None
    if sign.region <= 0 or (before is not None and before.kind not in ("punct", "break")):
        return items
    left = Item("expr", "", sign.start, sign.start, sign.region, True, replace(tail, start=sign.start, end=sign.start))
    return [*items[:i], left, *items[i:]]


def _combined(items: list[Item], i: int, tail: PlacedExpr) -> bool:
    """Whether a text says to combine what the text before ended with, and ends with the result: a number of the same
    kind, as ``Combine like terms: \\(\\sqrt{2^4 \\cdot 3^4}\\)`` after a root."""
    said = [item.text.lower() for item in items[:i] if item.kind == "word"]
    alone = all(item.kind in ("punct", "break") for item in items[i + 1 :]) and items[i].region > 0
    combines = said[:1] in (["combine"], ["combining"]) and all(
        word in ("like", "terms", "we", "get") for word in said[1:]
    )
    before, after = tail.term, items[i].expr
    same = (
        isinstance(before, Node)
        and after is not None
        and isinstance(after.term, Node)
        and before.head is after.term.head
    )
    return alone and combines and same and after is not None and not free_names(before, after.term)


def with_remainders(items: list[Item]) -> list[Item]:
    """Return the items, each quotient that is told with its remainder as one number: ``17 ÷ 5 = 3 with a remainder of
    2``."""
    made: list[Item] = []
    i = 0
    while i < len(items):
        made.append(items[i])
        i += 1
        told = _remainder(made[-3], made[-1], items, i) if len(made) > 2 and made[-2].text == "=" else None
        if told is not None:
            made[-1], i = told
    return made


def _remainder(division: Item, quotient: Item, items: list[Item], i: int) -> tuple[Item, int] | None:
    """The quotient and the remainder that the words from item ``i`` on tell, as one item, and the item after them."""
    end = i
    while end < len(items) and items[end].kind == "word" and end - i < 4:
        end += 1
    told = tuple(item.text.lower() for item in items[i:end])
    rest = items[end] if end < len(items) else None
    if told not in LEAVING or rest is None or not (division.expr and quotient.expr and rest.expr):
        return None
    expr = with_remainder(division.expr, quotient.expr, rest.expr)
    return None if expr is None else (replace(quotient, end=rest.end, expr=expr), end + 1)


def modulus_after(items: tuple[Item, ...], i: int) -> PlacedExpr | None:
    """Return the modulus that ends a chain of congruences, which goes on at item ``i``; None for none."""
    while i + 1 < len(items) and items[i].text in ("≡", "=") and items[i + 1].kind == "expr":
        i += 2
    return items[i].expr if i < len(items) and items[i].kind == "modulus" else None
