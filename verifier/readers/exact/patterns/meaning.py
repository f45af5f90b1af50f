"""What a description means: the term that it stands for, and what else may be meant by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Int, Node
from verifier.readers.exact.patterns.pattern import Value, term_of


@dataclass(frozen=True, slots=True)
class Meaning:
    """A quantity in words as a term.

    ``otherwise``: terms that may be meant instead; ``vague``: it may be counted in further ways, so that nothing said
    of it is refuted; ``fits`` says of what it is set equal to whether the words can be said of it.
    """

    term: Expr
    otherwise: tuple[Expr, ...] = ()
    vague: bool = False
    fits: Callable[[Expr], bool] = lambda term: True
    everywhere: bool = False  # what it is set equal to, it is for all values of its letters
    remainder: bool = False  # it is a remainder: a modulus that the text sets is this one
    rows: tuple[tuple[Expr, ...], ...] = ()
    sized: frozenset[str] | None = None  # of a size: the word that its unit is told with, ``square`` or ``cubic``


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence in words as an equation between two terms."""

    left: Meaning
    right: Expr


Make = Callable[[list[Value]], Meaning | None]
"""From the values of a pattern to what it means; None where the words do not fit the values."""


Say = Callable[[list[Value]], Statement | None]
"""From the values of a pattern to what a sentence says; None where the words do not fit the values."""


def plain(make: Callable[..., Expr]) -> Make:
    """Return the meaning that a function of the values' terms makes, or of a list's members."""

    def made(values: list[Value]) -> Meaning:
        if len(values) == 1 and isinstance(values[0], tuple):
            return Meaning(make([expr.term for expr in values[0]]))
        return Meaning(make(*map(term_of, values)))

    return made


def folded(op: Head) -> Callable[[Sequence[Expr]], Expr]:
    """Return what applies an operation to all members of a list, from the left."""
    return lambda terms: reduce(lambda a, b: Node(op, (a, b)), terms)


def whole(term: Expr, low: int = 0, high: int | None = None) -> int | None:
    """Return the whole number that a term is, between the bounds; None where it is none."""
    try:
        found = value(term, {})
    except NotEvaluated:
        return None
    n = int(found)
    return n if found == n and n >= low and (high is None or n <= high) else None


def apply(op: Head, *args: Expr) -> Expr:
    """Return an application. Raises: ExprTooLarge."""
    return Node(op, args)


def count(n: int) -> Int:
    """Return a numeral. Raises: ExprTooLarge where it is below zero or too long."""
    return Int(n)
