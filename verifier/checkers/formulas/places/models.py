"""Models of a claim's premises (trusted): values of the letters at which all of them hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from verifier.checkers.enclosure import Doubtful, enclose, precisions, rational
from verifier.checkers.expression_json import expression_from_json
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import LEAST, bounds, is_complex, is_doubtful
from verifier.checkers.formulas.places.splits import split
from verifier.checkers.formulas.places.totality import NUMBERS, real, total
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.points import number_in, read_point
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import (
    FORMULAS,
    Const,
    Dec,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    Sym,
    Type,
    node,
    substitute,
    walk_expr,
)
from verifier.kernel.verdict import CheckFailed, Reason

MAX_DEGREE = 30  # of the polynomial that a number is a zero of
MAX_ZEROS = 8  # most numbers of a model that are given as zeros
_WRITTEN = {
    **{Type.MATRIX: frozenset({Head.VECTOR, Head.MATRIX}), Type.POINT: frozenset({Head.TUPLE})},
    Type.SET: frozenset({Head.SET, Head.SET_OF}),
}
Prove = Callable[[Claim, object], None]
"""Checks that a tree shows a claim. It raises CheckFailed."""
Given = Fraction | bool | Node | Sym | Const


@dataclass(frozen=True, slots=True)
class Model:
    """Values of letters. ``functions``: those that are functions, as their letters and what they do with them;
    ``zeros``: letters for zeros of polynomials, with what is known of them."""

    values: Mapping[str, Given]
    functions: Mapping[str, tuple[tuple[str, ...], Expr]] = field(default_factory=dict)
    zeros: Claim = field(default_factory=lambda: Claim(Node(Head.TRUE)))

    def at(self, fact: Expr) -> Expr:
        """Return a formula with functions applied, and numbers that are no rational ones in the place of letters."""
        return substitute(
            applied(fact, self.functions), {n: v for n, v in self.values.items() if isinstance(v, Node | Sym | Const)}
        )

    def claim(self, fact: Expr) -> Claim:
        """Return what says that a formula holds at the model."""
        every = {name: _expression(value) for name, value in self.values.items()}
        return replace(self.zeros, formula=substitute(applied(fact, self.functions), every))

    @property
    def point(self) -> dict[str, Fraction | bool]:
        """The letters that have a rational value, or a truth."""
        return {name: value for name, value in self.values.items() if isinstance(value, Fraction | bool)}


def model_of(claim: Claim, data: object, prove: Prove | None = None) -> Model:
    """Return the model that ``data`` spells: every premise, and what the types say, holds there.

    ``data["model"]`` gives each letter a rational number, a truth value, an expression that is defined and of the
    letter's kind, or, where it is a function, its ``letters`` and ``body``. Expressions may speak of ``data["zeros"]``:
    by a name, a ``polynomial`` (coefficients from the lowest) with values of both signs at the ends it is ``between``,
    or an ``equation`` of that name, whose sides are continuous there and stand in different orders at the ends; and of
    the roots of ``data["splits"]``, as ``splits.split`` reads them.
    A premise is evaluated at the model; or, where ``data["at_model"]`` has a tree for it, ``prove`` is asked.

    Raises:
        CheckFailed: where one does not hold, or cannot be evaluated there.
    """
    if not isinstance(data, Mapping):
        raise CheckFailed("the proof has no model", Reason.NO_MODEL_FOUND)
    found = spelled_model(claim, data)
    if is_complex(claim) and any(body.free for _, body in found.functions.values()):
        raise CheckFailed("a function of the model may have values that are not real", Reason.NO_MODEL_FOUND)
    facts = [one.formula for one in claim.premises] + [fact for letter in claim.types for fact in bounds(letter)]
    proofs = data.get("at_model")
    trees = proofs if isinstance(proofs, list | tuple) else [None] * len(facts)
    if len(trees) != len(facts):
        raise CheckFailed("a proof for each premise is needed, or none", Reason.NO_MODEL_FOUND)
    for fact, tree in zip(facts, trees, strict=True):
        if is_complex(claim) and is_doubtful(fact):
            raise CheckFailed("a root or a logarithm in a premise may be no real number", Reason.NO_MODEL_FOUND)
        try:
            if tree is not None and prove is not None:
                prove(found.claim(fact), tree)
            elif not holds_at(found, fact):
                raise CheckFailed("a premise does not hold at the model", Reason.NO_MODEL_FOUND)
        except NotEvaluated as error:
            raise CheckFailed(f"the model does not evaluate: {error}", Reason.NO_MODEL_FOUND) from error
        except ExprTooLarge as error:
            raise CheckFailed(f"at the model: {error}", Reason.OUT_OF_BUDGET) from error
    return found


def holds_at(model: Model, fact: Expr) -> bool:
    """Return whether a formula holds at a model, by evaluation, or since it says that a number equals itself.

    Raises:
        NotEvaluated: where neither tells.
        CheckFailed: where a function has another number of arguments.
        ExprTooLarge: where it is beyond the bounds at the model.
    """
    try:
        return truth(model.at(fact), model.point) is True
    except NotEvaluated:
        if _equals_itself(model.claim(fact)):
            return True
        raise


def _equals_itself(claim: Claim) -> bool:
    said, types = claim.formula, {one.name: one.type for one in claim.types}
    if not (isinstance(said, Node) and said.head is Head.EQ and all(total(one, types) for one in said.args)):
        return False
    if said.args[0] == said.args[1]:
        return True
    if Type.COMPLEX in types.values() and any(
        isinstance(part, Node) and part.head not in _SIMPLE for part in walk_expr(said)
    ):
        return False  # of complex numbers |z|² is not z²
    return all(map(real, said.args)) and not polynomial(node(Head.SUB, *said.args))


_SIMPLE = frozenset({Head.EQ, Head.ADD, Head.SUB, Head.MUL, Head.NEG})


def spelled_model(claim: Claim, data: Mapping[str, object]) -> Model:
    """Return what ``data`` spells, at which nothing has been asked yet.

    Raises:
        CheckFailed: where it spells no model, or a value may be none of its letter.
    """
    spelled = data.get("model")
    if not isinstance(spelled, Mapping):
        raise CheckFailed("the proof has no model", Reason.NO_MODEL_FOUND)
    zeros = _zeros(claim, data.get("zeros", {}), data.get("splits", []))
    letters = {one.name: one.type for one in zeros.types}
    values: dict[str, Given] = {}
    functions: dict[str, tuple[tuple[str, ...], Expr]] = {}
    for name, value in spelled.items():
        kind = claim.type_of(name) if isinstance(name, str) else Type.BOOL
        if isinstance(value, bool) and kind is Type.BOOL:
            values[name] = value
        elif isinstance(value, Mapping):
            functions[name] = _function(value)
        elif isinstance(value, list):
            values[name] = closed_number(value, kind, letters)
        elif kind in NUMBERS or not isinstance(name, str):
            values |= read_point({name: value})
        else:
            raise CheckFailed("a number of the model is none of its letter", Reason.NO_MODEL_FOUND)
    return Model(values, functions, zeros)


def closed_number(spelled: list[object], kind: Type, letters: Mapping[str, Type] | None = None) -> Node | Sym | Const:
    """Return an expression that is surely of the kind: a real or complex number, a matrix, a point or a set. It
    speaks of no letters but these, by what they stand for. A number without a declared type may be complex.

    Raises:
        CheckFailed: where it may be none.
    """
    known = letters or {}
    expr = _read(spelled)
    if isinstance(expr, Node) and expr.head in _WRITTEN.get(kind, ()):
        return _matrix(expr)
    shaped = isinstance(expr, Sym | Const) or (isinstance(expr, Node) and expr.head not in FORMULAS)
    number = shaped and expr.free <= known.keys() and total(expr, known)
    if not (
        isinstance(expr, Node | Sym | Const)
        and number
        and (kind in (Type.COMPLEX, Type.UNDECLARED) or (kind is Type.REAL and _surely_real(expr, known)))
    ):
        raise CheckFailed("a value of the model may be none of its letter", Reason.NO_MODEL_FOUND)
    return expr


def _read(spelled: object) -> Expr:
    try:
        return expression_from_json(spelled)
    except ValueError as error:
        raise CheckFailed(str(error), Reason.NO_MODEL_FOUND) from error


def _matrix(expr: Node) -> Node:
    try:
        known = not expr.free and truth(node(Head.EQ, expr, expr), {}) is True
    except NotEvaluated:
        known = False
    if not known:
        raise CheckFailed("a value of the model may be no matrix, point or set", Reason.NO_MODEL_FOUND)
    return expr


def _function(spelled: Mapping[str, object]) -> tuple[tuple[str, ...], Expr]:
    """The letters of a function and an expression that is a real number wherever these are."""
    given, body = spelled.get("letters"), _read(spelled.get("body"))
    letters = tuple(one for one in given if isinstance(one, str)) if isinstance(given, list) else ()
    if not isinstance(given, list) or len(set(letters)) < len(given):
        raise CheckFailed("a function of the model has no letters", Reason.NO_MODEL_FOUND)
    number = not isinstance(body, Node) or body.head not in FORMULAS
    known = dict.fromkeys(letters, Type.REAL)
    if not (number and body.free <= known.keys() and total(body, known) and real(body)):
        raise CheckFailed("a function of the model may be undefined somewhere", Reason.NO_MODEL_FOUND)
    return letters, body


def applied(expr: Expr, functions: Mapping[str, tuple[tuple[str, ...], Expr]]) -> Expr:
    """Return ``expr`` with functions at their arguments replaced by what they do with them.

    Raises:
        CheckFailed: where a function has another number of arguments, or a letter of its name is bound.
        ExprTooLarge: where the result is beyond the bounds.
    """
    if not isinstance(expr, Node) or expr.free.isdisjoint(functions):
        return expr
    if any(one.name in functions for one in expr.letters):
        raise CheckFailed("a bound letter has the name of a function", Reason.NO_MODEL_FOUND)
    args = tuple(applied(arg, functions) for arg in expr.args)
    match expr.head, args:
        case Head.CALL, (Sym(name), *given) if name in functions:
            letters, body = functions[name]
            if len(letters) != len(given):
                raise CheckFailed("a function of the model has another number of letters", Reason.NO_MODEL_FOUND)
            return substitute(body, dict(zip(letters, given, strict=True)))
    return Node(expr.head, args, expr.letters)


def _zeros(claim: Claim, spelled: object, splits: object) -> Claim:
    """What is known of zeros of polynomials, and of solutions of other equations: that they are, and between which
    ends. Each of these exists, since what is continuous changes its sign (the intermediate value theorem). And what is
    known of all roots of polynomials."""
    if not isinstance(spelled, Mapping) or len(spelled) > MAX_ZEROS:
        raise CheckFailed("the model names no zeros, or too many", Reason.NO_MODEL_FOUND)
    taken = claim.formula.free.union(*(one.formula.free for one in claim.premises), (x.name for x in claim.types))
    known: list[Hypothesis] = []
    real_zeros: dict[str, tuple[tuple[Fraction, ...], Fraction, Fraction]] = {}
    for name, one in spelled.items():
        if not isinstance(name, str) or name in taken or not isinstance(one, Mapping):
            raise CheckFailed("a zero has the name of a letter", Reason.NO_MODEL_FOUND)
        ends, here = _numbers(one.get("between")), Sym(name)
        if len(ends) != 2 or ends[0] >= ends[1]:
            raise CheckFailed("expected a zero as a polynomial, or an equation, and two ends", Reason.NO_MODEL_FOUND)
        equation = one.get("equation")
        told = _changed(one.get("polynomial"), here, *ends) if equation is None else _crossed(equation, name, *ends)
        if equation is None:
            real_zeros[name] = (tuple(_numbers(one.get("polynomial"))), ends[0], ends[1])
        said = [
            told,
            node(Head.GT, here, numeral(ends[0])),
            node(Head.LT, here, numeral(ends[1])),
        ]
        known += [Hypothesis(f"zero {name}", Standing.FACT, fact) for fact in said]
    letters, facts = split(splits, real_zeros, frozenset(taken))
    known += [Hypothesis(f"root {name}", Standing.FACT, fact) for name, fact in facts]
    every = sorted([*letters, *(Letter(name, Type.REAL) for name in spelled)], key=lambda one: one.name)
    return Claim(Node(Head.TRUE), tuple(every), tuple(known))


def _changed(spelled: object, here: Sym, low: Fraction, high: Fraction) -> Expr:
    """That a polynomial is zero somewhere between two ends at which it has other signs."""
    factors = _numbers(spelled)
    if len(factors) > MAX_DEGREE + 1:
        raise CheckFailed("a polynomial of too high a degree", Reason.NO_MODEL_FOUND)
    first, last = (sum((a * x**k for k, a in enumerate(factors)), Fraction(0)) for x in (low, high))
    if first * last >= 0:
        raise CheckFailed("a polynomial without a change of sign between two ends", Reason.NO_MODEL_FOUND)
    return node(Head.EQ, _polynomial(factors, here), Int(0))


def _crossed(spelled: object, name: str, low: Fraction, high: Fraction) -> Node:
    """The equation of a letter whose sides are continuous between two ends, at which they stand in other orders."""
    try:
        equation = expression_from_json(spelled, frozenset({name}))
    except ValueError as error:
        raise CheckFailed(str(error), Reason.NO_MODEL_FOUND) from error
    if not isinstance(equation, Node) or equation.head is not Head.EQ or equation.free != {name}:
        raise CheckFailed("expected a zero as an equation of its variable", Reason.NO_MODEL_FOUND)
    if any(isinstance(part, Dec) for part in walk_expr(equation)):
        raise CheckFailed("a decimal may be rounded", Reason.NO_MODEL_FOUND)
    if not crosses(Node(Head.SUB, equation.args), name, low, high):
        raise CheckFailed("no change of sign of what is continuous between two ends", Reason.NO_MODEL_FOUND)
    return equation


def crosses(gap: Expr, name: str, low: Fraction, high: Fraction) -> bool:
    """Return whether a term of one letter is defined and continuous between two rational numbers, and has other signs
    at these.

    Raises:
        CheckFailed: where it is undefined there, or is no term of real numbers.
    """
    signs: list[int] = []
    for _ in precisions():
        ends = rational(low), rational(high)
        try:
            whole, first, last = (enclose(gap, frozenset(), {name: ball}) for ball in (ends[0].union(ends[1]), *ends))
        except Doubtful:
            continue
        signs = [1 if ball > 0 else -1 if ball < 0 else 0 for ball in (first, last)]
        if whole.is_finite() and 0 not in signs:
            return signs[0] != signs[1]
    return False


def _numbers(spelled: object) -> list[Fraction]:
    if not isinstance(spelled, list | tuple):
        raise CheckFailed("expected a zero as a polynomial, or an equation, and two ends", Reason.NO_MODEL_FOUND)
    return list(map(number_in, spelled))


def _polynomial(factors: list[Fraction], here: Sym) -> Expr:
    found: Expr = Int(0)
    for k, factor in enumerate(factors):
        power = node(Head.POW, here, Int(k)) if k else Int(1)
        found = node(Head.ADD, found, node(Head.MUL, numeral(factor), power)) if factor else found
    return found


def _expression(value: Given) -> Expr:
    if isinstance(value, bool):
        return Node(Head.TRUE if value else Head.FALSE)
    return numeral(value) if isinstance(value, Fraction) else value


def two_models(claim: Claim, data: object, prove: Prove | None = None) -> None:
    """Check that the premises hold at both models of ``data``, the claim at the first, its negation at the second.

    A model of rational numbers alone may be given as these. Letters without a declared type have real values in both:
    what follows among the real numbers is not shown independent by complex ones.

    Raises:
        CheckFailed: where that is not so, or a value is missing or of another type.
    """
    if not isinstance(data, list | tuple) or len(data) != 2:
        raise CheckFailed("independence is shown by two models")
    if claim.rounded:
        raise CheckFailed("a claim that may hold as rounded is not shown independent")
    for one, said in zip(data, (claim.formula, node(Head.NOT, claim.formula)), strict=True):
        whole = isinstance(one, Mapping) and isinstance(one.get("model"), Mapping)
        with_it = replace(claim, premises=(*claim.premises, Hypothesis("claim", Standing.HYPOTHESIS, said)))
        found = model_of(with_it, one if whole else {"model": one}, prove)
        if not all(_typed(found, letter) for letter in claim.types):
            raise CheckFailed("a model gives no value of its type for a letter")


def _typed(found: Model, letter: Letter) -> bool:
    if letter.name in found.functions:
        return True
    value = found.values.get(letter.name)
    if isinstance(value, bool | None):
        return isinstance(value, bool) and letter.type is Type.BOOL
    if isinstance(value, Fraction):
        return of_type(value, letter.type)
    return letter.type is not Type.UNDECLARED or _surely_real(value, {one.name: one.type for one in found.zeros.types})


def _surely_real(value: Expr, letters: Mapping[str, Type]) -> bool:
    return real(value) and all(letters.get(name) is Type.REAL for name in value.free)


def of_type(value: Fraction, kind: Type) -> bool:
    """Return whether a rational number is of a type."""
    if kind in (Type.INT, Type.COUNT, Type.POS):
        return value.denominator == 1 and value >= LEAST.get(kind, value)
    return kind in (Type.UNDECLARED, Type.COMPLEX, Type.REAL, Type.RAT)
