"""Several translations of one chain: what they agree on, whatever names they use."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.claims.context import Context
from verifier.engines.formulas.solving.forcing import forced
from verifier.judging.agreeing.agreement import Together, _without_own, renamed, same_names, same_shape, unstrict
from verifier.judging.agreeing.examined import examined
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.opened import opened
from verifier.judging.judgements.judgement import State
from verifier.kernel.expr import Head, Node, Type
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

WORDS = ("She sold 48/4 = 12 clips in May.", "That makes 48 + 12 = 60 in all.")


def translated(names: str, facts: list[str], steps: list[list[tuple[str, str]]], asks: str = "") -> FormalChain:
    said = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": text} for i, text in enumerate(facts)]
    stated = [[{"role": "claim", "quote": quote, "expr": text} for quote, text in step] for step in steps]
    types = {name: {"type": "set" if name.isupper() else "real", "means": name} for name in names.split()}
    wanted = [asks] if asks else []
    data: dict[str, Any] = {"formal": 1, "id": "c", "vars": types, "facts": said, "asks": wanted, "steps": stated}
    return read_chain(data)


FACTS = ["april == 48", "may == april/2"]
OTHER = ["a == 48", "2*m == a"]
SUM = ("48 + 12 = 60", "48 + 12 == 60")
MAY = ("48/4 = 12 clips in May", "may == 48/4")
FIRST = translated("april may all", FACTS, [[MAY, ("48/4 = 12", "48/4 == 12")], [SUM]], "may")
SECOND = translated("a m", OTHER, [[("She sold 48/4 = 12 clips", "m == 12")], [SUM]], "m")


def agreed(*chains: FormalChain) -> list[str]:
    return [state.value for state in formal_judge()(chains, WORDS).agreed]


def test_two_that_refute_the_same_words_by_the_same_numbers_agree() -> None:
    assert agreed(FIRST, SECOND) == ["refuted", "proved"]


def test_a_copy_is_no_second_translation() -> None:
    copy = read_chain({"formal": 1, "id": "c", "by": {"kind": "model", "name": "another"}, **_shape(FIRST)})
    judged = formal_judge()([FIRST, copy], WORDS)
    assert len(judged.translations) == 1


def _shape(chain: FormalChain) -> dict[str, Any]:
    from verifier.language.write_chain import as_json

    return {key: value for key, value in as_json(chain).items() if key not in ("formal", "id", "by")}


@pytest.mark.parametrize(
    "second",
    [
        translated("a m", OTHER, [[("She sold 48/4 = 12 clips", "48/4 == 12")], []], "m"),
        translated("a m", ["a == 48", "m == a/4"], [[("She sold 48/4 = 12 clips", "m == 12")], []], "m"),
        translated("a m", ["a == 48"], [[("She sold 48/4 = 12 clips", "m == 12")], []], "m"),
        translated("a m", OTHER, [[("She sold 48/4 = 12 clips", "a == 12")], []], "m"),
    ],
    ids=["it refutes nothing", "other facts", "too few facts", "another quantity"],
)
def test_where_the_second_does_not_refute_it_nothing_is_settled(second: FormalChain) -> None:
    assert agreed(FIRST, second)[0] == "open"


def test_another_answer_to_the_question_leaves_all_open() -> None:
    second = translated("a m", OTHER, [[("She sold 48/4 = 12 clips", "m == 12")], []], "a")
    assert agreed(FIRST, second) == ["open", "open"]


def test_quotes_apart_are_not_the_same_words() -> None:
    second = translated("a m", OTHER, [[("She sold", "m == 12")], []], "m")
    assert agreed(FIRST, second)[0] == "open"


def test_correct_needs_both_to_prove_all_they_state() -> None:
    second = translated("a m", OTHER, [[("48/4 = 12", "m == 12")], [("60 in all", "a + m == 60")]], "m")
    assert agreed(FIRST, second)[1] == "open"


def test_steps_that_differ_in_number_are_of_two_chains() -> None:
    with pytest.raises(ValueError, match="translations of one chain"):
        formal_judge()([FIRST, translated("a m", OTHER, [[]], "m")])


ALGEBRA = ("So 3x = 14, which is wrong.",)


def _unknowns(name: str, fact: str, said: str, more: str = "") -> FormalChain:
    return translated(f"{name} b", [fact, *([more] if more else [])], [[("3x = 14", said)]])


def test_names_without_a_value_are_aligned_where_the_facts_of_both_say_the_same_of_them() -> None:
    def agreed_on(*chains: FormalChain) -> list[str]:
        return [state.value for state in formal_judge()(chains, ALGEBRA).agreed]

    first = _unknowns("x", "x > 5 and x < 100", "3*x == 14")
    assert agreed_on(first, _unknowns("u", "u < 100 and u > 5", "14 == 3*u")) == ["refuted"]
    assert agreed_on(first, _unknowns("u", "u > 6 and u < 100", "3*u == 14")) == ["open"]
    assert agreed_on(first, _unknowns("u", "u > 5 and u < 100", "2*u == 9")) == ["open"]


def _with_model(fact: str, name: str = "rest") -> FormalChain:
    names = {one: {"type": "real", "means": one} for one in ("start", "lunch", name)}
    facts = [
        {"id": "p0", "kind": "given", "quote": "48 rolls", "expr": "start == 48"},
        {"id": "p1", "kind": "given", "quote": "12 were eaten", "expr": "lunch == 12"},
        {"id": "p2", "kind": "model", "quote": "12 were eaten", "expr": fact},
    ]
    steps = [[{"role": "claim", "quote": "35 are left", "expr": f"{name} == 35"}]]
    return read_chain({"formal": 1, "id": "c", "vars": names, "facts": facts, "asks": [], "steps": steps})


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (_with_model("left == start - lunch", "left"), "refuted"),
        (_with_model("start == left + lunch", "left"), "refuted"),
        (_with_model("left == start", "left"), "open"),
    ],
    ids=["the same meaning", "the same in other words", "another meaning"],
)
def test_a_model_fact_counts_where_the_other_translation_bears_it_out(second: FormalChain, expected: str) -> None:
    judged = formal_judge()([_with_model("rest == start - lunch"), second], ("35 are left",))
    assert [state.value for state in judged.agreed] == [expected]


def test_a_model_fact_that_bends_a_given_name_does_not_count_where_the_other_has_none() -> None:
    bent = _with_model("2*start == 100 + lunch - rest")  # forces 16 on rest, in a way that the other knows nothing of
    plain = translated(
        "start lunch left", ["start == 48", "lunch == 12", "left == 16"], [[("35 are left", "left == 35")]]
    )
    judged = formal_judge()([bent, plain], ("35 are left",))
    assert [state.value for state in judged.agreed] == ["refuted"]
    unsaid = translated("start lunch", ["start == 48", "lunch == 12"], [[("35 are left", "start - 32 == 35")]])
    assert [state.value for state in formal_judge()([bent, unsaid], ("35 are left",)).agreed] == ["open"]


def _by_way_of(*facts: str) -> FormalChain:
    names = {one: {"type": "real", "means": one} for one in ("start", "lunch", "half", "rest")}
    given = ["start == 48", "lunch == 12"]
    said = [
        {"id": f"p{i}", "kind": "given", "quote": "48 rolls, 12 were eaten", "expr": one} for i, one in enumerate(given)
    ]
    said += [{"id": f"m{i}", "kind": "model", "quote": "12 were eaten", "expr": one} for i, one in enumerate(facts)]
    steps = [[{"role": "claim", "quote": "35 are left", "expr": "rest == 35"}]]
    return read_chain({"formal": 1, "id": "c", "vars": names, "facts": said, "asks": [], "steps": steps})


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (_by_way_of("rest == start - lunch"), "refuted"),
        (_by_way_of("rest == start - lunch + 1"), "open"),
        (_by_way_of("rest == start"), "open"),
    ],
    ids=["the same value", "another value", "a value that refutes as well"],
)
def test_a_quantity_may_come_about_in_another_way_if_its_value_is_the_same(second: FormalChain, expected: str) -> None:
    judged = formal_judge()([_by_way_of("half == lunch/2", "rest == start - 2*half"), second], ("35 are left",))
    assert [state.value for state in judged.agreed] == [expected]


FORMS = ["solves(x in Real, [t, s], x**3 + x*y == sin(x))"]  # no example of these is found
ODD = "p + q**2 < p"


def alike(name: str, facts: list[str], said: str) -> FormalChain:
    names = f"p {name} s t y"
    return translated(names, facts, [[("48/4 = 12 clips", said)], []])


def test_what_no_fact_makes_false_is_the_same_whatever_facts_say_of_its_letters() -> None:
    first, second = alike("q", [*FORMS, "q + s < 5"], ODD), alike("q", [*FORMS, "q + s < 6"], "p + q*q < p")
    assert agreed(first, second)[0] == "refuted"


def test_what_facts_without_a_model_make_false_accuses_nobody() -> None:
    facts = ["q == s**2 + 3", *FORMS]
    assert agreed(alike("q", facts, "q == 1"))[0] == "open"
    assert agreed(alike("q", facts[:1], "q == 1"))[0] == "refuted"
    untied = ["q == 3", *FORMS]  # whatever the numbers of the other fact are, this one has a model
    assert agreed(alike("q", untied, "q == 4"))[0] == "refuted"


def test_a_name_that_stands_for_another_number_says_nothing_else_when_values_are_put_in() -> None:
    first = alike("q", ["p == 40", "q > 5", "q < 7"], "p + q == 90")
    assert agreed(first, alike("q", ["p == 40", "q < 7", "q > 5"], "40 + q == 90"))[0] == "refuted"
    assert agreed(first, alike("q", ["p == 40", "q > 1", "q < 3"], "p + q == 90"))[0] == "open"


def test_a_part_of_a_fact_may_make_something_false_whose_other_part_has_no_model() -> None:
    [step, _] = formal_judge()([alike("q", ["q == 3 and " + FORMS[0]], "q == 4")], WORDS).translations[0].steps
    assert step.state.value == "refuted"


def test_names_are_one_where_each_entails_what_the_other_refutes_by() -> None:
    """No value is forced on all names, and only one of both says that sides are long."""
    by_name = {"type": "real", "means": "angle ABC", "unit": "degree"}
    first = alike("q", ["p == 40", "Iff(s == t, p == q)", "s == t", "s > 0"], "q == 41")
    second = alike("qq", ["p == 40", "Implies(s == t, qq == p)", "t == s"], "2*qq == 82")
    assert agreed(first, second)[0] == "open"  # nothing tells that q and qq are one
    told = [named(one, {name: by_name}) for one, name in ((first, "q"), (second, "qq"))]
    assert agreed(*told)[0] == "refuted"
    other = alike("qq", ["p == 41", "Implies(s == t, qq == p)", "t == s"], "2*qq == 84")
    assert agreed(told[0], named(other, {"qq": by_name}))[0] == "open"


def named(chain: FormalChain, names: dict[str, Any]) -> FormalChain:
    data = {"formal": 1, "id": "c", **_shape(chain)}
    return read_chain({**data, "vars": {**data["vars"], **names}})


def quantities(*facts: str) -> Context:
    said = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": text} for i, text in enumerate(facts)]
    types = {name: {"type": "real", "means": f"length {name}"} for name in ("a", "b", "c")}
    return opened(read_chain({"formal": 1, "id": "c", "vars": types, "facts": said, "asks": [], "steps": [[]]}))


def same(first: Context, second: Context) -> dict[str, str]:
    values = tuple(forced(one.claim(Node(Head.TRUE))) for one in (first, second))
    return same_names(first, second, (values[0], values[1]), formal_judge().decide)


def test_those_names_stay_together_of_which_facts_say_the_same() -> None:
    both = ("a > 5", "b > 2", "c == 7")
    assert same(quantities(*both), quantities("5 < a", "2 < b", "c == 7")) == {name: name for name in "abc"}
    for more in ("b > 3", "b > 1"):
        assert same(quantities(*both), quantities("5 < a", more, "c == 7")) == {"a": "a", "c": "c"}
    assert same(quantities(*both), quantities("a > 6", "b > 3", "c == 7")) == {"c": "c"}
    assert same(quantities(*both), quantities("a > 6", "b > 3", "c == 8")) == {}
    assert same(quantities(*both), quantities("a > 5", "b > a", "c == 7")) == {"c": "c"}  # one fact speaks of both


def test_a_formula_under_other_names_has_them_all() -> None:
    said = formula("a < b + 1", Scope({name: Declared(Type.REAL) for name in "ab"}))
    assert renamed(said, {"a": "b", "b": "a", "c": "d"}) == formula(
        "b < a + 1", Scope({name: Declared(Type.REAL) for name in "ab"})
    )
    assert renamed(said, {"a": "x"}) is None and renamed(said, {}) is None


def test_a_number_that_nothing_depends_on_is_told_in_order() -> None:
    text = "So 8 times 0 is 1 times 0."
    chain = translated("a", ["a == 1"], [[("8 times 0", "8*0 == 1*0")]])
    judge = formal_judge()
    [judged] = judge([chain], (text,)).translations
    [state], [doubts] = examined([State.PROVED], [judged], [text], Together([judged], judge.by))
    told = [one.found for one in doubts if one.check == "statement empty"]
    assert state is State.OPEN
    assert told == [f"with another number than {n} it holds as well" for n in (1, 8)]


@pytest.mark.parametrize(
    ("facts", "state"),
    [(["x**2 == 9", "x > 0"], "refuted"), (["x**2 == 9"], "open"), (["x**2 == 16", "x > 0"], "open")],
)
def test_a_value_that_no_fact_forces_is_compared_where_it_is_proved(facts: list[str], state: str) -> None:
    first = translated("x", facts, [[("48/4 = 12 clips", "x == 5")], []])
    second = translated("b", ["b == 3"], [[("48/4 = 12 clips", "b == 5")], []])
    assert agreed(first, second)[0] == agreed(second, first)[0] == state


def test_a_name_of_one_alone_is_replaced_by_what_it_is_set_equal_to() -> None:
    """The acid of the mixture has a name in one translation, and is an expression in the other."""
    plain = ["x + y == 60", "x/10 + y/2 == 12", "left == 100 - x", "share == 5*left"]
    named = ["x + y == 60", "acid == x/10 + y/2", "acid == 12", "rest == 100 - x", "share == 5*rest"]
    error = [[("48/4 = 12 clips in May", "share == 60")], []]
    first, second = translated("x y left share", plain, error), translated("x y acid rest share", named, error)
    assert agreed(first, second)[0] == agreed(second, first)[0] == "refuted"
    other = [one.replace("acid == 12", "acid == 18") for one in named]
    third = translated("x y acid rest share", other, error)
    assert agreed(first, third)[0] == agreed(third, first)[0] == "open"


def test_a_name_that_cannot_be_replaced_ends_no_judging() -> None:
    """What a derivative is taken by stands for no expression."""
    scope = Scope({name: Declared(Type.REAL) for name in "uxy"})
    facts = [formula(text, scope) for text in ("u == x + 1", "diff(u**2, u) == y")]
    assert _without_own(facts, {"x", "y"}) == facts
    assert _without_own(facts[:1], {"x", "y"}) == [formula("x + 1 == x + 1", scope)]


@pytest.mark.parametrize("more", [[], ["total == integral(If(t**2 < sqrt(u), 1, 0), t, 0, 9)", "u**5 == u + 3"]])
def test_values_of_letters_are_compared_whatever_the_other_facts_are(more: list[str]) -> None:
    first = translated(
        "k u total D", ["D == {d for d in NonNeg if 4 < d and d <= 9}", "k == len(D)", *more], [[CHOICES], []]
    )
    second = translated("c", ["c == 9 - 4"], [[("48/4 = 12 clips", "c == 12")], []])
    assert agreed(first, second)[0] == agreed(second, first)[0] == "refuted"


CHOICES = ("48/4 = 12 clips", "k == 12")
DISC = "ForAll((x in Real, y in Real), Implies(x**2 + y**2 < 4, x > 0 and y > 0 and x/a + y/b < 1))"
SAME = "ForAll((s in Real, t in Real), Implies(4 >= s**2 + t**2, s >= 0 and 0 <= t and s/a + t/b <= 1))"
LESS = "ForAll((s in Real, t in Real), Implies(3 >= s**2 + t**2, s >= 0 and 0 <= t and s/a + t/b <= 1))"


@pytest.mark.parametrize(("other", "state"), [(SAME, "refuted"), (LESS, "open")])
def test_what_is_false_whether_its_orders_are_strict_or_not_is_one_error(other: str, state: str) -> None:
    facts = ["a == 2*sqrt(3)", "b == 4"]
    first, second = (translated("a b", facts, [[("48/4 = 12 clips", one)], []]) for one in (DISC, other))
    assert agreed(first, second)[0] == agreed(second, first)[0] == state


def test_a_letter_set_equal_to_a_number_ties_no_facts_together() -> None:
    """Of the area no model is found; what the sides alone make false is false with it."""
    facts = ["a == 2*sqrt(3)", "b == 4", "p == integral(If(x**2 < a, 1, 0), x, 0, b)", "p == u + sqrt(u)*pi"]
    chain = translated("a b p u", facts, [[("48/4 = 12 clips", "a > b")], []])
    assert formal_judge()([chain], WORDS).agreed[0].value == "refuted"


def test_bound_letters_are_but_names() -> None:
    scope = Scope({name: Declared(Type.REAL) for name in "xy"})
    one, other, third = (
        formula(text, scope)
        for text in (
            "Exists(t in Real, ForAll(u in Real, u*t < x))",
            "Exists(u in Real, ForAll(t in Real, t*u < x))",
            "Exists(u in Real, ForAll(t in Real, u*t < x))",
        )
    )
    assert same_shape(one, other) and not same_shape(one, third)
    assert not same_shape(formula("ForAll(t in Int, t < x)", scope), formula("ForAll(t in Real, t < x)", scope))
    assert not same_shape(formula("ForAll(t in Real, t < x)", scope), formula("ForAll(t in Real, t < y)", scope))
    assert unstrict(formula("not (x > y)", scope)) == unstrict(formula("not (y <= x)", scope))
    assert unstrict(formula("x < y", scope)) != unstrict(formula("y < x", scope))
