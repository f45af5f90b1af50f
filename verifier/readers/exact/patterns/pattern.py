"""Patterns of words and numbers, matched against the items of a sentence from a place on.

A pattern is a text of parts with blanks between them. ``word`` and ``one|other`` stand for themselves; ``#`` is a
number (an expression without letters and without units), ``#name`` one with nothing but such units as the set of that
name holds, ``#*`` a list of at least two numbers, ``%`` an expression with letters, ``&`` a lone letter, ``/`` a
quotient, ``@`` a point in brackets, ``POLYGON`` the name of one, ``(gcd)`` that word in
brackets. A part that ends with ``?`` may be missing.
Matching never goes back: it takes as long as the pattern is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from verifier.kernel.expr import Expr, Head, Int, Node, Sym
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.items.items import Item

Value = PlacedExpr | tuple[PlacedExpr, ...] | str
"""What a part took in: an expression; the members of a list or a point; the name of a polygon."""

POLYGONS: Final = ("triangle", "quadrilateral", "pentagon", "hexagon", "heptagon", "octagon", "nonagon", "decagon")
"""Their names, from three corners on."""

MAX_LISTED: Final = 60
_TIGHT: Final = frozenset({Head.NEG, Head.DIV, Head.POW, Head.SQRT, Head.ROOT, Head.FACTORIAL, Head.BINOMIAL})
UNITS: Final[dict[str, frozenset[str]]] = {
    "": frozenset(),
    "verb": frozenset({"leave", "give"}),
    "divisors": frozenset({"divisor", "positive", "integer", "distinct"}),
    "place": frozenset({"occur"}),
    "degrees": frozenset({"degree"}),
    "choose": frozenset({"choose"}),
    "integers": frozenset({"positive", "integer", "natural", "number", "counting", "whole"}),
}
"""The units that may stand with a number, by the name after ``#``."""


def match(items: Sequence[Item], at: int, pattern: str) -> tuple[int, list[Value]] | None:
    """Return the item after what the pattern takes in from item ``at`` on, and the values; None where it does not
    fit."""
    values: list[Value] = []
    for part, optional in _parts(pattern):
        found = _part(items, at, part)
        if found is None and not optional:
            return None
        if found is not None:
            at = found[0]
            values += found[1:]
    return at, values


@cache
def _parts(pattern: str) -> tuple[tuple[str, bool], ...]:
    return tuple((part.removesuffix("?"), part.endswith("?")) for part in pattern.split())


def _part(items: Sequence[Item], at: int, part: str) -> tuple[int] | tuple[int, Value] | None:
    if at >= len(items):
        return None
    here = items[at]
    if part == "#*":
        return listed(items, at)
    if part == "@":
        return point(items, at)
    if part == "&":
        alone = here.expr is not None and isinstance(here.expr.term, Sym) and len(here.text) == 1
        return (at + 1, here.expr) if alone and here.expr is not None else None
    if part == "=":
        return (at + 1,) if here.kind == "rel" and here.text == "=" else None
    if part[0] == "#":
        named = part[1:] in UNITS
        fits = number(here, UNITS[part[1:]] if named else None)
        return (at + 1, here.expr) if fits and here.expr is not None else None
    if part == "%":
        lettered = here.expr is not None and here.expr.term.free and not here.expr.rows
        lettered = lettered and here.expr is not None and here.expr.units <= UNITS["place"]
        return (at + 1, here.expr) if lettered and here.expr is not None else None
    if part == "/":
        match here.expr:
            case PlacedExpr(Node(Head.DIV, (_, _)) as term, units=units) if not term.free and units <= UNITS["verb"]:
                return at + 1, here.expr
        return None
    if part == "POLYGON":
        return (at + 1, here.text.lower()) if here.kind == "word" and here.text.lower() in POLYGONS else None
    if part[0] == "(":
        inside = [item.text.lower() for item in items[at : at + 3]]
        return (at + 3,) if inside in (["(", word, ")"] for word in part[1:-1].split("|")) else None
    return (at + 1,) if here.kind in ("word", "punct", "paren") and here.text.lower() in part.split("|") else None


def number(item: Item, units: frozenset[str] | None = frozenset()) -> bool:
    """Return whether an item is a number with no units but these (with any of a reviewed noun or measure, for None)."""
    expr = item.expr
    if expr is None or expr.term.free or expr.rows or expr.share or expr.mixed or expr.label or expr.base:
        return False
    if item.region <= 0 and not _alone(expr.term):
        return False  # the square of 3 + 4: of which
    return all(map(words.names, expr.units)) if units is None else expr.units <= units


def _alone(term: Expr) -> bool:
    """Whether a term is a numeral with a sign, a quotient or a power of such, as it may stand in a sentence."""
    if isinstance(term, Node):
        return term.head in _TIGHT and all(map(_alone, term.args))
    return True


def listed(items: Sequence[Item], at: int) -> tuple[int, Value] | None:
    """Return the item after a list of two numbers or more, parted by commas or ``and``, and the numbers; None where
    none stands."""
    found: list[PlacedExpr] = []
    while at < len(items) and number(items[at]) and len(found) < MAX_LISTED:
        here = items[at].expr
        found += [here] if here is not None else []
        after = at + 1
        after += after < len(items) and items[after].text == ","
        after += after < len(items) and items[after].text == "and"
        if after == at + 1 or after >= len(items) or not number(items[after]):
            break
        at = after
    return (at + 1, tuple(found)) if len(found) > 1 else None


def point(items: Sequence[Item], at: int) -> tuple[int, Value] | None:
    """Return the item after a point ``(1, 2)`` or ``(1, 2, 3)``, and its coordinates; None where none stands."""
    if items[at].text != "(" or at + 2 >= len(items):
        return None
    if items[at + 1].kind == "bad" and items[at + 2].text == ")":  # (1,2): no blank after the comma
        parts = items[at + 1].text.split(",")
        if not (1 < len(parts) < 4 and all(part.isascii() and part.isdigit() and len(part) < 20 for part in parts)):
            return None
        start, end = items[at + 1].start, items[at + 1].end
        return at + 3, tuple(PlacedExpr(Int(int(part)), start, end) for part in parts)
    found, i = list[PlacedExpr](), at + 1
    while i + 1 < len(items) and number(items[i]) and len(found) < 3:
        here = items[i].expr
        found += [here] if here is not None else []
        if items[i + 1].text == ")":
            return (i + 2, tuple(found)) if len(found) > 1 else None
        if items[i + 1].text != ",":
            return None
        i += 2
    return None


def term_of(value: Value) -> Expr:
    """Return the term of an expression. Raises: TypeError where the value is none."""
    if not isinstance(value, PlacedExpr):
        raise TypeError("a list or a word, not an expression")
    return value.term


def bare(expr: PlacedExpr, start: int, end: int) -> PlacedExpr:
    """Return an expression without its units, at another place."""
    return replace(expr, start=start, end=end, units=frozenset(), label=False)
