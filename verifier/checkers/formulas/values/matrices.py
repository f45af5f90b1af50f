"""Matrices and vectors of rational numbers. A vector is a matrix of one column; sizes that do not fit are undefined."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

from flint import fmpq, fmpq_mat

from verifier.checkers.formulas.places.monomials import flint_number, fraction
from verifier.checkers.formulas.values.values import Matrix, Place, Value, Work
from verifier.checkers.functions import MAX_BITS, OverBudget, Undefined, Unsupported, operate
from verifier.kernel.expr import Head, Node


def combined(head: Head, values: list[Value], work: Work) -> Matrix:
    """Return what a sign of arithmetic makes of a matrix and another, or a number.

    Raises:
        Undefined: where sizes do not fit, a number is zero that divides, a matrix has no inverse.
        Unsupported: where a matrix stands where none has a meaning.
    """
    match head, values:
        case Head.NEG, [Matrix() as a]:
            return _made(-_flint(a), work)
        case Head.ADD | Head.SUB, [Matrix() as a, Matrix() as b]:
            _need(a.shape == b.shape)
            return _made(_flint(a) + _flint(b) if head is Head.ADD else _flint(a) - _flint(b), work)
        case Head.MUL, [Matrix() as a, Matrix() as b]:
            return _product(a, b, work)
        case (Head.MUL, [Matrix() as a, Fraction() as k]) | (Head.MUL, [Fraction() as k, Matrix() as a]):
            return _made(_flint(a) * flint_number(k), work)
        case Head.DIV, [Matrix() as a, Fraction() as k]:
            _need(k != 0)
            return _made(_flint(a) * flint_number(1 / k), work)
        case Head.POW, [Matrix() as a, Fraction() as n]:
            return _power(a, n, work)
    raise Unsupported(f"{head.value} has no meaning between these")


def _product(a: Matrix, b: Matrix, work: Work) -> Matrix:
    _need(a.shape[1] == b.shape[0])
    work.spend(a.shape[0] * a.shape[1] * b.shape[1] * (1 + (max(_bits(a), _bits(b)) >> 8)))
    return _made(_flint(a) * _flint(b), work)


def _power(a: Matrix, n: Fraction, work: Work) -> Matrix:
    """A whole power, by squaring; a negative one is a power of the inverse."""
    _need(a.shape[0] == a.shape[1])
    if n.denominator != 1:
        raise Unsupported("a power of a matrix that is not whole")
    square, left = (_inverse(a, work) if n < 0 else a), abs(n.numerator)
    found = _made(_identity(a.shape[0]), work)
    while left:
        found = _product(found, square, work) if left % 2 else found
        left //= 2
        square = _product(square, square, work) if left else square
    return found


def _matrix(node: Node, place: Place) -> Value:
    rows = [place.value(row) for row in node.args]
    numbers = [_numbers(row) for row in rows]
    if len({len(row) for row in numbers}) != 1 or not numbers[0]:
        raise Unsupported("a matrix whose rows are not lists of numbers of one length")
    return Matrix(tuple(numbers))


def _numbers(row: Value) -> tuple[Fraction, ...]:
    found = tuple(one for one in row if isinstance(one, Fraction)) if isinstance(row, tuple) else ()
    if not isinstance(row, tuple) or len(found) < len(row):
        raise Unsupported("a row that is no list of numbers")
    return found


def _vector(node: Node, place: Place) -> Value:
    return Matrix(tuple((place.number(one),) for one in node.args))


def _one(node: Node, place: Place) -> Value:
    """The determinant, the transpose, the inverse, the length of a matrix or vector."""
    a = _worth(node, place)[0]
    match node.head:
        case Head.TRANSPOSE:
            return Matrix(tuple(zip(*a.rows, strict=True)))
        case Head.INVERSE:
            return _inverse(a, place.work)
        case Head.NORM:
            return operate(Head.SQRT, _dot(_entries(a), _entries(a), place.work))
    return _determinant(a, place.work)


def _determinant(a: Matrix, work: Work) -> Fraction:
    _need(a.shape[0] == a.shape[1])
    _afford(a, work)
    return fraction(_flint(a).det())


def _inverse(a: Matrix, work: Work) -> Matrix:
    _need(_determinant(a, work) != 0)
    _afford(a, work)
    return _made(_flint(a).inv(), work)


def _two(node: Node, place: Place) -> Value:
    """The scalar product, and the vector product of vectors of three numbers."""
    u, v = map(_entries, _worth(node, place))
    if node.head is Head.DOT:
        return _dot(u, v, place.work)
    _need(len(u) == len(v) == 3)
    pairs = ((1, 2), (2, 0), (0, 1))
    return Matrix(tuple((place.work.number(u[i] * v[j] - u[j] * v[i]),) for i, j in pairs))


def _dot(u: tuple[Fraction, ...], v: tuple[Fraction, ...], work: Work) -> Fraction:
    _need(len(u) == len(v))
    total = Fraction(0)
    for x, y in zip(u, v, strict=True):
        total = work.number(total + x * y)
    return total


def _worth(node: Node, place: Place) -> list[Matrix]:
    found = [place.value(arg) for arg in node.args]
    matrices = [one for one in found if isinstance(one, Matrix)]
    if len(matrices) < len(found):
        raise Unsupported(f"{node.head.value} of what is no matrix")
    return matrices


def _entries(a: Matrix) -> tuple[Fraction, ...]:
    if a.shape[1] != 1:
        raise Unsupported("a matrix where a vector is expected")
    return tuple(row[0] for row in a.rows)


def _need(fits: bool) -> None:
    if not fits:
        raise Undefined("sizes that do not fit, a matrix without an inverse, or a division by zero")


def _afford(a: Matrix, work: Work) -> None:
    """Count the work of an elimination: the entries grow with the number of rows."""
    if (bits := _bits(a)) * a.shape[0] > MAX_BITS:
        raise OverBudget(f"a matrix with a determinant of more than {MAX_BITS} bits")
    work.spend(a.shape[0] ** 3 * (1 + (bits * a.shape[0] >> 8)))


def _bits(a: Matrix) -> int:
    return max(x.numerator.bit_length() + x.denominator.bit_length() for row in a.rows for x in row)


def _identity(size: int) -> Any:
    return fmpq_mat(size, size, [fmpq(int(i == j)) for i in range(size) for j in range(size)])


def _flint(a: Matrix) -> Any:
    return fmpq_mat(*a.shape, [flint_number(x) for row in a.rows for x in row])


def _made(found: Any, work: Work) -> Matrix:
    rows: Iterable[Iterable[Any]] = found.table()
    return Matrix(tuple(tuple(work.number(fraction(x)) for x in row) for row in rows))


MEANINGS: Final[Mapping[Head, Callable[[Node, Place], Value]]] = {
    **{Head.MATRIX: _matrix, Head.VECTOR: _vector},
    **dict.fromkeys((Head.DET, Head.TRANSPOSE, Head.INVERSE, Head.NORM), _one),
    **dict.fromkeys((Head.DOT, Head.CROSS), _two),
}
"""What nodes that have to do with matrices are worth."""
