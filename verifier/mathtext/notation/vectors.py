"""Vectors and matrices in a text: sums and products of arrays, read as one expression with rows.

An equation between two of them is spread into one equation for each member. A list in round brackets is read as a
vector only beside ``=``, and may be a greatest common divisor or an interval: refuted it is only where the sentence
speaks of points or vectors.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, Node
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.lexicon.signs import MATRICES, Kind
from verifier.mathtext.notation.arrays import Rows, added, cross, dot, flat, listed, product, scaled, shape
from verifier.mathtext.notation.frames import PlacedExpr, Stop
from verifier.mathtext.notation.notation import Notation
from verifier.mathtext.notation.signs.dots import balanced
from verifier.mathtext.numerals import Token

MAX_EXTENT: Final = 300
"""Most tokens of one side of an equation between arrays."""

POINTS: Final = frozenset(
    ("point", "points", "vector", "vectors", "coordinate", "coordinates", "vertex", "vertices", "midpoint", "center",
     "centre", "origin", "intersection", "intersect", "displacement", "position")
)  # fmt: skip
"""Words that say that a list in round brackets is a point or a vector."""

OTHERWISE: Final = frozenset(
    ("gcd", "hcf", "lcm", "gcf", "divisor", "divisors", "interval", "intervals", "range", "domain", "open", "closed",
     "permutation", "cycle", "polar")
)  # fmt: skip
_ENDS: Final = frozenset({Kind.REL, Kind.LINK, Kind.CALC, Kind.BREAK, Kind.PUNCT, Kind.BAD, Kind.MONEY})

Value = Rows | Expr


def read_array(
    tokens: list[Token], at: int, text: str, free: frozenset[str], related: bool
) -> tuple[PlacedExpr, int] | None:
    """Return the sum or product of arrays that starts at token ``at``, and the token after it; None where none does.

    ``related``: a sign of equality stands before it.
    """
    end, arrays = _extent(tokens, at)
    if not arrays:
        return None
    before = tokens[at - 1].text.lower() if at else ""
    equals = related or (end < len(tokens) and tokens[end].kind is Kind.REL)
    tuples = any(tokens[first].text == "(" for first, _ in arrays)
    if not equals or before in OTHERWISE:
        return None
    joined = at > 0 and tokens[at - 1].kind in (Kind.SYM, Kind.CLOSE) and tokens[at - 1].region == tokens[at].region
    if joined and arrays[0][0] == at:
        return None  # a factor before it was not read
    reader = _Reader(tokens, at, text, free)
    try:
        found = reader.total(at, end, arrays)
        if not isinstance(found, tuple):
            doubts = frozenset({guards.BRACKETS()} if tuples else ())  # (2, 3) · (4, 5) may be a product of divisors
            return PlacedExpr(found, tokens[at].start, tokens[end - 1].end, doubts=doubts), end
        term = balanced(Head.ADD, list(flat(found)))
    except (Stop, ExprTooLarge):
        return None
    doubts = frozenset({guards.BRACKETS()} if tuples else ())
    return PlacedExpr(term, tokens[at].start, tokens[end - 1].end, doubts=doubts, rows=found), end


def array_places(tokens: list[Token]) -> frozenset[int]:
    """Return the places from which an array may be met before the side of an equation ends: all others need not be
    looked at."""
    found, far = set[int](), MAX_EXTENT
    closed = _closed(tokens)
    for i in range(len(tokens) - 1, -1, -1):
        here = tokens[i]
        if i + 1 < len(tokens) and tokens[i + 1].region != here.region:
            far = MAX_EXTENT
        ends = here.kind in _ENDS or here.kind is Kind.CLOSE or (here.kind is Kind.WORD and len(here.text) > 1)
        ends = ends or (here.kind is Kind.OPEN and i not in closed)
        far = 0 if here.kind is Kind.OPEN and i in closed else MAX_EXTENT if ends else far + 1
        if far < MAX_EXTENT:
            found.add(i)
    return frozenset(found)


def _closed(tokens: list[Token]) -> set[int]:
    """The brackets that are closed again."""
    found, opened = set[int](), list[int]()
    for i, one in enumerate(tokens):
        if one.kind is Kind.OPEN:
            opened.append(i)
        elif one.kind is Kind.CLOSE and opened:
            found.add(opened.pop())
    return found


def _extent(tokens: list[Token], at: int) -> tuple[int, list[tuple[int, int]]]:
    """Where the side of an equation that starts here ends, and its outermost arrays, by their brackets."""
    arrays, opened, i = list[tuple[int, int]](), list[int](), at
    while i < len(tokens) and i - at < MAX_EXTENT and tokens[i].region == tokens[at].region:
        here = tokens[i]
        if here.kind is Kind.OPEN:
            opened.append(i)
        elif here.kind is Kind.CLOSE:
            if not opened:
                break
            first = opened.pop()
            array = tokens[first].text in MATRICES - {"vmatrix"} or (
                tokens[first].text == "(" and listed(tokens, first, i)
            )
            if array and not opened:
                arrays.append((first, i))
        elif not opened and (here.kind in _ENDS or (here.kind is Kind.WORD and len(here.text) > 1)):
            break
        i += 1
    return (i, arrays) if not opened else (at, [])


class _Reader(Notation):
    """Sums of products of arrays and numbers."""

    def total(self, first: int, end: int, arrays: list[tuple[int, int]]) -> Value:
        """The sum that tokens ``first`` to ``end`` are. Raises: Stop, ExprTooLarge."""
        inside = {i for a, b in arrays for i in range(a, b + 1)}
        result: Value | None = None
        start, sign, depth = first, "+", 0
        for i in range(first, end + 1):
            here = self.tokens[i] if i < end else None
            if here is not None and i not in inside:
                depth += (here.kind is Kind.OPEN) - (here.kind is Kind.CLOSE)
            adds = here is not None and here.kind is Kind.OP and here.text in ("+", "-", "±", "∓")
            if here is not None and (not adds or depth or i in inside):
                continue
            if here is not None and here.text in "±∓":
                raise Stop
            if i == start and here is not None and start == first:
                sign, start = here.text, i + 1
                continue
            part = self.factors(start, i, [pair for pair in arrays if start <= pair[0] < i])
            result = _plus(result, part, sign)
            if here is not None:
                sign, start = here.text, i + 1
        if result is None:
            raise Stop
        return result

    def factors(self, first: int, end: int, arrays: list[tuple[int, int]]) -> Value:
        """The product that tokens ``first`` to ``end`` are. Raises: Stop, ExprTooLarge."""
        if not arrays:
            return self.inner(first, end)
        result: Value | None = None
        at, sign = first, ""
        for opened, closed in [*arrays, (end, end)]:
            if opened > at:
                result, sign = self.numbers(at, opened, result, opened < end)
            if opened == end:
                break
            array = self.cells(opened, closed)
            if self.tokens[opened].text == "(" and opened > at and sign == "" and not self.scales(at, opened):
                raise Stop  # f(1, 2)
            result = array if result is None else _times(result, array, sign)
            at, sign = closed + 1, ""
        if result is None:
            raise Stop
        return result

    def scales(self, first: int, opened: int) -> bool:
        """Whether what stands before a list in round brackets is a number, not the name of a function."""
        alone = opened - first == 1 and self.tokens[first].kind is Kind.NUM
        return alone or (self.tokens[first].kind is Kind.CMD and self.tokens[first].text == "frac")

    def numbers(self, first: int, end: int, result: Value | None, more: bool) -> tuple[Value | None, str]:
        """Take in the numbers and signs between two arrays; return the product so far and the sign that is left."""
        sign = ""
        if result is not None and self.tokens[first].kind is Kind.OP and self.tokens[first].text in "*/":
            sign, first = self.spelled(first), first + 1
        last = ""
        if more and end > first and self.tokens[end - 1].kind is Kind.OP and self.tokens[end - 1].text == "*":
            last, end = self.spelled(end - 1), end - 1
        if first == end:
            return result, sign or last
        if sign == "/" and end - first > 1 and self.tokens[first].kind is not Kind.OPEN:
            raise Stop
        if self.tokens[first].kind is Kind.OP:
            raise Stop  # a power of an array
        number = self.inner(first, end)
        if result is None:
            return number, last
        if sign == "/" and isinstance(result, tuple):
            return scaled(result, number, Head.DIV), last
        return _times(result, number, sign or "*"), last

    def spelled(self, i: int) -> str:
        """A sign as it stands in the text: a cross or a dot."""
        written = self.text[self.tokens[i].start : self.tokens[i].end]
        return "×" if written in ("\\times", "×") else "/" if self.tokens[i].text == "/" else "*"


def _plus(a: Value | None, b: Value, sign: str) -> Value:
    if a is None:
        if sign == "+":
            return b
        return scaled(b, Node(Head.NEG, (Int(1),))) if isinstance(b, tuple) else Node(Head.NEG, (b,))
    op = Head.ADD if sign == "+" else Head.SUB
    if isinstance(a, tuple) and isinstance(b, tuple):
        return added(a, b, op)
    if isinstance(a, tuple) or isinstance(b, tuple):
        raise Stop
    return Node(op, (a, b))


def _times(a: Value, b: Value, sign: str) -> Value:
    """The product of two values; ``sign`` is a cross, a dot (``*``), or nothing."""
    if not isinstance(a, tuple) or not isinstance(b, tuple):
        if isinstance(a, tuple):
            a, b = b, a
        if isinstance(b, tuple) and not isinstance(a, tuple) and any(name[:1].isupper() for name in a.free):
            raise Stop  # a capital before a vector names a matrix
        return scaled(b, a) if isinstance(b, tuple) else Node(Head.MUL, (a, b))  # type: ignore[arg-type]
    if sign == "×":
        return cross(a, b)
    if sign == "*" and shape(a) == shape(b) and 1 in shape(a):
        return dot(a, b)
    if 1 in shape(a) and shape(a) == shape(b):
        raise Stop  # (1, 2)(3, 4)
    made = product(a, b)
    return made[0][0] if shape(made) == (1, 1) else made


def members(left: PlacedExpr, right: PlacedExpr) -> list[tuple[PlacedExpr, PlacedExpr]]:
    """Return the sides of the equations that an equation between two arrays is."""
    pairs = zip(flat(left.rows), flat(right.rows), strict=True)
    return [(replace(left, term=a, rows=()), replace(right, term=b, rows=())) for a, b in pairs]
