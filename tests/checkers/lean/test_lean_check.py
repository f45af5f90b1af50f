"""The real Lean, from a claim to a verdict."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.lean_session import claim, decide
from support.terms import app

from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.process.protocol import PERMITTED_AXIOMS
from verifier.checkers.lean.process.session import LeanSession
from verifier.kernel.claim import Claim, Standing, relate, suppose
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Sym, Type
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Reason, Refuted, Shows, Unknown, admit

FOR_ALL = {"for_all": True}
SQUARE = app(Head.POW, app(Head.ADD, "x", 1), 2)
SQUARED = app(Head.ADD, app(Head.ADD, app(Head.POW, "x", 2), app(Head.MUL, 2, "x")), 1)
WRONG = app(Head.ADD, app(Head.POW, "x", 2), 1)
LINE = (app(Head.ADD, app(Head.MUL, 2, "x"), 3), "=", 7)
ROOT2 = app(Head.SQRT, 2)


def sum_of_squares(a: str, b: str) -> Expr:
    return app(Head.ADD, app(Head.POW, a, 2), app(Head.POW, b, 2))


TRUE_CLAIMS = {
    "48/2 = 24": claim(app(Head.DIV, 48, 2), "=", 24),
    "10!/8! = 90": claim(app(Head.DIV, app(Head.FACTORIAL, 10), app(Head.FACTORIAL, 8)), "=", 90),
    "C(10,3) = 120": claim(app(Head.BINOMIAL, 10, 3), "=", 120),
    "√16 + 1 = 5": claim(app(Head.ADD, app(Head.SQRT, 16), 1), "=", 5),
    "|-3| = 3": claim(app(Head.ABS, -3), "=", 3),
    "7/3 < 3": claim(app(Head.DIV, 7, 3), "<", 3),
    "0.5·3 = 1.5": claim(app(Head.MUL, Dec(5, 1), 3), "=", Dec(15, 1)),
    "25% of 80 is 20": claim(app(Head.MUL, app(Head.PERCENT, 25), 80), "=", 20),
    "(x+1)² = x²+2x+1 for all x": claim(SQUARE, "=", SQUARED, **FOR_ALL),
    "2x+3 = 7, so x = 2": claim("x", "=", 2, [LINE]),
    "x² = 9 and x > 0, so x = 3": claim("x", "=", 3, [(app(Head.POW, "x", 2), "=", 9), ("x", ">", 0)]),
    "x² + y² ≥ 2xy": claim(
        app(Head.ADD, app(Head.POW, "x", 2), app(Head.POW, "y", 2)),
        "≥",
        app(Head.MUL, app(Head.MUL, 2, "x"), "y"),
        domain=Type.REAL,
        **FOR_ALL,
    ),
}
TRUE_CLAIMS |= {
    "2/3 = 0.67, as rounded": claim(app(Head.DIV, 2, 3), "=", Dec(67, 2)),
    "2/√2 = √2": claim(app(Head.DIV, 2, ROOT2), "=", ROOT2),
    "√12 = 2√3": claim(app(Head.SQRT, 12), "=", app(Head.MUL, 2, app(Head.SQRT, 3))),
    "√2·√3 = √6": claim(app(Head.MUL, ROOT2, app(Head.SQRT, 3)), "=", app(Head.SQRT, 6)),
    "√2 < 3/2": claim(ROOT2, "<", app(Head.DIV, 3, 2)),
    "√2 + √3 > 3.1": claim(app(Head.ADD, ROOT2, app(Head.SQRT, 3)), ">", Dec(31, 1)),
    "√2 = 1.41, as rounded": claim(ROOT2, "=", Dec(141, 2)),
    "2^(7/2) = 8√2": claim(app(Head.POW, 2, app(Head.DIV, 7, 2)), "=", app(Head.MUL, 8, ROOT2)),
    "27^(-2/3) = 1/9": claim(app(Head.POW, 27, app(Head.NEG, app(Head.DIV, 2, 3))), "=", app(Head.DIV, 1, 9)),
    "π·5² = 25π": claim(app(Head.MUL, Const("pi"), app(Head.POW, 5, 2)), "=", app(Head.MUL, 25, Const("pi"))),
    "π > 3.14": claim(Const("pi"), ">", Dec(314, 2)),
    "|π - 22/7| = 22/7 - π": claim(
        app(Head.ABS, app(Head.SUB, Const("pi"), app(Head.DIV, 22, 7))),
        "=",
        app(Head.SUB, app(Head.DIV, 22, 7), Const("pi")),
    ),
    "i^45 = i": claim(app(Head.POW, Const("i"), 45), "=", Const("i")),
    "2π(r/2) = πr": claim(
        app(Head.MUL, app(Head.MUL, 2, Const("pi")), app(Head.DIV, "r", 2)), "=", app(Head.MUL, Const("pi"), "r")
    ),
    "17.5 + 10.5 = 28, where 17.5 is rounded": claim(
        app(Head.ADD, Dec(175, 1), Dec(105, 1)), "=", 28, rounded=frozenset({Dec(175, 1)})
    ),
    "x⁴ + 1 ≥ x³": claim(
        app(Head.ADD, app(Head.POW, "x", 4), 1), "≥", app(Head.POW, "x", 3), domain=Type.REAL, **FOR_ALL
    ),
    "(a²+b²)(c²+d²) ≥ (ac+bd)²": claim(
        app(Head.MUL, sum_of_squares("a", "b"), sum_of_squares("c", "d")),
        "≥",
        app(Head.POW, app(Head.ADD, app(Head.MUL, "a", "c"), app(Head.MUL, "b", "d")), 2),
        domain=Type.REAL,
        **FOR_ALL,
    ),
    "x > 2 and y > 3, so xy > 6": claim(app(Head.MUL, "x", "y"), ">", 6, [("x", ">", 2), ("y", ">", 3)]),
    "0 < x < y, so x² < y²": claim(
        app(Head.POW, "x", 2), "<", app(Head.POW, "y", 2), [("x", ">", 0), ("y", ">", "x")], domain=Type.REAL
    ),
    "z⁹⁶·z = z⁹⁷": claim(app(Head.MUL, app(Head.POW, "z", 96), "z"), "=", app(Head.POW, "z", 97), **FOR_ALL),
}
FALSE_CLAIMS = {
    "48/2 = 25": claim(app(Head.DIV, 48, 2), "=", 25),
    "√16 = 5": claim(app(Head.SQRT, 16), "=", 5),
    "3 < 7/3": claim(3, "<", app(Head.DIV, 7, 3)),
    "0.5·3 = 1.6": claim(app(Head.MUL, Dec(5, 1), 3), "=", Dec(16, 1)),
    "(x+1)² = x²+1 for all x": claim(SQUARE, "=", WRONG, **FOR_ALL),
    "2x+3 = 7, so x = 3": claim("x", "=", 3, [LINE]),
    "√2 = 3": claim(ROOT2, "=", 3),
    "√2 + √3 = √5": claim(app(Head.ADD, ROOT2, app(Head.SQRT, 3)), "=", app(Head.SQRT, 5)),
    "√2 > 3/2": claim(ROOT2, ">", app(Head.DIV, 3, 2)),
    "π = 5": claim(Const("pi"), "=", 5),
}
OPEN_CLAIMS = {
    "1/0 = 0": (claim(app(Head.DIV, 1, 0), "=", 0), Reason.SIDE_CONDITION),
    "0^0 = 1": (claim(app(Head.POW, 0, 0), "=", 1), Reason.SIDE_CONDITION),
    "2/3 = 0.66": (claim(app(Head.DIV, 2, 3), "=", Dec(66, 2)), Reason.OUT_OF_SCOPE),
    "(x+1)² = x²+1, an equation": (claim(SQUARE, "=", WRONG), Reason.NOT_ENTAILED),
    "x² = 9, so x = 3": (claim("x", "=", 3, [(app(Head.POW, "x", 2), "=", 9)]), Reason.NOT_ENTAILED),
    "a = b, so (a²-b²)/(a-b) = a+b": (
        claim(
            app(Head.DIV, app(Head.SUB, app(Head.POW, "a", 2), app(Head.POW, "b", 2)), app(Head.SUB, "a", "b")),
            "=",
            app(Head.ADD, "a", "b"),
            [("a", "=", "b")],
        ),
        Reason.SIDE_CONDITION,
    ),
    "√-4 = 2": (claim(app(Head.SQRT, -4), "=", 2), Reason.NOT_ENTAILED),
    "√2 = 1.42": (claim(ROOT2, "=", Dec(142, 2)), Reason.OUT_OF_SCOPE),
    "πr² = 3, where r = 1": (
        claim(app(Head.MUL, Const("pi"), app(Head.POW, "r", 2)), "=", 3, [("r", "=", 1)]),
        Reason.NOT_ENTAILED,
    ),
    "9^9^9 > 1": (claim(app(Head.POW, 9, app(Head.POW, 9, 9)), ">", 1), Reason.OUT_OF_SCOPE),
}


@pytest.mark.parametrize("name", TRUE_CLAIMS)
def test_lean_proves(name: str, lean_session: LeanSession) -> None:
    verdict = decide(TRUE_CLAIMS[name])
    assert isinstance(verdict, Proved), verdict
    assert PERMITTED_AXIOMS.issuperset(verdict.certificate.axioms) and "Lean" in verdict.certificate.toolchain


@pytest.mark.parametrize("name", FALSE_CLAIMS)
def test_lean_refutes(name: str, lean_session: LeanSession) -> None:
    assert isinstance(verdict := decide(FALSE_CLAIMS[name]), Refuted), verdict


@pytest.mark.parametrize("name", OPEN_CLAIMS)
def test_lean_leaves_open(name: str, lean_session: LeanSession) -> None:
    of, reason = OPEN_CLAIMS[name]
    verdict = decide(of)
    assert isinstance(verdict, Unknown) and verdict.reason is reason, verdict


@pytest.mark.parametrize("wrong", [TRUE_CLAIMS, FALSE_CLAIMS])
def test_no_claim_is_shown_in_the_wrong_direction(wrong: dict[str, Claim], lean_session: LeanSession) -> None:
    shows = Shows.FALSE if wrong is TRUE_CLAIMS else Shows.TRUE
    for of in wrong.values():
        point = dict.fromkeys(sorted(of.letters), "2")
        for text in ("by decide +kernel", "by intros; grind"):
            data = {"text": text, **({"model": point} if point else {})}
            with pytest.raises(CheckFailed):
                admit(of, Proof("lean", shows, data), LeanChecker(lean_session))


def test_the_certificate_says_that_a_claim_holds_as_rounded(lean_session: LeanSession) -> None:
    for name, rounded in (("2/3 = 0.67, as rounded", True), ("√2 = 1.41, as rounded", True), ("√12 = 2√3", False)):
        verdict = decide(TRUE_CLAIMS[name])
        assert isinstance(verdict, Proved) and verdict.certificate.notes.get("as_rounded", False) is rounded


def test_the_certificate_carries_a_text_that_imports_what_it_needs(lean_session: LeanSession) -> None:
    verdict = decide(TRUE_CLAIMS["10!/8! = 90"])
    assert isinstance(verdict, Proved)
    notes = verdict.certificate.notes
    assert notes["lean"].startswith("import Verifier.Closed\nimport Verifier.Reflect\n\ntheorem proves_")
    assert (
        set(notes["modules"]) == {"Verifier.Closed", "Verifier.Reflect"}
        and len(notes["modules"]["Verifier.Closed"]) == 64
    )


def test_a_division_by_a_letter_is_a_side_condition_of_the_certificate(lean_session: LeanSession) -> None:
    verdict = decide(claim(app(Head.DIV, "x", "x"), "=", 1, **FOR_ALL))
    assert isinstance(verdict, Proved) and len(verdict.certificate.side_conditions) == 1


def test_an_identity_rests_on_no_premise_that_it_does_not_need(lean_session: LeanSession) -> None:
    verdict = decide(claim(SQUARE, "=", SQUARED, [("x", "=", 2)], **FOR_ALL))
    assert isinstance(verdict, Proved) and not verdict.certificate.claim.premises


HOSTILE = {
    "a proof left open": {"text": "by sorry"},
    "an axiom of its own": {"text": "by decide\naxiom cheat : False"},
    "a text that is none": {"text": ["by decide"]},
    "no text": {},
    "a statement of its own": {"text": "by sorry", "statement": "True", "lean": "theorem t : True := trivial"},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_forged_proof_is_refused(name: str, lean_session: LeanSession) -> None:
    for of in (TRUE_CLAIMS["48/2 = 24"], FALSE_CLAIMS["48/2 = 25"]):
        with pytest.raises(CheckFailed):
            admit(of, Proof("lean", Shows.TRUE, HOSTILE[name]), LeanChecker(lean_session))


def test_a_refutation_never_rests_on_what_was_only_stated(lean_session: LeanSession) -> None:
    stated = suppose("p", Standing.STATED, Head.EQ, Sym("x"), Int(2))
    of = relate(Head.EQ, Sym("x"), Int(3), premises=(stated,))
    verdict = decide(of)
    assert isinstance(verdict, Unknown) and verdict.reason is not Reason.NO_ENGINE


def test_a_model_that_does_not_satisfy_the_premises_is_refused(lean_session: LeanSession) -> None:
    of = FALSE_CLAIMS["2x+3 = 7, so x = 3"]
    with pytest.raises(CheckFailed) as refusal:
        admit(of, Proof("lean", Shows.FALSE, {"text": "by grind", "model": {"x": "5"}}), LeanChecker(lean_session))
    assert refusal.value.reason is Reason.NO_MODEL_FOUND


def test_values_of_the_kernel_and_of_lean_are_the_same_on_a_grid_of_fractions(lean_session: LeanSession) -> None:
    for a, b, c in ((7, 3, -2), (-1, 2, 5), (0, 9, 4)):
        total = app(Head.SUB, app(Head.DIV, a, b), app(Head.MUL, c, app(Head.DIV, 1, b)))
        exact = Fraction(a, b) - Fraction(c, b)
        right = app(Head.DIV, exact.numerator, exact.denominator)
        assert isinstance(decide(claim(total, "=", right)), Proved)
        assert isinstance(decide(claim(total, "=", app(Head.ADD, right, 1))), Refuted)
