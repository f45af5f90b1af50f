"""Formulas for Lean (trusted): extremes, lists of solutions, equations of vectors and matrices spelled out;
sums of few terms, integrals, derivatives and coefficients of polynomials written out; letters for other numbers.

Extremes and the like only where everything in them is defined whatever the bound letters are: then each holds exactly
where what it is spelled out as holds, and fails where that fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from verifier.checkers.formulas.places.monomials import Form, numeral, written
from verifier.checkers.formulas.places.place import Place, bounds, conjunction, conjuncts
from verifier.checkers.formulas.places.totality import REAL, WHOLE, total
from verifier.checkers.formulas.rules.entries import LISTED, entrywise, sides
from verifier.checkers.formulas.rules.forms import polynomial, strict
from verifier.checkers.formulas.rules.whole import defined
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim, Hypothesis
from verifier.kernel.expr import (
    COMPARISONS,
    CONNECTIVES,
    LEAF_HEADS,
    SCOPED,
    Const,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    NotSubstituted,
    Sym,
    Type,
    node,
    substitute,
    walk_expr,
)
from verifier.kernel.functions import SIGNATURES
from verifier.kernel.verdict import CheckFailed

MOST_TERMS = 60
"""Most terms of a sum or product that are written out."""


def unrolled(expr: Expr) -> Expr:
    """Return ``expr`` with its sums and products between numerals written out; others stay as they are.

    Raises:
        ExprTooLarge: where the result is beyond the bounds.
    """
    if not isinstance(expr, Node):
        return expr
    args = tuple(map(unrolled, expr.args))
    match expr.head, args:
        case (Head.SUM | Head.PROD) as head, (body, first, last):
            if (ends := _ends(first, last)) is not None and ends[1] - ends[0] < MOST_TERMS:
                return _folded(head, expr.letters[0].name, body, range(ends[0], ends[1] + 1))
    return Node(expr.head, args, expr.letters) if args != expr.args else expr


def _folded(head: Head, name: str, body: Expr, values: range) -> Expr:
    """The terms, joined; none of them: 0 or 1, as the page has it."""
    found: Expr = Int(0 if head is Head.SUM else 1)
    for place, at in enumerate(values):
        try:
            term = substitute(body, {name: numeral(Fraction(at))})
        except NotSubstituted:
            return Node(head, (body, Int(values.start), Int(values.stop - 1)))
        found = term if place == 0 else Node(Head.ADD if head is Head.SUM else Head.MUL, (found, term))
    return found


def _ends(*exprs: Expr) -> tuple[int, ...] | None:
    found = []
    for one in exprs:
        match one:
            case Int(value):
                found.append(value)
            case Node(Head.NEG, (Int(value),)):
                found.append(-value)
            case _:
                return None
    return tuple(found)


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
            return _in_base_ten(expr)
    return None


def _in_base_ten(expr: Node) -> Expr | None:
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


MOST_LETTERS = 12
"""Most numbers of a claim that become letters."""

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


def prepared(claim: Claim) -> Claim:
    """Return the claim with all that this module is about spelled out. Raises: ExprTooLarge, CheckFailed."""
    claim = without_lists(claim)
    types = {one.name: one.type for one in claim.types}

    def told(formula: Expr) -> Expr:
        return spelled_out(of_polynomials(unrolled(formula)), types)

    premises = tuple(replace(one, formula=told(one.formula)) for one in claim.premises)
    return with_letters(replace(claim, formula=told(claim.formula), premises=premises))


def with_letters(claim: Claim) -> Claim:
    """Return the claim with letters of their own for numbers that Lean has no word for."""
    said = [claim.formula, *(one.formula for one in claim.premises)]
    types = {one.name: one.type for one in claim.types}
    given = frozenset(part for one in claim.premises for part in _defined_where(one.formula))
    found: dict[Expr, Letter] = {}
    for number in dict.fromkeys(part for one in said for part in _wordless(one, frozenset())):
        if len(found) < MOST_LETTERS and number in given:
            kind = Type.REAL if _is_real(number, types) else Type.COMPLEX
            found[number] = Letter(_fresh(types, len(found)), kind)
    if not found:
        return claim
    names = {number: Sym(letter.name) for number, letter in found.items()}
    formula = _replaced(claim.formula, names, frozenset())
    premises = tuple(replace(one, formula=_replaced(one.formula, names, frozenset())) for one in claim.premises)
    spoken = formula.free.union(*(one.formula.free for one in premises))
    kept = [one for one in (*claim.types, *found.values()) if one.name in spoken]
    return Claim(formula, tuple(sorted(kept, key=lambda one: one.name)), premises, claim.rounded)


def _wordless(expr: Expr, bound: frozenset[str]) -> Iterator[Expr]:
    """The outermost numbers without a word that speak of no letter that is bound around them."""
    if not isinstance(expr, Node):
        return
    if _has_no_word(expr):
        if expr.free.isdisjoint(bound):
            yield expr
        return
    for i, arg in enumerate(expr.args):
        inner = {one.name for one in expr.letters} if i in SCOPED.get(expr.head, ()) else set()
        yield from _wordless(arg, bound | inner)


def _has_no_word(expr: Node) -> bool:
    if expr.head not in COUNTED | REAL_PARTS | OTHERS:
        return False
    return not any(isinstance(part, Node) and part.head in (Head.INFINITY, Head.LIMIT) for part in walk_expr(expr))


def _replaced(expr: Expr, names: Mapping[Expr, Sym], bound: frozenset[str]) -> Expr:
    """An expression with letters in the place of numbers, where these speak of no letter that is bound there."""
    if not isinstance(expr, Node):
        return expr
    if expr in names and expr.free.isdisjoint(bound):
        return names[expr]
    if _has_no_word(expr):
        return expr
    inner = bound | {one.name for one in expr.letters}
    scoped = SCOPED.get(expr.head, ())
    args = tuple(_replaced(arg, names, inner if i in scoped else bound) for i, arg in enumerate(expr.args))
    return Node(expr.head, args, expr.letters) if args != expr.args else expr


def _defined_where(premise: Expr) -> Iterator[Expr]:
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


MOST_VALUES = 40
"""Most solutions that are listed."""


def spelled_out(formula: Expr, types: Mapping[str, Type]) -> Expr:
    """Return a formula with what this module is about in it spelled out; the others stay as they are."""
    if not isinstance(formula, Node):
        return formula
    match formula.head:
        case Head.EQ | Head.NE:
            return _entrywise(formula, types) or formula
        case Head.IS_MAX | Head.IS_MIN:
            return _extreme(formula, types) or formula
        case Head.SOLVES:
            return _solutions(formula, types) or formula
        case Head.FOR_ALL | Head.EXISTS:
            types = {**types, **_types(formula)}
        case head if head not in CONNECTIVES:
            return formula
    args = tuple(spelled_out(arg, types) for arg in formula.args)
    return Node(formula.head, args, formula.letters) if args != formula.args else formula


def _inside(types: Mapping[str, Type], bound: Node) -> Place:
    names = _types(bound)
    return Place((), {**types, **names}, False, frozenset(name for name, kind in names.items() if kind in WHOLE))


def _entrywise(formula: Node, types: Mapping[str, Type]) -> Expr | None:
    """Vectors, matrices and lists that are written out are equal where all entries are."""
    place = Place((), types, False)
    try:
        if not all(total(x, types) for side in sides(formula, place) for x in side):
            return None
        return entrywise(formula, place)
    except CheckFailed:
        return None


def _types(bound: Node) -> dict[str, Type]:
    return {one.name: one.type for one in bound.letters}


def _extreme(formula: Node, types: Mapping[str, Type]) -> Expr | None:
    """It is reached where the condition holds, and nothing beyond it is."""
    best, made, condition = formula.args
    names = _types(formula)
    inside = _inside(types, formula)
    whole = all(defined(one, inside) for one in (made, condition)) and total(best, types)
    if not whole or best.free & names.keys() or not set(names.values()) <= REAL:
        return None
    reached = Node(Head.EXISTS, (node(Head.AND, condition, node(Head.EQ, made, best)),), formula.letters)
    within = node(Head.LE if formula.head is Head.IS_MAX else Head.GE, made, best)
    return node(Head.AND, reached, Node(Head.FOR_ALL, (node(Head.IMPLIES, condition, within),), formula.letters))


def _solutions(formula: Node, types: Mapping[str, Type]) -> Expr | None:
    """Each of them is of the letters' types and satisfies the condition, and whatever does is one of them."""
    values, condition = formula.args
    names = _types(formula)
    inside = _inside(types, formula)
    listed = isinstance(values, Node) and values.head in (Head.LIST, Head.TUPLE, Head.SET)
    if not isinstance(values, Node) or not listed or not defined(condition, inside) or len(values.args) > MOST_VALUES:
        return None
    points = [_entries(one, len(names)) for one in values.args]
    if any(one is None or any(x.free & names.keys() or not total(x, types) for x in one) for one in points):
        return None
    found = [point for point in points if point is not None]
    each = [part for point in found for part in _at(condition, formula.letters, point)]
    same = [
        conjunction([node(Head.EQ, Sym(letter.name), x) for letter, x in zip(formula.letters, point, strict=True)])
        for point in found
    ]
    among = node(Head.OR, *same) if len(same) > 1 else same[0] if same else Node(Head.FALSE)
    only = Node(Head.FOR_ALL, (node(Head.IMPLIES, condition, among),), formula.letters)
    return conjunction([*each, only])


def _entries(value: Expr, count: int) -> tuple[Expr, ...] | None:
    if count == 1:
        return (value,)
    tuple_ = isinstance(value, Node) and value.head is Head.TUPLE and len(value.args) == count
    return value.args if isinstance(value, Node) and tuple_ else None


def _at(condition: Expr, letters: Sequence[Letter], point: Sequence[Expr]) -> list[Expr]:
    """The condition at a point, and that the point is of the letters' types."""
    values = {one.name: x for one, x in zip(letters, point, strict=True)}
    kinds = [node(Head.IS_INT, values[one.name]) for one in letters if one.type in WHOLE]
    least = [substitute(fact, values) for one in letters for fact in bounds(one)]
    return [*kinds, *least, substitute(condition, values)]


def without_lists(claim: Claim) -> Claim:
    """Return a claim with letters for matrices and points replaced by what premises say that they are: whatever is said
    of every letter that equals something is said of that."""
    for letter in (one for one in claim.types if one.type in LISTED):
        premises = [replace(one, formula=part) for one in claim.premises for part in conjuncts(one.formula)]
        found = next(((i, x) for i, one in enumerate(premises) if (x := _is(letter.name, one.formula))), None)
        if found is None:
            continue
        index, value = found
        try:
            left = [put for i, one in enumerate(premises) if i != index for put in (_put(one, letter.name, value),)]
            said = substitute(claim.formula, {letter.name: value})
        except (NotSubstituted, ExprTooLarge):
            continue
        types = tuple(one for one in claim.types if one != letter)
        claim = Claim(said, types, tuple(left), claim.rounded)
    return claim


def _put(premise: Hypothesis, name: str, value: Expr) -> Hypothesis:
    return replace(premise, formula=substitute(premise.formula, {name: value}))


def _is(name: str, premise: Expr) -> Expr | None:
    """What an equation says that a letter is, in other letters."""
    match premise:
        case Node(head=Head.EQ, args=(Sym(said), value) | (value, Sym(said))) if (
            said == name and name not in value.free
        ):
            return value
    return None
