"""The linter: each code has chains in which it is found, with its place, and a chain in which nothing is found."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from support.formal_chains import PEARS, STEPS, chains, changed, without

from verifier.language.lint import lint
from verifier.language.linting.findings import MEANING, Code, Severity
from verifier.language.places import Place
from verifier.language.read_chain import read_chain

QUOTE = STEPS[0]


def said(expr: Any, role: str = "claim", **more: Any) -> dict[str, Any]:
    """Return the chain with one more statement in step 0."""
    statement = {"role": role, "quote": QUOTE, **({} if expr is None else {"expr": expr}), **more}
    return changed("steps", 0, to=[*PEARS["steps"][0], statement])


AT = Place("pears", step=0, statement=1)
FACT = Place("pears", fact="p0")


def fact(expr: str, quote: str = "Ana picks 12 pears", kind: str = "given") -> dict[str, Any]:
    """Return the chain with another first fact."""
    return changed("facts", 0, to={"id": "p0", "kind": kind, "quote": quote, "expr": expr})


def declared(**variables: Any) -> dict[str, Any]:
    """Return the chain with more variables."""
    return changed("vars", to={**PEARS["vars"], **variables})


FOUND: list[tuple[Code, dict[str, Any], Place]] = [
    (Code.UNPARSED, said("ben = 9"), Place("pears", step=0, statement=1, column=5)),
    (Code.UNPARSED, said("ben == 9", alternatives=["ben > = 9"]), Place("pears", step=0, statement=1, column=7)),
    (Code.UNKNOWN_NAME, said("benn == 9"), Place("pears", step=0, statement=1, column=1)),
    (Code.UNKNOWN_NAME, said("c == 9", "define"), Place("pears", step=0, statement=1, column=1)),
    (Code.NOT_A_FORMULA, said("ben"), AT),
    (Code.NOT_A_FORMULA, said("ben + 9", "suppose"), AT),
    (Code.NOT_A_FORMULA, fact("ana"), FACT),
    (Code.ASSERTS_NOTHING, said("ben == ben"), AT),
    (Code.ASSERTS_NOTHING, said("True"), AT),
    (Code.ASSERTS_NOTHING, said("ForAll(t, t <= t) and 9 == 9"), AT),
    (Code.EXPRESSION_MISSING, said(None), AT),
    (Code.EXPRESSION_MISSING, said([], "answer"), AT),
    (Code.EXPRESSION_NEEDLESS, said("ben == 9", "unsaid"), AT),
    (Code.TEXT_MISSING, {k: v for k, v in PEARS.items() if k not in ("problem", "steps_text")}, Place("pears")),
    (Code.QUOTE_MISSING, said(None, "unsaid") | {}, AT),
    (Code.QUOTE_MISSING, fact("ana == 12", " "), FACT),
    (Code.QUOTE_NOT_IN_TEXT, changed("steps", 0, 0, "quote", to="Ben picks nine"), Place("pears", step=0, statement=0)),
    (Code.QUOTE_NOT_IN_TEXT, fact("ana == 12", "Ana picked 12"), FACT),
    (Code.QUESTION_AS_GIVEN, changed("facts", 2, "kind", to="given"), Place("pears", fact="p2")),
    (Code.SPAN_OUTSIDE, said("ben == 9", rounded=[[0, 99]]), AT),
    (
        Code.SPAN_OUTSIDE,
        changed("steps", 0, to={"statements": PEARS["steps"][0], "unread": [[0, 999]]}),
        Place("pears", step=0),
    ),
    (Code.DEFINE_FORM, said("ben > 9", "define"), AT),
    (Code.DEFINE_FORM, said("ben == ben + 9", "define"), AT),
    (Code.DEFINE_NOT_FRESH, said("ben == 9", "define"), AT),
    (Code.UNUSED_NAME, declared(cy={"type": "int"}), Place("pears", variable="cy")),
    (Code.UNUSED_NAME, declared(f={"type": "function", "args": ["x"], "expr": "f"}), Place("pears", variable="f")),
    (Code.SHADOWED_CONSTANT, declared(e={"type": "int"}), Place("pears", variable="e")),
    (Code.RETRACT_PLACE, said(None, "retract"), AT),
    (Code.RETRACT_PLACE, said(None, "retract", of=0), AT),
    (Code.RETRACT_PLACE, said("ben == 9", of=0), AT),
    (Code.UNTIL_PLACE, said("ben == 9", "suppose", until=2), AT),
    (Code.UNTIL_PLACE, said("ben == 9", until=1), AT),
    (Code.ASKS_EMPTY, changed("asks", to=[]), Place("pears")),
    (Code.ANSWER_COUNT, changed("steps", 1, 1, "expr", to=["21", "9"]), Place("pears", step=1, statement=1)),
    (Code.ANSWER_RELATION, changed("steps", 1, 1, "expr", to="both == 21"), Place("pears", step=1, statement=1)),
    (Code.NUMBER_UNQUOTED, changed("steps_text", 0, to=f"{QUOTE} He eats two."), Place("pears", step=0)),
    (Code.NUMBER_REPEATED, changed("steps_text", 0, to=f"{QUOTE} Cy picks 9 too."), Place("pears", step=0)),
    (Code.COMPARISON_UNQUOTED, changed("steps_text", 0, to=f"{QUOTE} Cy picks more than Ana."), Place("pears", step=0)),
    (
        Code.SAID_OTHERWISE,
        changed("steps", 0, to=[{"role": "claim", "quote": QUOTE, "expr": "ben == 12 - 3"}]),
        Place("pears", step=0),
    ),
    (Code.SAID_OTHERWISE, fact("ana == 13"), FACT),
    (Code.NUMBER_UNGROUNDED, said("ben == 8"), AT),
    (Code.NUMBER_UNGROUNDED, fact("ana == 13"), FACT),
    (Code.DIMENSIONS, declared(ben={"type": "count", "unit": "apples"}), Place("pears", fact="p1")),
]


@pytest.mark.parametrize(
    ("code", "value", "place"), FOUND, ids=[f"{code.value}-{i}" for i, (code, _, _) in enumerate(FOUND)]
)
def test_what_is_strange_is_found_where_it_is(code: Code, value: dict[str, Any], place: Place) -> None:
    if code is Code.QUOTE_MISSING and place == AT:
        value["steps"][0][1]["quote"] = ""
    found = {(finding.code, finding.place) for finding in lint(read_chain(value))}
    assert (code, place) in found


def test_a_good_chain_has_no_findings() -> None:
    assert lint(read_chain(PEARS)) == []


GOOD = [
    said("ana == 12", "suppose", until=1),
    said(None, "goal"),
    said("ben", "goal"),
    said(None, "unsaid"),
    said("False"),
    said("12 - 3 == 9 or ana == 12"),
    fact("ana == 12", "", "known"),
    changed("steps", 1, 0, "quote", to="Together  they pick\n12 + 9 = 21 pears."),
    changed("steps_text", 0, to=f"Step 1: {QUOTE}"),
    changed("steps_text", 0, to=f"2. {QUOTE} This is x_5, and one of them."),
    changed("steps", 1, to=[*PEARS["steps"][1], {"role": "retract", "quote": "Together", "of": 0}]),
]


@pytest.mark.parametrize("value", GOOD, ids=range(len(GOOD)))
def test_what_is_well_is_not_found(value: dict[str, Any]) -> None:
    assert [str(finding) for finding in lint(read_chain(value))] == []


def test_text_that_is_said_to_be_unread_needs_no_quote() -> None:
    value = changed("steps_text", 0, to=f"{QUOTE} He eats 2.")
    value["steps"][0] = {"statements": value["steps"][0], "unread": [[len(QUOTE), len(QUOTE) + 11]]}
    assert lint(read_chain(value)) == []


def test_a_definition_gives_a_fresh_name_once() -> None:
    value = declared(cy={"type": "int"})
    define = {"role": "define", "quote": QUOTE, "expr": "cy == ben - 3"}
    value["steps"][0] = [*value["steps"][0], define]
    assert lint(read_chain(value)) == []
    value["steps"][0].append(define)
    assert [(one.code, one.place.statement) for one in lint(read_chain(value))] == [(Code.DEFINE_NOT_FRESH, 2)]


def test_a_name_that_only_a_used_function_uses_is_used() -> None:
    value = declared(f={"type": "function", "args": ["t"], "expr": "t + cy"}, cy={"type": "int"})
    assert {one.code for one in lint(read_chain(value))} == {Code.UNUSED_NAME}
    value["asks"] = ["f(both)"]
    assert lint(read_chain(value)) == []


def test_findings_come_in_the_order_of_the_chain() -> None:
    value = said("ben =")
    value["vars"]["cy"] = {"type": "int"}
    value["facts"][2]["kind"] = "given"
    value["asks"] = ["bot"]
    value["steps"][1][1]["expr"] = ["1", "2"]
    places = [
        str(one.place) for one in lint(read_chain(value)) if one.severity is Severity.ERROR or one.place.step is None
    ]
    assert places == [
        "chain pears, variable cy",
        "chain pears, fact p2",
        "chain pears, ask 0, column 1",
        "chain pears, step 0, statement 1, column 5",
        "chain pears, step 1, statement 1",
    ]


def test_a_finding_is_told_in_one_line() -> None:
    (finding,) = lint(read_chain(said("benn == 9")))
    assert str(finding) == (
        "chain pears, step 0, statement 1, column 1: error unknown-name: "
        "'benn' is not declared; known are ben; it says benn == 9"
    )


def test_every_code_is_explained_and_shown() -> None:
    assert set(MEANING) == set(Code) == {code for code, _, _ in FOUND}


def test_quotes_of_an_older_fact_are_looked_at_as_well() -> None:
    value = without("formal")
    value["facts"] = [{k: v for k, v in one.items() if k != "kind"} for one in value["facts"]]
    assert lint(read_chain(value)) == []


@given(chains())
def test_any_chain_can_be_looked_at(value: dict[str, Any]) -> None:
    assert all(str(finding) for finding in lint(read_chain(value)))
