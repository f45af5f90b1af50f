"""The claim language: what is read, what is refused, and the schema beside it."""

from __future__ import annotations

import json

import jsonschema
import pytest

from verifier.kernel.claim import Relation
from verifier.kernel.term import Int, Op, Sym, app
from verifier.translating.language import SCHEMA, NotInLanguage, parsed, relating
from verifier.translating.sources import holds_letter, numbers, sentences

ANSWER = {
    "kind": "claims",
    "claims": [
        {
            "role": "asserted",
            "claim": "x = 5",
            "hypotheses": [{"rests_on": "s0.c0", "claim": "3*x = 15"}],
            "spans": ["x is 5"],
        }
    ],
}


def test_an_answer_of_the_schema_is_read() -> None:
    jsonschema.validate(ANSWER, dict(SCHEMA))
    [claim] = parsed(json.dumps(ANSWER))
    assert (claim.role, claim.said.same, claim.spans) == ("asserted", (Relation.EQ, Sym("x"), Int(5)), ("x is 5",))
    assert claim.hypotheses[0].said.left == app(Op.MUL, Int(3), Sym("x"))
    assert parsed(f"```json\n{json.dumps(ANSWER)}\n```") == (claim,), "models like to fence their JSON"
    assert parsed('{"kind": "nothing to check", "claims": []}') == ()


@pytest.mark.parametrize("key", ["kind", "claims"])
def test_an_answer_without_a_key_is_refused_by_both(key: str) -> None:
    less = {k: v for k, v in ANSWER.items() if k != key}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(less, dict(SCHEMA))
    with pytest.raises(NotInLanguage):
        parsed(json.dumps(less))


READ = ["(48/2) = 25", "[clips in May] = [clips in April]/2", "|x-1| < 3", "5! = 120", "x_1 ≠ 3", "1,000 + 2 = 1,002"]
READ += ["25% * 80 = 20", "2/3 ≈ 0.67", "a*b = 6", "sqrt(16) = 4", "-3 <= -2", "π*r^2 = 9*π"]


@pytest.mark.parametrize("text", READ)
def test_a_line_of_mathematics_is_a_relation(text: str) -> None:
    assert relating(text).text == text


REFUSED = ["", "x", "3 = 3)", "((3 = 3", "= 3", "1 = 2 = 3", "1 = 1; 2 = 2", "f(x) = 3", "1/2x = 3", "So = 3", "3 != 4"]
REFUSED += ["12 pears = 12", "$x$ = 3", "\\frac12 = x", "[a}b] = 3", "[] = 3", "x = 3\n", "x ≡ 3", "x" * 301]
REFUSED += ["import os = 1"]


@pytest.mark.parametrize("text", REFUSED)
def test_what_can_be_read_in_two_ways_or_not_at_all_is_refused(text: str) -> None:
    with pytest.raises(NotInLanguage):
        relating(text)


def test_numbers_stand_in_a_text_in_digits_and_in_words() -> None:
    found = {str(value) for number in numbers("Twice 1,200 is 30% of half a dozen.") for value in number.values}
    assert found >= {"2", "1200", "30", "100", "1/2", "1"}


def test_a_letter_is_no_article() -> None:
    assert holds_letter("Let x be 3.", "x") and holds_letter("so 3a = 6", "a")
    assert not holds_letter("She sold a pear.", "a") and not holds_letter("Six boxes", "x")
    assert holds_letter("The clips in May, then", "clips in may")
    assert not holds_letter("The clips, in May", "clips in may")


def test_sentences_end_at_marks_and_lines() -> None:
    assert sentences("It is 3.5 m. Why?\nYes") == ["It is 3.5 m.", "Why?", "Yes"]
