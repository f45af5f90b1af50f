"""Models whose values are no rational numbers, or whose premises are not evaluated: each premise is proved there."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from verifier.checkers.formulas.evaluation import truth
from verifier.checkers.formulas.place import bounds, opening
from verifier.engines.formulas.assignments import assignments
from verifier.engines.formulas.rewriting import written_number
from verifier.engines.formulas.search import Leaves, Search
from verifier.kernel.evaluate import NotEvaluated
from verifier.kernel.formula import Expr, Head, Node, substitute
from verifier.kernel.formula_claim import FormulaClaim

MAX_MODELS = 12  # most choices of values that are looked at
MAX_PROVED = 4  # most of those at which premises are proved
ROOM = 6


def model_by_proof(claim: FormulaClaim, leaves: Leaves) -> dict[str, Any] | None:
    """Return a model of the premises of a claim, with proofs of those that hold there, or None."""
    facts = [one.formula for one in claim.premises] + [fact for letter in claim.types for fact in bounds(letter)]
    tried = 0
    for values in islice(assignments(claim), MAX_MODELS):
        spelled = {name: _spelled(value) for name, value in values.items()}
        point = {name: _number(one) for name, one in spelled.items() if not isinstance(one, list)}
        matrices = {
            name: x for name, x in values.items() if isinstance(x, Node) and x.head in (Head.VECTOR, Head.MATRIX)
        }
        said = [_said(substitute(fact, matrices), point) for fact in facts]
        if False in said:
            continue
        tried += 1
        trees = [
            None if known else _proved(substitute(f, values), leaves) for f, known in zip(facts, said, strict=True)
        ]
        if all(known or tree is not None for known, tree in zip(said, trees, strict=True)):
            return {"model": spelled, "at_model": trees}
        if tried == MAX_PROVED:
            return None
    return None


def _said(fact: Expr, point: Mapping[str, Fraction | bool]) -> bool | None:
    """Whether a premise holds by evaluation; None where that does not tell."""
    try:
        return truth(fact, point) is True
    except NotEvaluated:
        return None


def _proved(formula: Expr, leaves: Leaves) -> Any:
    closed = FormulaClaim(formula)
    return Search(closed, leaves).shown(True, formula, opening(closed).inside(), ROOM)


def _number(spelled: str | bool) -> Fraction | bool:
    return spelled if isinstance(spelled, bool) else Fraction(spelled)


def _spelled(value: Expr) -> Any:
    if isinstance(value, Node) and value.head in (Head.TRUE, Head.FALSE):
        return value.head is Head.TRUE
    return written_number(value)
