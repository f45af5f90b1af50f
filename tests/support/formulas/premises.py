"""Claims whose premises have models of zeros of polynomials, complex numbers and functions."""

from __future__ import annotations

from typing import Any

from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Letter, Type
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

TYPES = {"x": Type.REAL, "y": Type.REAL, "n": Type.COUNT, "k": Type.INT, "z": Type.COMPLEX, "w": Type.COMPLEX}


FUNCTIONS = {"f": Declared(Type.FUNCTION, (Type.REAL,)), "g": Declared(Type.FUNCTION, (Type.REAL, Type.REAL))}


SCOPE = Scope({name: Declared(kind) for name, kind in TYPES.items()} | FUNCTIONS)


LETTERS = [Letter(name, kind) for name, kind in TYPES.items()] + [Letter(name, Type.REAL) for name in FUNCTIONS]


def claim(text: str, *premises: str) -> Claim:
    held = tuple(Hypothesis(f"p{i}", Standing.FACT, formula(one, SCOPE)) for i, one in enumerate(premises))
    return claim_of(formula(text, SCOPE), LETTERS, held)


def zero(*factors: str, between: tuple[str, str]) -> dict[str, Any]:
    return {"polynomial": list(factors), "between": list(between)}


CUBE = zero("-2", "0", "0", "1", between=("1", "2"))
