"""Words that repeat what is given, or tell how an equation was changed, need no expression of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from verifier.language.linting.numbers import ungrounded
from verifier.language.linting.saying import unsaid
from verifier.language.read_chain import read_chain


def left(
    text: str, *said: tuple[str, str], facts: Sequence[str] = (), role: str = "claim", problem: str = ""
) -> list[str]:
    variables = {name: {"type": "real", "means": name} for name in ("a", "b", "P")}
    given = [{"id": f"p{i}", "kind": "given", "quote": "so it is", "expr": one} for i, one in enumerate(facts)]
    steps = [[{"role": role, "quote": quote, "expr": expr} for quote, expr in said]]
    fields: dict[str, Any] = {"formal": 1, "id": "c", "vars": variables, "facts": given, "asks": [], "steps": steps}
    chain = read_chain({**fields, "problem": problem, "steps_text": [text]})
    return [text[begin:end] for begin, end in unsaid(text, 0, chain)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So the value when \\(a = 25\\) and \\(b = 24\\) is 600.", []),
        ("So the value when $a = 25$ and $b = 24$ is 600.", []),
        ("So the value when \\(a = 26\\) and \\(b = 24\\) is 600.", ["26"]),
        ("So the value when \\(2 a = 25\\) and \\(b = 24\\) is 600.", ["2", "25"]),
        ("So the value when \\(P + a = 25\\) and \\(b = 24\\) is 600.", ["25"]),
        ("So the value when \\(a = 25P\\) and \\(b = 24\\) is 600.", ["25"]),
    ],
)
def test_a_letter_is_said_to_be_what_a_fact_says(text: str, expected: list[str]) -> None:
    assert left(text, (text, "P == 600"), facts=["a == 25", "24 == b and P > 0"]) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Divide both sides by 15: a = 17.", []),
        ("Divide both sides of it by $15$: a = 17.", []),
        ("Divide both sides by 16: a = 17.", ["16"]),
        ("Subtract 15 from both sides: a = 17.", []),
        ("Add 16 to both sides: a = 17.", ["16"]),
        ("Divide it by 15: a = 17.", ["15"]),
    ],
)
def test_by_what_both_sides_are_changed_stands_in_an_expression(text: str, expected: list[str]) -> None:
    assert left(text, (text, "a == 17"), ("a", "15*a == 255")) == expected


@pytest.mark.parametrize(
    ("role", "problem", "expected"),
    [
        ("goal", "the root of $x^{3}-18 x^{2}-9=4$.", []),
        ("goal", "the root of $x^{3}-18 x^{2}-8=4$.", ["3", "18", "2", "9", "4"]),
        ("claim", "the root of $x^{3}-18 x^{2}-9=4$.", ["3", "18", "2", "9", "4"]),
    ],
)
def test_a_plan_may_repeat_a_formula_of_the_problem(role: str, problem: str, expected: list[str]) -> None:
    text = "We seek the root \\(a\\) of \\(x^3 - 18x^2 - 9 = 4\\)."
    assert left(text, (text, "a"), role=role, problem=problem) == expected


@pytest.mark.parametrize(
    ("text", "expr", "expected"),
    [
        ("It has four values: 17, 19, 23, 29.", "solves(x in Int, [17, 19, 23, 29], 16 < x)", []),
        ("It has five values: 17, 19, 23, 29.", "solves(x in Int, [17, 19, 23, 29], 16 < x)", ["five"]),
        ("It is one of four: 17, 19, 23, 29.", "a == 17 or a == 19 or a == 23 or a == 29", []),
        ("It is one of five: 17, 19, 23, 29.", "a in {17, 19, 23, 29}", ["five"]),
    ],
)
def test_how_many_values_there_are_is_said_by_listing_them(text: str, expr: str, expected: list[str]) -> None:
    assert left(text, (text, expr)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So \\[ a = 15 \\]\n\\[ +17 = b \\]", []),
        ("So $15 + 17$ is it.", ["15 + 17"]),
        ("So twice 15 is also b or P - 17.", []),
        ("So 15 P - 17 is it.", ["15 P - 17"]),
    ],
)
def test_a_sign_stands_between_two_numbers_where_nothing_ends_and_no_letter_stands_before_it(
    text: str, expected: list[str]
) -> None:
    assert left(text, (text, "2*15 != 17")) == expected


def test_one_side_is_no_number() -> None:
    assert left("Collect on one side: a = 17.", ("Collect on one side: a = 17", "a == 17 + 17")) == []
    assert left("Collect on one shelf: a = 17.", ("Collect on one shelf: a = 17", "a == 19")) == ["one", "17"]


@pytest.mark.parametrize(
    ("quote", "expr", "found"),
    [
        ("a five-digit number", "a >= 10000 and a <= 99999", False),
        ("a 3-digit number", "a <= 999", False),
        ("a five-digit number", "a <= 9999", True),
        ("a number of digits", "a <= 9999", True),
        ("an angle", "cos(b*deg) == a", False),
        ("an angle", "b == 180", True),
    ],
)
def test_words_tell_how_large_numbers_of_so_many_digits_are(quote: str, expr: str, found: bool) -> None:
    variables = {name: {"type": "real", "means": name} for name in "ab"}
    steps = [[{"role": "claim", "quote": quote, "expr": expr}]]
    fields = {"formal": 1, "id": "c", "vars": variables, "facts": [], "asks": [], "steps": steps}
    assert bool(list(ungrounded(read_chain(fields)))) is found
