"""Claims over a few letters, and proof trees that are short to write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Letter, Type
from verifier.kernel.verdict import Proof, Shows, admit
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

TYPES = {"x": Type.REAL, "y": Type.REAL, "n": Type.COUNT, "k": Type.INT, "z": Type.COMPLEX}


SCOPE = Scope({name: Declared(kind) for name, kind in TYPES.items()})
LETTERS = [Letter(name, kind) for name, kind in TYPES.items()]
VALUES = {"rule": "values", "pins": []}


def claims_over(types: Mapping[str, Type]) -> Callable[..., Claim]:
    """Return a function that makes a claim over letters of these types: ``claim(text, *premises, standing=...)``."""
    scope = Scope({name: Declared(kind) for name, kind in types.items()})
    letters = [Letter(name, kind) for name, kind in types.items()]

    def claim(text: str, *premises: str, standing: Standing = Standing.FACT) -> Claim:
        held = tuple(Hypothesis(f"p{i}", standing, formula(one, scope)) for i, one in enumerate(premises))
        return claim_of(formula(text, scope), letters, held)

    return claim


claim = claims_over(TYPES)


def shown(what: Claim, tree: Any, holds: bool = True, model: dict[str, str] | None = None) -> Any:
    proof = Proof("structure", Shows.TRUE if holds else Shows.FALSE, {"tree": tree, "model": model or {}})
    return admit(what, proof, StructureChecker(checker_of))


def at(*indices: int) -> dict[str, Any]:
    return {"rule": "leaf", "checker": "evaluate", "data": {"pins": list(range(len(indices)))}, "uses": list(indices)}


def identity() -> dict[str, Any]:
    return {"rule": "leaf", "checker": "canonical", "data": {"kind": "identity"}, "uses": []}


def linear(*parts: Any, uses: tuple[int, ...] = (0, 1), whole: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"rule": "linear", "uses": list(uses), "whole": list(whole), "parts": list(parts)}


def added(*multiples: tuple[int, str], cut: bool = False) -> dict[str, Any]:
    return {"sum": [list(one) for one in multiples], "cut": cut}


def proved(what: Claim, tree: Any, model: Any, holds: bool = True, **more: Any) -> Any:
    data = {"tree": tree, "model": model, **more}
    return admit(what, Proof("structure", Shows.TRUE if holds else Shows.FALSE, data), StructureChecker(checker_of))
