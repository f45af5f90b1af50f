"""One translation: what its steps come to, by facts, definitions, suppositions and what was said before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.judged_statements import claim, judged, statement, states

import verifier.docs
from verifier.judging.agreeing.judge import JudgedFormal
from verifier.judging.decide import formal_judge
from verifier.judging.judgements.judgement import State
from verifier.kernel.verdict import Independent, Proved, Reason, Refuted, Unknown
from verifier.language.read_chain import read_chain


def verdict(found: JudgedFormal, step: int = 0, at: int = 0, part: int = 0) -> Any:
    return found.translations[0].steps[step].statements[at].decisions[part].verdict


@pytest.mark.parametrize(
    ("facts", "said", "expected"),
    [
        (["x == 3", "y == 2*x"], "y == 6", Proved),
        (["x == 3", "y == 2*x"], "y == 5", Refuted),
        (["x + y == 10", "x - y == 4"], "x == 7", Proved),
        (["x + y == 10", "x - y == 4"], "y == 4", Refuted),
        (["x + 20/100*x == 48"], "x == 40", Proved),
        (["x == 10", "total == 6*x + 9*a", "total == 96"], "a == 4", Proved),
        (["x > 3"], "x > 2", Proved),
        (["x**2 == 9"], "x == 3 or x == -3", Proved),
        (["x**2 == 9"], "x == 3", Independent),
        (["x == 10/3"], "x == 3.33", Proved),
        (["x == 10/3"], "x == 3.3", Proved),
        (["x == 10/3"], "x == 3.4", Unknown),
        (["x == 10/3"], "x == 3.5", Refuted),
        (["x == 10/3"], "about(x, 3.33, 2)", Proved),
        (["x == 15.00"], "about(x, 14.99, 2)", Refuted),
        (["x == 10/3"], "about(x, 3.34, 2)", Unknown),
        (["x == 10/3"], "about(x, 3.35, 2)", Refuted),
        (["x == 43/3"], "x == 15", Refuted),
        (["x == 7"], "is_prime(x) and divides(2, x + 1)", Proved),
        (["x == 7"], "is_int(x/2)", Refuted),
        ([], "solves(x in Real, [2, 3], x**2 - 5*x + 6 == 0)", Proved),
        ([], "solves(x in Real, [2], x**2 - 5*x + 6 == 0)", Refuted),
        ([], "solves(x in Real, [2, 3, 4], x**2 - 5*x + 6 == 0)", Refuted),
        ([], "ForAll(t in Real, (t + 1)**2 == t**2 + 2*t + 1)", Proved),
        ([], "ForAll(t in Real, (t + 1)**2 == t**2 + 1)", Refuted),
        ([], "Sum(i, i, 1, 100) == 5050", Proved),
        (["n == 5"], "n >= 0", Proved),
        ([], "n >= 0", Proved),
        ([], "n >= 1", Independent),
        ([], "1/0 == 1/0", Unknown),
        (["x == 0"], "y/x == 3", Unknown),
        (["y == 2*x"], "y == 3*x", Independent),
        ([], "x*(12/x) == 12", Unknown),
        (["x == 4"], "x*(12/x) == 12", Proved),
        ([], "ForAll(t in Real, t*(12/t) == 12)", Proved),
        ([], "solves(t in Real, [(1 + sqrt(5))/2, (1 - sqrt(5))/2], t**2 == t + 1)", Proved),
        ([], "ForAll(t in Real, If(t > 0, t, -t) == abs(t))", Proved),
    ],
)
def test_a_claim_is_decided_by_the_facts(facts: list[str], said: str, expected: type) -> None:
    assert isinstance(verdict(judged(facts, [claim(said)])), expected)


def test_a_step_is_refuted_or_proved_as_its_statements_are_and_an_error_is_not_counted_twice() -> None:
    found = judged(["x == 3", "y == 2*x"], [claim("3 + 3 == 6")], [claim("y == 3 + 2")], [claim("y == 5")], [])
    assert states(found) == ["proved", "refuted", "rests on error", "nothing stated"]
    assert found.first_error == 1


def test_what_was_stated_carries_a_proof_and_no_refutation() -> None:
    found = judged([], [claim("x == 3")], [claim("2*x == 6")], [claim("2*x == 7")])
    assert states(found) == ["open", "proved", "open"]
    assert verdict(found, 2).reason is Reason.CONFLICTS_WITH_STATED
    assert found.translations[0].steps[1].statements[0].decisions[0].rests_on == ("s0.0.0",)


def test_what_is_proved_from_facts_is_firm() -> None:
    found = judged(["x == 3"], [claim("y == 2*x")], [claim("x + 1 == 4")], [claim("x == 5")])
    assert [found.translations[0].steps[i].statements[0].decisions[0].firm for i in (1, 2)] == [True, True]


def test_a_definition_is_firm_where_its_name_is_fresh_and_a_claim_where_not() -> None:
    fresh = judged(["x == 3"], [statement("define", "a == 2*x")], [claim("a == 7")])
    assert states(fresh) == ["nothing stated", "refuted"]
    used = judged(["x == 3"], [statement("define", "x == 4")])
    assert states(used) == ["refuted"]


def test_a_supposition_ends_and_what_follows_from_it_stays_as_an_implication() -> None:
    found = judged(
        [],
        [statement("suppose", "x == 3"), claim("2*x == 6")],
        [claim("2*x == 6")],
        [claim("Implies(x == 3, 2*x == 6)")],
    )
    assert states(found) == ["proved", "open", "proved"]


def test_a_supposition_reaches_as_far_as_it_says() -> None:
    found = judged([], [statement("suppose", "x == 3", until=1)], [claim("x == 3")], [claim("x == 3")])
    assert states(found) == ["nothing stated", "proved", "open"]


def test_a_refutation_under_a_supposition_needs_a_model_of_it() -> None:
    found = judged(["x == 3"], [statement("suppose", "x == 4"), claim("x == 5")])
    assert states(found) != ["refuted"]
    possible = judged([], [statement("suppose", "x == 4"), claim("x == 5")])
    assert states(possible) == ["refuted"]


def test_facts_that_contradict_each_other_decide_nothing() -> None:
    found = judged(["x == 3", "x == 4"], [claim("x == 3")], [claim("x == 5")], [claim("1 + 1 == 2")])
    assert states(found) == ["open"] * 3
    assert verdict(found).reason is Reason.INCONSISTENT_CONTEXT and "p1" in verdict(found).detail


def test_an_answer_is_held_against_what_is_asked() -> None:
    right = judged(["x == 3", "y == 2*x"], [statement("answer", "6")], asks=("y",))
    wrong = judged(["x == 3", "y == 2*x"], [statement("answer", "5")], asks=("y",))
    assert (states(right), states(wrong)) == (["proved"], ["refuted"])


def test_a_step_that_is_taken_back_is_not_called_incorrect() -> None:
    found = judged(["x == 3"], [claim("x == 4")], [statement("retract", of=0)], [claim("x == 3")])
    assert states(found) == ["open", "nothing stated", "proved"]


def test_something_unsaid_leaves_a_step_open() -> None:
    found = judged(["x == 3"], [claim("x == 3"), {"role": "unsaid", "quote": "by symmetry"}])
    assert states(found) == ["open"]


def test_a_statement_that_spells_nothing_leaves_its_step_open() -> None:
    found = judged(["x == 3"], [claim("x == 3"), claim("x ==")])
    assert states(found) == ["open"]


def test_a_rounded_value_on_the_way_refutes_nothing_after_it() -> None:
    found = judged(["x == 2/3", "y == 3*x"], [claim("x == 0.67")], [claim("y == 3*0.67")], [claim("y == 2.01")])
    assert State.REFUTED not in found.agreed[:2]


def test_a_function_is_put_in_where_it_is_applied() -> None:
    names = {"f": {"type": "function", "args": ["t in Real"], "expr": "t**2 + 1", "means": "f"}}
    steps = [[claim("f(3) == 10")], [claim("f(f(1)) == 5")], [claim("f(2) == 6")]]
    data = {"formal": 1, "id": "c", "vars": names, "facts": [], "asks": [], "steps": steps}
    assert states(formal_judge()([read_chain(data)])) == ["proved", "proved", "refuted"]


def test_a_function_without_a_body_has_one_value_at_a_number() -> None:
    names = {"g": {"type": "function", "args": ["k in Int"], "means": "what is there in week k"}}
    facts = [{"id": "p0", "kind": "given", "quote": "", "expr": ["g(1) == 4", "g(2) == g(1) + 3"]}]
    steps = [[claim("g(2) == 7")], [claim("g(3) == 7")]]
    data = {"formal": 1, "id": "c", "vars": names, "facts": facts, "asks": [], "steps": steps}
    assert states(formal_judge()([read_chain(data)])) == ["proved", "open"]


@pytest.mark.parametrize(
    ("guard", "said", "expected"),
    [
        ("prove:other-reading", "x == 3", Unknown),
        ("refute:other-reading", "x == 3", Proved),
        ("prove", "x == 4", Refuted),
        ("refute", "x == 4", Unknown),
        ("decide:unit", "x == 3", Unknown),
        ("decide:unit", "x == 4", Unknown),
        ("nobody-knows-this", "x == 4", Unknown),
        ("accuse:quoted", "x == 4", Refuted),
    ],
)
def test_a_guard_forbids_what_it_says_and_one_that_is_not_understood_forbids_to_decide(
    guard: str, said: str, expected: type
) -> None:
    found = judged(["x == 3"], [statement("claim", said, guards=[guard])])
    assert isinstance(verdict(found), expected)
    if expected is Unknown:
        assert verdict(found).reason is Reason.GUARDED and guard in verdict(found).detail


def test_a_refuted_statement_that_a_guard_excuses_leaves_its_step_open() -> None:
    found = judged(["x == 3"], [statement("claim", "x == 4", guards=["accuse:quoted"])])
    assert states(found) == ["open"]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("x == 4", "x == 3", "proved"),
        ("x == 4", "x == 5", "refuted"),
        ("x == 4", "y == 2", "open"),
        ("x == 3", "x == 4", "proved"),
    ],
)
def test_another_reading_of_the_words_is_taken_where_it_is_kinder(first: str, second: str, expected: str) -> None:
    found = judged(["x == 3"], [statement("claim", first, alternatives=[second])])
    assert states(found) == [expected]


def test_a_reading_that_only_a_guard_keeps_from_being_refuted_spares_nothing() -> None:
    general = "ForAll(t in Real, t**2 == 9)"
    said = statement("claim", "x**2 == 8", alternatives=[general], guards=["refute:set-up if alone"])
    assert states(judged(["x == 3"], [said])) == ["refuted"]


def with_condition(condition: str) -> JudgedFormal:
    """Return a chain whose last step is false of what is given, and excused on a condition: before it a step that is
    proved, one that is refuted, one that is excused and one from whose verdict a guard keeps it."""
    excused, kept = (statement("claim", "y == 9", guards=[guard]) for guard in ("accuse:quoted", "refute:unit"))
    last = statement("claim", "a == 2", guards=[f"accuse:after if {condition}"])
    return judged(["x == 3", "y == 1", "a == 1"], [claim("x == 3")], [claim("x == 4")], [excused], [kept], [last])


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("proved 0.0", True),
        ("proved 1.0", False),
        ("unproved 0.0", False),
        ("unproved 3.0", True),
        ("refuted 1.0", True),
        ("refuted 2.0", True),
        ("refuted 3.0", False),
        ("refuted 0.0 1.0", True),
        ("excused 1.0", False),
        ("excused 2.0", True),
        ("guarded 2.0", False),
        ("guarded 3.0", True),
        ("proved 9.0", False),
        ("proved 0.0 and refuted 1.0", True),
        ("proved 0.0 and refuted 3.0", False),
        ("refuted 3.0 and proved 0.0", False),
        ("it rains", True),
        ("proved", True),
    ],
)
def test_a_guard_counts_where_its_condition_holds_or_is_not_understood(condition: str, holds: bool) -> None:
    assert states(with_condition(condition))[4] == ("open" if holds else "refuted")


ONE_CHANGED = "ForAll(t in Real, (t + 1)**3 == t**3 + 3*t**2 + 5*t + 1)"
"""An identity, but for one of four coefficients."""


@pytest.mark.parametrize(
    ("guard", "expr", "expected"),
    [
        ("refute:g if alone", "x == 4", "refuted"),
        ("refute:g if alone", "1 == 2", "open"),
        ("refute:g if resting", "x == 4", "open"),
        ("refute:g if resting", "1 == 2", "refuted"),
        ("refute:g if uses p0", "x == 4", "open"),
        ("refute:g if uses p1", "x == 4", "refuted"),
        ("refute:g if uses fact", "x == 4", "open"),
        ("refute:g if uses definition", "x == 4", "refuted"),
        ("refute:g if uses 0.0", "k == 4", "open"),
        ("refute:g if uses 0.1", "k == 4", "refuted"),
        ("refute:g if uses definition", "k == 8", "open"),
        ("prove:g if uses p1", "y == 1", "open"),
        ("prove:g if rounded", "2/3 == 0.67", "open"),
        ("prove:g if exact", "2/3 == 0.67", "proved"),
        ("prove:g if rounded", "1/2 == 0.5", "proved"),
        ("accuse:g if resting", "x == 4", "open"),
        ("refute:g if unlike 3", ONE_CHANGED, "refuted"),
        ("refute:g if unlike 4", ONE_CHANGED, "open"),
        ("refute:g if unlike three", ONE_CHANGED, "open"),
        ("refute:g if unlike ³", ONE_CHANGED, "open"),
        ("refute:g if unlike -1", ONE_CHANGED, "open"),
        ("refute:g if unlike", ONE_CHANGED, "open"),
        ("refute:g if unlike 3 of them", ONE_CHANGED, "open"),
        ("refute:g if uses", "x == 4", "open"),
        ("refute:g if uses p0 and resting", "x == 4", "open"),
        ("refute:g if uses p0 and alone", "x == 4", "refuted"),
    ],
)
def test_a_guard_may_depend_on_what_its_own_verdict_rests_on(guard: str, expr: str, expected: str) -> None:
    define = {"role": "define", "quote": "Let k be 2x", "expr": "k == 2*x"}
    steps = [[define], [statement("claim", expr, guards=[guard])]]
    assert states(judged(["x == 3", "y == 1"], *steps))[1] == expected


def test_a_guard_against_accusing_may_name_a_later_statement() -> None:
    wrong = statement("claim", "x == 4", guards=["accuse:stated-anew if proved 1.0"])
    assert states(judged(["x == 3"], [wrong], [claim("x == 3")])) == ["open", "proved"]
    assert states(judged(["x == 3"], [wrong], [claim("x == 5")]))[0] == "refuted"


@pytest.mark.parametrize(
    ("besides", "expected"),
    [
        ([{"expr": "ForAll(x, Implies(2*x + 3 == 9, 2*x == 12))"}], "refuted"),
        ([{"expr": "ForAll(x, Implies(2*x + 3 == 9, 2*x == 6))"}], "open"),  # what is proved besides proves nothing
        ([{"expr": "x == y"}, {"expr": "1 == 2"}], "refuted"),
        ([{"expr": "1 == 2", "alternatives": ["x == y"]}], "open"),  # each reading of it must be refuted
        ([{"expr": "1 == 2", "alternatives": ["1 == 3", "1 == 4"]}], "refuted"),
        ([{"expr": "1 == 2", "guards": ["refute:set-up"]}], "open"),
        ([{"expr": "1 == 2", "guards": ["accuse:quoted"]}], "open"),
        ([{"expr": "1 == 2", "guards": ["accuse:quoted if excused 0.9"]}], "refuted"),
    ],
)
def test_what_the_words_say_besides_refutes_and_proves_nothing(besides: list[Any], expected: str) -> None:
    assert states(judged([], [statement("claim", "x == 6", besides=besides)])) == [expected]
    settled = judged(["x == 6"], [statement("claim", "x == 6", besides=besides)])
    assert states(settled) == ["proved"], "where the statement itself is proved, nothing else is asked"


def test_a_decimal_that_is_told_to_be_rounded_refutes_nothing_that_its_ball_allows() -> None:
    told = {"role": "claim", "quote": "about 3.4 * 2 = 6.7", "expr": "3.4*2 == 6.7"}
    assert states(judged([], [told])) == ["refuted"]
    assert states(judged([], [told | {"rounded": [[6, 9]]}])) == ["open"]


def test_what_was_taken_back_is_no_premise() -> None:
    kept = judged([], [claim("x == 3")], [claim("2*x == 6")])
    assert states(kept) == ["open", "proved"]
    found = judged([], [claim("x == 3")], [statement("retract", of=0)], [claim("2*x == 6")])
    assert states(found) == ["open", "nothing stated", "open"]


def test_a_definition_outlives_the_step_that_is_taken_back() -> None:
    found = judged(
        ["x == 3"], [statement("define", "a == 2*x"), claim("x == 4")], [statement("retract", of=0)], [claim("a == 6")]
    )
    assert states(found)[2] == "proved"


def test_an_error_carried_on_under_another_name_is_no_error_of_its_own() -> None:
    facts = ["x == 10", "y == x/2", "total == x + y"]
    found = judged(facts, [claim("y == 4")], [claim("total == 10 + 4")], [claim("total == 14")], [claim("total == 99")])
    assert states(found)[:3] == ["refuted", "rests on error", "rests on error"]


def test_a_new_error_beside_an_old_one_is_an_error() -> None:
    found = judged(["x == 10", "y == x/2", "a == 7"], [claim("y == 4")], [claim("a == 8")])
    assert states(found) == ["refuted", "refuted"]


def test_a_name_with_a_meaning_is_not_defined_anew_after_a_statement_about_it() -> None:
    found = judged(["x == 3"], [statement("goal", "share"), claim("share == 2*x")], [statement("define", "share == 5")])
    assert found.translations[0].steps[1].statements[0].decisions


def test_a_plan_is_not_right_by_what_it_recalls() -> None:
    goal, recall = statement("goal", "share"), statement("recall", "x == 3")
    steps = [[goal, recall], [recall], [goal, claim("x == 3")], [goal, statement("recall", "x == 4")], [goal]]
    expected = ["nothing stated", "proved", "proved", "refuted", "nothing stated"]
    assert states(judged(["x == 3"], *steps)) == expected


def test_a_definition_by_what_is_not_defined_is_a_claim() -> None:
    found = judged(["x == 3"], [statement("define", "a == y/(x - 3)")], [claim("a == 2")])
    assert found.translations[0].steps[0].statements[0].decisions
    assert states(found)[1] == "open"


@pytest.mark.parametrize(
    ("said", "expected"), [("x == 3 or x == -3", Proved), ("x == 3 or x == -3 or x == 5", Unknown)]
)
def test_a_list_of_values_is_right_only_where_each_is_possible(said: str, expected: type) -> None:
    assert isinstance(verdict(judged(["x**2 == 9"], [claim(said)])), expected)


def test_a_step_that_only_leaves_something_unsaid_is_open() -> None:
    assert states(judged([], [{"role": "unsaid", "quote": "by symmetry"}])) == ["open"]


def test_a_contradiction_is_claimed_of_facts_that_have_a_model() -> None:
    assert states(judged(["x == 3"], [claim("False")])) == ["refuted"]


def test_a_type_that_nobody_said_gives_no_more_than_not_negative() -> None:
    variables = {"n": {"type": "pos", "means": "clips"}}
    data = {
        "formal": 1,
        "id": "c",
        "vars": variables,
        "facts": [],
        "asks": [],
        "steps": [[claim("n >= 0"), claim("n >= 1")]],
    }
    found = formal_judge()([read_chain(data)])
    assert isinstance(verdict(found), Proved) and not isinstance(verdict(found, 0, 1), Proved)


@pytest.mark.parametrize("supposed", [["x ^ 2 = 4"], ["x + 1"], ["x == 3", "x ^ 2"]])
def test_nothing_is_decided_under_a_supposition_that_could_not_be_read(supposed: list[str]) -> None:
    unread = statement("suppose", *supposed, until=1)
    found = judged(["x == 4"], [unread, claim("x == 5")], [claim("x == 4")], [claim("x == 4")])
    assert states(found) == ["open", "open", "proved"]
    assert verdict(found, 0, 1).reason is Reason.OUT_OF_SCOPE


def test_a_supposition_that_contradicts_what_is_given_is_discharged_by_the_contradiction() -> None:
    steps = [statement("suppose", "x > 5"), claim("x == 7"), claim("False")], [claim("not x > 5"), claim("x <= 5")]
    found = judged(["x < 4"], *map(list, steps))
    assert [one.state.value for one in found.translations[0].steps[0].statements] == [
        "nothing stated",
        "open",
        "proved",
    ]
    assert verdict(found, 0, 1).reason is Reason.CONTRADICTORY_SUPPOSITION
    assert states(found)[1] == "proved"


def test_a_contradiction_that_no_supposition_makes_is_one_of_the_facts() -> None:
    found = judged(["x < 3", "x > 4"], [statement("suppose", "y == 1"), claim("False")])
    assert states(found) == ["open"]
    assert verdict(found, 0, 1).reason is Reason.INCONSISTENT_CONTEXT


def test_what_only_a_type_would_decide_is_not_decided() -> None:
    found = judged(["n > 2", "n < 4"], [claim("n == 3")], [claim("n == 7/2")])
    assert [verdict(found, i).reason for i in (0, 1)] == [Reason.TYPE_ONLY, Reason.TYPE_ONLY]
    told = judged(["n > 2", "n < 4", "n in Int"], [claim("n == 3")], [claim("n == 7/2")])
    assert states(told) == ["proved", "refuted"]


def test_the_proof_by_cases_of_the_language_page_is_settled_correct() -> None:
    page = (Path(verifier.docs.__file__).parent / "language.md").read_text(encoding="utf-8")
    chains = [json.loads(block.partition("```")[0]) for block in page.split("```json\n")[1:]]
    even = next(one for one in chains if one.get("id") == "even")
    found = formal_judge()([read_chain(even)], even["steps_text"])
    assert states(found) == ["proved", "proved", "proved"]
    even["steps"][1][3]["expr"][0] = "n**2 + n == (2*m + 1)*(2*m + 3)"
    assert states(formal_judge()([read_chain(even)], even["steps_text"]))[1] != "proved"
