"""Operations: words that tell how a formula was come by, and so are read: ``Subtracting 9 from both sides, we get``.

They claim nothing of their own besides the formula that they lead to, except which operation led to it: where that
names a number or an expression, whoever decides is told what would show that it does. A step whose other words are read
can then be settled correct. One registry: each kind with a code, its shapes, and texts that it fits and does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from verifier.kernel.expr import Expr, Sym
from verifier.readers.exact.items.items import Item


@dataclass(frozen=True, slots=True)
class Work:
    """An operation that a text tells: its kind, by what, and at which item it ends."""

    code: str
    by: Expr | None
    end: int


@dataclass(frozen=True, slots=True)
class Operation:
    """A kind of operation. In ``shapes`` words in brackets may be left out, ``|`` parts words for one place, ``#`` is
    an expression, ``L`` a letter. ``fits`` and ``fails`` are texts that hold one of them and none."""

    code: str
    shapes: tuple[str, ...]
    fits: tuple[str, ...]
    fails: tuple[str, ...]


_MAKE = "simplifying|simplify|expanding|expand|evaluating|evaluate|calculating|combine|combining|factoring|factor"
_PARTS = "fraction|fractions|term|terms|root|roots|parentheses|brackets|bracket"
_SIDES = "both|each side|sides [of] [the|this|our] [equation|inequality]"
_ALL = "[the|this|our] [entire|whole] equation|inequality|everything|through"

OPERATIONS: Final = (
    Operation(
        "SUBTRACT",
        (f"subtracting|subtract # from {_SIDES}",),
        ("Subtracting 9 from both sides, we get x = 3.", "Subtract 2x from each side: x = 3."),
        ("Subtracting 9 apples, we get x = 3.", "Subtracting from both sides gives x = 3."),
    ),
    Operation(
        "ADD",
        (f"adding|add # to {_SIDES}",),
        ("Adding 4 to both sides gives x = 7.",),
        ("Adding 4 to the total gives x = 7.", "Adding both sides, x = 7."),
    ),
    Operation(
        "MULTIPLY",
        (f"multiplying|multiply {_SIDES} by #", f"multiplying|multiply {_ALL} by #"),
        ("Multiplying both sides by 3, x = 6.", "Multiply through by 2: x = 6.", "Multiply the equation by 2: x = 6."),
        ("Multiplying the price by 3, x = 6.", "Multiplying both sides gives x = 6."),
    ),
    Operation(
        "DIVIDE",
        (f"dividing|divide {_SIDES} by #", f"dividing|divide {_ALL} by #"),
        ("Dividing both sides by 2 gives x = 3.", "Dividing the entire equation by 5, x = 3."),
        ("Dividing the cake by 2 gives x = 3.",),
    ),
    Operation(
        "SQUARE",
        (f"squaring|square {_SIDES}",),
        ("Squaring both sides, x = 9.",),
        ("Squaring the number gives x = 9.",),
    ),
    Operation(
        "ROOT",
        (f"taking|take [the] square|cube root|roots of|on {_SIDES}",),
        ("Taking the square root of both sides, x = 3.",),
        ("Taking the square root of the area, x = 3.",),
    ),
    Operation(
        "SOLVE",
        (
            "solving|solve [this|the] [equation|system|quadratic] for #",
            "solving|solve [this|the] [first|second|third|last] equation for #",
            "solving|solve equation # for #",
            "solving|solve [this|these|the] [quadratic|linear] [equation|equations|system|inequality] [further]",
        ),
        ("Solving for x, we get x = 3.", "Solving the equation gives x = 3.", "Solving this, x = 3."),
        ("The solution is x = 3.", "The solver gives x = 3."),
    ),
    Operation(
        "REARRANGE",
        (
            "rearranging|rearrange|reordering|regrouping|grouping|collecting [the|this|these] [like] terms",
            "rearranging|rearrange|transposing [the|this|it|our] [equation|inequality|expression|formula]",
            "combining|combine|collecting|collect|grouping|group|cancelling|canceling [the] like|common terms",
            "simplifying|simplify|expanding|expand|factoring|factor|evaluating|rearranging|calculating further",
            "simplifying|simplify|expanding|expand|evaluating|factoring [the] left|right [hand] side",
            "simplifying|simplify|expanding|expand|evaluating|factoring [the] left-hand|right-hand side",
            f"{_MAKE} both|each side|sides",
            f"{_MAKE} each|the|these|this|constant [constant] {_PARTS}",
            f"{_MAKE} inside [the] [square] root|roots|parentheses|brackets",
            "complete|completing [the] square inside [the] parentheses|brackets",
            "complete|completing [the] square for|in #",
            "cross-multiplying|cross-multiply",
            "cross multiplying|multiply",
            "completing|complete [the] square",
        ),
        ("Rearranging the terms, x = 3.", "Combining like terms gives x = 3.", "Simplifying further: x = 3.",
         "Cross-multiplying, x = 3.", "Expanding the right side gives x = 3.", "Completing the square, x = 3."),
        ("The terms are x = 3.", "The square of both sides is x = 3."),
    ),
    Operation(
        "SUBSTITUTE",
        (
            "substituting|substitute|plugging|plug|putting|inserting [back] [this|these|that|it|them] [back] [in]"
            " [value|values|expression|expressions|result|results] [back] into [the|this|our]"
            " [first|second|third|original|given|other|above|quadratic] equation|expression|formula|inequality"
            " [for] [L] [above]",
            "substituting|substitute|plugging|plug back [in]",
            "substituting|substitute|plugging|plug [in] this|these|it|them|that|the value|values|expression|expressions"
            " [back] [in]",
            "substituting|substitute|plugging|plug this|these|it|them|that [back] [in]",
            "into [the|this|our] [first|second|third|original|given|other|above] equation|expression|formula [above]",
            "into equation #",
            "substituting|substitute|plugging|plug",
        ),
        ("Substituting this value into the second equation, x = 3.", "Substitute back: x = 3.",
         "Plugging these values in, x = 3.", "Substituting into the equation gives x = 3."),
        ("The substitution gives x = 3.", "Two players were put into the first team, x = 3."),
    ),
    Operation(
        "NAMED_EQUATION",
        (
            "from|by|using [the] first|second|third|last|previous|given|original|above equation|inequality|condition",
            "from|by|using equation|condition #",
            "from|by|using [the] equation|relation|fact|condition|identity",
        ),
        ("From the first equation, x = 3.", "From equation 2, x = 3.", "Using the equation x = 3, x + 1 = 4."),
        ("From the first house, x = 3.", "Using the machine, x = 3."),
    ),
)  # fmt: skip
"""Every kind of operation that is read."""

BALANCED: Final = frozenset({"SUBTRACT", "ADD", "MULTIPLY", "DIVIDE", "SQUARE"})
"""Kinds that do the same to both sides of an equation, and say what: this is to be shown."""

_Place = tuple[frozenset[str], bool]
"""The words that may stand in a place of a shape, and whether none need to."""


_Shapes = tuple[tuple[str, tuple[_Place, ...]], ...]


@cache
def _shapes() -> _Shapes:
    return tuple((one.code, tuple(map(_place, shape.split()))) for one in OPERATIONS for shape in one.shapes)


@lru_cache(maxsize=4096)
def _shapes_from(word: str) -> _Shapes:
    """The shapes that may begin with a word in small letters."""
    return tuple((code, places) for code, places in _shapes() if places[0][1] or places[0][0] & {word, "#", "L"})


def _place(word: str) -> _Place:
    return frozenset(word.strip("[]").split("|")), word.startswith("[")


def operations(items: Sequence[Item]) -> Iterator[tuple[int, Work]]:
    """Yield what operations the items of a sentence tell, each with where it begins, the longest at each place."""
    at = 0
    while at < len(items):
        shapes = _shapes_from(items[at].text.lower()) if items[at].kind == "word" else ()
        found = [(end, code) for code, places in shapes if (end := _fits(items, at, places)) > at]
        if not found:
            at += 1
            continue
        end, code = max(found)
        by = [term for item in items[at:end] if (term := _operand(item)) is not None]
        yield at, Work(code, by[-1] if by and code in BALANCED else None, end)
        at = end


def _fits(items: Sequence[Item], at: int, places: Sequence[_Place]) -> int:
    """Where the shape ends that begins at item ``at``; -1 where none does. An optional place takes what it can."""
    for said, optional in places:
        if at < len(items) and _stands(items[at], said):
            at += 1
        elif not optional:
            return -1
    return at


def _stands(item: Item, said: frozenset[str]) -> bool:
    lone = _letter(item) and (item.kind == "expr" or item.text.lower() not in ("a", "i"))
    if item.kind == "expr":
        return "#" in said or ("L" in said and lone)
    return item.kind == "word" and (item.text.lower() in said or (bool(said & {"#", "L"}) and lone))


def _operand(item: Item) -> Expr | None:
    """The expression that an item is, a lone letter among words as well."""
    if item.expr is not None:
        return item.expr.term
    return Sym(item.text) if _letter(item) else None


def _letter(item: Item) -> bool:
    named = item.expr is not None and isinstance(item.expr.term, Sym)
    return named or (item.kind == "word" and len(item.text) == 1)


def work_before(items: Sequence[Item], start: int) -> Work | None:
    """Return the operation told last before the chain that begins at item ``start``, with no other formula between."""
    last = None
    for _, work in operations(items):
        if work.end <= start and not any(item.kind == "rel" for item in items[work.end : start]):
            last = work
    return last


def told(items: Sequence[Item], but: frozenset[str] = frozenset()) -> frozenset[int]:
    """Return the places of the items that tell operations, of other kinds than ``but``."""
    return frozenset(i for at, work in operations(items) if work.code not in but for i in range(at, work.end))
