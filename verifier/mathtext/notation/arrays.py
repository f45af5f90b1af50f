"""Arrays: the rows of a matrix as expressions, what sums and products make of them, and determinants."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from verifier.kernel.expr import Expr, Head, Node
from verifier.mathtext.lexicon.signs import MATRICES, Kind
from verifier.mathtext.notation.applied import Applied
from verifier.mathtext.notation.frames import PlacedExpr, Stop
from verifier.mathtext.notation.signs.dots import balanced
from verifier.mathtext.numerals import Token

Rows = tuple[tuple[Expr, ...], ...]

MAX_SIDE: Final = 6  # longest row or column
MAX_DETERMINANT: Final = 4  # largest determinant that is written out


class Arrays(Applied):
    """What the notation does with matrices."""

    def rows(self, at: int) -> Rows:
        """The rows of the matrix that opens at token ``at``. Raises: Stop."""
        return self.cells(at, self.matching(at))

    def cells(self, opened: int, closed: int) -> Rows:
        """The members between two brackets, parted by ``&`` (or a comma) and by ``\\\\``. Raises: Stop."""
        rows: list[list[Expr]] = [[]]
        first, depth = opened + 1, 0
        for i in range(opened + 1, closed + 1):
            here = self.tokens[i]
            ends = i == closed or (depth == 0 and (here.kind is Kind.BREAK or here.text in ("&", ",")))
            depth += (here.kind is Kind.OPEN) - (here.kind is Kind.CLOSE)
            if not ends:
                continue
            if i == closed and first == closed and not rows[-1] and len(rows) > 1:
                rows.pop()  # the last line ends in \\, too
                break
            rows[-1].append(self.inner(first, i))
            rows += [[]] if here.kind is Kind.BREAK else []
            first = i + 1
        if len({len(row) for row in rows}) != 1 or max(len(rows), len(rows[0])) > MAX_SIDE:
            raise Stop
        return tuple(map(tuple, rows))

    def determinant(self, here: Token, at: int) -> None:
        """Read the matrix at token ``at`` as its determinant."""
        rows = self.rows(at)
        if len(rows) != len(rows[0]) or len(rows) > MAX_DETERMINANT:
            raise Stop
        end = self.matching(at)
        self.push(PlacedExpr(determinant(rows), here.start, self.tokens[end].end))
        self.at = end + 1

    def squared(self, here: Token) -> bool:
        """Whether a determinant stands here: ``vmatrix``, or ``\\det`` before a matrix; it is read then."""
        matrix = 0 if here.text == "vmatrix" else 1 if here.text == "det" else None
        if matrix is None or not self.is_(matrix, Kind.OPEN, *MATRICES):
            return False
        self.determinant(here, self.at + matrix)
        return True


def determinant(rows: Rows) -> Expr:
    """Return the determinant, expanded along the first row. Raises: ExprTooLarge."""
    if len(rows) == 1:
        return rows[0][0]
    total: Expr | None = None
    for k, factor in enumerate(rows[0]):
        minor = tuple(row[:k] + row[k + 1 :] for row in rows[1:])
        part = Node(Head.MUL, (factor, determinant(minor)))
        total = part if total is None else Node(Head.SUB if k % 2 else Head.ADD, (total, part))
    assert total is not None
    return total


def added(a: Rows, b: Rows, op: Head) -> Rows:
    """Return the sum or the difference, member by member. Raises: Stop on different shapes, ExprTooLarge."""
    if shape(a) != shape(b):
        raise Stop
    return tuple(tuple(Node(op, pair) for pair in zip(*both, strict=True)) for both in zip(a, b, strict=True))


def scaled(rows: Rows, factor: Expr, op: Head = Head.MUL) -> Rows:
    """Return every member times (or, with ``op``, divided by) a number. Raises: ExprTooLarge."""
    pair = (lambda x: (factor, x)) if op is Head.MUL else (lambda x: (x, factor))
    return tuple(tuple(Node(op, pair(x)) for x in row) for row in rows)


def dot(a: Rows, b: Rows) -> Expr:
    """Return the dot product of two vectors. Raises: Stop where they are none of one shape, ExprTooLarge."""
    if shape(a) != shape(b) or 1 not in shape(a):
        raise Stop
    return _sum_of_products(flat(a), flat(b))


def cross(a: Rows, b: Rows) -> Rows:
    """Return the cross product of two vectors in space, in the first one's shape. Raises: Stop, ExprTooLarge."""
    (x, y, z), (u, v, w) = _three(a), _three(b)
    if shape(a) != shape(b):
        raise Stop
    made = [_minor(y, z, v, w), _minor(z, x, w, u), _minor(x, y, u, v)]
    return (tuple(made),) if len(a) == 1 else tuple((one,) for one in made)


def product(a: Rows, b: Rows) -> Rows:
    """Return the matrix product. Raises: Stop where the shapes do not fit, ExprTooLarge."""
    if shape(a)[1] != shape(b)[0]:
        raise Stop
    columns = list(zip(*b, strict=True))
    return tuple(tuple(_sum_of_products(row, column) for column in columns) for row in a)


def shape(rows: Rows) -> tuple[int, int]:
    """Return how many rows and columns there are."""
    return len(rows), len(rows[0])


def flat(rows: Rows) -> tuple[Expr, ...]:
    """Return the members, row by row."""
    return tuple(x for row in rows for x in row)


def listed(tokens: list[Token], at: int, closed: int) -> bool:
    """Return whether the bracket at ``at`` holds a list: commas stand in it, at its own level."""
    depth, commas = 0, 0
    for before, here in pairwise(tokens[at : closed + 1]):
        depth += (before.kind is Kind.OPEN) - (before.kind is Kind.CLOSE)
        commas += depth == 1 and here.kind is Kind.PUNCT and here.text == ","
    return commas > 0


def _three(rows: Rows) -> tuple[Expr, Expr, Expr]:
    members = flat(rows)
    if 1 not in shape(rows) or len(members) != 3:
        raise Stop
    return members[0], members[1], members[2]


def _minor(a: Expr, b: Expr, c: Expr, d: Expr) -> Expr:
    return Node(Head.SUB, (Node(Head.MUL, (a, d)), Node(Head.MUL, (b, c))))


def _sum_of_products(a: tuple[Expr, ...], b: tuple[Expr, ...]) -> Expr:
    return balanced(Head.ADD, [Node(Head.MUL, pair) for pair in zip(a, b, strict=True)])
