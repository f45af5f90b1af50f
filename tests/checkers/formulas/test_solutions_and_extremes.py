"""The rules of what solves a condition and of greatest and least values: every part of a proof is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import pytest
from support.formulas.sequents import SCOPE, VALUES, added, claim, identity, linear, shown
from support.formulas.solutions import ABOVE, EQUAL, SOLVED, solves

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.instances import Grounds, is_of_type, put, value_of
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Expr, Head, Int, Letter, Sym, Text, Type, node
from verifier.kernel.verdict import CheckFailed, Proved, Reason, Refuted
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope

GIVEN = {"rule": "given"}
KINDS = {"x": Type.REAL, "q": Type.RAT, "k": Type.INT, "n": Type.COUNT, "m": Type.POS}
OTHERS = {"z": Type.COMPLEX, "u": Type.UNDECLARED, "p": Type.BOOL}
WIDE = Scope({name: Declared(kind) for name, kind in {**KINDS, **OTHERS}.items()})
PLACE = Place((), {**KINDS, **OTHERS}, True, frozenset({"k", "n", "m"}))


def number(text: str) -> Expr:
    return parse(text, WIDE)


REALS = {Type.REAL, Type.UNDECLARED, Type.COMPLEX}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("x", REALS),
        ("k", REALS | {Type.INT}),
        ("n", REALS | {Type.INT, Type.COUNT}),
        ("m", REALS | {Type.INT, Type.COUNT, Type.POS}),
        ("n + 1", REALS | {Type.INT, Type.COUNT, Type.POS}),
        ("n - 1", REALS | {Type.INT}),
        ("2*m", REALS | {Type.INT, Type.COUNT, Type.POS}),
        ("n*m", REALS | {Type.INT, Type.COUNT}),
        ("k/2", REALS),
        ("x*k", REALS),
        ("z", {Type.COMPLEX}),
        ("u", {Type.COMPLEX, Type.UNDECLARED}),
        ("z + 1", {Type.COMPLEX}),
        ("I", {Type.COMPLEX}),
        ("u + 1", {Type.COMPLEX}),
        ("1/x", set()),
        ("sqrt(x)", set()),
        ("p", set()),
        ("x == 1", set()),
        ("True", set()),
        ("3", REALS | {Type.INT, Type.COUNT, Type.POS}),
        ("1/2", REALS),
    ],
)
def test_of_which_types_an_expression_surely_is(text: str, kinds: set[Type]) -> None:
    asked = (*KINDS.values(), *OTHERS.values())
    assert {kind for kind in asked if is_of_type(number(text), kind, PLACE)} == kinds


def test_the_type_of_a_letter_of_the_claim_says_nothing_of_its_being_whole() -> None:
    claims = Place((), PLACE.types, True)
    for name, kind in (("k", Type.INT), ("n", Type.COUNT), ("m", Type.POS)):
        assert not is_of_type(Sym(name), kind, claims)
        assert is_of_type(Sym(name), kind, claims, Grounds(frozenset({Sym(name)})))
    assert is_of_type(Sym("x"), Type.INT, claims, Grounds(frozenset({Sym("x")})))
    assert not is_of_type(Sym("x"), Type.COUNT, claims, Grounds(frozenset({Sym("x")})))
    assert not is_of_type(Text("12"), Type.REAL, PLACE) and not is_of_type(Sym("unknown"), Type.REAL, PLACE)


ORDERS = {Head.GE: ge, Head.GT: gt, Head.LE: le, Head.LT: lt, Head.EQ: eq, Head.NE: ne}


@pytest.mark.parametrize("head", ORDERS)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("low", range(4))
def test_a_comparison_with_a_numeral_tells_how_great_a_whole_number_is(head: Head, turned: bool, low: int) -> None:
    said = node(head, Int(low), Sym("k")) if turned else node(head, Sym("k"), Int(low))
    where = [k for k in range(-9, 10) if (ORDERS[head](low, k) if turned else ORDERS[head](k, low))]
    for kind, least in ((Type.COUNT, 0), (Type.POS, 1)):
        known = head not in (Head.EQ, Head.NE) and all(k >= least for k in where)
        assert is_of_type(Sym("k"), kind, PLACE, Grounds(bounds=frozenset({said}))) is known
        assert not is_of_type(Sym("x"), kind, PLACE, Grounds(bounds=frozenset({said})))
        assert not is_of_type(number("k - 9"), kind, PLACE, Grounds(bounds=frozenset({said})))


def test_types_are_told_by_hypotheses_that_are_used() -> None:
    what = claim("Exists(t in Pos, t == x)", "is_int(x)", "x >= 2")
    tree = {"rule": "witness", "at": ["x"], "whole": [0], "bounds": [1], "tree": identity()}
    found = shown(what, tree, model={"x": "2"})
    assert isinstance(found, Proved) and len(found.certificate.claim.premises) == 2
    for without in ({"whole": []}, {"bounds": []}, {"bounds": [0]}, {"whole": [1]}, {"bounds": [2]}, {"bounds": "1"}):
        with pytest.raises(CheckFailed):
            shown(what, {**tree, **without}, model={"x": "2"})


@pytest.mark.parametrize(
    ("data", "kind", "value"),
    [
        ("3", Type.POS, "3"),
        ("0", Type.COUNT, "0"),
        ("-3", Type.INT, "-3"),
        ("3/2", Type.RAT, "3/2"),
        ("3/2", Type.COMPLEX, "3/2"),
        ("k", Type.INT, "k"),
        ("z", Type.COMPLEX, "z"),
        (["+", ["sym", "x"], ["int", "1"]], Type.REAL, "x + 1"),
        ("0", Type.POS, None),
        ("-1", Type.COUNT, None),
        ("1/2", Type.INT, None),
        ("x", Type.INT, None),
        ("z", Type.REAL, None),
        ("t", Type.REAL, None),
        ("1/0", Type.REAL, None),
        (["/", ["int", "1"], ["sym", "x"]], Type.REAL, None),
        (["sym", "t"], Type.REAL, None),
        (3, Type.REAL, None),
        (None, Type.REAL, None),
    ],
)
def test_a_value_is_a_number_of_its_letters_type(data: Any, kind: Type, value: str | None) -> None:
    if value is not None:
        assert value_of(data, kind, PLACE) == number(value)
    else:
        with pytest.raises(CheckFailed):
            value_of(data, kind, PLACE)


@pytest.mark.parametrize("values", [[], ["1"], ["1", "2", "3"], None, "12", {}])
def test_every_letter_has_one_value(values: Any) -> None:
    letters = (Letter("a", Type.INT), Letter("b", Type.REAL))
    body = node(Head.LT, Sym("a"), Sym("b"))
    assert put(body, letters, ["1", "x"], PLACE) == node(Head.LT, Int(1), Sym("x"))
    with pytest.raises(CheckFailed):
        put(body, letters, values, PLACE)


def test_what_solves_a_condition_is_put_to_it_and_is_all_that_satisfies_it() -> None:
    for listing in ("[3]", "{3}"):
        assert isinstance(shown(solves(listing), SOLVED), Proved)
    with pytest.raises(CheckFailed):
        shown(solves("[3]"), SOLVED, False)
    twice = {**SOLVED, "trees": [VALUES, VALUES, {"rule": "one", "index": 0, "tree": EQUAL}]}
    assert isinstance(shown(solves("[3, 3]"), twice), Proved)
    none = {"rule": "unfold", "trees": [linear([added((0, "1"), (1, "1"))])]}
    assert isinstance(shown(solves("[]", "t > 3 and t < 3"), none), Proved)


@pytest.mark.parametrize(
    "trees", [[], [EQUAL], [VALUES], [VALUES, VALUES, EQUAL], [EQUAL, EQUAL], [VALUES, VALUES], None]
)
def test_each_listed_value_and_all_solutions_have_a_tree(trees: Any) -> None:
    with pytest.raises(CheckFailed):
        shown(solves("[3]"), {"rule": "unfold", "trees": trees})


def test_a_listed_value_that_does_not_satisfy_the_condition_is_refused() -> None:
    tree = {"rule": "unfold", "trees": [VALUES, VALUES, {"rule": "one", "index": 0, "tree": EQUAL}]}
    for listing in ("[3, 4]", "[3, 2]"):
        with pytest.raises(CheckFailed):
            shown(solves(listing), tree)


@pytest.mark.parametrize(
    ("listing", "kind", "reason"),
    [("[7/2]", "Int", Reason.SIDE_CONDITION), ("[-3]", "NonNeg", Reason.SIDE_CONDITION), ("[0]", "Pos", None)],
)
def test_a_listed_value_is_of_the_letters_type(listing: str, kind: str, reason: Reason | None) -> None:
    value = listing[1:-1]
    what = solves(listing, f"t >= {value} and t <= {value}", kind)
    for holds, tree in ((True, SOLVED), (False, {"rule": "unfold", "index": 0, "trees": [VALUES]})):
        with pytest.raises(CheckFailed) as refused:
            shown(what, tree, holds)
        assert reason is None or refused.value.reason is reason


def test_a_listed_value_is_defined() -> None:
    for value in ("1/0", "1/x", "sqrt(x)"):
        with pytest.raises(CheckFailed) as refused:
            shown(solves(f"[{value}]", "t == t"), {"rule": "unfold", "index": 0, "trees": [VALUES]}, False)
        assert refused.value.reason is Reason.SIDE_CONDITION


def test_solutions_are_of_solves_in_one_letter() -> None:
    with pytest.raises(CheckFailed):
        shown(claim("3 == 3"), SOLVED)
    with pytest.raises(CheckFailed):
        shown(claim("solves((a in Real, b in Real), [(1, 2)], a == 1 and b == 2)"), SOLVED)
    unlisted = claim("solves(t in Real, {s for s in Int if s == 3}, t == 3)")
    with pytest.raises(CheckFailed):
        shown(unlisted, {"rule": "unfold", "index": 0, "trees": [VALUES]}, False)
    loose = Claim(formula("solves(t in Real, [3], t >= 3 and t <= 3 and x == x)", SCOPE))
    with pytest.raises(CheckFailed):
        shown(loose, SOLVED)


def refuted(
    index: object = None, tree: Any = None, at: Any = None, trees: Sequence[Any] = (), listed: int = 0
) -> dict[str, Any]:
    if at is None:
        return {"rule": "unfold", "index": index, "trees": [tree]}
    first, *others = trees
    differ = others[0] if listed == 1 else {"rule": "all", "trees": others}
    found = {"rule": "witness", "at": [at], "tree": {"rule": "all", "trees": [first, differ]}}
    return {"rule": "unfold", "index": listed, "trees": [found]}


def test_a_listed_value_refutes_where_the_condition_fails_there() -> None:
    what = solves("[3, 4]")
    assert isinstance(shown(what, refuted(index=1, tree=VALUES), False), Refuted)
    for index in (0, 2, -1, True, "1", None):
        with pytest.raises(CheckFailed):
            shown(what, refuted(index=index, tree=VALUES), False)
    with pytest.raises(CheckFailed):
        shown(what, refuted(index=1), False)


def test_a_solution_refutes_where_it_differs_from_all_that_are_listed() -> None:
    what = solves("[3, -3]", "t**2 == 9 or t == 5")
    tree = {"rule": "one", "index": 1, "tree": VALUES}
    assert isinstance(shown(what, refuted(listed=2, at="5", trees=[tree, VALUES, VALUES]), False), Refuted)
    for at, trees in (
        ("3", [{"rule": "one", "index": 0, "tree": VALUES}, VALUES, VALUES]),
        ("4", [tree, VALUES, VALUES]),
        ("5", [tree, VALUES]),
        ("5", [tree]),
        ("5", [tree, VALUES, VALUES, VALUES]),
        ("x", [tree, VALUES, VALUES]),
    ):
        with pytest.raises(CheckFailed):
            shown(what, refuted(listed=2, at=at, trees=trees), False)
    whole = solves("[3]", "2*t == 5 or t == 3", "Int")
    with pytest.raises(CheckFailed):
        shown(whole, refuted(listed=1, at="5/2", trees=[{"rule": "one", "index": 0, "tree": VALUES}, VALUES]), False)


def extreme_tree(trees: list[Any], at: Any = None, **more: Any) -> dict[str, Any]:
    if at is None:
        return {"rule": "unfold", "index": 1, "trees": trees, **more}
    reached = {"rule": "witness", "at": at, "tree": {"rule": "all", "trees": trees[:2]}, **more}
    return {"rule": "unfold", "trees": [reached, *trees[2:]]}


def extreme(what: str, trees: list[Any], holds: bool = True, **more: Any) -> Any:
    return shown(claim(what), extreme_tree(trees, **more), holds)


def test_a_greatest_value_is_reached_where_the_condition_holds_and_nothing_goes_beyond() -> None:
    trees = [VALUES, VALUES, ABOVE]
    assert isinstance(extreme("is_max(4, t, t in Real, t <= 4)", trees, at=["4"]), Proved)
    assert isinstance(extreme("is_min(4, t, t in Real, t >= 4)", trees, at=["4"]), Proved)
    assert isinstance(extreme("is_max(8, 2*t, t in Int, t <= 4)", [VALUES, VALUES, TWICE], at=["4"]), Proved)


TWICE = linear([added((0, "2"), (1, "1"))], uses=(0,))


@pytest.mark.parametrize(
    ("what", "at", "why"),
    [
        ("is_max(4, t, t in Real, t < 4)", "4", "it is reached where the condition fails"),
        ("is_max(4, t, t in Real, t <= 4)", "3", "it is not reached there"),
        ("is_max(5, t, t in Real, t <= 4)", "4", "it is reached nowhere"),
        ("is_max(3, t, t in Real, t <= 4)", "3", "something goes beyond it"),
        ("is_min(4, t, t in Real, t <= 4)", "4", "it is the greatest"),
        ("is_max(4, t, t in Real, t >= 4)", "4", "it is the least"),
        ("is_max(7/2, t, t in Int, 2*t <= 7)", "7/2", "it is reached at what is no value of the letter"),
        ("is_max(4, 1/(t - 4), t in Real, t <= 4)", "4", "what is made is undefined there"),
    ],
)
def test_what_is_no_extreme_value_is_not_shown_to_be_one(what: str, at: str, why: str) -> None:
    for last in (ABOVE, TWICE, VALUES, linear([added((0, "1/2"), (1, "1"))], uses=(0,))):
        with pytest.raises(CheckFailed):
            extreme(what, [VALUES, VALUES, last], at=[at])


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_an_extreme_value_has_three_trees(count: int) -> None:
    with pytest.raises(CheckFailed):
        extreme("is_max(4, t, t in Real, t <= 4)", [VALUES, VALUES, ABOVE, VALUES][:count], at=["4"])


def test_each_of_the_three_trees_is_looked_at() -> None:
    wrong: dict[str, Any] = {"rule": "trust me"}
    for i in range(3):
        trees = [VALUES, VALUES, ABOVE]
        trees[i] = wrong
        with pytest.raises(CheckFailed):
            extreme("is_max(4, t, t in Real, t <= 4)", trees, at=["4"])
    for at in ([], ["4", "4"], ["x"], None):
        with pytest.raises(CheckFailed):
            extreme("is_max(4, t, t in Real, t <= 4)", [VALUES, VALUES, ABOVE], at=at)


def test_something_beyond_it_refutes_an_extreme_value() -> None:
    assert isinstance(extreme("is_max(3, t, t in Real, t <= 4)", [VALUES, VALUES], False, at=["4"]), Refuted)
    assert isinstance(extreme("is_min(5, t, t in Real, t >= 4)", [VALUES, VALUES], False, at=["4"]), Refuted)
    for what, at in (
        ("is_max(4, t, t in Real, t <= 4)", "4"),
        ("is_max(4, t, t in Real, t <= 4)", "5"),
        ("is_max(4, t, t in Real, t <= 4)", "3"),
        ("is_min(4, t, t in Real, t >= 4)", "5"),
        ("is_max(3, t, t in Int, 2*t <= 7)", "7/2"),
    ):
        with pytest.raises(CheckFailed):
            extreme(what, [VALUES, VALUES], False, at=[at])
    wrong = {"rule": "trust me"}
    for trees in ([], [VALUES], [VALUES] * 3, [wrong, VALUES], [VALUES, wrong]):
        with pytest.raises(CheckFailed):
            extreme("is_max(3, t, t in Real, t <= 4)", trees, False, at=["4"])


def test_a_value_that_is_reached_nowhere_is_no_extreme_one() -> None:
    assert isinstance(
        extreme("is_max(5, t, t in Real, t <= 4)", [linear([added((0, "1"), (1, "1"))], uses=(0,))], False), Refuted
    )
    for trees in ([], [VALUES], [ABOVE, ABOVE], [identity()]):
        with pytest.raises(CheckFailed):
            extreme("is_max(4, t, t in Real, t <= 4)", trees, False)
    with pytest.raises(CheckFailed):
        extreme("is_max(4, t, t in Real, t <= 4)", [ABOVE], False)


def test_the_value_of_an_extreme_is_defined_and_names_no_bound_letter() -> None:
    for value in ("1/0", "1/x"):
        with pytest.raises(CheckFailed) as refused:
            extreme(f"is_max({value}, t, t in Real, t <= 4)", [ABOVE], False)
        assert refused.value.reason is Reason.SIDE_CONDITION
    body = formula("t <= 4", Scope({"t": Declared(Type.REAL)}))
    named = node(Head.IS_MAX, Sym("t"), Sym("t"), body, letters=(Letter("t", Type.REAL),))
    tree = {
        "rule": "unfold",
        "trees": [{"rule": "witness", "at": ["4"], "tree": {"rule": "all", "trees": [VALUES, VALUES]}}, ABOVE],
    }
    for holds in (True, False):
        with pytest.raises(CheckFailed) as refused:
            shown(Claim(named, (Letter("t", Type.REAL),)), tree, holds)
        assert refused.value.reason is Reason.OUT_OF_SCOPE
    with pytest.raises(CheckFailed):
        shown(claim("3 == 3"), tree)
    loose = Claim(formula("is_max(4, t, t in Real, t <= 4 and x == x)", SCOPE))
    with pytest.raises(CheckFailed):
        shown(loose, tree)


def test_a_value_that_is_a_number_of_the_claim_may_be_extreme() -> None:
    what = "is_max(x, t, t in Real, t <= x)"
    given = {"rule": "given", "of": 0}
    tree = {
        "rule": "unfold",
        "trees": [{"rule": "witness", "at": ["x"], "tree": {"rule": "all", "trees": [ORDER, identity()]}}, given],
    }
    assert isinstance(shown(claim(what), tree), Proved)
    assert expression_to_json(parse("x", SCOPE, Sort.NUMBER)) == ["sym", "x"]


ORDER = linear([added((0, "1"))], uses=())


@pytest.mark.parametrize("value", ["1/0", "1/x", "sqrt(x)"])
def test_a_value_that_may_be_undefined_is_not_denied_where_nothing_satisfies_the_condition(value: str) -> None:
    nowhere: dict[str, Any] = {"rule": "absurd", "of": 0, "tree": {"rule": "values", "pins": []}}
    assert isinstance(extreme("is_max(3, t, t in Real, False)", [nowhere], False), Refuted)
    with pytest.raises(CheckFailed) as refused:
        extreme(f"is_max({value}, t, t in Real, False)", [nowhere], False)
    assert refused.value.reason is Reason.SIDE_CONDITION
