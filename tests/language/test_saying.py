"""What words say and expressions do not: a text that is mended in translation is found out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.language.linting.saying import unsaid
from verifier.language.read_chain import read_chain


def left(
    text: str, *said: tuple[str, str], known: frozenset[Fraction] = frozenset(), means: str = "boxes"
) -> list[str]:
    variables = {"a": {"type": "real", "means": means}}
    facts = [{"id": f"p{n}", "kind": "given", "quote": str(n), "expr": f"a != {n}"} for n in known]
    steps = [[{"role": "claim", "quote": quote, "expr": expr} for quote, expr in said]]
    chain = read_chain({"formal": 1, "id": "c", "vars": variables, "facts": facts, "asks": [], "steps": steps})
    return [text[begin:end] for begin, end in unsaid(text, 0, chain)]


@pytest.mark.parametrize(
    ("text", "means", "expected"),
    [
        ("One 2010 penny weighs 36 grains.", "weight of a 2010 penny", []),
        ("One 2011 penny weighs 36 grains.", "weight of a 2010 penny", ["2011"]),
        ("One 2010 penny weighs 36 grains.", "weight of a penny", ["2010"]),
        ("Of 2010 people each weighs 36 grains.", "weight of a 2010 penny", ["2010"]),
        ("A 2010 penny weighs 37 grains.", "weight of a 2010 penny and 37 grains", ["2010", "37"]),
    ],
)
def test_a_number_that_names_a_quantity_is_said_by_it(text: str, means: str, expected: list[str]) -> None:
    assert left(text, (text, "a == 36"), means=means) == expected


@pytest.mark.parametrize(
    ("text", "expr", "expected"),
    [
        ("So 15 + 4 = 19 boxes.", "15 + 4 == 19", []),
        ("So 15 + 4 = 21 boxes.", "15 + 4 == 19", ["21"]),
        ("So 17 + 4 = 19 boxes.", "15 + 4 == 19", ["17"]),
        ("So 15 - 4 = 19 boxes.", "15 + 4 == 19", ["15 - 4"]),
        ("So 15 boxes - $4 = 19 boxes.", "15 + 4 == 19", ["15 boxes - $4"]),
        ("So $15 \\times 4 = 19$ boxes.", "15 + 4 == 19", ["15 \\times 4"]),
        ("So $15 \\div 4$ is 19 boxes.", "15*4 == 19", ["15 \\div 4"]),
        ("So 15 x 4 is 19 boxes.", "15*4 == 19", []),
        ("So 15*4 is 19 boxes.", "15/4 == 19", ["15*4"]),
        ("So (15 - 4) * 5 = 55.", "(15 - 4)*5 == 55", []),
        ("So (15 - 4) * 5 = 55.", "15 - 4*5 == 55", []),
        ("Of boxes 15, 19 are open.", "a == 15 + 19", []),
    ],
)
def test_a_number_or_an_operation_that_is_quoted_is_said(text: str, expr: str, expected: list[str]) -> None:
    assert left(text, (text, expr)) == expected


def test_numbers_of_facts_and_conversions_need_no_saying() -> None:
    said = ("The box of 90 pods holds a dozen more on the 7th", "a == 8")
    text = "The box of 90 pods holds a dozen more on the 7th, 8."
    assert left(text, said) == ["90"]
    assert left(text, said, known=frozenset({Fraction(90)})) == []
    assert left(text.replace("a dozen", "12"), (said[0].replace("a dozen", "12"), "a == 8")) == ["90", "12"]


def test_each_number_may_be_said_by_another_statement_that_quotes_it() -> None:
    text = "So 15 + 4 = 19 boxes."
    assert left(text, ("15 + 4 = 19", "a == 19"), ("15 + 4", "15 + 4 > 0")) == []
    assert left(text, ("15 + 4 = 19", "a == 19"), ("19 boxes", "15 + 4 > 0")) == ["15", "4"]


def test_a_plan_says_nothing_of_the_numbers_that_it_quotes() -> None:
    assert left("We take 5 from 31.") == []
