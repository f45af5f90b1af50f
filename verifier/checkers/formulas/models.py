"""Models of a claim's premises (trusted): values of the letters at which all of them hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from verifier.checkers.formulas.evaluation import truth
from verifier.checkers.formulas.expression_json import expression_from_json
from verifier.checkers.formulas.place import LEAST, bounds, numeral
from verifier.checkers.formulas.totality import real, total
from verifier.checkers.points import read_point, reason_of
from verifier.kernel.evaluate import NotEvaluated
from verifier.kernel.formula import FORMULAS, Expr, Head, Node, Type, node, substitute
from verifier.kernel.formula_claim import FormulaClaim
from verifier.kernel.verdict import CheckFailed, Reason

_MATRICES = frozenset({Head.VECTOR, Head.MATRIX})
Prove = Callable[[Expr, object], None]
"""Checks that a tree shows a formula without letters. It raises CheckFailed."""


def model_of(claim: FormulaClaim, data: object, proofs: object = None, prove: Prove | None = None) -> None:
    """Check that every premise, and what the types say, holds where the letters have the values that ``data`` spells.

    A value is a rational number, a truth value, or an expression without letters that is defined and of the letter's
    kind. A premise is evaluated there; or, where ``proofs`` has a tree for it, ``prove`` is asked.

    Raises:
        CheckFailed: where one does not hold, or cannot be evaluated there.
    """
    values = _values(claim, data)
    point = {name: value for name, value in values.items() if not isinstance(value, Node)}
    matrices = {name: value for name, value in values.items() if isinstance(value, Node) and value.head in _MATRICES}
    facts = [one.formula for one in claim.premises] + [fact for letter in claim.types for fact in bounds(letter)]
    trees = proofs if isinstance(proofs, list | tuple) else [None] * len(facts)
    if len(trees) != len(facts):
        raise CheckFailed("a proof for each premise is needed, or none", Reason.NO_MODEL_FOUND)
    for fact, tree in zip(facts, trees, strict=True):
        if tree is not None and prove is not None:
            prove(substitute(fact, {name: _expression(value) for name, value in values.items()}), tree)
            continue
        try:
            if truth(substitute(fact, matrices), point) is not True:
                raise CheckFailed("a premise does not hold at the model", Reason.NO_MODEL_FOUND)
        except NotEvaluated as error:
            raise CheckFailed(f"the model does not evaluate: {error}", Reason.NO_MODEL_FOUND) from error


def _values(claim: FormulaClaim, data: object) -> dict[str, Fraction | bool | Node]:
    if not isinstance(data, Mapping):
        raise CheckFailed("the proof has no model", Reason.NO_MODEL_FOUND)
    found: dict[str, Fraction | bool | Node] = {}
    for name, spelled in data.items():
        kind = claim.type_of(name) if isinstance(name, str) else Type.BOOL
        if isinstance(spelled, bool) and kind is Type.BOOL:
            found[name] = spelled
        elif isinstance(spelled, list):
            found[name] = closed_number(spelled, kind)
        else:
            found |= read_point({name: spelled})
    return found


def closed_number(spelled: list[object], kind: Type) -> Node:
    """Return an expression without letters that is surely of the kind: a real or complex number, or a matrix.

    Raises:
        CheckFailed: where it may be none.
    """
    try:
        expr = expression_from_json(spelled)
    except ValueError as error:
        raise CheckFailed(str(error), Reason.NO_MODEL_FOUND) from error
    if kind is Type.MATRIX and isinstance(expr, Node) and expr.head in _MATRICES:
        return _matrix(expr)
    number = isinstance(expr, Node) and expr.head not in FORMULAS and not expr.free and total(expr, {})
    if not (isinstance(expr, Node) and number and (kind is Type.COMPLEX or (kind is Type.REAL and real(expr)))):
        raise CheckFailed("a value of the model may be none of its letter", Reason.NO_MODEL_FOUND)
    return expr


def _matrix(expr: Node) -> Node:
    try:
        known = not expr.free and truth(node(Head.EQ, expr, expr), {}) is True
    except NotEvaluated:
        known = False
    if not known:
        raise CheckFailed("a value of the model may be no matrix", Reason.NO_MODEL_FOUND)
    return expr


def _expression(value: Fraction | bool | Node) -> Expr:
    if isinstance(value, bool):
        return Node(Head.TRUE if value else Head.FALSE)
    return numeral(value) if isinstance(value, Fraction) else value


def two_models(claim: FormulaClaim, data: object) -> None:
    """Check that the premises hold at both points of ``data``, the claim at the first, its negation at the second.

    Raises:
        CheckFailed: where that is not so, or a value is missing or of another type.
    """
    if not isinstance(data, list | tuple) or len(data) != 2:
        raise CheckFailed("independence is shown by two models")
    for one, expected in zip(data, (True, False), strict=True):
        model_of(claim, one)
        point = read_point(one)
        try:
            typed = all(of_type(point[letter.name], letter.type) for letter in claim.types)
            found = truth(claim.formula, point)
        except NotEvaluated as error:
            raise CheckFailed(f"the claim does not evaluate at a model: {error}", reason_of(error)) from error
        except KeyError as missing:
            raise CheckFailed(f"a model gives no value for {missing}") from missing
        if not typed or found is not expected:
            raise CheckFailed("the models do not tell the claim and its negation apart")


def of_type(value: Fraction, kind: Type) -> bool:
    """Return whether a rational number is of a type."""
    if kind in (Type.INT, Type.COUNT, Type.POS):
        return value.denominator == 1 and value >= LEAST.get(kind, value)
    return kind in (Type.UNDECLARED, Type.COMPLEX, Type.REAL, Type.RAT)
