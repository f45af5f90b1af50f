"""Roots of polynomials as values of a model: what is known of them holds, and nothing else is taken."""

from __future__ import annotations

import cmath
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Any

import pytest
from support.formulas.sequents import claims_over
from support.judged_statements import find_state

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.places.models import spelled_model
from verifier.checkers.formulas.places.splits import MAX_ROOTS, MAX_SPLITS, split
from verifier.checkers.formulas.structure import StructureChecker
from verifier.engines.formulas.leaves import Leaves
from verifier.engines.formulas.models.split_models import split_models
from verifier.engines.formulas.proved_models import model_by_proof
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Type
from verifier.kernel.verdict import CheckFailed
from verifier.language.expressions.scope import Declared, Scope

KINDS = {"r": Type.COMPLEX, "s": Type.COMPLEX, "t": Type.COMPLEX, "a": Type.REAL, "b": Type.REAL, "q": Type.REAL}
SCOPE = Scope({name: Declared(kind) for name, kind in KINDS.items()})
CUBIC = "ForAll(x in Complex, x**3 + 9*x**2 + 2*x + 1 == (x - r)*(x - s)*(x - t))"
LETTERED = "ForAll(x in Complex, x**3 - 8*x**2 + 36*x - q == (x - r)*(x - s)*(x - t))"


claim = partial(claims_over(KINDS), "1 == 1")


def at(expr: Expr, values: dict[str, complex]) -> complex | bool:
    """The value of a polynomial, or whether an equation of two holds nearly."""
    match expr:
        case Int(number):
            return complex(number)
        case Sym(name):
            return values[name]
        case Node(head=Head.EQ | Head.NE as head, args=(one, other)):
            return (abs(at(one, values) - at(other, values)) < 1e-6) is (head is Head.EQ)
        case Node(head=Head.FOR_ALL, args=(body,), letters=(letter,)):
            return all(at(body, {**values, letter.name: x}) for x in (0, 1, 2j, -1 - 1j, 0.5))
        case Node(head=head, args=args):
            found = [at(one, values) for one in args]
            match head:
                case Head.NEG:
                    return -found[0]
                case Head.ADD:
                    return found[0] + found[1]
                case Head.SUB:
                    return found[0] - found[1]
                case Head.MUL:
                    return found[0] * found[1]
                case Head.DIV:
                    return found[0] / found[1]
                case Head.POW:
                    return found[0] ** found[1]
    raise AssertionError(expr)


@pytest.mark.parametrize(
    ("spelled", "roots"),
    [
        (["-2", "1"], [2]),
        (["1", "0", "1"], [1j, -1j]),
        (["-6", "3"], [2]),
        (["4", "-4", "1"], [2, 2]),
        (["1/2", "-3/2", "1"], [0.5, 1]),
        (["-2", "0", "0", "1"], [2 ** (1 / 3) * cmath.exp(2j * cmath.pi * k / 3) for k in range(3)]),
        (["0", "0", "-1", "5"], [0, 0, 0.2]),
        (["-1", "0", "0", "0", "2"], [2**-0.25 * 1j**k for k in range(4)]),
    ],
)
def test_what_is_known_holds_at_the_roots_in_any_order(spelled: list[str], roots: list[complex]) -> None:
    names = [f"r{k}" for k in range(len(roots))]
    letters, known = split([{"polynomial": spelled, "roots": names}], {}, frozenset())
    assert letters == [Letter(name, Type.COMPLEX) for name in names]
    assert known and all(name == "r0" for name, _ in known)
    for order in permutations(roots):
        assert all(at(fact, dict(zip(names, order, strict=True))) for _, fact in known)
    distinct = [fact for _, fact in known if isinstance(fact, Node) and fact.head is Head.NE]
    assert bool(distinct) == (
        len(roots) > 1 and len({complex(round(x.real, 6), round(x.imag, 6)) for x in map(complex, roots)}) == len(roots)
    )


REAL = {"u": ((Fraction(-2), Fraction(0), Fraction(1)), Fraction(1), Fraction(2))}
LOWER = {"v": ((Fraction(-2), Fraction(0), Fraction(1)), Fraction(-2), Fraction(-1))}


@pytest.mark.parametrize(
    "spelled",
    [
        {"polynomial": ["1", "1"], "roots": ["r0"]},
        [["1", "1"]],
        [{"polynomial": ["1"], "roots": []}],
        [{"polynomial": ["1", "0"], "roots": ["r0"]}],
        [{"polynomial": ["1", "0", "1"], "roots": ["r0"]}],
        [{"polynomial": ["1", "1"], "roots": ["r0", "r1"]}],
        [{"polynomial": ["1", "0", "1"], "roots": ["r0", "r0"]}],
        [{"polynomial": ["1", "1"], "roots": ["taken"]}],
        [{"polynomial": ["1", "1"], "roots": [""]}],
        [{"polynomial": ["1", "1"], "roots": [1]}],
        [{"polynomial": ["1", "1"], "roots": "r"}],
        [{"polynomial": ["1", "x"], "roots": ["r0"]}],
        [{"polynomial": "11", "roots": ["r0"]}],
        [{"polynomial": ["1", "1"], "roots": ["r0"]}, {"polynomial": ["2", "1"], "roots": ["r0"]}],
        [{"polynomial": ["1"] * (MAX_ROOTS + 2), "roots": [f"r{k}" for k in range(MAX_ROOTS + 1)]}],
        [{"polynomial": ["1", "1"], "roots": [f"r{k}"]} for k in range(MAX_SPLITS + 1)],
        [{"polynomial": ["-2", "0", "1"], "roots": ["u", "r0"]}],
        [{"polynomial": ["-3", "0", "1"], "roots": ["u", "v"]}],
        [{"polynomial": ["-2", "0", "1"], "roots": ["u", "u"]}],
        [{"polynomial": ["-2", "1"], "roots": ["u"]}],
        [{"polynomial": ["-2", "0", "1"], "roots": ["u", "w"]}],
    ],
)
def test_what_splits_nothing_is_refused(spelled: object) -> None:
    near = {"w": ((Fraction(-2), Fraction(0), Fraction(1)), Fraction(5, 4), Fraction(3, 2))}
    with pytest.raises(CheckFailed):
        split(spelled, {**REAL, **LOWER, **near}, frozenset({"taken"}))


def test_real_zeros_apart_are_all_roots() -> None:
    letters, known = split([{"polynomial": ["-2", "0", "1"], "roots": ["u", "v"]}], {**REAL, **LOWER}, frozenset())
    root = 2**0.5
    assert letters == [] and all(at(fact, {"u": root, "v": -root}) for _, fact in known)


@pytest.mark.parametrize(
    ("premises", "found"),
    [
        ((CUBIC,), True),
        ((CUBIC, "r*s*t == -1", "1/r + 1/s + 1/t == -2"), True),
        ((CUBIC, "q == r**2 + s**2 + t**2"), True),
        ((CUBIC, "r*s*t == 1"), False),
        ((CUBIC, "r == s"), False),
        (("ForAll(x in Real, 2*x**2 - 6*x + 1 == 2*(x - a)*(x - b))", "a != b"), True),
        (("ForAll(x in Real, x**2 + 1 == (x - a)*(x - b))",), False),
        (("ForAll(x in Complex, x**2 + 1 == (x - r)*(x - s))", "r != s"), True),
        (("r**3 + r + 1 == 0", "s**3 + s + 1 == 0", "r != s"), True),
        (("ForAll(x in Complex, x**5 - x - 1 == (x - r)*(x - s))",), False),
        ((LETTERED, "r*s == 20"), True),
        ((LETTERED, "r*s == 20", "t == 5"), False),
        ((LETTERED,), True),
        ((LETTERED, "q == 1000"), True),
        (("ForAll(x in Real, x**2 + q*x + 6 == (x - a)*(x - b))",), True),
        (("ForAll(x in Complex, a*x**3 + b*x**2 + q*x + 7 == a*(x - r)*(x - s)*(x - t))", "a != 0"), True),
        (("ForAll(x in Complex, x**3 + x**2 + q == (x - 2)*(x - r)*(x - s))",), True),
        (("ForAll(x in Complex, x**3 + x**2 + q == (x - 2)*(x - r)*(x - s))", "q == 12"), False),
    ],
)
def test_a_model_of_roots_is_found_and_admitted_or_there_is_none(premises: tuple[str, ...], found: bool) -> None:
    asked = claim(*premises)
    data = model_by_proof(asked, Leaves())
    assert (data is not None) is found
    if data is not None:
        StructureChecker(checker_of).model(asked, data)


def test_a_root_is_no_real_number() -> None:
    [data] = split_models(claim("ForAll(x in Complex, x**2 + 1 == (x - r)*(x - s))"))
    forged: dict[str, Any] = {**data, "model": {"a": ["sym", data["splits"][0]["roots"][0]]}}
    with pytest.raises(CheckFailed, match="may be none of its letter"):
        spelled_model(claim("a**2 == -1"), forged)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("r + s + t == -9", "proved"),
        ("r*s + s*t + t*r == 2", "proved"),
        ("r*s*t == -1", "proved"),
        ("r*s*t == 1", "refuted"),
        ("r**3 + 9*r**2 + 2*r + 1 == 0", "proved"),
        ("1/r + 1/s + 1/t == (r*s + s*t + t*r)/(r*s*t)", "proved"),
        ("1/r**2 + 1/s**2 + 1/t**2 == -14", "proved"),
        ("1/r**2 + 1/s**2 + 1/t**2 == -13", "refuted"),
        ("r + s + t == -coeff(x**3 + 9*x**2 + 2*x + 1, x, 2)/coeff(x**3 + 9*x**2 + 2*x + 1, x, 3)", "proved"),
        ("r == -9", "refuted"),
        ("re(r) < 0", "open"),
    ],
)
def test_what_vietas_formulas_say_is_decided(said: str, expected: str) -> None:
    assert state(said, CUBIC) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("r + s + t == 8", "proved"),
        ("36 == 20 + r*t + s*t", "proved"),
        ("q == 20*t", "proved"),
        ("t == 4", "proved"),
        ("q == 80", "proved"),
        ("q == 20*t**2", "refuted"),
        ("r == s", "refuted"),
        ("r == 2 + 3*I", "refuted"),
        ("r == 2 + 4*I", "open"),  # or the other one
    ],
)
def test_a_letter_among_the_coefficients_is_what_the_equations_leave(said: str, expected: str) -> None:
    assert state(said, LETTERED, "r*s == 20") == expected


def state(said: str, *facts: str) -> str:
    return find_state({name: KINDS[name].value for name in "rstq"}, facts, said)
