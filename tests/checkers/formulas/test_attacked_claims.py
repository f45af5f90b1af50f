"""Claims that an attack got wrong verdicts for: none is decided, by a proof or by the prover.

Each is false, or undefined, somewhere; or it rests on a decimal that may be rounded.
"""

from __future__ import annotations

import pytest
from support.formulas.sequents import VALUES

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.places.models import holds_at, spelled_model
from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.functions import NotEvaluated
from verifier.judging.decide import decider
from verifier.kernel.claim import Hypothesis, Standing, claim_of
from verifier.kernel.expr import Expr, Letter, Type
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Refuted, Shows, Unknown, admit
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

LETTERS = {"z": Type.COMPLEX, "w": Type.COMPLEX, "u": Type.UNDECLARED, "x": Type.REAL, "y": Type.REAL, "n": Type.INT}


def spelled(text: str) -> Expr:
    declared = {name: Declared(kind) for name, kind in LETTERS.items()}
    return formula(text, Scope({**declared, "h": Declared(Type.FUNCTION, (Type.COMPLEX,))}))


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
        ("solves(t in Real, [], sqrt(t)**2 == -4)", ("z == I",)),  # sqrt(-4)**2 is -4 among complex numbers
        ("num_solutions(t in Real, t == integral(If(1 < 2, x, 1/0), x, 0, 2)) == 0", ()),  # t = 2
    ],
)
def test_no_verdict_on_what_may_be_undefined_or_rounded(asked: str, given: tuple[str, ...]) -> None:
    said = [spelled(text) for text in (asked, *given)]
    free = sorted(frozenset[str]().union(*(one.free for one in said)))
    premises = tuple(Hypothesis(f"p{i}", Standing.HYPOTHESIS, one) for i, one in enumerate(said[1:]))
    about = claim_of(said[0], [Letter(name, LETTERS[name]) for name in free], premises)
    assert isinstance(decider().decide(about), Unknown)


ABSURD = {"rule": "instance", "of": 0, "at": ["0"], "tree": {"rule": "absurd", "of": 2, "tree": VALUES}}


@pytest.mark.parametrize("name", ["#x", "", "a b", "1"])
def test_a_root_has_no_name_that_a_binder_has(name: str) -> None:
    """``#x`` is the letter of what holds for every number: a root of that name would be taken for it."""
    about = claim_of(spelled("x == 5"), [Letter("x", Type.REAL)], (Hypothesis("p0", Standing.FACT, spelled("x == 3")),))
    split = {"splits": [{"polynomial": ["-5", "1"], "roots": [name]}], "at_model": [None, ABSURD]}
    proof = Proof("structure", Shows.INDEPENDENT, {"models": [{"model": {"x": "3"}, **split}, {"model": {"x": "3"}}]})
    with pytest.raises(CheckFailed, match="have no names"):
        admit(about, proof, StructureChecker(checker_of))


def test_the_size_of_a_complex_root_is_not_taken_for_that_of_a_real_one() -> None:
    """At z = i, ``abs(z)**2`` is 1 and ``z**2`` is -1."""
    given = Hypothesis("p0", Standing.FACT, spelled("z**2 == -1"))
    about = claim_of(spelled("abs(z)**2 == z**2"), [Letter("z", Type.COMPLEX)], (given,))
    split = {"splits": [{"polynomial": ["1", "0", "1"], "roots": ["r1", "r2"]}], "model": {"z": ["sym", "r1"]}}
    shown = spelled("abs(z)**2 == z**2")
    assert isinstance(decider().decide(about), Refuted)
    found = spelled_model(about, split)
    with pytest.raises(NotEvaluated):
        holds_at(found, shown)


def test_both_arguments_of_a_binomial_are_conditions() -> None:
    """At m = 0, ``binomial(m, m - 1)`` is undefined."""
    found = decider().decide(claim_of(spelled("ForAll(m in Count, binomial(m, m - 1) == m)"), [], ()))
    assert isinstance(found, Proved)
    assert "m#1 - 1 is a natural number or zero" in found.certificate.side_conditions


def test_a_function_of_a_model_has_real_values_in_claims_of_complex_numbers() -> None:
    about = claim_of(spelled("im(h(z)) == 0"), [Letter("z", Type.COMPLEX)], ())
    assert isinstance(decider().decide(about), Unknown)
