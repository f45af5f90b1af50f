"""What is defined whatever its letters are, and what is surely whole: functions of real numbers, binders, functions of
whole numbers."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from verifier.checkers.formulas.places.place import Place, below
from verifier.checkers.formulas.places.totality import real, total
from verifier.checkers.formulas.rules.whole import given_whole, whole
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Letter, Node, Sym, Text, Type, node
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope

KINDS = {"x": Type.REAL, "q": Type.RAT, "k": Type.INT, "n": Type.COUNT, "m": Type.POS}
OTHERS = {"z": Type.COMPLEX, "u": Type.UNDECLARED}
SCOPE = Scope({name: Declared(kind) for name, kind in {**KINDS, **OTHERS}.items()} | {"p": Declared(Type.BOOL)})
TYPES: Mapping[str, Type] = {**KINDS, **OTHERS, "p": Type.BOOL}


def number(text: str) -> Expr:
    return parse(text, SCOPE, Sort.NUMBER)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("function", ["floor({})", "ceil({})", "min({}, 1)", "max(1, {})", "floor(2*{} + 1/2)"])
def test_rounding_and_the_least_and_greatest_of_real_numbers_are_defined(function: str, name: str) -> None:
    assert total(number(function.format(name)), TYPES)


@pytest.mark.parametrize("name", [*OTHERS, "I", "x + I", "x*z", "1/x", "floor(z)"])
@pytest.mark.parametrize("function", ["floor({})", "ceil({})", "min({}, 1)", "max(1, {})"])
def test_those_of_what_may_be_no_real_number_may_be_undefined(function: str, name: str) -> None:
    assert not total(number(function.format(name)), TYPES)


def test_digits_have_no_least_and_no_greatest_one() -> None:
    assert not total(node(Head.MIN, Text("12"), Int(1)), TYPES) and not total(node(Head.FLOOR, Text("12")), TYPES)
    assert not total(node(Head.FLOOR, Sym("unknown")), TYPES)


@pytest.mark.parametrize(
    ("text", "defined"),
    [
        ("x/2", True),
        ("x/0", False),
        ("x/k", False),
        ("2/(1/x)", False),
        ("(1/x)/2", False),
        ("x**1", True),
        ("x**0", False),
        ("x**n", False),
        ("(1/x)**2", False),
        ("abs(z)", True),
        ("abs(1/z)", False),
        ("sqrt(0)", True),
        ("sqrt(2)", True),
        ("sqrt(x)", False),
        ("sqrt(-2)", False),
        ("sqrt(x**2 + k**2)", True),
        ("sqrt(x**2 - k**2)", False),
        ("sqrt(x*x)", True),
        ("sqrt(z**2)", False),
        ("sqrt(u**2 + 1)", False),
        ("sqrt(abs(z))", False),
        ("sqrt(n)", True),
        ("sqrt(k)", False),
        ("sqrt(x**3)", False),
        ("sqrt(3 - sqrt(5))", True),
        ("sqrt(2 - sqrt(5))", False),
        ("sqrt(0.1)", False),
        ("1/(x**2 + 1)", True),
        ("1/(x**2 + n)", False),
        ("1/(x**2 - 1)", False),
        ("1/(u**2 + 1)", False),
        ("1/(sqrt(2) - 1)", True),
        ("1/(sqrt(4) - 2)", False),
        ("x**0", False),
        ("(x**2 + 2)**(-3)", True),
        ("x**(-1)", False),
        ("root(x, 3)", True),
        ("root(x, 5)", True),
        ("root(x, 2)", False),
        ("root(x, 4)", False),
        ("root(x**2, 4)", True),
        ("root(n, 1)", False),
        ("ln(x**2 + 1)", True),
        ("ln(n)", False),
        ("ln(exp(x))", True),
        ("exp(u)", False),
        ("sin(x) + cos(x)", True),
        ("tan(x)", False),
        ("1/exp(x)", True),
        ("1/max(1, x)", False),
        ("1/min(1, 2 + x**2)", True),
        ("acos(x)", False),
        ("If(p, x, 2)", True),
        ("If(p, x, 1/x)", False),
        ("If(1/x == 1, x, 2)", False),
        ("If(x > 1, x, 2)", True),
        ("If(z > 1, x, 2)", False),
        ("-x", True),
        ("-(1/x)", False),
        ("x - 1/x", False),
        ("factorial(n)", False),
        ("gcd(k, n)", False),
        ("1.5", True),
        ("pi", True),
    ],
)
def test_which_numbers_are_defined_everywhere(text: str, defined: bool) -> None:
    assert total(number(text), TYPES) is defined


@pytest.mark.parametrize(
    ("text", "defined"),
    [
        ("x < k", True),
        ("x <= z", False),
        ("u > 1", False),
        ("u >= u", False),
        ("z == u", True),
        ("z != I", True),
        ("x < I", False),
        ("ForAll(t in Real, t < x)", True),
        ("ForAll(t in Complex, t < x)", False),
        ("ForAll(z in Real, z < x)", True),
        ("Exists(x in Complex, x < 1)", False),
        ("Exists(t in Pos, 1/t < 1)", True),
        ("Exists(t in NonNeg, 1/t < 1)", False),
        ("is_int(z)", True),
        ("is_int(1/x)", False),
        ("divides(k, n)", False),
        ("p and x < 1", True),
        ("p or 1/x < 1", False),
        ("Implies(p, z < 1)", False),
        ("Iff(p, x == 1)", True),
        ("not x >= 1", True),
        ("True", True),
    ],
)
def test_which_formulas_hold_or_fail_everywhere(text: str, defined: bool) -> None:
    assert total(formula(text, SCOPE), TYPES) is defined


def test_the_imaginary_unit_is_found_however_deep_it_stands() -> None:
    assert not real(Const("i")) and not real(number("2*(x + abs(3*I))"))
    assert real(number("2*(x + abs(3*e))")) and real(Const("pi")) and real(Int(1)) and real(Dec(15, 1))


def place(*names: str) -> Place:
    return Place((), TYPES, True, frozenset(names))


@pytest.mark.parametrize("kind", [Type.INT, Type.COUNT, Type.POS])
def test_a_letter_bound_as_a_whole_number_is_whole(kind: Type) -> None:
    bound = Node(Head.FOR_ALL, (node(Head.EQ, Sym("t"), Sym("t")),), (Letter("t", kind), Letter("s", Type.REAL)))
    _, inside = below(bound, place("k"))
    new = {name: one for name, one in inside.types.items() if name not in TYPES}
    assert sorted(new.values()) == sorted((kind, Type.REAL))
    assert inside.whole == {"k", *(name for name, one in new.items() if one is kind)}


@pytest.mark.parametrize("kind", [Type.RAT, Type.REAL, Type.COMPLEX, Type.UNDECLARED])
def test_a_letter_bound_as_another_number_is_not_surely_whole(kind: Type) -> None:
    bound = Node(Head.EXISTS, (node(Head.EQ, Sym("t"), Sym("t")),), (Letter("t", kind),))
    assert below(bound, place("k"))[1].whole == {"k"}


@pytest.mark.parametrize(
    "text",
    [
        "7",
        "k",
        "k + 2",
        "k - n*m",
        "-k",
        "abs(k)",
        "min(k, 3, n)",
        "max(k, n)",
        "k**3",
        "(k + 1)**2",
        "floor(x)",
        "ceil(x/2)",
        "x // 2",
        "gcd(x, 2)",
        "lcm(x, 2)",
        "mod(x, 3)",
        "x % 3",
        "factorial(x)",
        "binomial(x, 2)",
        "digit_sum(x)",
        "num_divisors(x)",
        "digit(x, 2)",
        "len([x, x])",
        "num_solutions(t in Real, t == x)",
        "count_of(t == x, t, 1, 3)",
        "2*floor(x) + k",
    ],
)
def test_what_is_whole_where_it_is_defined(text: str) -> None:
    assert whole(number(text), place("k", "n", "m"), frozenset())


@pytest.mark.parametrize(
    "text",
    ["x", "1/2", "k/2", "k + x", "abs(x)", "min(k, x)", "2**k", "x**2", "1.0", "sqrt(k)", "k**(-1)", "-x", "re(x)"],
)
def test_what_may_be_no_whole_number(text: str) -> None:
    assert not whole(number(text), place("k", "n", "m"), frozenset())


def test_the_type_of_a_letter_of_the_claim_is_no_ground_for_it_to_be_whole() -> None:
    assert not whole(Sym("k"), place(), frozenset())
    assert whole(Sym("k"), place(), frozenset({Sym("k")})) and whole(number("x/2"), place(), frozenset({number("x/2")}))
    assert not whole(Text("12"), place(), frozenset()) and not whole(Const("pi"), place(), frozenset())


@pytest.mark.parametrize(
    ("text", "grounds"),
    [
        ("is_int(x)", ["x"]),
        ("is_int(x/2)", ["x/2"]),
        ("is_prime(x)", ["x"]),
        ("not is_int(x)", []),
        ("not is_prime(x)", []),
        ("not divides(3, x)", ["3", "x"]),
        ("not not divides(3, x)", ["3", "x"]),
        ("divides(3, x)", ["3", "x"]),
        ("congruent(x, q, 5)", ["x", "q", "5"]),
        ("x % 3 == 1", ["x", "3"]),
        ("not x % 3 == 1", ["x", "3"]),
        ("gcd(x, 6) != 2", ["x", "6"]),
        ("lcm(x, 6) < 2", ["x", "6"]),
        ("1 <= factorial(x)", ["x"]),
        ("binomial(x, q) > 1", ["x", "q"]),
        ("digit_sum(x) >= 1", ["x"]),
        ("mod(x, 3) + 1 == 1", ["x", "3"]),
        ("factorial(factorial(x)) == 1", ["x", "factorial(x)"]),
        ("floor(x) == 1", []),
        ("x == 2", []),
        ("Sum(factorial(x), t, 1, 0) == 0", []),
        ("If(x > 1, factorial(x), 2) == 2", []),
        ("is_int(x) or x == 1", []),
        ("is_int(x) and is_int(q)", []),
        ("Implies(is_int(x), x == 1)", []),
        ("ForAll(t in Real, divides(t, x))", []),
    ],
)
def test_what_a_formula_says_to_be_whole_or_is_undefined_without(text: str, grounds: list[str]) -> None:
    assert given_whole([formula(text, SCOPE)]) == {number(one) for one in grounds}


def test_the_grounds_of_several_formulas_are_put_together() -> None:
    found = given_whole([formula("is_int(x)", SCOPE), formula("divides(2, q)", SCOPE), Sym("p")])
    assert found == {Sym("x"), Sym("q"), Int(2)} and given_whole([]) == frozenset()
