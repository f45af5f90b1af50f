"""What an answer may denote."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.kernel.expr import Expr, Head


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number or an expression, with its units.

    ``bare``: the number before a word that multiplied it, which may be the unit asked for ("how many dozens?").
    """

    term: Expr
    units: frozenset[str] = frozenset()
    bare: Expr | None = None


@dataclass(frozen=True, slots=True)
class Infinite:
    """Plus or minus infinity."""

    negative: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A letter of a multiple choice, and what is written after it."""

    letter: str
    content: Form | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Parts in order, in brackets: a tuple, a point, an interval."""

    opening: str
    parts: tuple[Form, ...]
    closing: str


@dataclass(frozen=True, slots=True)
class Several:
    """Parts in no order: a set, several solutions, a union of intervals. ``once``: a part that is written twice counts
    once, as in braces."""

    parts: tuple[Form, ...]
    union: bool = False
    once: bool = False


@dataclass(frozen=True, slots=True)
class Without:
    """A set without the members of another one."""

    base: Row | Several
    removed: Row | Several


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix, row by row."""

    rows: tuple[tuple[Form, ...], ...]


@dataclass(frozen=True, slots=True)
class Related:
    """An equation or an inequality."""

    relation: Head
    left: Quantity
    right: Quantity


@dataclass(frozen=True, slots=True)
class Assigned:
    """Several letters, each with its value, in the order of the letters."""

    names: tuple[str, ...]
    values: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio, as 3:4 or 2:3:4; or a time of day."""

    parts: tuple[Quantity, ...]


@dataclass(frozen=True, slots=True)
class Based:
    """Digits in a base that is written beside them."""

    digits: str
    base: int


@dataclass(frozen=True, slots=True)
class Name:
    """One of a few names, of which an answer is one and no other: yes or no, a day of the week."""

    name: str
    among: frozenset[str]


Form = Name | Quantity | Infinite | Choice | Row | Several | Matrix | Related | Assigned | Ratio | Based | Without
