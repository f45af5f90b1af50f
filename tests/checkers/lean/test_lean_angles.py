"""Sine, cosine and tangent: what every two functions do that obey the laws of sine and cosine."""

from __future__ import annotations

import itertools
import math

import pytest
from support.lean_session import claim, decide, said
from support.sizes import sized
from support.terms import Short, add, app, div, mul, sqrt, sub

from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.statement.laws import of_angles
from verifier.engines.lean.tactics.trig_lemmas import MAX_FACTS, facts
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Const, Head, Type
from verifier.kernel.verdict import Proved, Refuted, Shows

PI = Const("pi")


def sin(x: Short) -> Short:
    return app(Head.SIN, x)


def cos(x: Short) -> Short:
    return app(Head.COS, x)


def tan(x: Short) -> Short:
    return app(Head.TAN, x)


def square(a: Short) -> Short:
    return app(Head.POW, a, 2)


def degrees(n: int) -> Short:
    return div(mul(n, PI), 180)


TRUE = {
    "squares": claim(add(square(sin("t")), square(cos("t"))), "=", 1),
    "the origin": claim(mul(2, cos(0)), "=", 2),
    "a sum": claim(tan(add("x", "y")), "=", div(add(tan("x"), tan("y")), sub(1, mul(tan("x"), tan("y"))))),
    "twice an angle": claim(cos(mul(2, "t")), "=", sub(mul(2, square(cos("t"))), 1), for_all=True),
    "a whole turn": claim(sin(sub("x", mul(2, PI))), "=", sin("x")),
    "a root of two": claim(cos(degrees(45)), "=", div(sqrt(2), 2)),
    "a root of three, doubled": claim(sin(degrees(120)), "=", div(sqrt(12), 4)),
    "a tangent": claim(tan(degrees(30)), "=", div(1, sqrt(3))),
    "complements": claim(cos(degrees(70)), "=", sin(degrees(20))),
    "an order": claim(sin(degrees(10)), ">", 0, domain=Type.REAL),
}

FALSE = {
    "a tangent": claim(tan(degrees(30)), "=", sqrt(3)),
    "a sine": claim(sin(degrees(150)), "=", div(-1, 2)),
}

OPEN = {
    "the wrong sign": claim(cos(add("x", "y")), "=", add(mul(cos("x"), cos("y")), mul(sin("x"), sin("y")))),
    "degrees as radians": claim(sin(30), "=", div(1, 2)),
    "a sine that is linear": claim(sin(mul(2, "x")), "=", mul(2, sin("x"))),
}


AS_ANOTHER = {"twice an angle", "a root of three, doubled"}
"""Those of ``TRUE`` that Lean shows as it shows another of them: for the long form."""


@pytest.mark.parametrize("name", [name for name in TRUE if name not in sized(AS_ANOTHER, set())])
def test_what_the_laws_of_sine_and_cosine_imply_is_certified(name: str, lean_session: LeanSession) -> None:
    assert isinstance(decide(TRUE[name], lean_session), Proved)


@pytest.mark.parametrize("name", FALSE)
def test_wrong_values_of_sine_and_cosine_are_refuted(name: str, lean_session: LeanSession) -> None:
    assert isinstance(decide(FALSE[name], lean_session), Refuted)


@pytest.mark.parametrize("name", OPEN)
def test_what_the_laws_of_sine_and_cosine_do_not_imply_is_not_proved(name: str, lean_session: LeanSession) -> None:
    assert not isinstance(decide(OPEN[name], lean_session), Proved)


def test_a_tangent_is_defined_where_the_cosine_is_not_zero(lean_session: LeanSession) -> None:
    found = decide(claim(mul(tan("x"), cos("x")), "=", sin("x")), lean_session)
    assert isinstance(found, Proved) and found.certificate.side_conditions == ("cos(x) ≠ 0",)
    assert not isinstance(decide(claim(tan(degrees(90)), "=", tan(degrees(90))), lean_session), Proved)


def test_what_is_about_pi_or_order_is_stated_only_where_they_are() -> None:
    def named(of: Claim) -> set[str]:
        return set(said(of, Shows.TRUE).functions)

    bare = {"sn", "cs", "vq", "vs", "vc", "vn", "vm", "v0", "v1"}
    assert named(claim(sin("x"), "=", sin("x"))) == bare
    assert named(claim(sin(add("x", PI)), "=", 1)) == bare | {"vr", "vt"}
    assert named(claim(sin(PI), "=", 0)) == bare | {"vr", "vt", "vp"}


def test_the_laws_hold_of_the_real_sine_and_cosine() -> None:
    """Every law as it is written for Lean, read as Python, with numbers put in."""
    laws = [law for name, law in of_angles("K", pi=True, ordered=True) if name not in ("sn", "cs")]
    assert len(laws) == 10
    for law in laws:
        body = law.removesuffix(" → ")[1:-1]
        *conditions, conclusion = body.rpartition("K, ")[2].split(" → ")
        for y, z in itertools.product((0.1, 0.7, 1.5, 2.2, 7.9, -1.3), (0.4, -2.5)):
            if all(holds(condition, y, z) for condition in conditions):
                assert holds(conclusion, y, z), (law, y, z)


def holds(text: str, y: float, z: float) -> bool:
    """Whether an equation, within rounding, or an order holds at two numbers."""
    for lean, python in {" : K)": ")", "(2 : Nat)": "2", "^": "**", "∧": "and"}.items():
        text = text.replace(lean, python)
    for wave, letter in itertools.product(("sn", "cs"), "yz"):
        text = text.replace(f"({wave} {letter})", f"{wave}({letter})")
    left, equals, right = text.partition(" = ")
    numbers = {"y": y, "z": z, "pi": math.pi, "sn": math.sin, "cs": math.cos, "abs": abs}
    # The text is our own, made above: nothing of a claim is in it.
    return bool(eval(f"abs(({left}) - ({right})) < 1e-9" if equals else text, numbers))  # noqa: S307


def test_no_angle_makes_more_facts_than_a_proof_may_have() -> None:
    many = claim(sin(degrees(1)), "=", sum_of([sin(degrees(n)) for n in range(7, 120, 7)]))
    assert len(facts(said(many, Shows.TRUE))) <= MAX_FACTS + 1


def sum_of(terms: list[Short]) -> Short:
    return terms[0] if len(terms) == 1 else add(terms[0], sum_of(terms[1:]))
