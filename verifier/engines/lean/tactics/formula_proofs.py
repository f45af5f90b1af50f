"""The proofs of formulas that are ever tried, and how each is laid out.

=========  ========================================================================================================
proof      closes the goal
=========  ========================================================================================================
reflect    of closed arithmetic, by an evaluator in Lean that is proved right
compute    of rational numbers, by computing the truth value
given      by a hypothesis that says it
grind      by Lean's own search for what follows from the hypotheses
values     by ``grind``, once roundings and roots are shown to have the values that they have at the model
squares    by ``grind``, once the squares of letters are said not to be negative
root       by the squares of both sides of an equation, which are not negative
parts      part by part, along the structural proof; each part by ``grind``
=========  ========================================================================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from verifier.checkers.evaluate import Point, value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.script import reflection
from verifier.checkers.lean.statement.statement import Statement
from verifier.checkers.lean.statement.terms import cast
from verifier.engines.lean.tactics.names import intro, meanings
from verifier.engines.lean.tactics.parts import Parts, parted
from verifier.engines.lean.tactics.portfolio import by_mathlib, closings
from verifier.engines.lean.tactics.reflection import formula
from verifier.kernel.expr import Expr, Head, Int, Node, Sym
from verifier.kernel.verdict import CheckFailed

MOST_WHOLE = 8
"""Most terms of which it is put first that they are whole."""

FEW = 4
"""Most letters whose squares are spoken of."""

_ROOT = "all_goals first | grind | (apply Verifier.eq_of_sq_eq <;> grind)"
_CAST = "Lean.Grind.OrderedRing.lt_of_intCast_lt_intCast"


def texts(found: Statement, point: Point, holds: bool, tree: Any) -> Iterator[str]:
    """Yield the proofs to try, cheapest first; ``tree``: a structural proof, or None."""
    if found.mathlib:
        yield from by_mathlib(found).values()
    elif found.is_closed:
        if (closed := formula(found)) is not None:
            yield reflection(closed)
        yield "by decide +kernel"
    else:
        yield from dict.fromkeys(script(found, lines) for lines in ways(found, point, holds, tree))


def ways(found: Statement, point: Point, holds: bool = True, tree: Any = None) -> Iterator[Sequence[str]]:
    """Yield the lines that may close the goal of a statement about all numbers, cheapest first."""
    values = list(_values(found, point))
    if found.goal in found.hypotheses:
        yield ["assumption"]
    if in_front(found) or _wholes_in_front(found):
        yield [*values, "grind"]
    members = closings(found) if _about_letters(found) else {}
    yield members.pop("laws", ("grind",))
    if not (in_front(found) or _wholes_in_front(found)) and "∃ " in found.text and "Int.cast" in found.text:
        yield [*values, "grind"]
    if tree is not None and parted(tree):
        yield from along(found, point, holds, tree)
    if found.ordered and found.letters:
        yield [*values, *_squares(found), "grind"]
    if found.ordered and holds and isinstance(found.formula, Node) and found.formula.head is Head.EQ:
        related = members.get("related", ("grind",))[:-1]
        yield ["repeat' apply And.intro", _ROOT]
        yield [*related, "repeat' apply And.intro", _ROOT]
    yield from members.values()


def script(found: Statement, lines: Sequence[str]) -> str:
    """Return the proof that introduces everything and then goes by these lines."""
    return "by\n" + "".join(f"  {line}\n" for line in (intro(found), *lines))


def along(found: Statement, point: Point, holds: bool, tree: Any) -> Iterator[Sequence[str]]:
    """Yield the lines that go along a structural proof, where they can be laid out."""
    try:
        lines = Parts().lines(holds, found.formula, tree)
    except CheckFailed:
        return
    yield [*_values(found, point), *lines]


def in_front(found: Statement) -> list[tuple[str, Node]]:
    """Return the floors, ceilings and roots that have a name in front."""
    names = dict(meanings(found))
    return [one for one in found.writer.valued if one[0] in names]


def _wholes_in_front(found: Statement) -> list[tuple[str, Expr]]:
    return [one for one in found.writer.wholes if one[1].free <= set(found.letters)]


def _about_letters(found: Statement) -> bool:
    """Whether functions of which only laws are known are of letters in front: no fact of bound ones can stand there."""
    laws, names = found.writer.laws, set(found.letters)
    return all(of.free <= names for of in (*(y for _, y, _ in laws.powers), *(y for y, _ in laws.angles)))


def _values(found: Statement, point: Point) -> Iterator[str]:
    """Each rounding and each root that has a rational value at the model, shown to be what it is there."""
    for name, of in in_front(found):
        try:
            number = value(of, point)
        except NotEvaluated:
            continue
        if of.head is not Head.ROOT:
            yield from _rounding(name, number)
        elif found.ordered:
            yield from _root(name, of, number)
    yield from _wholes(found, point)


def _wholes(found: Statement, point: Point) -> Iterator[str]:
    """What is whole at the model is a whole number of Lean where it has that value."""
    spoken = "∃ " in found.text and "Int.cast" in found.text
    terms: list[tuple[str, Expr]] = [(f"x{i}", Sym(name)) for i, name in enumerate(found.letters)]
    terms = terms if spoken else []
    for i, (text, of) in enumerate([*_wholes_in_front(found), *terms][:MOST_WHOLE]):
        try:
            number = value(of, point)
        except NotEvaluated:
            continue
        if number.denominator == 1:
            whole = f"(⟨{number}, by grind⟩ : ∃ w : Int, {text} = {cast('w')})"
            yield f"have i{i} := (Classical.em ({text} = ({number} : K))).imp_left (fun h => {whole})"


def _squares(statement: Statement) -> Iterator[str]:
    """That the squares of the letters, and of the differences of the first of them, are not negative."""
    names = [f"x{i}" for i in range(len(statement.letters))][:FEW]
    for i, term in enumerate([*names, *(f"({a} - {b})" for a, b in combinations(names, 2))]):
        yield f"have w{i} := Verifier.sq_nonneg {term}"


def _rounding(name: str, number: Fraction) -> Iterator[str]:
    """It is between two whole numbers, which Lean knows of the numbers of the field."""
    low, high = f"({number - 1} : Int)", f"({number + 1} : Int)"
    yield f"have b{name} := {_CAST} {low} {name} (show {cast(low)} < {cast(name)} by grind)"
    yield f"have a{name} := {_CAST} {name} {high} (show {cast(name)} < {cast(high)} by grind)"
    yield f"have e{name} : {name} = ({number} : Int) := by omega"
    yield f"subst e{name}"


def _root(name: str, of: Node, number: Fraction) -> Iterator[str]:
    """Of two numbers that are not negative and have the same power there is only one."""
    index, told = of.args[0], f"(({number.numerator} : K) / ({number.denominator} : K))"
    if isinstance(index, Int) and number >= 0:
        same = f"Verifier.root_unique (a := {name}) (b := {told}) (by grind) (by grind) {index.value - 1} (by grind)"
        yield f"have e{name} : {name} = {told} := {same}"
