"""From a claim that is a formula to the text of a Lean proposition: every character of it is ours (trusted).

In every ordered field, whatever its letters are: if the premises hold, all is defined and the formula holds, or all is
defined and it fails. Where a letter need not be real, in every field of characteristic zero, without an order. What has
no letters is said of rational numbers where it is of such. A premise that says nothing that can be used is left out of
no statement: what Lean cannot be told makes the claim none of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from verifier.checkers.evaluate import Point
from verifier.checkers.formulas.places.place import bounds, conjuncts, leaf_claim
from verifier.checkers.formulas.places.totality import REAL
from verifier.checkers.lean.formulas.polynomials import of_polynomials
from verifier.checkers.lean.formulas.readings import Readings
from verifier.checkers.lean.formulas.spelling_out import spelled_out, without_lists
from verifier.checkers.lean.formulas.standing_in import with_letters
from verifier.checkers.lean.formulas.unrolling import unrolled
from verifier.checkers.lean.formulas.writer import FormulaWriter, Scope
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.render import HEAD, MATHLIB_HEAD, MAX_LENGTH, Manner, Statement, render
from verifier.checkers.lean.statement.terms import Numbers
from verifier.kernel.claim import Claim
from verifier.kernel.expr import COMPARISONS, Const, Expr, ExprTooLarge, Head, Node, Type, free_names, walk_expr
from verifier.kernel.verdict import CheckFailed, Shows

ORDERS = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})
READ_AS_REAL = ORDERS | {Head.FLOOR, Head.CEIL, Head.MIN, Head.MAX, Head.FLOORDIV, Head.REM, Head.MOD, Head.ABOUT}
"""What makes the letters in its arguments real, and needs an order."""


TRUE = Node(Head.TRUE)


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement of Lean. ``given``: a hypothesis says what is to be shown. ``named``: the names bound in front that
    stand for floors, ceilings and roots. ``wholes``: of which terms in front it is said that they are whole, with
    their texts. ``equation``: what is to be shown is a bare equation. ``formula``: what is to be
    shown or denied, spelled out."""

    statement: Statement
    given: bool = False
    named: tuple[tuple[str, Node], ...] = ()
    wholes: tuple[tuple[str, Expr], ...] = ()
    equation: bool = False
    formula: Expr = TRUE


def stated(claim: Claim, shows: Shows, point: Point, assume_defined: bool = False, mathlib: bool = False) -> Stated:
    """Return the statement whose truth shows the claim true, or false. ``point``: a model of the premises.

    ``assume_defined``: what is asserted as it stands is shown where it is defined, which the certificate says.
    ``mathlib``: of the fields of Mathlib, and not of core Lean's.

    Raises:
        NotRenderable: where Lean cannot be told; ``str`` says by what.
    """
    if assume_defined and not _over_one_relation(claim.formula):
        raise NotRenderable("only a relation, or ForAll over one, is shown where it is defined")
    try:
        claim = _spelled_out(claim)
    except ExprTooLarge as error:
        raise NotRenderable(str(error)) from error
    if not claim.types and not claim.premises and not mathlib:
        try:
            return Stated(_closed(claim, shows, point))
        except NotRenderable:
            pass  # of numbers that are not all rational
    try:
        found = _everywhere(claim, shows, point, assume_defined, mathlib)
    except ExprTooLarge as error:
        raise NotRenderable(str(error)) from error
    if len(found.statement.text) > MAX_LENGTH:
        raise NotRenderable(f"the statement has more than {MAX_LENGTH} characters")
    return found


def _spelled_out(claim: Claim) -> Claim:
    """The claim with extremes, lists of solutions, matrices and polynomials spelled out."""
    claim = without_lists(claim)
    types = {one.name: one.type for one in claim.types}

    def told(formula: Expr) -> Expr:
        return spelled_out(of_polynomials(unrolled(formula)), types)

    premises = tuple(replace(one, formula=told(one.formula)) for one in claim.premises)
    return with_letters(replace(claim, formula=told(claim.formula), premises=premises))


def _over_one_relation(formula: Expr) -> bool:
    while isinstance(formula, Node) and formula.head is Head.FOR_ALL:
        formula = formula.args[0]
    return isinstance(formula, Node) and formula.head in COMPARISONS


def _closed(claim: Claim, shows: Shows, point: Point) -> Statement:
    """What is said of rational numbers alone. A comparison is stated as closed relations are everywhere."""
    if isinstance(claim.formula, Node) and claim.formula.head in COMPARISONS:
        try:
            said = Node(claim.formula.head, tuple(map(unrolled, claim.formula.args)))
            leaf = leaf_claim(said, [], {}, claim.rounded)
        except CheckFailed as error:
            raise NotRenderable(str(error)) from error
        readings = Readings(FormulaWriter(Numbers.RATIONAL, {}, scopes=[Scope(frozenset())]), {}, claim.rounded)
        _read(readings, shows, claim.formula)  # where a decimal is, it is said so that it is exact, or as rounded
        return render(leaf, shows, Manner(as_rounded=readings.near))
    readings = Readings(FormulaWriter(Numbers.RATIONAL, {}, scopes=[Scope(frozenset())]), point, claim.rounded)
    text = _read(readings, shows, claim.formula)
    return Statement(text, Numbers.RATIONAL, (), as_rounded=readings.near)


def _read(readings: Readings, shows: Shows, formula: Expr) -> str:
    return readings.holds(formula, True) if shows is Shows.TRUE else readings.fails(formula)


def _everywhere(claim: Claim, shows: Shows, point: Point, assume_defined: bool, mathlib: bool) -> Stated:
    numbers = numbers_of(claim)
    head = (MATHLIB_HEAD if mathlib else HEAD)[numbers]
    names = {one.name: f"x{i}" for i, one in enumerate(claim.types)}
    outermost = Scope(frozenset(names))
    writer = FormulaWriter(numbers, dict(names), scopes=[outermost], point=point)
    given = Readings(writer, point, claim.rounded, given=True)
    premises = [given.holds(part) for part in _premises(claim)]
    goal = Readings(writer, point, claim.rounded, [] if assume_defined else None)
    final = _read(goal, shows, claim.formula)
    bound = [(name, "K") for name in names.values()] + outermost.bound
    laws = writer.laws.stated("K", numbers.ordered, ("pi", "pi") in outermost.named)
    hypotheses = [*premises, *outermost.meanings]
    text = "".join(
        (
            head,
            "".join(f" ({name} : {type_})" for name, type_ in bound),
            ", ",
            *(part for _, part in laws),
            *(f"{one} → " for one in hypotheses),
            final,
        )
    )
    sides = tuple(dict.fromkeys(one.shown for one in goal.assumed or ()))
    shape = (False, sides, tuple(name for name, _ in bound), ("",) * len(hypotheses), goal.near)
    functions = tuple(name for name, _ in laws)
    told = (text, numbers, tuple(names), (), *shape)
    found = Statement(*told, laws=writer.laws, functions=functions, head=head, mathlib=mathlib)
    in_front = {name for name, _ in outermost.bound}
    named = tuple(one for one in writer.valued if one[0] in in_front)
    bare = isinstance(claim.formula, Node) and claim.formula.head is Head.EQ and shows is Shows.TRUE
    wholes = tuple(one for one in writer.wholes if one[1].free <= outermost.letters)
    return Stated(found, final in hypotheses, named, wholes, bare and not assume_defined, claim.formula)


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
