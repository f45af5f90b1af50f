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

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from verifier.checkers.evaluate import Point, value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.formulas.statement import Stated
from verifier.checkers.lean.formulas.writer import cast
from verifier.checkers.lean.script import reflection
from verifier.checkers.lean.statement.render import Statement
from verifier.engines.lean.tactics.parts import Parts, parted
from verifier.engines.lean.tactics.portfolio import by_mathlib, closings, intro
from verifier.engines.lean.tactics.reflection import formula
from verifier.kernel.expr import Expr, Head, Int, Node, Sym
from verifier.kernel.verdict import CheckFailed

MOST_WHOLE = 8
"""Most terms of which it is put first that they are whole."""

FEW = 4
"""Most letters whose squares are spoken of."""

_ROOT = "all_goals first | grind | (apply Verifier.eq_of_sq_eq <;> grind)"
_CAST = "Lean.Grind.OrderedRing.lt_of_intCast_lt_intCast"


def texts(found: Stated, point: Point, holds: bool, tree: Any) -> Iterator[str]:
    """Yield the proofs to try, cheapest first; ``tree``: a structural proof, or None."""
    statement, values = found.statement, list(_values(found, point))
    if statement.mathlib:
        yield from by_mathlib(statement, point).values()
        return
    if statement.at_point:
        if (closed := formula(statement)) is not None:
            yield reflection(closed)
        yield "by decide +kernel"
        return
    if found.given:
        yield _script(statement, "assumption")
    if found.named or found.wholes:
        yield _script(statement, *values, "grind")
    yield _script(statement, *_facts(found), "grind")
    if not (found.named or found.wholes) and "∃ " in statement.text and "Int.cast" in statement.text:
        yield _script(statement, *values, "grind")
    if tree is not None and parted(tree):
        yield from along(found, point, holds, tree)
    if statement.ordered and statement.letters:
        yield _script(statement, *values, *_squares(statement), "grind")
    if statement.ordered and found.equation:
        yield _script(statement, "repeat' apply And.intro", _ROOT)


def along(found: Stated, point: Point, holds: bool, tree: Any) -> Iterator[str]:
    """Yield the proof along a structural proof, where that can be laid out."""
    try:
        lines = Parts().lines(holds, found.formula, tree)
    except CheckFailed:
        return
    yield _script(found.statement, *_values(found, point), *lines)


def _script(statement: Statement, *lines: str) -> str:
    return "by\n" + "".join(f"  {line}\n" for line in (intro(statement), *lines))


def _facts(found: Stated) -> list[str]:
    """What is put first where functions are spoken of by their laws alone."""
    laws, names = found.statement.laws, set(found.statement.letters)
    if not all(of.free <= names for of in (*(y for _, y, _ in laws.powers), *(y for y, _ in laws.angles))):
        return []  # of bound letters nothing can be put in front
    members = closings(found.statement)
    return list(members["laws"][0]) if "laws" in members else []


def _values(found: Stated, point: Point) -> Iterator[str]:
    """Each rounding and each root that has a rational value at the model, shown to be what it is there."""
    for name, of in found.named:
        try:
            number = value(of, point)
        except NotEvaluated:
            continue
        if of.head is not Head.ROOT:
            yield from _rounding(name, number)
        elif found.statement.ordered:
            yield from _root(name, of, number)
    yield from _wholes(found, point)


def _wholes(found: Stated, point: Point) -> Iterator[str]:
    """What is whole at the model is a whole number of Lean where it has that value."""
    spoken = "∃ " in found.statement.text and "Int.cast" in found.statement.text
    terms: list[tuple[str, Expr]] = [(f"x{i}", Sym(name)) for i, name in enumerate(found.statement.letters)]
    terms = terms if spoken else []
    for i, (text, of) in enumerate([*found.wholes, *terms][:MOST_WHOLE]):
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
