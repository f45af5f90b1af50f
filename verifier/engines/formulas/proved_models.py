"""Models whose values are no rational numbers, or whose premises are not evaluated: each premise is proved there."""

from __future__ import annotations

from typing import Any

from verifier.checkers.formulas.expression_json import expression_to_json
from verifier.checkers.formulas.place import Place, bounds, conjuncts, numeral, opening
from verifier.engines.formulas.models import forced
from verifier.engines.formulas.search import Leaves, Search
from verifier.engines.formulas.solving import candidates
from verifier.kernel.formula import Expr, Head, Letter, Node, Type, free, node, substitute
from verifier.kernel.formula_claim import FormulaClaim
from verifier.kernel.term import Int

MAX_MODELS = 12  # most choices of values that are looked at
MAX_LETTERS = 8
ROOM = 6


def model_by_proof(claim: FormulaClaim, leaves: Leaves) -> dict[str, Any] | None:
    """Return a model of the premises of a claim, with proofs of those that hold there, or None."""
    if len(claim.types) > MAX_LETTERS:
        return None
    kinds = {one.name: one.type for one in claim.types}
    if not set(kinds.values()) <= {Type.REAL, Type.COUNT, Type.POS, Type.INT, Type.RAT}:
        return None
    facts = [one.formula for one in claim.premises] + [fact for letter in claim.types for fact in bounds(letter)]
    start: dict[str, Expr] = {name: numeral(value) for name, value in forced(claim).items()}
    for values in _choices(claim, facts, start):
        trees = [_proved(substitute(fact, values), leaves) for fact in facts]
        if None not in trees:
            return {"model": {name: _spelled(value) for name, value in values.items()}, "at_model": trees}
    return None


def _choices(claim: FormulaClaim, facts: list[Expr], start: dict[str, Expr]) -> list[dict[str, Expr]]:
    """Values of all letters: those of each are what solves an equation with the letters before it, else a numeral."""
    place = Place((), {}, False)
    found = [start]
    for _ in claim.types:
        grown: list[dict[str, Expr]] = []
        for values in found[:MAX_MODELS]:
            left = [one for one in claim.types if one.name not in values]
            if not left:
                grown.append(values)
                continue
            letter, numbers = _next(left, [substitute(fact, values) for fact in facts], place)
            grown += [{**values, letter.name: number} for number in numbers]
        found = grown
    return found[:MAX_MODELS]


def _next(left: list[Letter], facts: list[Expr], place: Place) -> tuple[Letter, list[Expr]]:
    parts = [part for fact in facts for part in conjuncts(fact)]
    for letter in left:
        for part in parts:
            if isinstance(part, Node) and part.head is Head.EQ and free(part) == {letter.name}:
                numbers = [number for number, _ in candidates(letter, part, place)]
                if numbers:
                    return letter, numbers
    return left[0], [Int(1), Int(2), Int(0), Int(10), node(Head.NEG, Int(1))]


def _proved(formula: Expr, leaves: Leaves) -> Any:
    closed = FormulaClaim(formula)
    return Search(closed, leaves).shown(True, formula, opening(closed).inside(), ROOM)


def _spelled(value: Expr) -> Any:
    if isinstance(value, Int):
        return str(value.value)
    match value:
        case Node(head=Head.NEG, args=(Int(number),)):
            return f"-{number}"
        case Node(head=Head.DIV, args=(Int(over), Int(under))):
            return f"{over}/{under}"
        case Node(head=Head.NEG, args=(Node(head=Head.DIV, args=(Int(over), Int(under))),)):
            return f"-{over}/{under}"
    return expression_to_json(value)
