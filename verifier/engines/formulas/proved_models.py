"""Models of premises with values that are no rational numbers, and proofs of the premises that are not evaluated
there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from verifier.checkers.effort import remembered
from verifier.checkers.formulas.places.models import Model, holds_at, spelled_model
from verifier.checkers.formulas.places.place import bounds, opening
from verifier.checkers.functions import NotEvaluated
from verifier.engines.formulas.models.proposed_models import proposed_models, real_models
from verifier.engines.formulas.models.split_models import split_models
from verifier.engines.formulas.search import Leaves, Search
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Letter, Type, node
from verifier.kernel.verdict import CheckFailed

MAX_MODELS = 12  # most choices of values that are looked at
MAX_LETTERS = 4  # most letters of a claim for which two models are looked for
MAX_PROVED = 4  # most of those at which premises are proved
ROOM = 10


def model_by_proof(claim: Claim, leaves: Leaves) -> dict[str, Any] | None:
    """Return a model of the premises of a claim, with proofs of those that hold there, or None.

    Letters without a declared type are sought among the real numbers, then among the complex ones.
    """
    for kind in (Type.REAL, Type.COMPLEX) if any(one.type is Type.UNDECLARED for one in claim.types) else (None,):
        sought = claim if kind is None else _among(claim, kind)
        told, untold = split_models(sought), split_models(sought, factored=False)
        for proposed in (told, real_models(sought), proposed_models(sought), untold):
            if (found := _first(claim, proposed, leaves)) is not None:
                return found
    return None


def _among(claim: Claim, kind: Type) -> Claim:
    """The claim, where every letter without a declared type has this one."""
    types = tuple(Letter(one.name, kind) if one.type is Type.UNDECLARED else one for one in claim.types)
    return replace(claim, types=types)


def _first(claim: Claim, proposed: Iterator[dict[str, Any]], leaves: Leaves) -> dict[str, Any] | None:
    facts = [one.formula for one in claim.premises] + [fact for letter in claim.types for fact in bounds(letter)]
    tried = 0
    for data, model in islice(_models(claim, proposed), MAX_MODELS):
        said = [_said(fact, model) for fact in facts]
        if False in said:
            continue
        tried += 1
        trees = list[Any]()
        for fact, known in zip(facts, said, strict=True):
            trees.append(None if known else _proved(fact, model, leaves))
            if not known and trees[-1] is None:
                break
        else:
            return {**data, "at_model": trees}
        if tried == MAX_PROVED:
            return None
    return None


def two_models_by_proof(claim: Claim, leaves: Leaves) -> list[dict[str, Any]] | None:
    """Return a model of a claim's premises in which it holds and one in which it fails, with proofs, or None. Letters
    without a declared type are sought among the real numbers alone."""
    if not 0 < len(claim.types) <= MAX_LETTERS or claim.rounded:
        return None
    claim, found = _among(claim, Type.REAL), list[dict[str, Any]]()
    for said in (claim.formula, node(Head.NOT, claim.formula)):
        with_it = Hypothesis("claim", Standing.HYPOTHESIS, said)
        model = model_by_proof(replace(claim, premises=(*claim.premises, with_it)), leaves)
        if model is None:
            return None
        found.append(model)
    return found


def _models(claim: Claim, proposed: Iterator[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Model]]:
    for data in proposed:
        try:
            yield data, spelled_model(claim, data)
        except CheckFailed:
            continue


def _said(fact: Expr, model: Model) -> bool | None:
    """Whether a premise holds by evaluation; None where that does not tell."""
    try:
        return holds_at(model, fact)
    except (NotEvaluated, CheckFailed, ExprTooLarge):
        return None


def _proved(fact: Expr, model: Model, leaves: Leaves) -> Any:
    try:
        return _shown(model.claim(fact), leaves)
    except (CheckFailed, ExprTooLarge):
        return None


@remembered(1024, alone=60_000)  # laws that a chain states stand in all models of what comes after them
def _shown(claim: Claim, leaves: Leaves) -> Any:
    return Search(claim, leaves).shown(True, claim.formula, opening(claim).inside(), ROOM)
