"""Descriptions of figures: points with their coordinates, and plane and solid figures whose sizes stand there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Const, Expr, Head, Int
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.mathtext.notation.signs.dots import balanced
from verifier.readers.exact.items.items import Item
from verifier.readers.exact.patterns.meaning import Make, Meaning, Say, Statement, apply, count
from verifier.readers.exact.patterns.pattern import POLYGONS, Value, number

_TWO, _PI = Int(2), Const("pi")


# --- points -----------------------------------------------------------------------------------------------------------


def _points(values: list[Value]) -> tuple[list[Expr], list[Expr]] | None:
    """The coordinates of two points of one space."""
    found = [[expr.term for expr in one] for one in values if isinstance(one, tuple)]
    return (found[0], found[1]) if len(found) == 2 and len(found[0]) == len(found[1]) else None


def _distance(values: list[Value]) -> Meaning | None:
    pair = _points(values)
    if pair is None:
        return None
    squares = [apply(Head.POW, apply(Head.SUB, b, a), _TWO) for a, b in zip(*pair, strict=True)]
    return Meaning(apply(Head.SQRT, balanced(Head.ADD, squares)))


def _slope(values: list[Value]) -> Meaning | None:
    pair = _points(values)
    if pair is None or len(pair[0]) != 2:
        return None
    (a, b), (c, d) = pair
    return Meaning(apply(Head.DIV, apply(Head.SUB, d, b), apply(Head.SUB, c, a)))


def _midpoint(values: list[Value]) -> Meaning | None:
    pair = _points(values)
    if pair is None:
        return None
    middle = tuple(apply(Head.DIV, apply(Head.ADD, a, b), _TWO) for a, b in zip(*pair, strict=True))
    return Meaning(balanced(Head.ADD, list(middle)), rows=(middle,))


def _corners(values: list[Value]) -> int:
    return POLYGONS.index(str(values[0])) + 3


def _angles(values: list[Value]) -> Meaning:
    """The sum of the angles of a polygon, in degrees."""
    return Meaning(apply(Head.MUL, apply(Head.SUB, count(_corners(values)), _TWO), count(180)))


def _sum_to(values: list[Value]) -> Statement | None:
    said = values[1]
    return Statement(_angles(values[:1]), said.term) if isinstance(said, PlacedExpr) else None


_POLYGON = "a|an|any|every|the? regular? POLYGON"
STATEMENTS: Final[dict[str, Say]] = {
    f"the three|four? interior? angles of|in {_POLYGON} add|sum up? to #degrees": _sum_to
}
"""Whole sentences, and what they say."""

_GOING = "that|which? passes|passing|going|goes?"
_JOINING = "through|between|from|joining|connecting|containing"
QUANTITIES: Final[dict[str, Make]] = {
    "distance between|from the? points|point? @ and|to the? point? @": _distance,
    f"slope of the? line|segment? {_GOING} {_JOINING} the? points|point? @ and|to @": _slope,
    f"midpoint of the? line? segment? {_JOINING}? the? points|point? @ and|to @": _midpoint,
    f"sum of the? measures? of? the? three|four? interior? angles of|in {_POLYGON}": _angles,
}
"""What stands before ``is``, and what it means."""


# --- figures ----------------------------------------------------------------------------------------------------------

Formula = Callable[..., Expr]


def _product(*terms: Expr) -> Expr:
    return balanced(Head.MUL, list(terms))


def _square(term: Expr) -> Expr:
    return apply(Head.POW, term, _TWO)


def _part(times: int, of: int, term: Expr) -> Expr:
    return apply(Head.MUL, apply(Head.DIV, count(times), count(of)), term)


def _diagonal(a: Expr, b: Expr) -> Expr:
    return apply(Head.SQRT, apply(Head.ADD, _square(a), _square(b)))


def _around(a: Expr, b: Expr) -> Expr:
    return apply(Head.MUL, _TWO, apply(Head.ADD, a, b))


def _half(a: Expr, b: Expr) -> Expr:
    return _part(1, 2, apply(Head.MUL, a, b))


_RECTANGLE: Final[dict[str, Formula]] = {
    "area": lambda a, b: _product(a, b),
    "perimeter": _around,
    "diagonal": _diagonal,
}
_SQUARE: Final[dict[str, Formula]] = {
    "area": _square,
    "perimeter": lambda a: _product(Int(4), a),
    "diagonal": lambda a: _product(a, apply(Head.SQRT, _TWO)),
}
_CUBE: Final[dict[str, Formula]] = {
    "volume": lambda a: apply(Head.POW, a, Int(3)),
    "surface area": lambda a: _product(Int(6), _square(a)),
}
FIGURES: Final[dict[str, dict[tuple[str, ...], dict[str, Formula]]]] = {
    "rectangle": {("length", "width"): _RECTANGLE, ("base", "height"): _RECTANGLE, ("height", "width"): _RECTANGLE},
    "square": {("side",): _SQUARE},
    "triangle": {
        ("base", "height"): {"area": _half},
        ("side",) * 3: {"perimeter": lambda *a: balanced(Head.ADD, list(a))},
    },
    "right triangle": {("leg", "leg"): {"hypotenuse": _diagonal, "area": _half}},
    "parallelogram": {("base", "height"): {"area": lambda a, b: _product(a, b)}},
    "circle": {
        ("radius",): {"area": lambda r: _product(_PI, _square(r)), "circumference": lambda r: _product(_TWO, _PI, r)},
        ("diameter",): {
            "area": lambda d: _part(1, 4, _product(_PI, _square(d))),
            "circumference": lambda d: _product(_PI, d),
        },
    },
    "cube": {("side",): _CUBE, ("edge",): _CUBE},
    "sphere": {
        ("radius",): {
            "volume": lambda r: _part(4, 3, _product(_PI, apply(Head.POW, r, Int(3)))),
            "surface area": lambda r: _product(Int(4), _PI, _square(r)),
        }
    },
    "cylinder": {("height", "radius"): {"volume": lambda h, r: _product(_PI, _square(r), h)}},
    "cone": {("height", "radius"): {"volume": lambda h, r: _part(1, 3, _product(_PI, _square(r), h))}},
    "rectangular prism": {("height", "length", "width"): {"volume": _product}},
    "box": {("height", "length", "width"): {"volume": _product}},
}
"""Of each figure the sizes that fix it, in the order of their names, and what follows from them."""

_SIZED: Final = {what: frozenset({"square"}) for what in ("area", "surface area")} | {"volume": frozenset({"cubic"})}
"""The word that the unit of a size is told with; a length has none."""

WHAT: Final = frozenset(("area", "perimeter", "diagonal", "hypotenuse", "circumference", "volume", "surface area"))
_OF: Final = ("with", "of", "having", "whose")
_SIZES: Final = {
    word: name
    for name, spelled in {
        "length": "length", "width": "width breadth", "height": "height", "base": "base", "radius": "radius",
        "diameter": "diameter", "side": "side sides", "leg": "leg legs", "edge": "edge edges",
    }.items()
    for word in spelled.split()
}  # fmt: skip
_ARTICLES, _LENGTH, _IS, _AND = ("a", "an", "the"), ("length", "lengths"), ("of", "is", "are", "="), (",", "and")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its sizes, which are all of one unit, and the item after it."""

    end: int
    name: str
    sizes: dict[str, list[Expr]]
    units: frozenset[str]


def quantity(items: Sequence[Item], at: int) -> tuple[int, Meaning, frozenset[str]] | None:
    """Return the item after ``area of a square with side 7``, what it means, and the unit of its sizes; None where no
    such words stand. Raises: ExprTooLarge."""
    what, at = _words(items, at, WHAT)
    found = figure(items, at + 1) if what and at < len(items) and items[at].text.lower() == "of" else None
    meaning = None if found is None else _made(found, what)
    return None if found is None or meaning is None else (found.end, meaning, found.units)


def figure(items: Sequence[Item], at: int) -> Figure | None:
    """Return a figure with its sizes: ``a rectangle of length 8 and width 5``; None where no such words stand, or sizes
    of several units."""
    at = _past(items, at, _ARTICLES)
    name, at = _words(items, at, frozenset(FIGURES))
    if not name or at >= len(items) or items[at].text.lower() not in _OF:
        return None
    sizes, units, end = dict[str, list[Expr]](), set[frozenset[str]](), at
    found = _size(items, at + 1)
    while found is not None:
        end, size, exprs = found
        sizes.setdefault(size, []).extend(expr.term for expr in exprs)
        units |= {expr.units for expr in exprs}
        after = _past(items, _past(items, end, _AND[:1]), _AND[1:])
        found = _size(items, _past(items, after, _OF)) if after > end else None
    return Figure(end, name, sizes, units.pop()) if len(units) == 1 and end < len(items) else None


def _size(items: Sequence[Item], at: int) -> tuple[int, str, list[PlacedExpr]] | None:
    """The item after a size that is told (``legs of length 5 and 12``), its name, and its numbers."""
    at = _past(items, at, _ARTICLES)
    name = _SIZES.get(items[at].text.lower(), "") if at < len(items) else ""
    if not name:
        return None
    at = _past(items, _past(items, at + 1, _LENGTH), _IS)
    exprs = list[PlacedExpr]()
    while at < len(items) and number(items[at], None):
        here = items[at].expr
        if here is None or not _positive(here):
            return None
        exprs.append(here)
        after = _past(items, _past(items, at + 1, _AND[:1]), _AND[1:])
        if after == at + 1 or after >= len(items) or not number(items[after], None):
            return at + 1, name, exprs
        at = after
    return None


def _past(items: Sequence[Item], at: int, skipped: Sequence[str]) -> int:
    """The item after one of these words, where it stands there."""
    return at + (at < len(items) and items[at].text.lower() in skipped)


def _positive(expr: PlacedExpr) -> bool:
    """Whether a size is a number above zero."""
    try:
        return value(expr.term, {}) > 0
    except NotEvaluated:
        return not (expr.doubts or expr.rows)


def _made(found: Figure, what: str) -> Meaning | None:
    sizes = sorted(found.sizes)
    named = tuple(size for size in sizes for _ in found.sizes[size])
    formula = FIGURES[found.name].get(named, {}).get(what)
    if formula is None:
        return None
    term = formula(*(term for size in sizes for term in found.sizes[size]))
    return Meaning(term, sized=_SIZED.get(what, frozenset()))


def _words(items: Sequence[Item], at: int, names: frozenset[str]) -> tuple[str, int]:
    """The name of one or two words that stands there, and the item after it; an empty text for none."""
    low = [item.text.lower() if item.kind == "word" else "" for item in items[at : at + 2]]
    two = " ".join(low)
    if two in names:
        return two, at + 2
    return (low[0], at + 1) if low and low[0] in names else ("", at)
