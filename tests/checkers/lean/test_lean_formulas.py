"""Formulas put to Lean: what their statements say, that true ones are certified, and false ones are not."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.sequents import claims_over

from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.statement import readings
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.readings import SIGN
from verifier.checkers.lean.statement.statement import HEAD, stated
from verifier.checkers.lean.statement.terms import Numbers
from verifier.checkers.points import read_point
from verifier.engines.lean.formulas import LeanFormulaEngine, Told
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import Head, Type
from verifier.kernel.verdict import Certificate, CheckFailed, Decided, Proof, Proved, Refuted, Shows, Unknown, admit
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

TYPES = {"x": Type.REAL, "y": Type.REAL, "n": Type.COUNT, "w": Type.UNDECLARED, "z": Type.COMPLEX}
SCOPE = Scope({name: Declared(kind) for name, kind in TYPES.items()})
REAL, ANY = HEAD[Numbers.ORDERED], HEAD[Numbers.FIELD]


claim = claims_over(TYPES)


def written(text: str, *premises: str, shows: Shows = Shows.TRUE, **model: str) -> str:
    return stated(claim(text, *premises), shows, read_point(model)).text


def told(session: LeanSession, of: Claim, shows: Shows = Shows.TRUE, tree: Any = None, **model: str) -> Told:
    """What Lean makes of a claim that is said to be decided, which nobody has checked."""
    data: dict[str, Any] = {"model": model} if model else {}
    data |= {} if tree is None else {"tree": tree}
    return LeanFormulaEngine(session).certified([Certificate(of, Proof("structure", shows, data), "1")])[0]


@pytest.mark.parametrize(
    ("text", "premises", "says"),
    [
        ("x == 3", ["2*x == 6"], f"{REAL} (x0 : K), (((2 : K) * x0) = (6 : K)) → (x0 = (3 : K))"),
        ("n >= 0", [], f"{REAL} (x0 : K), (x0 ≥ (0 : K)) → (x0 ≥ (0 : K))"),
        ("w*w == w**2", [], f"{ANY} (x0 : K), ((x0 * x0) = (x0 ^ (2 : Nat)))"),
        ("1/x == 2", ["x == 1/2"], "→ ((x0 ≠ (0 : K)) ∧ (((1 : K) / x0) = (2 : K)))"),
        ("not x == 3 or y == 1", [], "((¬ (x0 = (3 : K))) ∨ (x1 = (1 : K)))"),
        ("Implies(x > 0, y == 1)", [], "((¬ (x0 > (0 : K))) ∨ (x1 = (1 : K)))"),
        (
            "ForAll(k in Pos, k > 0)",
            [],
            "(∀ (z0 : Int), ((1 : Int) ≤ z0) → ((@Int.cast K Lean.Grind.Ring.intCast z0) >",
        ),
        ("Exists(t in Real, t == x)", [], "(∃ (y0 : K), (y0 = x0))"),
        ("abs(x) >= 0", [], "((((0 : K) ≤ x0) ∧ (m1 = x0)) ∨ ((x0 < (0 : K)) ∧ (m1 = (-x0)))) → (m1 ≥ (0 : K))"),
        ("sqrt(x) == y", [], "(((0 : K) ≤ x0) ∧ (s1 = x1))"),
        ("is_int(x)", [], "(∃ w : Int, (x0 = (@Int.cast K Lean.Grind.Ring.intCast w)))"),
        ("2 + 2 == 4 and 1 < 2", [], "((((2 : Rat) + (2 : Rat)) = (4 : Rat)) ∧ ((1 : Rat) < (2 : Rat)))"),
        ("Sum(k, k, 1, 3) == 6", [], "(((1 : Rat) + (2 : Rat)) + (3 : Rat)) = (6 : Rat)"),
    ],
)
def test_a_statement_says_what_the_claim_says(text: str, premises: list[str], says: str) -> None:
    assert says in written(text, *premises, x="1/2", y="1/2", n="0", w="0")


def test_a_denial_says_that_all_is_defined_and_the_rest_fails() -> None:
    found = written("1/x == 3 and y == 1", "x == 1/2", shows=Shows.FALSE)
    assert found.endswith("(((x0 ≠ (0 : K)) ∧ (¬ (((1 : K) / x0) = (3 : K)))) ∨ (¬ (x1 = (1 : K))))")


def test_a_function_of_a_bound_letter_is_bound_where_the_letter_is() -> None:
    found = written("ForAll(t in Real, abs(t) >= t)")
    assert "(∀ (y0 : K) (m1 : K), ((((0 : K) ≤ y0)" in found


@pytest.mark.parametrize(
    ("text", "premises", "why"),
    [
        ("w*w >= 0 or z == z", [], "an order of numbers that need not be real"),
        ("z == 1", ["x > 0"], "an order of numbers that need not be real"),
        ("abs(z) == 1", [], "the absolute value of"),
        ("sqrt(w) == 2", [], "need not be real"),
        ("w == 1", ["ForAll(w in Real, w > w - 1)"], "an order of numbers that need not be real"),
        ("is_prime(7)", [], "is_prime"),
        ("digit_sum(12) == 3", [], "digit_sum"),
        ("inverse_mod(3, sqrt(2)) == 5", [], "inverse_mod without a value"),
        ("ForAll(t in Rat, t == x)", [], "a quantifier over a letter that is rat"),
        ("Exists(t in Real, t == z)", [], "a quantifier over a letter that is real"),
    ],
)
def test_what_lean_cannot_be_told_is_said(text: str, premises: list[str], why: str) -> None:
    with pytest.raises(NotRenderable, match=why):
        written(text, *premises)


CLOSED = [
    "floor(-5/2) == -3",
    "7 // 2 == 3 and 7 % 2 == 1",
    "max(1, 5, 3) == 5 or 1 == 2",
    "not (1/3 == 0 or min(2, 3) > 2)",
    "Implies(1 == 2, 1/2 < 0)",
    "Iff(1 < 2, 2 > 1)",
    "divides(3, 12) and not divides(5, 12)",
    "congruent(17, 5, 12)",
    "ceil(5/2) == 3 and abs(-3) == 3",
    "inverse_mod(3, 7) == 5 and inverse_mod(-3, 7) == 2 and inverse_mod(4, 1) == 0",
]
"""True, with numbers that can be put in the places of letters."""


@pytest.mark.parametrize("text", CLOSED)
def test_closed_formulas_are_certified_and_never_the_other_way(text: str, lean_session: LeanSession) -> None:
    assert truth(formula(text, SCOPE), {}) is True
    assert isinstance(told(lean_session, claim(text)), Proved)
    assert isinstance(told(lean_session, claim(f"not ({text})"), Shows.FALSE), Refuted)
    assert isinstance(told(lean_session, claim(text), Shows.FALSE), Unknown)
    assert isinstance(told(lean_session, claim(f"not ({text})")), Unknown)


OPEN = [
    ("y == 15", ["x == 12", "y == x + 3"], {"x": "12", "y": "15"}),
    ("n // 12 == 1 and n % 12 == 3", ["n == 15"], {"n": "15"}),
    ("floor(x/2) == 2", ["x == 5"], {"x": "5"}),
    ("sqrt(x) == 13", ["x == 169"], {"x": "169"}),
    ("Exists(t in Real, t + x == 1)", ["x == 3"], {"x": "3"}),
    ("Implies(y == 2, x == 4)", ["x == 2*y"], {"x": "2", "y": "1"}),
    ("max(x, y) == y", ["x < y"], {"x": "0", "y": "1"}),
    ("binomial(n, 2) == 3", ["n == 3"], {"n": "3"}),
    ("inverse_mod(3, 7) == x", ["x == 5"], {"x": "5"}),
    ("gcd(12, 18) == x and factorial(n) == x", ["n == 3", "x == 6"], {"n": "3", "x": "6"}),
    ("about(x, 0.67, 2)", ["3*x == 2"], {"x": "2/3"}),
    ("ForAll(k in Int, Implies(k >= 1, k > 0))", [], {}),
]


@pytest.mark.parametrize(("text", "premises", "model"), OPEN)
def test_what_follows_is_certified_and_its_denial_is_not(
    text: str, premises: list[str], model: dict[str, str], lean_session: LeanSession
) -> None:
    witness = {"rule": "witness", "at": ["-2"], "tree": {"rule": "values", "pins": []}}
    assert isinstance(told(lean_session, claim(text, *premises), tree=witness, **model), Proved)
    assert isinstance(told(lean_session, claim(text, *premises), Shows.FALSE, witness, **model), Unknown)
    assert isinstance(told(lean_session, claim(f"not ({text})", *premises), tree=witness, **model), Unknown)


def test_what_is_shown_where_it_is_defined_says_so(lean_session: LeanSession) -> None:
    of = claim("ForAll(t in Real, (t**2 - 1)/(t - 1) == t + 1)")
    decided = Certificate(of, Proof("structure", Shows.TRUE), "1", side_conditions=("t != 1",))
    [found] = LeanFormulaEngine(lean_session).certified([decided])
    assert isinstance(found, Proved) and len(found.certificate.side_conditions) == 1
    assert isinstance(told(lean_session, of), Unknown)


FORGED: dict[str, tuple[Claim, Shows, dict[str, Any], str]] = {
    "no model": (claim("y == 15", "y == 15"), Shows.TRUE, {"text": "by grind"}, "the proof has no model"),
    "a model where a premise fails": (
        claim("y == 15", "y == 15"),
        Shows.TRUE,
        {"text": "by intros; assumption", "model": {"y": "3"}},
        "a premise does not hold at the model",
    ),
    "a model below what the type says": (
        claim("n >= 0"),
        Shows.TRUE,
        {"text": "by intros; grind", "model": {"n": "-1"}},
        "a premise does not hold at the model",
    ),
    "premises that contradict each other": (
        claim("y == 15", "y == 1", "y == 2"),
        Shows.TRUE,
        {"text": "by intros; grind", "model": {"y": "1"}},
        "a premise does not hold at the model",
    ),
    "a model of other letters": (
        claim("y == 15", "y == 15"),
        Shows.TRUE,
        {"text": "by intros; assumption", "model": {"y": "15", "x": "1"}},
        "does not give every letter one value",
    ),
    "a text of Lean": (
        claim("y == 15", "y == 15"),
        Shows.TRUE,
        {"text": "by intros; grind\n  sorry", "model": {"y": "15"}},
        "may not hold the word 'sorry'",
    ),
    "a proof of another statement": (claim("1 == 1"), Shows.TRUE, {"text": "by intros; assumption"}, "does not accept"),
    "a false sum": (claim("1 + 1 == 3"), Shows.TRUE, {"text": "by grind"}, "values at the model do not show"),
    "a false conjunction": (claim("1 == 1 and 1 == 2"), Shows.TRUE, {"text": "by grind"}, "do not show"),
    "what does not follow": (
        claim("x == 2", "x > 1"),
        Shows.TRUE,
        {"text": "by intros; grind", "model": {"x": "2"}},
        "Lean does not accept the proof",
    ),
    "a hypothesis that does not say it": (
        claim("x == 1 + 1", "x == 2"),
        Shows.TRUE,
        {"text": "by intros; assumption", "model": {"x": "2"}},
        "Lean does not accept the proof",
    ),
    "a witness that is none": (
        claim("Exists(k in Int, 2*k == 7)"),
        Shows.TRUE,
        {"text": "by intros; exact ⟨(3 : Int), by grind⟩"},
        "do not show|Lean does not accept",
    ),
    "a witness that is left open": (
        claim("Exists(t in Real, t == x)", "x == 1"),
        Shows.TRUE,
        {"text": "by intros; exact ⟨(1) sorry⟩", "model": {"x": "1"}},
        "may not hold the word",
    ),
    "the wrong part": (
        claim("x == 1 or x == 2", "x == 2"),
        Shows.TRUE,
        {"text": "by\n  intros\n  refine Or.inl ?_\n  grind\n", "model": {"x": "2"}},
        "Lean does not accept",
    ),
    "what may be undefined assumed to be defined": (
        claim("1/x == 1/x and x == x", "x == x"),
        Shows.TRUE,
        {"text": "by intros; grind", "model": {"x": "1"}, "assume_defined": True},
        "only a relation, or ForAll over one",
    ),
    "what is defined nowhere assumed to be defined": (
        claim("ForAll(t in Real, 1/(t - t) == 5)"),
        Shows.TRUE,
        {"text": "by intros; grind", "assume_defined": True, "defined_at": {"t": "1"}},
        "does not hold where it is said to be defined",
    ),
    "what is not said to be defined anywhere": (
        claim("ForAll(t in Real, t/t == 1)"),
        Shows.TRUE,
        {"text": "by intros; grind", "assume_defined": True},
        "no values of the bound variables",
    ),
    "a square that Lean is not told of": (
        claim("x**2 + 1 > 0"),
        Shows.TRUE,
        {"text": "by intros; assumption", "model": {"x": "0"}},
        "Lean does not accept",
    ),
    "a root of another number": (
        claim("sqrt(x) == 12", "x == 169"),
        Shows.TRUE,
        {"text": "by intros; grind", "model": {"x": "169"}},
        "values at the model do not show",
    ),
    "two models": (claim("x == 1"), Shows.INDEPENDENT, {"text": "by intros; grind", "model": {"x": "1"}}, "two models"),
}
"""A proof of each kind, forged, and why it is refused."""


@pytest.mark.parametrize("trick", FORGED)
def test_a_forged_proof_is_refused(trick: str, lean_session: LeanSession) -> None:
    of, shows, data, why = FORGED[trick]
    with pytest.raises(CheckFailed, match=why):
        admit(of, Proof("lean", shows, data), LeanChecker(lean_session))


def test_a_slip_of_the_renderer_is_seen_at_the_model(
    lean_session: LeanSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    of, data = claim("x < 3", "x == 4"), {"text": "by intros; grind", "model": {"x": "4"}}
    monkeypatch.setattr(readings, "SIGN", {**SIGN, Head.LT: ">"})
    assert "(x0 > (3 : K))" in written("x < 3", "x == 4", x="4")  # which Lean would prove
    with pytest.raises(CheckFailed, match="the values at the model do not show that"):
        admit(of, Proof("lean", Shows.TRUE, data), LeanChecker(lean_session))


def test_a_decimal_that_may_be_rounded_is_not_refuted_by_lean(lean_session: LeanSession) -> None:
    near = claim("x == 0.67", "3*x == 2")
    assert isinstance(told(lean_session, near, Shows.FALSE, x="2/3"), Unknown)
    away = told(lean_session, claim("x == 0.6", "x == 3/4"), Shows.FALSE, x="3/4")
    assert isinstance(away, Refuted) and "(x0 = ((3 : K) / (4 : K)))" in away.certificate.notes["lean"]


def test_many_are_asked_in_few_requests_and_the_same_statement_once(lean_session: LeanSession) -> None:
    asked: list[int] = []

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(lean_session, name)

        def prove_many(self, proofs: Any, **more: Any) -> Any:
            asked.append(len(proofs))
            return lean_session.prove_many(proofs, **more)

    named = [claim("y == 15", "x == 12", "y == x + 3"), claim("y == 16", "x == 12", "y == x + 4")]
    claims = [
        Claim(c.formula, c.types, (Hypothesis(f"q{i}", Standing.FACT, c.premises[0].formula), *c.premises[1:]))
        for i in range(3)
        for c in named
    ]
    models = [{"x": "12", "y": "15"}, {"x": "12", "y": "16"}] * 3
    decided = [
        Certificate(c, Proof("structure", Shows.TRUE, {"model": m}), "1") for c, m in zip(claims, models, strict=True)
    ]
    found = LeanFormulaEngine(Counting()).certified(decided)  # type: ignore[arg-type]
    assert all(isinstance(one, Decided) for one in found) and asked == [2]
