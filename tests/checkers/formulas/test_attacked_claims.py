"""Claims that an attack got wrong verdicts for: none is decided, by a proof or by the prover.

Each is false, or undefined, somewhere; or it rests on a decimal that may be rounded.
"""

from __future__ import annotations

import pytest

from verifier.judging.decide import decider
from verifier.kernel.claim import Hypothesis, Standing, claim_of
from verifier.kernel.expr import Expr, Letter, Type
from verifier.kernel.verdict import Unknown
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

LETTERS = {"z": Type.COMPLEX, "w": Type.COMPLEX, "u": Type.UNDECLARED, "x": Type.REAL, "y": Type.REAL, "n": Type.INT}


def spelled(text: str) -> Expr:
    return formula(text, Scope({name: Declared(kind) for name, kind in LETTERS.items()}))


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("z + x <= x + z or 1 == 2", ()),  # no order at z = i
        ("z + x < x + z", ()),
        ("z + x > z", ("x > 0",)),
        ("floor(z) == floor(z) or 1 == 2", ()),
        ("floor(z) != floor(z)", ()),
        ("floor(z) == floor(z) + 1", ()),
        ("floor(I*x) == floor(I*x) and 1 == 1", ()),  # undefined at x = 1
        ("ForAll((z in Complex, x in Real), ln(exp(z)) + x == z + x)", ()),  # z = 4i
        ("x**(1/3) == y + 1", ("root(x, 3) == y",)),  # undefined at x = -8, where the premise may hold
        ("x**(1/3) == y or 1 == 2", ("root(x, 3) == y",)),
        ("u == 0", ("ln(exp(u)) == 0",)),  # u = 2πi
        ("u == x", ("ln(exp(u)) == x",)),
        ("z == 1", ("solves(t in Real, [], sqrt(t) == sqrt(-4))", "z != 0")),  # the premises have no model
        ("3*x == 1", ("x == mean([0.33, 0.33])",)),
        ("mean([0.33, 0.33]) == x/3", ("x == 1",)),
        ("2*n == 1.99", ()),
        ("Exists(k in Int, 2*k == 1.99)", ()),
        ("ForAll(k in Int, 2*k != 1.99)", ()),
        ("y == 1/3", ("ForAll(t in Real, y*t == 0.33*t)",)),
    ],
)
def test_no_verdict_on_what_may_be_undefined_or_rounded(asked: str, given: tuple[str, ...]) -> None:
    said = [spelled(text) for text in (asked, *given)]
    free = sorted(frozenset[str]().union(*(one.free for one in said)))
    premises = tuple(Hypothesis(f"p{i}", Standing.HYPOTHESIS, one) for i, one in enumerate(said[1:]))
    about = claim_of(said[0], [Letter(name, LETTERS[name]) for name in free], premises)
    assert isinstance(decider().decide(about), Unknown)
