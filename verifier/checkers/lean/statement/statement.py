"""From a claim to the text of a Lean proposition: every character of it is ours (trusted).

Letters become ``x0``, ``x1``, ...; numerals carry their type; what a division by zero or a root of a negative number
would mean in Lean never matters, because every such place is stated to be defined.

In every ordered field, whatever its letters are: if the premises hold, all is defined and the formula holds, or all is
defined and it fails. Where a letter need not be real, in every field of characteristic zero, without an order: what
holds in all of those holds in the real numbers, and in the complex numbers too. What has no letters is said of rational
numbers where it is of such. A premise that says nothing that can be used is left out of no statement: what Lean cannot
be told makes the claim none of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from verifier.checkers.evaluate import Point
from verifier.checkers.formulas.places.place import bounds, conjuncts
from verifier.checkers.formulas.places.totality import REAL
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.readings import Readings
from verifier.checkers.lean.statement.spelling_out import prepared
from verifier.checkers.lean.statement.terms import Numbers, Scope, Writer
from verifier.kernel.claim import Claim
from verifier.kernel.expr import COMPARISONS, Const, Expr, ExprTooLarge, Head, Node, Type, free_names, walk_expr
from verifier.kernel.verdict import Shows

MAX_LENGTH = 20_000
"""Longest statement, in characters."""

MATHLIB_HEAD = {
    Numbers.FIELD: "∀ {K : Type} [Field K] [CharZero K]",
    Numbers.ORDERED: "∀ {K : Type} [Field K] [LinearOrder K] [IsStrictOrderedRing K]",
}
HEAD = {
    Numbers.FIELD: "∀ {K : Type} [Lean.Grind.Field K] [Lean.Grind.IsCharP K 0]",
    Numbers.ORDERED: "∀ {K : Type} [Lean.Grind.Field K] [LE K] [LT K] [Std.IsLinearOrder K] [Std.LawfulOrderLT K]"
    " [Lean.Grind.OrderedRing K]",
}
ORDERS = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})
READ_AS_REAL = ORDERS | {Head.FLOOR, Head.CEIL, Head.MIN, Head.MAX, Head.FLOORDIV, Head.REM, Head.MOD, Head.ABOUT}
"""What makes the letters in its arguments real, and needs an order."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A proposition of Lean, and how it is to be read.

    ``letters[i]`` is the letter called ``xi``. ``side_conditions`` are assumed of the letters and are no part of the
    claim. ``as_rounded``: something is shown as rounded. ``mathlib``: it speaks of the fields of Mathlib. The rest is
    for those who look for proofs: ``formula`` is what is to be shown or denied, spelled out; ``head`` binds the field;
    ``functions`` are the names by which those functions are introduced of which only laws are known, and their laws;
    ``hypotheses`` are the premises, and then what the names of the outermost scope of ``writer`` mean; ``goal`` is
    what is to be shown.
    """

    text: str
    numbers: Numbers
    letters: tuple[str, ...]
    side_conditions: tuple[str, ...]
    as_rounded: bool
    mathlib: bool
    formula: Expr
    writer: Writer = field(repr=False, compare=False)
    head: str = ""
    functions: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] = ()
    goal: str = ""

    @property
    def is_closed(self) -> bool:
        """Whether it speaks of rational numbers, and not of all numbers of a field."""
        return self.numbers is Numbers.RATIONAL

    @property
    def ordered(self) -> bool:
        """Whether it speaks of ordered fields."""
        return self.numbers is Numbers.ORDERED


def stated(claim: Claim, shows: Shows, point: Point, assume_defined: bool = False, mathlib: bool = False) -> Statement:
    """Return the statement whose truth shows the claim true, or false. ``point``: a model of the premises.

    ``assume_defined``: what is asserted as written is shown where it is defined, which the certificate says.
    ``mathlib``: of the fields of Mathlib, and not of core Lean's.

    Raises:
        NotRenderable: if there is no Lean statement; ``str`` says why.
    """
    if assume_defined and not _over_one_relation(claim.formula):
        raise NotRenderable("only a relation, or ForAll over one, is shown where it is defined")
    try:
        claim, found = prepared(claim), None
        if not claim.types and not claim.premises and not mathlib:
            with suppress(NotRenderable):  # of numbers that are not all rational
                found = _closed(claim, shows, point)
        found = found or _everywhere(claim, shows, point, assume_defined, mathlib)
    except ExprTooLarge as error:
        raise NotRenderable(str(error)) from error
    if len(found.text) > MAX_LENGTH:
        raise NotRenderable(f"the statement has more than {MAX_LENGTH} characters")
    return found


def _over_one_relation(formula: Expr) -> bool:
    while isinstance(formula, Node) and formula.head is Head.FOR_ALL:
        formula = formula.args[0]
    return isinstance(formula, Node) and formula.head in COMPARISONS


def _closed(claim: Claim, shows: Shows, point: Point) -> Statement:
    """What is said of rational numbers alone."""
    readings = Readings(Writer(Numbers.RATIONAL, {}, [Scope(frozenset())]), point, claim.rounded)
    text = _read(readings, shows, claim.formula)
    return Statement(text, Numbers.RATIONAL, (), (), readings.near, False, claim.formula, readings.writer)


def _read(readings: Readings, shows: Shows, formula: Expr) -> str:
    return readings.holds(formula, True) if shows is Shows.TRUE else readings.fails(formula)


def _everywhere(claim: Claim, shows: Shows, point: Point, assume_defined: bool, mathlib: bool) -> Statement:
    numbers = numbers_of(claim)
    head = (MATHLIB_HEAD if mathlib else HEAD)[numbers]
    names = {one.name: f"x{i}" for i, one in enumerate(claim.types)}
    outermost = Scope(frozenset(names))
    writer = Writer(numbers, dict(names), [outermost], point)
    given = Readings(writer, point, claim.rounded, given=True)
    premises = [given.holds(part) for part in _premises(claim)]
    goal = Readings(writer, point, claim.rounded, [] if assume_defined else None)
    final = _read(goal, shows, claim.formula)
    bound = "".join(f" ({name} : {type_})" for name, type_ in [*((x, "K") for x in names.values()), *outermost.bound])
    laws = writer.laws.stated("K", numbers.ordered, ("pi", "pi") in outermost.named)
    hypotheses = (*premises, *outermost.meanings)
    text = f"{head}{bound}, {''.join(part for _, part in laws)}{''.join(f'{one} → ' for one in hypotheses)}{final}"
    sides = tuple(dict.fromkeys(one.shown for one in goal.assumed or ()))
    introduced = tuple(name for name, _ in laws)
    read = (text, numbers, tuple(names), sides, goal.near, mathlib)
    return Statement(*read, claim.formula, writer, head, introduced, hypotheses, final)


def _premises(claim: Claim) -> Iterator[Expr]:
    """What holds where the premises do, and what the types of letters say, in the order of structural proofs."""
    for one in claim.premises:
        yield from conjuncts(one.formula)
    for letter in claim.types:
        yield from bounds(letter)


def numbers_of(claim: Claim) -> Numbers:
    """Return in which fields the statement speaks: ordered ones, or any of characteristic zero.

    Raises:
        NotRenderable: where letters need not be real, and something is ordered.
    """
    every = [claim.formula, *(one.formula for one in claim.premises)]
    inside = [part for one in every for part in walk_expr(one)]
    nodes = [part for part in inside if isinstance(part, Node)]
    for kind in {one.type for one in claim.types} - REAL - {Type.UNDECLARED, Type.COMPLEX}:
        raise NotRenderable(f"a letter that is a {kind.value}")
    bound = {letter.type for one in nodes if one.head in (Head.FOR_ALL, Head.EXISTS) for letter in one.letters}
    loose = {one.name for one in claim.types if one.type is Type.UNDECLARED}
    complex_ = Type.COMPLEX in bound or any(one.type is Type.COMPLEX for one in claim.types) or Const("i") in inside
    ordering = [one for one in nodes if one.head in READ_AS_REAL]
    if not (loose or complex_ or Type.UNDECLARED in bound):
        return Numbers.ORDERED
    if not ordering:
        return Numbers.FIELD
    if loose & {letter.name for one in nodes for letter in one.letters}:
        raise NotRenderable("an order of numbers that need not be real: a bound letter has the name of one")
    if complex_ or Type.UNDECLARED in bound or not loose <= frozenset().union(*map(free_names, ordering)):
        raise NotRenderable("an order of numbers that need not be real")
    return Numbers.ORDERED
