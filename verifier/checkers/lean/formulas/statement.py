"""From a claim that is a formula to the text of a Lean proposition: every character of it is ours (trusted).

In every ordered field, whatever its letters are: if the premises hold, all is defined and the formula holds, or all is
defined and it fails. Where a letter need not be real, in every field of characteristic zero, without an order. What has
no letters is said of rational numbers where it is of such. A premise that says nothing that can be used is left out of
no statement: what Lean cannot be told makes the claim none of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from verifier.checkers.evaluate import Point
from verifier.checkers.formulas.places.monomials import Form, numeral, written
from verifier.checkers.formulas.places.place import bounds, conjuncts, leaf_claim
from verifier.checkers.formulas.places.totality import REAL
from verifier.checkers.formulas.rules.forms import polynomial, strict
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.formulas.readings import Readings
from verifier.checkers.lean.formulas.spelling_out import spelled_out, without_lists
from verifier.checkers.lean.formulas.unrolling import unrolled
from verifier.checkers.lean.formulas.writer import FormulaWriter, Scope
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.render import HEAD, MATHLIB_HEAD, MAX_LENGTH, Manner, Statement, render
from verifier.checkers.lean.statement.terms import Numbers
from verifier.kernel.claim import Claim
from verifier.kernel.expr import (
    COMPARISONS,
    LEAF_HEADS,
    SCOPED,
    Const,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    Sym,
    Type,
    free_names,
    node,
    walk_expr,
)
from verifier.kernel.functions import SIGNATURES
from verifier.kernel.verdict import CheckFailed, Shows

MAX_DEGREE = 12
"""Highest power that is looked at."""

Coefficients = dict[int, Expr]
"""What each power of a letter is multiplied by."""


def of_polynomials(expr: Expr) -> Expr:
    """Return ``expr`` with integrals, derivatives and coefficients of polynomials written out; others stay."""
    if not isinstance(expr, Node):
        return expr
    args = tuple(map(of_polynomials, expr.args))
    found = Node(expr.head, args, expr.letters) if args != expr.args else expr
    try:
        return _written_out(found) or found
    except CheckFailed:
        return found


def _written_out(expr: Node) -> Expr | None:
    match expr.head, expr.args:
        case Head.INTEGRAL, (body, low, high) if (by := coefficients(body, expr.letters[0].name)) is not None:
            return None if _infinite(low) or _infinite(high) else _between(by, low, high)
        case Head.DIFF, (body, Sym(name), *order) if order in ([], [Int(1)]):
            by = coefficients(body, name)
            return None if by is None else _sum([_term(c, k, Sym(name), k - 1) for k, c in by.items() if k])
        case Head.COEFF, (body, Int(power)) if (by := coefficients(body, expr.letters[0].name)) is not None:
            return by.get(power, Int(0))
        case Head.NUMERAL, _:
            return _numeral(expr)
    return None


def _numeral(expr: Node) -> Expr | None:
    """A numeral in another base, in base ten."""
    try:
        return numeral(value(expr, {}))
    except NotEvaluated:
        return None


def _infinite(end: Expr) -> bool:
    return any(isinstance(one, Node) and one.head is Head.INFINITY for one in (end, *getattr(end, "args", ())))


def coefficients(body: Expr, name: str) -> Coefficients | None:
    """Return what the powers of a letter in a polynomial are multiplied by, or None where it is none.

    Raises:
        CheckFailed: where it is too large.
    """
    if not _plain(body):
        return None
    by: dict[int, dict[frozenset[tuple[Expr, int]], Fraction]] = {}
    form: Form = polynomial(body)
    for monomial, factor in form.items():
        power = next((k for atom, k in monomial if atom == Sym(name)), 0)
        rest = frozenset((atom, k) for atom, k in monomial if atom != Sym(name))
        if power > MAX_DEGREE or any(name in atom.free for atom, _ in rest):
            return None
        by.setdefault(power, {})[rest] = factor
    return {power: written(row) for power, row in sorted(by.items())}


def _plain(expr: Expr) -> bool:
    """Whether it is made of numbers and letters by sums, products, powers and divisions by numerals."""
    match expr:
        case Int() | Sym():
            return True
        case Node(head=Head.ADD | Head.SUB | Head.MUL | Head.NEG, args=args):
            return all(map(_plain, args))
        case Node(head=Head.DIV, args=(over, Int(number))):
            return number != 0 and _plain(over)
        case Node(head=Head.POW, args=(base, Int(power))):
            return 0 < power <= MAX_DEGREE and _plain(base)
    return False


def _between(by: Coefficients, low: Expr, high: Expr) -> Expr:
    """The difference of an antiderivative at both ends."""
    ends = [_sum([_term(c, Fraction(1, k + 1), at, k + 1) for k, c in by.items()]) for at in (high, low)]
    return node(Head.SUB, *ends)


def _term(coefficient: Expr, factor: Fraction | int, x: Expr, power: int) -> Expr:
    scaled = coefficient if factor == 1 else node(Head.MUL, numeral(Fraction(factor)), coefficient)
    if power == 0:
        return scaled
    return node(Head.MUL, scaled, x if power == 1 else node(Head.POW, x, Int(power)))


def _sum(terms: list[Expr]) -> Expr:
    if not terms:
        return Int(0)
    found = terms[0]
    for one in terms[1:]:
        found = node(Head.ADD, found, one)
    return found


MOST = 12
"""Most numbers of a claim that letters stand for."""

WORDS = LEAF_HEADS | {head for head, one in SIGNATURES.items() if one.means is not None}
"""The functions that have a word in Lean's statements, or mean what has one."""

COUNTED = {head for head, one in SIGNATURES.items() if one.whole} - WORDS | {
    *(Head.COUNT_OF, Head.NUM_SOLUTIONS, Head.LEN, Head.DEGREE)
}
"""What is a whole number, whatever it is made of, and has no word in Lean."""

REAL_PARTS = frozenset({Head.RE, Head.IM, Head.ARG, Head.NORM})
OTHERS = frozenset(
    {Head.INTEGRAL, Head.SUM, Head.PROD, Head.COEFF, Head.DET, Head.DOT, Head.DIFF, Head.MEAN, Head.MEDIAN}
    | {Head.VARIANCE, Head.CONJ, Head.CALL}
)
"""What is a real number where it is made of real numbers."""


def with_letters(claim: Claim) -> Claim:
    """Return the claim with letters of their own for numbers that Lean has no word for."""
    said = [claim.formula, *(one.formula for one in claim.premises)]
    types = {one.name: one.type for one in claim.types}
    given = frozenset(part for one in claim.premises for part in _defined(one.formula))
    found: dict[Expr, Letter] = {}
    for number in dict.fromkeys(part for one in said for part in _numbers(one, frozenset())):
        if len(found) < MOST and number in given:
            kind = Type.REAL if _is_real(number, types) else Type.COMPLEX
            found[number] = Letter(_fresh(types, len(found)), kind)
    if not found:
        return claim
    names = {number: Sym(letter.name) for number, letter in found.items()}
    formula = _put(claim.formula, names, frozenset())
    premises = tuple(replace(one, formula=_put(one.formula, names, frozenset())) for one in claim.premises)
    spoken = formula.free.union(*(one.formula.free for one in premises))
    kept = [one for one in (*claim.types, *found.values()) if one.name in spoken]
    return Claim(formula, tuple(sorted(kept, key=lambda one: one.name)), premises, claim.rounded)


def _numbers(expr: Expr, bound: frozenset[str]) -> Iterator[Expr]:
    """The outermost numbers without a word that speak of no letter that is bound around them."""
    if not isinstance(expr, Node):
        return
    if _has_no_word(expr):
        if expr.free.isdisjoint(bound):
            yield expr
        return
    for i, arg in enumerate(expr.args):
        inner = {one.name for one in expr.letters} if i in SCOPED.get(expr.head, ()) else set()
        yield from _numbers(arg, bound | inner)


def _has_no_word(expr: Node) -> bool:
    if expr.head not in COUNTED | REAL_PARTS | OTHERS:
        return False
    return not any(isinstance(part, Node) and part.head in (Head.INFINITY, Head.LIMIT) for part in walk_expr(expr))


def _put(expr: Expr, names: Mapping[Expr, Sym], bound: frozenset[str]) -> Expr:
    """An expression with letters in the place of numbers, where these speak of no letter that is bound there."""
    if not isinstance(expr, Node):
        return expr
    if expr in names and expr.free.isdisjoint(bound):
        return names[expr]
    if _has_no_word(expr):
        return expr
    inner = bound | {one.name for one in expr.letters}
    scoped = SCOPED.get(expr.head, ())
    args = tuple(_put(arg, names, inner if i in scoped else bound) for i, arg in enumerate(expr.args))
    return Node(expr.head, args, expr.letters) if args != expr.args else expr


def _defined(premise: Expr) -> Iterator[Expr]:
    """What is defined where a premise holds."""
    for one in conjuncts(premise):
        if isinstance(one, Node) and one.head in COMPARISONS:
            yield from strict(one)


def _is_real(number: Expr, types: Mapping[str, Type]) -> bool:
    assert isinstance(number, Node)
    if number.head in COUNTED | REAL_PARTS:
        return True
    inside = [letter.type for part in walk_expr(number) if isinstance(part, Node) for letter in part.letters]
    kinds = {*inside, *(types.get(name, Type.COMPLEX) for name in number.free)}
    return Const("i") not in walk_expr(number) and kinds <= REAL | {Type.FUNCTION, Type.MATRIX, Type.POINT}


def _fresh(types: Mapping[str, Type], count: int) -> str:
    name = f"value {count}"  # no letter of the language has a blank in its name
    while name in types:
        name += "'"
    return name


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
