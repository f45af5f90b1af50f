"""Quantities told in two units, ``2 hours and 30 minutes``, and what a unit holds, ``60 minutes in an hour``."""

from __future__ import annotations

from dataclasses import replace

from verifier.kernel.expr import Head, Int, Node
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import MONTHS, factor
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.items.items import Item


def measured(items: list[Item]) -> list[Item]:
    """Return the items, with a quantity in two units as one expression, and ``there are 60 minutes in an hour`` as the
    relation that it states."""
    made: list[Item] = []
    i = 0
    while i < len(items):
        width = _joined(items, i)
        if width:
            made.append(_sum(items, i, i + width))
        else:
            made.append(items[i])
        i += width + 1
        if _told(made) and (held := _held(made[-1], items[i : i + 4])) is not None:
            made += held[0]
            i += held[1]
    return made


def _joined(items: list[Item], i: int) -> int:
    """How many items on the finer part of a quantity stands: less than one of the coarser unit, right behind it or
    after *and*; 0 for none."""
    width = 2 if i + 2 < len(items) and items[i + 1].text.lower() == "and" else 1
    if i + width >= len(items):
        return 0
    coarse, fine = items[i].expr, items[i + width].expr
    if coarse is None or fine is None or not (isinstance(coarse.term, Int) and isinstance(fine.term, Int)):
        return 0
    times = factor(coarse.units, fine.units) if {items[i].region, items[i + width].region} == {0} else None
    if times is None or times <= 1 or fine.term.value >= times or items[i].text.startswith("$"):
        return 0
    return width


def _sum(items: list[Item], i: int, last: int) -> Item:
    """The two parts as one quantity. What stands before a relation may be only its second part."""
    first, second = items[i].expr, items[last].expr
    assert first is not None and second is not None
    times = factor(first.units, second.units)
    assert times is not None
    term = Node(Head.ADD, (Node(Head.MUL, (first.term, Int(int(times)))), second.term))
    led = last + 1 < len(items) and items[last + 1].kind == "rel" and not all(map(_leads, items[:i]))
    doubts = first.doubts | second.doubts | ({guards.CONVERSION()} if led else set())
    expr = PlacedExpr(term, first.start, second.end, second.units, doubts)
    return replace(items[i], text=f"{items[i].text} {items[last].text}", end=items[last].end, expr=expr)


def _leads(item: Item) -> bool:
    return (
        item.kind in ("break", "marker", "link") or item.text == "," or (item.kind == "word" and words.inert(item.text))
    )


def _told(made: list[Item]) -> bool:
    """Whether the items end with ``there are 60 minutes``."""
    if len(made) < 3 or made[-1].expr is None or not isinstance(made[-1].expr.term, Int) or made[-1].region:
        return False
    return [item.text.lower() for item in made[-3:-1]] == ["there", "are"]


def _held(count: Item, after: list[Item]) -> tuple[list[Item], int] | None:
    """What is said to hold so many, as a relation and its right side, and how many items that takes; None where it is
    no unit or month, or where more is said of it."""
    said = [item.text.lower() if item.kind == "word" else "" for item in after] + [""] * 3
    units = count.expr.units if count.expr is not None else frozenset()
    days = units == {"day"} and count.expr is not None and count.expr.term in (Int(28), Int(29), Int(30), Int(31))
    month = days and after[1:2] != [] and after[1].text[:1].isupper()  # 4 days: those on which she works
    if said[0] == "in" and said[1] in MONTHS and month:
        last, term = 1, Node(Head.MUL, (Int(1), Int(MONTHS[said[1]])))
    elif said[0] == "in" and said[1] in _ONE and factor(held := frozenset({words.lemma(said[2])}), units) is not None:
        last, term, units = 2, Node(Head.MUL, (Int(1), Int(1))), held
    else:
        return None
    follows = after[last + 1] if last + 1 < len(after) else None
    if follows is not None and not (follows.kind in ("punct", "break") or follows.text.lower() in _GOING_ON):
        return None
    end = after[last].end
    sign = replace(after[0], kind="rel", text="=", end=after[0].end)
    whole = replace(after[1], kind="expr", end=end, expr=PlacedExpr(term, after[1].start, end, units))
    return [sign, whole], last + 1


_ONE = frozenset({"a", "an", "one", "each", "every"})
_GOING_ON = frozenset({"and", "so", "but", "then", "we"})
