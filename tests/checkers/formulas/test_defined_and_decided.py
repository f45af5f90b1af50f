"""Where the sides of a comparison are defined, what is surely decided, and of which numbers a product may be zero."""

from __future__ import annotations

import pytest

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.definitions import unfold
from verifier.checkers.formulas.rules.lemmas import decided
from verifier.checkers.formulas.rules.linear import opposites, rows_of, summed
from verifier.checkers.formulas.rules.whole import Defined
from verifier.kernel.expr import Head, Int, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Reason
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

TYPES = {"n": Type.COUNT, "k": Type.INT, "x": Type.REAL, "p": Type.BOOL, "f": Type.FUNCTION, "g": Type.FUNCTION}
PLACE = Place((), TYPES, True, frozenset({"n", "k"}))
SCOPE = Scope({name: Declared(kind, (Type.REAL,) if kind is Type.FUNCTION else ()) for name, kind in TYPES.items()})


@pytest.mark.parametrize(
    ("text", "uses", "signs", "defined"),
    [
        ("factorial(n) == 1", (), (), True),
        ("factorial(n + 1) == 1", (), (), True),
        ("factorial(n - 1) == 1", (), (), False),
        ("factorial(k) == 1", (), (), False),
        ("factorial(k) == 1", (), ("k >= 0",), True),
        ("factorial(k) == 1", (), ("k >= -1",), False),
        ("factorial(x) == 1", (), ("x >= 0",), False),
        ("factorial(1/n) == 1", (), (), False),
        ("binomial(n, n) == 1", (), (), True),
        ("binomial(n, k) == 1", (), (), False),
        ("binomial(k, n) == 1", (), (), False),
        ("binomial(n, k) == 1", (), ("k >= 0",), True),
        ("factorial(k) == 1", ("sqrt(k) == 2",), (), True),  # where a root is defined, no negative number is under it
        ("factorial(k - 1) == 1", ("sqrt(k) == 2",), (), False),
        ("ln(x - 1) == 1", ("ln(x) == 2",), (), False),
        ("1/(x - 1) == 1", ("1/x == 2",), (), False),
        ("2/x == 1", ("1/x == 2",), (), True),
        ("1/x == 1", (), (), False),
        ("floor(x) == 1", (), (), True),
        ("f(x) == 1", (), (), False),
        ("f(x + 1) == 1", ("f(1 + x) == 2",), (), True),
        ("g(x + 1) == 1", ("f(1 + x) == 2",), (), False),
        ("f(x + 2) == 1", ("f(1 + x) == 2",), (), False),
        ("f(1/x) == 1", ("f(1 + x) == 2",), (), False),
        ("f(x) == 1", ("x == 2",), (), False),
        ("factorial(k - 2) == 1", (), ("k >= 2",), True),
        ("factorial(k - 2) == 1", (), ("k > 1",), False),
        ("factorial(k - 2) == 1", (), ("3 <= k",), True),
        ("factorial(k - 2) == 1", (), ("k == 5",), True),
        ("factorial(k - 2) == 1", (), ("k <= 5",), False),
        ("factorial(k - 2) == 1", (), ("k >= 2.0",), False),
        ("factorial(k)/factorial(k - 2) == 1", (), ("k >= 2", "k >= 0"), True),
        ("factorial(k)/factorial(k - 2) == 1", (), ("k >= 0",), False),
        ("1/(factorial(n) - 1) == 1", (), (), False),
        ("factorial(x) == 1", (), ("x >= 0", "is_int(x)"), True),
        ("factorial(x) == 1", (), ("x >= 0", "not is_int(x)"), False),
        ("factorial(x) == 1", (), ("x >= 0", "is_int(2*x)"), False),
        ("binomial(x, 2) == 1", (), ("binomial(x, 3) == 4",), True),
        ("binomial(x, 2) == 1", (), ("binomial(x, 3) == 4", "x >= 0"), True),
        ("binomial(x, 2) == 1", (), ("x + binomial(x, 2) == 4",), True),
        ("binomial(x, 2) == 1", (), ("x == 3 or binomial(x, 2) == 4",), False),
        ("binomial(x, 2) == 1", (), ("Implies(x == 3, binomial(x, 2) == 4)",), False),
        ("binomial(x, 2) == 1", (), ("x == Sum(binomial(x, 2), k, 1, 0)",), False),
        ("binomial(x, 2) == 1", (), ("x == If(k > 0, binomial(x, 2), 4)",), False),
        ("ln(x - 1) == 1", (), ("ln(x - 1) != 2",), True),
        ("ln(x - 1) == 1", (), ("not ln(x - 1) == 2",), False),
        ("sqrt(x**2 - k) == 1", ("sqrt((x - 1)*(x + 1) - k + 1) == 2",), (), True),
        ("sqrt(x**2 - k) == 1", ("sqrt((x - 1)*(x + 1) - k + 2) == 2",), (), False),
        ("sqrt(x - 1) == 1", (), ("x >= 1",), True),
        ("sqrt(x - 1) == 1", (), ("x >= 1/2",), False),
        ("sqrt(x - 1) == 1", (), ("x != 1",), False),
        ("sqrt(x - 1) == 1", (), ("x == 1",), True),
        ("ln(x - 1) == 1", (), ("x >= 1",), False),
        ("ln(x - 1) == 1", (), ("x == 1",), False),
        ("ln(x - 1) == 1", (), ("x > 1",), True),
        ("ln(1 - x) == 1", (), ("x > 1",), False),
        ("log(x - 1, 2) == 1", (), ("x >= 2",), True),
        ("log(x - 1, 1) == 1", (), ("x >= 2",), False),
        ("log(x - 1, k) == 1", (), ("x >= 2",), False),
        ("1/(3 - x) == 1", (), ("x != 3",), True),
        ("1/(6 - 2*x) == 1", (), ("x < 3",), True),
        ("1/(x - 3) == 1", (), ("x <= 3",), False),
        ("1/(x - 3) == 1", (), ("x == 3",), False),
        ("1/(x*k - 3) == 1", (), ("x != 3", "k != 1"), False),
        ("1/(2*x - 6) == 1", ("1/(x - 3) == 2",), (), True),
        ("1/(2*x - 5) == 1", ("1/(x - 3) == 2",), (), False),
        ("sqrt(1/x) == 1", (), ("x > 0",), True),
        ("sqrt(1/x) == 1", (), ("x >= 0",), False),
        ("sqrt(x/x) == 1", (), ("1 > 0",), False),
    ],
)
def test_a_side_is_surely_defined(text: str, uses: tuple[str, ...], signs: tuple[str, ...], defined: bool) -> None:
    given = [formula(one, SCOPE) for one in uses]
    held = frozenset(formula(one, SCOPE) for one in signs)
    if defined:
        assert opposites(True, formula(text, SCOPE), given, PLACE, held)
        return
    with pytest.raises(CheckFailed, match="may be undefined") as refused:
        opposites(True, formula(text, SCOPE), given, PLACE, held)
    assert refused.value.reason is Reason.SIDE_CONDITION


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("(x, 1) == (k, 2)", True),
        ("[x, 1] == [k, 2]", True),
        ("(x, 1) == (k, 2, 3)", True),
        ("(x, 1/k) == (k, 2)", False),
        ("(x, 1) == (1/k, 2)", False),
        ("(1/k, 1) == (x, 1/k)", False),
        ("[x, 1] == [k, sqrt(x)]", False),
        ("(x, 1/k) != (k, 2)", False),
        ("x == k", True),
        ("1/x == k", False),
        ("p", True),
    ],
)
def test_what_surely_holds_or_fails(text: str, known: bool) -> None:
    assert decided(Sym("p") if text == "p" else formula(text, SCOPE), PLACE) is known
    assert not decided(Sym("x"), PLACE) and not decided(Sym("unknown"), PLACE)


@pytest.mark.parametrize("kind", list(Type))
def test_a_product_is_zero_by_a_factor_where_letters_are_numbers(kind: Type) -> None:
    a, b = Sym("a"), Sym("b")
    place = Place((), {"a": Type.REAL, "b": kind}, True)
    for given in (node(Head.EQ, node(Head.MUL, a, b), Int(0)), node(Head.EQ, Int(0), node(Head.MUL, a, b))):
        factors = node(Head.OR, node(Head.EQ, a, Int(0)), node(Head.EQ, b, Int(0)))
        none = kind in (Type.MATRIX, Type.POINT, Type.SET, Type.FUNCTION, Type.BOOL)
        assert unfold(given, place) == (given if none else factors)
    power = node(Head.EQ, node(Head.POW, node(Head.NEG, a), Int(3)), Int(0))
    assert unfold(power, place) == node(Head.EQ, a, Int(0))
    nothing = node(Head.EQ, node(Head.POW, a, Int(0)), Int(0))
    assert isinstance(nothing, Node) and unfold(nothing, place) == nothing


@pytest.mark.parametrize(("text", "told"), [("2**x == 3", True), ("2**z == 3", False), ("3 == 2**(x*z)", False)])
def test_a_logarithm_is_taken_of_real_numbers_alone(text: str, told: bool) -> None:
    types = {"x": Type.REAL} if told else {"x": Type.REAL, "z": Type.COMPLEX}
    given = formula(text, Scope({name: Declared(kind) for name, kind in types.items()}))
    found = unfold(given, Place((), types, True))
    assert (isinstance(found, Node) and any(getattr(one, "head", None) is Head.LN for one in found.args)) is told
    assert told or found == given


@pytest.mark.parametrize(("kind", "told"), [("Real", False), ("Rat", False), ("Int", True), ("Pos", True)])
def test_only_whole_numbers_are_asked_whether_they_are_divided(kind: str, told: bool) -> None:
    given = formula(f"solves(t in {kind}, [2, 4], divides(2, t) and 0 < t and t < 5)", SCOPE)
    found = unfold(given, PLACE)
    assert (found != given) is told and (isinstance(found, Node) and found.head is Head.AND) is told


@pytest.mark.parametrize("by", ["1/x", "sqrt(x)", "f(x)", "factorial(k)", "x == 2", "ln(x) + x"])
def test_an_equation_is_multiplied_by_what_is_surely_defined(by: str) -> None:
    rows = rows_of([formula("x == 2", SCOPE)], PLACE)
    number = formula(by, SCOPE) if "==" in by else formula(f"{by} == 0", SCOPE).args[0]  # type: ignore[union-attr]
    step = {"multiplied": 0, "by": expression_to_json(number)}
    with pytest.raises(CheckFailed, match="may be undefined"):
        summed(list(rows), [step], PLACE, frozenset())
    known = Defined([node(Head.EQ, number, Int(0))], PLACE, frozenset(), lambda *_: None)
    if "==" not in by and "+" not in by:
        assert summed(list(rows), [step], PLACE, frozenset(), known).sign is Head.EQ
