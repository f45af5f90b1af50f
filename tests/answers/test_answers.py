"""Final answers: found in text, read, and compared: golden cases, properties, and texts of every kind."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sizes import sized

from verifier.answers.compare import compare
from verifier.answers.final_answer import MAX_ANSWER, final_answer
from verifier.answers.number_words import in_words
from verifier.answers.parser import form
from verifier.kernel.expr import Int

GOLDEN = Path(__file__).parent.parent / "golden" / "answers" / "answers.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['found']} | {case['reference']}")
def test_answers_compare_as_mathematics_has_it(case: dict[str, str]) -> None:
    told = compare(case["found"], case["reference"])
    assert told.state == case["state"], (case["why"], told.reason)
    assert compare(case["reference"], case["found"]).state == case["state"], "it does not matter which one is asked of"
    assert told.reason and (told.same is None) == (case["state"] == "could not tell")


@pytest.mark.parametrize(
    ("text", "answer", "how"),
    [
        ("So \\boxed{\\frac{3}{4}} it is.", "\\frac{3}{4}", "boxed"),
        ("First \\boxed{2}, no: \\boxed{{3}}", "{3}", "boxed"),
        ("$\\boxed{2}$ and $\\boxed{5}$", "2, 5", "boxed"),
        ("$\\boxed{\\text{a } \\} b}$", "\\text{a } \\} b", "boxed"),
        ("$\\boxed 7$", "7", "boxed"),
        ("He has 3 + 4 = 7.\n#### 7", "7", "hash"),
        ("#### 1,250 dollars\n", "1,250 dollars", "hash"),
        ("The answer is 12 apples. I am sure.", "12 apples", "phrase"),
        ("**Final Answer:** $2.50", "$2.50", "phrase"),
        ("Final Answer: The final answer is $3.5$. I hope it is correct.", "$3.5$", "phrase"),
        ("So the answer is that she needs 12 eggs.", "12 eggs", "phrase"),
        ("\\boxed{3} was wrong. The answer is 4.", "4", "phrase"),
        ("The answer is 4, that is \\boxed{4}.", "4", "boxed"),
        ("Solution: Choice_B", "B", "phrase"),
        ("So she pays 2 * 3 = $6 for 2 books.", "$6", "last formula"),
        ("It takes her 35 minutes to walk there.", "35 minutes", "last formula"),
        ("So 2 * 3 = 6.\n\nThat is all.", "6", "last formula"),
    ],
)
def test_the_answer_is_found_where_the_text_tells_it(text: str, answer: str, how: str) -> None:
    found = final_answer(text)
    assert found is not None and (found.text, found.how) == (answer, how)
    assert found.is_told == (how != "last formula")


def test_the_last_mark_of_all_steps_counts_and_an_unmarked_number_of_the_problem_is_passed_over() -> None:
    told = final_answer(["We get \\boxed{5}.", "Let me check: 2 + 3 = 5."])
    assert told is not None and told.text == "5" and told.is_told
    guess = final_answer(["So the 8 friends collected 40 shells."], "Eight friends, 8 of them, collect shells.")
    assert guess is not None and guess.text == "40 shells" and not guess.is_told


@pytest.mark.parametrize("text", ["", "Nothing here.", "\\boxed{", "\\boxed{}", "####", "x" * 10000, "\\boxed{" * 5000])
def test_where_no_answer_is_there_is_none(text: str) -> None:
    assert final_answer(text) is None or text.startswith("\\boxed{\\")
    assert final_answer([]) is None


NUMBERS = st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=64)


def spellings(x: Fraction) -> list[str]:
    sign, n, d = ("-" if x < 0 else ""), abs(x.numerator), x.denominator
    found = [f"{x}", f"${sign}\\frac{{{n}}}{{{d}}}$", f"\\boxed{{{x}}}", f"{sign}{2 * n}/{2 * d}"]
    if d == 1:
        found += [f"{x.numerator:,}", f"{x}.00", f"x = {x}", f"{x} apples"]
    return found


@settings(deadline=None, max_examples=sized(20, 60))
@given(NUMBERS, NUMBERS)
def test_numbers_compare_as_fractions_do_however_they_are_written(x: Fraction, y: Fraction) -> None:
    for one in spellings(x):
        for other in spellings(x):
            assert compare(one, other).state == "equal", (one, other)
    told = compare(spellings(x)[0], spellings(y)[1])
    assert told.same is not (x != y), "never the opposite of the truth"


@settings(deadline=None, max_examples=sized(20, 60))
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_has_a_result_and_the_order_does_not_matter(one: str, other: str) -> None:
    assert compare(one, other).state == compare(other, one).state
    final_answer([one, other], one)


@settings(deadline=None, max_examples=sized(20, 60))
@given(st.text(alphabet="0123456789+-*/^=()[]{},.\\$% xyieπ∞abcsqrtfrac", max_size=40))
def test_formula_like_text_is_never_different_from_itself(text: str) -> None:
    assert compare(text, text).state != "different"
    assert compare(text, f" ${text}$ ").state != "different"


def test_too_long_an_answer_is_not_read() -> None:
    assert compare("1" * (MAX_ANSWER + 1), "1").state == "could not tell"
    assert form("(" * 500 + "1" + ")" * 500) is None


@pytest.mark.parametrize(
    ("text", "value"), [("ninety-nine", 99), ("one thousand two hundred", 1200), ("zero", 0), ("forty two", 42)]
)
def test_words_spell_numbers(text: str, value: int) -> None:
    assert in_words(text) == (Int(value), frozenset())


@pytest.mark.parametrize(
    "text", ["ten five", "one two", "twenty zero", "hundred", "and", "one and", "five hundred two hundred"]
)
def test_words_that_spell_no_number_are_not_one(text: str) -> None:
    found = in_words(text)
    assert found is None or found[1], text
