"""Models of a claim's premises (trusted): rational points at which all of them hold."""

from __future__ import annotations

from fractions import Fraction

from verifier.checkers.formulas.evaluation import truth
from verifier.checkers.formulas.place import LEAST, bounds
from verifier.checkers.points import read_point, reason_of
from verifier.kernel.evaluate import NotEvaluated
from verifier.kernel.formula import Type
from verifier.kernel.formula_claim import FormulaClaim
from verifier.kernel.verdict import CheckFailed, Reason


def model_of(claim: FormulaClaim, data: object) -> None:
    """Check that every premise, and what the types say, holds at the point that ``data`` spells.

    Raises:
        CheckFailed: where one does not, or cannot be evaluated there.
    """
    point = read_point(data)
    facts = [one.formula for one in claim.premises] + [fact for letter in claim.types for fact in bounds(letter)]
    try:
        wrong = next((fact for fact in facts if truth(fact, point) is not True), None)
    except NotEvaluated as error:
        raise CheckFailed(f"the model does not evaluate: {error}", Reason.NO_MODEL_FOUND) from error
    if wrong is not None:
        raise CheckFailed("a premise does not hold at the model", Reason.NO_MODEL_FOUND)


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
