"""Outcomes of texts: an answer is right or wrong only where it is read whole."""

from __future__ import annotations

import pytest

from verifier.judging.answers.outcome import outcome_of

E, D, N, NONE, CUT = "equal", "different", "could not tell", "none", "cut off"


@pytest.mark.parametrize(
    ("text", "reference", "state"),
    [
        ("$x$ is \\boxed{-2} \\quad \\text{and} \\quad \\boxed{1}", "1,-2", E),
        ("\\boxed{-2} \\quad \\text{and} \\quad \\boxed{1}", "1", D),
        ("$x=\\boxed{3}$ or $x=\\boxed{4}$", "3, 4", E),
        ("$x=\\boxed{3}$ or $x=\\boxed{4}$", "4", D),
        ("$x=\\boxed{3}$, $y=\\boxed{4}$", "x = 3, y = 4", E),
        ("\\boxed{3} and\n\\boxed{4}", "3,4", E),
        ("\\boxed{1}\\boxed{2}", "1,2", N),
        ("\\boxed{3} It is either that, or else \\boxed{4}", "4", N),
        ("First \\boxed{2}, no: \\boxed{3}", "3", E),
        ("We get \\boxed{3}.\n\nThe total is \\boxed{5}.", "5", E),
    ],
)
def test_several_boxes_are_one_answer_if_they_are_joined(text: str, reference: str, state: str) -> None:
    assert outcome_of(text, "", reference).state == state


@pytest.mark.parametrize(
    "text",
    [
        *("not 12.", "half of 12.", "at least 12.", "wrong: 12", "twice 12.", "more than 12.", "in step 12."),
        *("one less than 12.", "12 less than that of Ann.", "12 or more.", "unlikely to be 12.", "neither 12 nor 5."),
        *("the sum of the first 12 primes.", "12 out of 30.", "12, which is wrong.", "12?", "12 if x = 3."),
    ],
)
def test_words_that_change_or_deny_a_marked_value_leave_it_open(text: str) -> None:
    assert outcome_of(f"The answer is {text}", "", "12").state == N


@pytest.mark.parametrize(
    "text",
    [
        *("The answer is not \\boxed{12}.", "\\boxed{12} is wrong.", "It cannot be \\boxed{12}", "$-\\boxed{12}$"),
        *("It is half of \\boxed{12}.", "$\\boxed{12}^2$", "$2\\boxed{12}$", "\\boxed{12} million", "$\\boxed{12}!$"),
        *("The answer isn't 12.", "I doubt that the answer is 12.", "It is wrong to say the answer is 12."),
        *("The answer cannot be 12; it is 13.", "It is not 12.", "So x is at least 12.", "We get x = 12 or 13."),
    ],
)
def test_words_and_signs_beside_a_value_leave_it_open(text: str) -> None:
    assert outcome_of(text, "", "12").state == N


@pytest.mark.parametrize(
    ("text", "reference", "state"),
    [
        ("The answer is negative 12.", "-12", N),
        ("The answer is negative 12.", "12", N),
        ("The answer is 12 minus 5.", "7", E),
        ("The answer is 72, which is the total.", "72", E),
        ("So the answer is that she needs 12 eggs.", "12", E),
        ("\\boxed{44} and so our answer is correct.", "44", E),
        ("\\boxed{\\textbf{(B)}\\ 12}", "B", E),
        ("\\boxed{\\textbf{(B)}\\ 12}", "12", E),
        ("\\boxed{\\textbf{(B)}\\ 12}", "C", D),
        ("<answer>43</answer>", "42", D),
        ("<answer>42</answer>", "42", E),
        ("So it is.\n\n#### 7.25", "7.25", E),
        ("2*3=6.\n\n#### 12.00", "12", E),
        ("So she has \\boxed{17} years", "20", D),
        ("We think.\n\nSo the probability is 5/12.", "5/12", E),
        ("We think.\n\nSo the probability is 5/12.", "7/12", D),
        ("Therefore x = 3.", "3", E),
    ],
)
def test_marked_answers_and_conclusions_are_found(text: str, reference: str, state: str) -> None:
    assert outcome_of(text, "", reference).state == state


@pytest.mark.parametrize(
    ("text", "reference", "state"),
    [
        ("B", "B", E),
        ("$\\text{odd}$", "odd", E),
        ("The capital.\n\nParis", "Paris", E),
        ("The sum is $\\begin{pmatrix}1&0\\\\0&1\\end{pmatrix}$", "\\begin{pmatrix}1&0\\\\0&1\\end{pmatrix}", E),
        ("答案：12", "12", E),
        ("最终答案为 12。", "12", E),
        ("Ответ: 12", "12", E),
        ("答えは 12 です。", "12", E),
        ("答えは12である。", "13", D),
        ("Это двенадцать.", "12", N),
        ("It is twelve.", "12", N),
        ("$-[0,1)$", "1", N),
        ("Who can say?\n\nNot me.", "40", NONE),
        ("The parity is unknown to us.", "odd", N),
    ],
)
def test_unmarked_answers_are_found_or_left_open(text: str, reference: str, state: str) -> None:
    assert outcome_of(text, "", reference).state == state


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("<think>\\boxed{42}</think>", NONE),
        ("<think>so \\boxed{42}", CUT),
        ("<think>so \\boxed{41}</think> So \\boxed{42}.", E),
        ("so \\boxed{41}</think> So \\boxed{42}.", E),
        ("So it is \\boxed{42", CUT),
        ("", CUT),
    ],
)
def test_thinking_holds_no_answer(text: str, state: str) -> None:
    assert outcome_of(text, "", "42").state == state
