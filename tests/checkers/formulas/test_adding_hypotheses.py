"""Rules that add a hypothesis: what a formula comes to, what functions mean, and what is refused as an error."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from support.formulas.sequents import LETTERS, SCOPE, VALUES, claim, identity, shown

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import conjuncts, opening
from verifier.checkers.formulas.rules.definitions import meaning, unfold
from verifier.checkers.formulas.values.evaluation import truth
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Proved, Reason, Refuted
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope

WIDE = Scope({name: Declared(Type.REAL) for name in ("x", "y", "q", "q_1")} | {"p": Declared(Type.BOOL)})
GIVEN = {"rule": "given"}


def said(text: str) -> Expr:
    return formula(text, WIDE)


def number(text: str) -> Expr:
    return parse(text, WIDE, Sort.NUMBER)


def spelled(text: str) -> Any:
    return expression_to_json(number(text))


@pytest.mark.parametrize(
    ("text", "comes_to"),
    [
        ("not x == 1", "x != 1"),
        ("not x != 1", "x == 1"),
        ("not x < 1", "x >= 1"),
        ("not x <= 1", "x > 1"),
        ("not x > 1", "x <= 1"),
        ("not x >= 1", "x < 1"),
        ("not not x < 1", "x < 1"),
        ("not (x < 1 and y < 1)", "x >= 1 or y >= 1"),
        ("not (x < 1 or not y < 1)", "x >= 1 and y < 1"),
        ("not Implies(x < 1, y < 1)", "x < 1 and y >= 1"),
        ("not Iff(x < 1, y < 1)", "x < 1 and y >= 1 or x >= 1 and y < 1"),
        ("not ForAll(x in Int, x < 1)", "Exists(x in Int, x >= 1)"),
        ("not Exists(x in Real, x < 1 and x == 2)", "ForAll(x in Real, x >= 1 or x != 2)"),
        ("not (x < 1 and p)", "x >= 1 or not p"),
        ("not divides(2, x)", "not divides(2, x)"),
        ("not is_int(x)", "not is_int(x)"),
        ("not p", "not p"),
        ("p", "p"),
        ("Implies(x < 1, y < 1)", "x >= 1 or y < 1"),
        ("Implies(p, y < 1)", "not p or y < 1"),
        ("Iff(x < 1, y < 1)", "x < 1 and y < 1 or x >= 1 and y >= 1"),
        ("x < 1 or y < 1", "x < 1 or y < 1"),
        ("divides(3, x)", "Exists(q in Int, x == 3*q)"),
        ("divides(q, x)", "Exists(q_1 in Int, x == q*q_1)"),
        ("divides(3, q)", "Exists(q_1 in Int, q == 3*q_1)"),
        ("divides(q_1, q)", "Exists(q_2 in Int, q == q_1*q_2)"),
        ("divides(q, q)", "Exists(q_1 in Int, q == q*q_1)"),
        ("congruent(x, y, 5)", "Exists(q in Int, x - y == 5*q)"),
        ("congruent(q, y, 5)", "Exists(q_1 in Int, q - y == 5*q_1)"),
        ("congruent(x, q, 5)", "Exists(q_1 in Int, x - q == 5*q_1)"),
        ("congruent(x, 1, q)", "Exists(q_1 in Int, x - 1 == q*q_1)"),
    ],
)
def test_what_a_formula_comes_to_binds_no_letter_that_it_speaks_of(text: str, comes_to: str) -> None:
    assert unfold(said(text), opening(claim("1 == 1"))) == said(comes_to)


CONNECTED = [
    "not (1 < 2 and {})",
    "not ({} or 2 < 1)",
    "not Implies({}, {})",
    "not Iff({}, {})",
    "Iff({}, {})",
    "Implies({}, {})",
    "not (not {} and not {})",
    "not Implies(not {}, {} and {})",
]


@pytest.mark.parametrize("shape", CONNECTED)
def test_what_it_comes_to_holds_and_fails_where_it_does(shape: str) -> None:
    for parts in product(["1 < 2", "2 < 1"], repeat=shape.count("{}")):
        whole = formula(shape.format(*parts), SCOPE)
        assert truth(unfold(whole, opening(claim("1 == 1"))), {}) is truth(whole, {}) is not None


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("abs(x)", "abs(x) >= 0 and (x >= 0 and abs(x) == x or x < 0 and abs(x) == -x)"),
        ("min(x, y, 3)", "min(x, y, 3) <= x and min(x, y, 3) <= y and min(x, y, 3) <= 3"),
        ("max(x, y)", "max(x, y) >= x and max(x, y) >= y"),
        ("floor(x)", "floor(x) <= x and x < floor(x) + 1"),
        ("x // y", "x // y <= x/y and x/y < x // y + 1"),
        ("ceil(x)", "ceil(x) >= x and ceil(x) < x + 1"),
        ("sqrt(x)", "sqrt(x) >= 0 and sqrt(x)**2 == x"),
        ("ln(x)", "x > 0"),
        ("log(x, y)", "x > 0 and y > 0 and y != 1"),
        ("x/y", "y != 0 and (x/y)*y == x"),
        ("x % y", "x % y >= 0 and x % y < y and Exists(q in Int, x == y*q + x % y)"),
        ("mod(q, y)", "mod(q, y) >= 0 and mod(q, y) < y and Exists(q_1 in Int, q == y*q_1 + mod(q, y))"),
        ("x % q", "x % q >= 0 and x % q < q and Exists(q_1 in Int, x == q*q_1 + x % q)"),
        ("If(p, x, y)", "p and If(p, x, y) == x or not p and If(p, x, y) == y"),
    ],
)
def test_what_a_function_means(text: str, means: str) -> None:
    found, expected = conjuncts(meaning(number(text))), conjuncts(said(means))
    if text.startswith(("min", "max")):
        expected.append(said(" or ".join(f"{text} == {one}" for one in text[4:-1].split(", "))))
    assert [one for one in found if one in expected] == expected  # more may be told: it is put to all values below


@pytest.mark.parametrize(
    "text",
    ["abs({0})", "min({0}, {1}, 3)", "max({0}, {1})", "floor({0}/3)", "{0} // 3", "ceil({0}/3)", "{0}/3", "{0} % 3"],
)
def test_what_a_function_means_holds_at_all_values(text: str) -> None:
    for x, y in product(range(-4, 5), repeat=2):
        said_there = meaning(parse(text.format(f"({x})", f"({y})"), WIDE, Sort.NUMBER))
        assert isinstance(said_there, Node)
        parts = [one for one in said_there.args if not (isinstance(one, Node) and one.head is Head.EXISTS)]
        assert parts and all(truth(one, {}) for one in parts)


@pytest.mark.parametrize("text", ["x + y", "x**2", "sin(x)", "factorial(x)", "x", "3"])
def test_what_has_no_meaning_of_its_own_is_refused(text: str) -> None:
    with pytest.raises(CheckFailed):
        meaning(number(text))


BELOW = ["<", ["sym", "x"], ["int", "1"]]
ONE, OTHER = (
    {"rule": "one", "index": 0, "tree": {**GIVEN, "of": 0}},
    {"rule": "one", "index": 1, "tree": {**GIVEN, "of": 0}},
)


@pytest.mark.parametrize("trees", [[], [ONE], [ONE, OTHER, OTHER], None, {}, "ab"])
@pytest.mark.parametrize("rule", [{"rule": "excluded_middle", "asked": BELOW}, {"rule": "lemma", "lemma": BELOW}])
def test_a_rule_of_two_trees_refuses_another_number_of_them(rule: dict[str, Any], trees: Any) -> None:
    with pytest.raises(CheckFailed):
        shown(claim("x < 1 or x >= 1"), {**rule, "trees": trees})


def question(asked: Any) -> dict[str, Any]:
    return {"rule": "excluded_middle", "asked": asked, "trees": [identity(), identity()]}


@pytest.mark.parametrize(
    ("asked", "defined"),
    [
        (["<", ["sym", "x"], ["int", "1"]], True),
        (["<", ["/", ["int", "1"], ["sym", "x"]], ["int", "1"]], False),
        (["<", ["sym", "z"], ["int", "1"]], False),
        (["==", ["sym", "z"], ["int", "1"]], True),
        (["sym", "x"], False),
        (["+", ["sym", "x"], ["int", "1"]], False),
        (["int", "1"], False),
    ],
)
def test_a_question_is_asked_of_what_holds_or_fails_everywhere(asked: Any, defined: bool) -> None:
    held = (Hypothesis("p", Standing.FACT, formula("z == 1", SCOPE)), Hypothesis("r", Standing.FACT, said("x == 2")))
    what = Claim(formula("y == y", SCOPE), tuple(sorted(LETTERS, key=lambda one: one.name)), held)
    use = {"rule": "unfold", "of": 0, "tree": {"rule": "unfold", "of": 1, "tree": question(asked)}}
    model = {**dict.fromkeys("knxyz", "1"), "x": "2"}
    if defined:
        assert isinstance(shown(what, use, True, model), Proved)
    else:
        with pytest.raises(CheckFailed) as refused:
            shown(what, use, True, model)
        assert refused.value.reason is Reason.SIDE_CONDITION


@pytest.mark.parametrize(("kind", "answered"), [(Type.BOOL, True), (Type.REAL, False), (None, False)])
def test_a_letter_is_asked_where_it_stands_for_a_truth(kind: Type | None, answered: bool) -> None:
    letters = (Letter("p", kind),) if kind is not None else ()
    what = Claim(node(Head.OR, Sym("p"), node(Head.NOT, Sym("p"))), letters)
    tree = {"rule": "excluded_middle", "asked": ["sym", "p"], "trees": [ONE, OTHER]}
    if answered:
        assert isinstance(shown(what, tree), Proved)
    else:
        with pytest.raises(CheckFailed):
            shown(what, tree)


def meant(text: str, tree: Any, **more: Any) -> dict[str, Any]:
    number = expression_to_json(parse(text, SCOPE, Sort.NUMBER))
    return {"rule": "unfold", "number": number, "tree": tree, **more}


@pytest.mark.parametrize("relation", ["==", "!=", "<", "<=", ">", ">="])
def test_a_number_that_stands_in_a_relation_that_holds_is_defined(relation: str) -> None:
    model = {"x": {"==": "9", "<": "4", "<=": "9", ">": "16", ">=": "9", "!=": "4"}[relation]}
    what = claim("sqrt(x) >= 0", f"sqrt(x) {relation} 3")
    assert isinstance(shown(what, meant("sqrt(x)", {**GIVEN, "of": 1}, **{"in": 0}), True, model), Proved)


def test_a_number_of_a_divisibility_is_defined() -> None:
    for premise in ("divides(3, sqrt(x))", "congruent(sqrt(x), 0, 3)"):
        what = claim("sqrt(x) >= 0", premise)
        assert isinstance(shown(what, meant("sqrt(x)", {**GIVEN, "of": 1}, **{"in": 0}), True, {"x": "9"}), Proved)


@pytest.mark.parametrize(
    "premise", ["x == 9", "x == 9 or sqrt(x) == 3", "Implies(x == 8, sqrt(x) == 3)", "Sum(sqrt(x), i, 1, 0) == 0"]
)
def test_a_number_that_stands_elsewhere_may_be_undefined(premise: str) -> None:
    with pytest.raises(CheckFailed):
        shown(claim("sqrt(x) >= 0", premise), meant("sqrt(x)", {**GIVEN, "of": 1}, **{"in": 0}), True, {"x": "9"})


def test_only_real_numbers_have_a_meaning() -> None:
    for text in ("abs(z)", "abs(re(z))"):
        with pytest.raises(CheckFailed):
            shown(claim("1 == 1"), meant(text, VALUES))
        what = Claim(formula("1 == 1", SCOPE), (Letter("z", Type.COMPLEX),))
        with pytest.raises(CheckFailed) as refused:
            shown(what, meant(text, VALUES))
        assert refused.value.reason is Reason.OUT_OF_SCOPE
    real = Claim(formula("1 == 1", SCOPE), (Letter("x", Type.REAL),))
    assert isinstance(shown(real, meant("abs(x)", VALUES)), Proved)


def test_the_letter_of_an_exists_is_none_that_anything_else_speaks_of() -> None:
    taken = claim("x == 1", "Exists(x in Real, x == 1)")
    with pytest.raises(CheckFailed):
        shown(taken, {"rule": "exists_elim", "of": 0, "tree": {**GIVEN, "of": 1}}, True, {"x": "1"})
    with pytest.raises(CheckFailed):  # a letter that has no type could be the one that is taken
        bare = Claim(formula("x == 1", SCOPE), (), taken.premises)
        shown(bare, {"rule": "exists_elim", "of": 0, "tree": {**GIVEN, "of": 1}})
    for name in ("x", "x#1", "x#2"):  # nor one that is taken later
        bare = Claim(node(Head.EQ, Sym(name), Int(1)), (), taken.premises)
        with pytest.raises(CheckFailed, match="not in scope"):
            shown(bare, {"rule": "exists_elim", "of": 0, "tree": {**GIVEN, "of": 1}})
    for other in ("x == 1", "ForAll(t in Real, t == 1)"):
        with pytest.raises(CheckFailed):
            shown(
                claim("x == 1", other), {"rule": "exists_elim", "of": 0, "tree": {**GIVEN, "of": 0}}, True, {"x": "1"}
            )


def test_what_is_added_below_holds_for_denials_too() -> None:
    pushed = {"rule": "unfold", "of": 0, "tree": {"rule": "absurd", "of": 1, "tree": VALUES}}
    with pytest.raises(CheckFailed):
        shown(claim("x == 3", "not x < 2"), pushed, False, {"x": "2"})
    asked = {"rule": "excluded_middle", "asked": ["<", ["int", "1"], ["int", "2"]], "trees": [VALUES, VALUES]}
    assert isinstance(shown(claim("2 == 3"), asked, False), Refuted)
    lemma = {"rule": "lemma", "lemma": ["==", ["int", "4"], ["int", "4"]], "trees": [VALUES, VALUES]}
    assert isinstance(shown(claim("2 == 3"), lemma, False), Refuted)
    with pytest.raises(CheckFailed):
        shown(claim("2 == 3"), {**lemma, "lemma": ["==", ["int", "4"], ["int", "5"]]}, False)


def test_the_second_half_of_a_question_has_the_denial_and_what_it_comes_to() -> None:
    for text in ("not x < 1", "x >= 1"):
        tree = {
            "rule": "excluded_middle",
            "asked": BELOW,
            "trees": [ONE, {"rule": "one", "index": 1, "tree": {**GIVEN, "of": 0}}],
        }
        assert isinstance(shown(claim(f"x < 1 or {text}"), tree), Proved)
    assert node(Head.LT, Sym("x"), Int(1)) == formula("x < 1", SCOPE)


TRULY = ["<", ["int", "1"], ["int", "2"]]


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("rule", [{"rule": "excluded_middle", "asked": TRULY}, {"rule": "lemma", "lemma": TRULY}])
def test_both_trees_of_such_a_rule_are_looked_at(rule: dict[str, Any], holds: bool) -> None:
    what = claim("3 < 4" if holds else "4 < 3")
    assert isinstance(shown(what, {**rule, "trees": [VALUES, VALUES]}, holds), Proved if holds else Refuted)
    for trees in ([{"rule": "trust me"}, VALUES], [VALUES, {"rule": "trust me"}]):
        with pytest.raises(CheckFailed):
            shown(what, {**rule, "trees": trees}, holds)
