"""Arrays: the rows of a matrix as expressions, what sums and products make of them, and determinants."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from verifier.kernel.term import App, Op, Term
from verifier.readers.exact.lexicon.signs import MATRICES, Kind
from verifier.readers.exact.notation.applied import Applied
from verifier.readers.exact.notation.frames import Expr, Stop
from verifier.readers.exact.notation.signs.dots import balanced
from verifier.readers.exact.text.numerals import Token

Rows = tuple[tuple[Term, ...], ...]

MAX_SIDE: Final = 6  # longest row or column
MAX_DETERMINANT: Final = 4  # largest determinant that is written out


class Arrays(Applied):
    """What the notation does with matrices."""

    def rows(self, at: int) -> Rows:
        """The rows of the matrix that opens at token ``at``. Raises: Stop."""
        return self.cells(at, self.matching(at))

    def cells(self, opened: int, closed: int) -> Rows:
        """The members between two brackets, parted by ``&`` (or a comma) and by ``\\\\``. Raises: Stop."""
        rows: list[list[Term]] = [[]]
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
        self.push(Expr(determinant(rows), here.start, self.tokens[end].end))
        self.at = end + 1

    def squared(self, here: Token) -> bool:
        """Whether a determinant stands here: ``vmatrix``, or ``\\det`` before a matrix; it is read then."""
        matrix = 0 if here.text == "vmatrix" else 1 if here.text == "det" else None
        if matrix is None or not self.is_(matrix, Kind.OPEN, *MATRICES):
            return False
        self.determinant(here, self.at + matrix)
        return True


def determinant(rows: Rows) -> Term:
    """Return the determinant, expanded along the first row. Raises: TermTooLarge."""
    if len(rows) == 1:
        return rows[0][0]
    total: Term | None = None
    for k, factor in enumerate(rows[0]):
        minor = tuple(row[:k] + row[k + 1 :] for row in rows[1:])
        part = App(Op.MUL, (factor, determinant(minor)))
        total = part if total is None else App(Op.SUB if k % 2 else Op.ADD, (total, part))
    assert total is not None
    return total


def added(a: Rows, b: Rows, op: Op) -> Rows:
    """Return the sum or the difference, member by member. Raises: Stop on different shapes, TermTooLarge."""
    if shape(a) != shape(b):
        raise Stop
    return tuple(tuple(App(op, pair) for pair in zip(*both, strict=True)) for both in zip(a, b, strict=True))


def scaled(rows: Rows, factor: Term, op: Op = Op.MUL) -> Rows:
    """Return every member times (or, with ``op``, divided by) a number. Raises: TermTooLarge."""
    pair = (lambda x: (factor, x)) if op is Op.MUL else (lambda x: (x, factor))
    return tuple(tuple(App(op, pair(x)) for x in row) for row in rows)


def dot(a: Rows, b: Rows) -> Term:
    """Return the dot product of two vectors. Raises: Stop where they are none of one shape, TermTooLarge."""
    if shape(a) != shape(b) or 1 not in shape(a):
        raise Stop
    return _sum_of_products(flat(a), flat(b))


def cross(a: Rows, b: Rows) -> Rows:
    """Return the cross product of two vectors in space, in the first one's shape. Raises: Stop, TermTooLarge."""
    (x, y, z), (u, v, w) = _three(a), _three(b)
    if shape(a) != shape(b):
        raise Stop
    made = [_minor(y, z, v, w), _minor(z, x, w, u), _minor(x, y, u, v)]
    return (tuple(made),) if len(a) == 1 else tuple((one,) for one in made)


def product(a: Rows, b: Rows) -> Rows:
    """Return the matrix product. Raises: Stop where the shapes do not fit, TermTooLarge."""
    if shape(a)[1] != shape(b)[0]:
        raise Stop
    columns = list(zip(*b, strict=True))
    return tuple(tuple(_sum_of_products(row, column) for column in columns) for row in a)


def shape(rows: Rows) -> tuple[int, int]:
    """Return how many rows and columns there are."""
    return len(rows), len(rows[0])


def flat(rows: Rows) -> tuple[Term, ...]:
    """Return the members, row by row."""
    return tuple(x for row in rows for x in row)


def listed(tokens: list[Token], at: int, closed: int) -> bool:
    """Return whether the bracket at ``at`` holds a list: commas stand in it, at its own level."""
    depth, commas = 0, 0
    for before, here in pairwise(tokens[at : closed + 1]):
        depth += (before.kind is Kind.OPEN) - (before.kind is Kind.CLOSE)
        commas += depth == 1 and here.kind is Kind.PUNCT and here.text == ","
    return commas > 0


def _three(rows: Rows) -> tuple[Term, Term, Term]:
    members = flat(rows)
    if 1 not in shape(rows) or len(members) != 3:
        raise Stop
    return members[0], members[1], members[2]


def _minor(a: Term, b: Term, c: Term, d: Term) -> Term:
    return App(Op.SUB, (App(Op.MUL, (a, d)), App(Op.MUL, (b, c))))


def _sum_of_products(a: tuple[Term, ...], b: tuple[Term, ...]) -> Term:
    return balanced(Op.ADD, [App(Op.MUL, pair) for pair in zip(a, b, strict=True)])
