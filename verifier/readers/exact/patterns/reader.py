"""Descriptions in a sentence, read: their items become an expression, a relation, and an expression.

A description is read only whole: from where a clause begins to where it ends, with what it is set equal to. So
``twice the sum of 3 and 4 is 14`` and ``the sum of 3 and 4 is 2 less than 9`` are left as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from verifier.kernel.expr import ExprTooLarge
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.items.items import Item
from verifier.readers.exact.patterns import counting, figures, numbers
from verifier.readers.exact.patterns.clauses import ALSO, IS, closes, opens
from verifier.readers.exact.patterns.everywhere import quantified
from verifier.readers.exact.patterns.meaning import Make, Meaning, Say
from verifier.readers.exact.patterns.pattern import UNITS, Value, bare, match, number, point

_STARTING = frozenset({"when", "if", "there", "the", "an", "dividing"})
_SIZED = frozenset({"square", "cubic", "unit", "degree"})


@cache
def _quantities() -> dict[str, tuple[tuple[str, Make], ...]]:
    return _by_first({**numbers.QUANTITIES, **counting.QUANTITIES, **figures.QUANTITIES})


@cache
def _statements() -> tuple[tuple[str, Say], ...]:
    return (*numbers.STATEMENTS.items(), *figures.STATEMENTS.items())


def _by_first(table: dict[str, Make]) -> dict[str, tuple[tuple[str, Make], ...]]:
    """The patterns by the words that they may begin with."""
    found: dict[str, list[tuple[str, Make]]] = {}
    for pattern, make in table.items():
        parts = pattern.split()
        firsts = [parts[0], *(parts[1:2] if parts[0].endswith("?") else [])]
        for word in {word for first in firsts for word in first.removesuffix("?").split("|")}:
            found.setdefault(word, []).append((pattern, make))
    return {word: tuple(several) for word, several in found.items()}


def described(items: list[Item]) -> list[Item]:
    """Return the items, what is said of a description in words as an equation, and what is said of all values marked
    so."""
    items = quantified(counting.signs(items))
    made: list[Item] = []
    i = 0
    while i < len(items):
        found = _at(items, i) if opens(items, i) else _result(items, i)
        if found is None:
            made.append(items[i])
            i += 1
        else:
            made += found[0]
            i = found[1]
    return made


def _at(items: list[Item], i: int) -> tuple[list[Item], int] | None:
    """What the items from ``i`` on say, as items, and the item after them."""
    try:
        return _statement(items, i) or _equated(items, i) or _turned(items, i)
    except ExprTooLarge:
        return None


def _result(items: list[Item], i: int) -> tuple[list[Item], int] | None:
    """What is said of the number that a chain ends with: ``2^5 - 1 = 31 is prime``."""
    told = i + 1 < len(items) and items[i + 1].text.lower() == "is"
    if not i or not told or items[i - 1].kind != "rel" or items[i].kind != "expr" or _bound(items, i):
        return None
    try:
        found = _statement(items, i, "# is ")  # 5^2 + 12^2 = 13 squared is 169
    except ExprTooLarge:
        return None
    parting = Item("break", "\\\\", items[i].end, items[i].end, items[i].region, True)
    return None if found is None else ([items[i], parting, *found[0]], found[1])


def _bound(items: Sequence[Item], i: int) -> bool:
    """Whether the sentence up to item ``i`` supposes, defines or asks something."""
    binding = words.HYPOTHESES | words.DEFINITIONS | words.ASKING | words.TESTS | words.WISHES | words.QUESTIONS
    while i > 0 and not (items[i - 1].kind == "punct" and items[i - 1].text in ".;?"):
        i -= 1
        if items[i].text.lower() in binding:
            return True
    return False


def _statement(items: list[Item], i: int, begins: str = "") -> tuple[list[Item], int] | None:
    """A whole sentence of the table, of a pattern that so begins: ``47 is prime``."""
    low = items[i].text.lower()
    if items[i].expr is None and low not in _STARTING:
        return None
    for pattern, say in _statements():
        found = match(items, i, pattern) if pattern.startswith(begins) else None
        if found is None or not closes(items, found[0]) or items[found[0] - 1].kind == "rel":
            continue
        end, values = found
        said = say(values)
        if said is not None and not _related_on(items, end):
            first, last = items[i], items[end - 1]
            left = _left(said.left, first.start, first.end, _doubts(said.left, values))
            right = PlacedExpr(said.right, last.end, last.end, remainder=said.left.remainder)
            return _written(items, i, end, (left, right)), end
    return None


def _related_on(items: Sequence[Item], i: int) -> bool:
    """Whether a relation goes on from item ``i``: what was said is then no whole sentence."""
    return i < len(items) and items[i].kind == "rel"


def _written(items: list[Item], i: int, end: int, sides: tuple[PlacedExpr, PlacedExpr]) -> list[Item]:
    """The items of an equation that items ``i`` to ``end`` are read as."""
    first, last = items[i], items[end - 1]
    return [
        replace(first, kind="expr", expr=sides[0]),
        Item("rel", "=", first.end, last.end, first.region, True),
        Item("expr", "", last.end, last.end, first.region, True, sides[1]),
    ]


def _left(meaning: Meaning, start: int, end: int, doubts: frozenset[Abstention]) -> PlacedExpr:
    """What a description stands for."""
    said = PlacedExpr(
        meaning.term, start, end, doubts=doubts, rows=meaning.rows, worded=True, otherwise=meaning.otherwise
    )
    return replace(said, everywhere=meaning.everywhere)


def _doubts(meaning: Meaning, values: list[Value]) -> frozenset[Abstention]:
    exprs = [expr for value in values for expr in (value if isinstance(value, tuple) else [value])]
    carried = frozenset(doubt for expr in exprs if isinstance(expr, PlacedExpr) for doubt in expr.doubts)
    return carried | ({guards.VAGUE()} if meaning.vague else frozenset())


def _quantity(items: list[Item], i: int) -> Iterator[tuple[int, Meaning, frozenset[str], frozenset[Abstention]]]:
    """Yield the item after a description that stands there, what it means, its unit, and its doubts."""
    here = items[i]
    key = "#choose" if number(here, UNITS["choose"]) else here.text.lower() if here.kind == "word" else ""
    for pattern, make in _quantities().get(key, ()):
        found = match(items, i, pattern)
        meaning = make(found[1]) if found is not None else None
        if found is not None and meaning is not None:
            yield found[0], meaning, frozenset(), _doubts(meaning, found[1])
    sized = figures.quantity(items, i)
    if sized is not None:
        yield *sized, frozenset()


def _equated(items: list[Item], i: int) -> tuple[list[Item], int] | None:
    """A description and what it is: ``the sum of 3 and 4 is 7``."""
    at = i + (items[i].text.lower() in ("the", "their", "our", "this"))
    if at >= len(items):
        return None
    for end, meaning, units, doubts in _quantity(items, at):
        value = _is(items, end)
        side = _side(items, value, meaning, units) if value else None
        if side is not None:
            return _equation(items, (i, at, end, value), meaning, doubts, side)
    return None


def _is(items: Sequence[Item], i: int) -> int:
    """The item after ``is``, 0 where it does not stand there."""
    if i >= len(items):
        return 0
    if items[i].kind == "rel":
        return i + 1 if items[i].text == "=" else 0
    if items[i].kind != "word" or items[i].text.lower() not in IS:
        return 0
    i += 1
    return i + (i < len(items) and items[i].text.lower() in ALSO)


def _side(items: Sequence[Item], i: int, meaning: Meaning, units: frozenset[str]) -> tuple[int, PlacedExpr] | None:
    """The item after what a description is set equal to, and that."""
    if i >= len(items):
        return None
    if meaning.rows:
        found = point(items, i)
        if found is None or not closes(items, found[0]) or not isinstance(found[1], tuple):
            return None
        row = tuple(expr.term for expr in found[1])
        doubts = frozenset(doubt for expr in found[1] for doubt in expr.doubts)
        fits = len(row) == len(meaning.rows[0])
        return (
            (found[0], PlacedExpr(row[0], items[i].start, items[found[0] - 1].end, rows=(row,), doubts=doubts))
            if fits
            else None
        )
    here = items[i]
    if here.expr is None or here.expr.rows or here.expr.base or not closes(items, i + 1):
        return None
    if not here.expr.term.free <= (meaning.term.free if meaning.everywhere else frozenset()):
        return None
    if not meaning.fits(here.expr.term) or not all(map(words.names, here.expr.units - _SIZED)):
        return None
    told = here.expr.units
    if meaning.sized is not None and (told or units) and told != (units or frozenset({"unit"})) | meaning.sized:
        return None  # 9 cm are no area
    return i + 1, replace(bare(here.expr, here.expr.start, here.expr.end), remainder=meaning.remainder)


def _equation(
    items: list[Item],
    places: tuple[int, int, int, int],
    meaning: Meaning,
    doubts: frozenset[Abstention],
    side: tuple[int, PlacedExpr],
) -> tuple[list[Item], int]:
    """The items before a description (an article), it, the relation, and what it is set equal to."""
    i, at, end, value = places
    last, right = side
    first = items[at]
    left = _left(meaning, first.start, items[end - 1].end, doubts)
    relation = Item("rel", "=", items[end - 1].end, items[value].start, first.region, True)
    return [
        *items[i:at],
        replace(first, kind="expr", end=left.end, expr=left),
        relation,
        replace(items[value], kind="expr", end=right.end, expr=right),
    ], last


def _turned(items: list[Item], i: int) -> tuple[list[Item], int] | None:
    """A number and what it is: ``7 is the sum of 3 and 4``."""
    said = [item.text.lower() for item in items[i + 1 : i + 3]]
    if said != ["is", "the"] or not number(items[i]) or i + 3 >= len(items):
        return None
    here = items[i].expr
    for end, meaning, units, doubts in _quantity(items, i + 3):
        if (
            here is None
            or units
            or meaning.rows
            or meaning.everywhere
            or not closes(items, end)
            or not meaning.fits(here.term)
        ):
            continue
        left = _left(meaning, items[i].start, items[i].end, doubts)
        right = replace(bare(here, items[end - 1].end, items[end - 1].end), remainder=meaning.remainder)
        return _written(items, i, end, (left, right)), end
    return None
