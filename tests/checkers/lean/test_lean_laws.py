"""Powers with letters in the exponent, logarithms, multiples under roots: what every function with the laws does."""

from __future__ import annotations

import pytest
from support.lean_session import claim, decide, said
from support.sizes import sized
from support.terms import Short, add, app, div, mul, power, sqrt

from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.statement.laws import NotRenderable, factors
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Const, Head, Type
from verifier.kernel.verdict import Proved, Refuted, Shows

EVERY, REAL = True, Type.REAL


def log(b: Short, x: Short) -> Short:
    return app(Head.LOG, x, b)


def cube(x: int) -> Short:
    return app(Head.ROOT, x, 3)


CUBES = mul(mul(cube(12), cube(20)), mul(cube(15), cube(60)))

TRUE = {
    "a power and one more": claim(power(7, add("b", 1)), "=", mul(7, power(7, "b"))),
    "another base": claim(power(9, "n"), "=", power(3, mul(2, "n"))),
    "bases that share a prime": claim(div(power(10, "n"), power(5, "n")), "=", power(2, "n")),
    "a power of a power": claim(power(power(2, "n"), 3), "=", power(8, "n")),
    "one less": claim(power(2, app(Head.SUB, "n", 1)), "=", div(power(2, "n"), 2), domain=REAL),
    "reciprocals": claim(mul(power(div(1, 2), "n"), power(2, "n")), "=", 1),
    "half an exponent": claim(power(power(2, div("x", 2)), 2), "=", power(2, "x"), domain=REAL),
    "a sum": claim(power(2, add("m", "n")), "=", mul(power(2, "m"), power(2, "n")), domain=REAL, for_all=EVERY),
    "a sign": claim(power(2, "x"), ">", 0, domain=REAL),
    "the logarithm of one": claim(log(5, 1), "=", 0),
    "a logarithm": claim(log(4, 8), "=", div(3, 2)),
    "to the base of a half": claim(log(div(1, 2), 8), "=", -3),
    "logarithms of factors": claim(add(log(10, 4), log(10, 25)), "=", 2),
    "natural logarithms": claim(log(Const("e"), 45), "=", add(log(Const("e"), 5), mul(2, log(Const("e"), 3)))),
    "another base of letters": claim(log("b", "a"), "=", div(log("c", "a"), log("c", "b"))),
    "letters for the base": claim(log("x", div(1, 100)), "=", mul(-2, log("x", 10))),
    "the power of a logarithm": claim(power(2, log(2, "x")), "=", "x"),
    "a real multiple": claim(sqrt(mul(20, "x")), "=", mul(2, sqrt(mul(5, "x"))), domain=REAL),
    "a rational product of roots": claim(CUBES, "=", 60),
}

FALSE = {
    "a power and one more": claim(power(3, add("n", 1)), "=", power(3, "n")),
    "a logarithm": claim(log(2, 8), "=", 9),
}

OPEN = {
    "a power and two more": claim(power(2, add("n", 1)), "=", add(power(2, "n"), 2)),
    "a product of exponents": claim(power(2, mul("m", "n")), "=", mul(power(2, "m"), power(2, "n"))),
    "a sum of bases": claim(power(5, "n"), "=", add(power(2, "n"), power(3, "n")), [("n", ">", 0)]),
    "a multiple with the wrong sign": claim(sqrt(mul(20, "x")), "=", mul(-2, sqrt(mul(5, "x")))),
    "another base": claim(log(2, "x"), "=", log(3, "x")),
    "the logarithm of a square": claim(log(2, power("x", 2)), "=", mul(2, log(2, "x"))),
    "a negative multiple": claim(sqrt(mul(-4, "x")), "=", mul(2, sqrt("x"))),
}


AS_ANOTHER = {"one less", "reciprocals", "a power of a power", "natural logarithms", "a real multiple"}
"""Those of ``TRUE`` that Lean shows as it shows another of them: for the long form."""


@pytest.mark.parametrize("name", [name for name in TRUE if name not in sized(AS_ANOTHER, set())])
def test_what_the_laws_imply_is_certified(name: str, lean_session: LeanSession) -> None:
    assert isinstance(decide(TRUE[name], lean_session), Proved)


@pytest.mark.parametrize("name", FALSE)
def test_what_the_laws_contradict_is_refuted(name: str, lean_session: LeanSession) -> None:
    assert isinstance(decide(FALSE[name], lean_session), Refuted)


@pytest.mark.parametrize("name", OPEN)
def test_what_the_laws_do_not_imply_is_not_proved(name: str, lean_session: LeanSession) -> None:
    assert not isinstance(decide(OPEN[name], lean_session), Proved)


LAWLESS: dict[str, Claim] = {
    "a negative base": claim(power(-2, "n"), "=", power(-2, "n")),
    "the base zero": claim(power(0, "n"), "=", 0),
    "a letter as the base": claim(power("a", "n"), "=", power("a", "n")),
    "whole exponents of e": claim(power(Const("e"), "n"), "=", power(Const("e"), "n")),
    "a huge base": claim(power(10_000_019, "n"), "=", 1),
    "the logarithm of zero": claim(log(2, 0), "=", 0),
    "the logarithm of a negative number": claim(log(2, -2), "=", 1),
    "the base one": claim(log(1, 5), "=", 1),
    "a base that may be too near one": claim(log(div(3, 2), 5), "=", 1),
}


@pytest.mark.parametrize("name", LAWLESS)
def test_what_the_laws_do_not_speak_of_is_refused(name: str) -> None:
    for shows in (Shows.TRUE, Shows.FALSE):
        with pytest.raises(NotRenderable):
            said(LAWLESS[name], shows)


def test_that_a_logarithm_of_letters_exists_is_assumed_or_comes_with_a_premise(lean_session: LeanSession) -> None:
    there = claim(log("b", "x"), "=", log("b", "x"))
    assumed = decide(there, lean_session)
    assert isinstance(assumed, Proved)
    assert assumed.certificate.side_conditions == ("x > 0", "b > 0, ≠ 1")
    known = claim(log("b", "x"), "=", log("b", "x"), [(log("b", "x"), "=", "y")])
    assert not said(known, Shows.TRUE).side_conditions


def test_every_law_is_stated_and_none_is_a_hypothesis_about_letters() -> None:
    found = said(claim(power(6, "n"), "=", power(6, "n")), Shows.TRUE)
    assert found.functions == ("p", "pm", "pa", "o2", "o3", "o6") and not found.side_conditions
    assert said(claim(log(2, 3), "=", 1), Shows.FALSE).functions == ("l", "lm", "ln")


def test_numbers_are_split_into_primes() -> None:
    assert [factors(n) for n in (1, 2, 12, 97, 999_999)] == [[], [2], [2, 2, 3], [97], [3, 3, 3, 7, 11, 13, 37]]
