"""What facts about functions without a body come to, and what a supposition needs a model of."""

from __future__ import annotations

import pytest

from verifier.engines.formulas.leaves import found_model
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.suppositions import tied, under_suppositions
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Letter, Type
from verifier.kernel.verdict import Proved, Reason, Unknown
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

KINDS = {"d": Type.REAL, "x": Type.REAL, "y": Type.REAL, "r": Type.REAL, "n": Type.COUNT, "w": Type.COMPLEX}
FUNCTIONS = {name: Declared(Type.FUNCTION, (Type.REAL,)) for name in "af"}
SCOPE = Scope({**{name: Declared(kind) for name, kind in KINDS.items()}, **FUNCTIONS})


def _has_model(claim: Claim) -> bool:
    return found_model(claim) is not None


def claim(text: str, *facts: str, supposed: tuple[str, ...] = ()) -> Claim:
    held = [Hypothesis(f"p{i}", Standing.FACT, formula(one, SCOPE)) for i, one in enumerate(facts)]
    held += [Hypothesis(f"s{i}", Standing.HYPOTHESIS, formula(one, SCOPE)) for i, one in enumerate(supposed)]
    letters = [Letter(name, kind) for name, kind in KINDS.items() if name != "w" or "w" in " ".join((text, *facts))]
    letters += [Letter(name, Type.REAL) for name in "af"]
    return claim_of(formula(text, SCOPE), letters, tuple(held))


STEPS = "ForAll((p in Pos, q in Pos), a(q) - a(p) == (q - p)*d)"
RECURSION = "ForAll(k in Int, Implies(2 <= k and k <= n - 1, a(k + 1) == (a(k)**2 + 1)/(a(k - 1) + 1) - 1))"
POWERS = "ForAll(k in Pos, Implies(k <= n - 1, a(k + 1) == a(k)*r))"
EQUATION = "ForAll((s in Real, t in Real), Implies(s > 0 and t > 0, f(s*t) == f(s)*f(t) - 2))"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("a(9) == a(1) + 8*d", (STEPS,)),
        ("ForAll(m in Pos, a(m) == a(1) + (m - 1)*d)", (STEPS,)),
        ("a(1) == 10 - 8*d", (STEPS, "a(9) == 10")),
        ("ForAll(t in Real, Implies(t > 0, f(t) == f(1)*f(t) - 2))", (EQUATION,)),
        ("Implies(n > 2, a(3) == a(1)*r**2)", (POWERS, "n in NonNeg")),
        (
            "ForAll(k in Int, Implies(2 <= k and k <= n - 1, a(k + 1) == (a(k)**2 - a(k - 1))/(a(k - 1) + 1)))",
            (RECURSION, "n in NonNeg"),
        ),
        ("f(7) == 900", ("ForAll(m in Pos, Implies(m >= 3, f(m) == (m - 2)*180))",)),
        ("abs(w - 2*I) >= 3", ("abs(w - 2*I) >= 3",)),
        ("1 + 1 == 2", ("w == 2*I",)),
    ],
)
def test_what_follows_from_facts_about_functions_and_complex_numbers(text: str, facts: tuple[str, ...]) -> None:
    assert isinstance(formal_judge().decide(claim(text, *facts)), Proved)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("a(9) == a(1) + 9*d", (STEPS,)),
        ("f(2) == 0", ("ForAll(m in Pos, Implies(m >= 3, f(m) == (m - 2)*180))",)),
        ("a(3) == a(1)*r**2", (POWERS, "n in NonNeg")),  # n may be 1
        ("f(0) == f(0)*f(0) - 2", (EQUATION,)),
    ],
)
def test_what_does_not_follow_from_them(text: str, facts: tuple[str, ...]) -> None:
    assert not isinstance(formal_judge().decide(claim(text, *facts)), Proved)


def test_a_supposition_is_tied_to_what_speaks_of_its_letters() -> None:
    facts = ("d == 9", "x + d == 20", "n > d", "y > n", "r == d + 1")
    found = tied(claim("x == x", *facts, supposed=("n == 12",)))
    assert [one.id for one in found.premises] == ["p0", "p1", "p2", "p3", "p4", "s0"]
    found = tied(claim("x == x", "d == 9", "r**2 == d + x", "n > d", "y > n", supposed=("n == 12",)))
    assert [one.id for one in found.premises] == ["p0", "p2", "p3", "s0"]
    found = tied(claim("x == x", "r**2 == x", "x > n", supposed=("n == 12",)))
    assert [one.id for one in found.premises] == ["p0", "p1", "s0"]


def test_what_has_no_model_beside_a_supposition_is_no_fault_of_it() -> None:
    """Facts about other letters, of which no model is found, do not make the supposition contradictory."""

    def contradicts(asked: Claim) -> Proved:
        raise AssertionError("nobody asks whether what has a model contradicts itself")

    found = Unknown(Reason.NO_MODEL_FOUND, "of y")
    asked = claim("x == 4", "y < 0 and y > 0", "x < 9", supposed=("x > 2",))
    assert under_suppositions(asked, found, contradicts, _has_model) is found
