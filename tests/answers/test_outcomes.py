"""Outcomes of texts: an answer is right or wrong only where it is read whole."""

from __future__ import annotations

import pytest

from verifier.answers.final_answer import final_answer
from verifier.answers.outcome import outcome_of

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
        ("Therefore x = 3.", "4", D),
        ("Thus, we have $y = \\frac{1}{2}$.", "1/2", E),
        ("Thus, we have $y = \\frac{1}{2}$.", "1/3", D),
        ("So x = 3 or x = 4.", "3, 4", E),
        ("So x = 3 or x = 4.", "4", D),
        ("Hence n = 5 is too small.", "6", N),
        ("Therefore x = 3.\n\nEasy, and my friend got the same.", "3", E),
        ("Therefore x = 3.\n\nEasy, and my friend got the same.", "4", N),
        ("Therefore x = 3.\n\nThat is wrong.", "3", N),
        ("We get x = 3 when y = 4.", "4", N),
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
        ("<think><answer>42</answer></think> It is so.", NONE),
        ("So \\boxed{42}.\n\n<think>Perhaps \\boxed{41}", CUT),
        ("<think>x</think><answer>42</answer>", E),
        ("So it is \\boxed{42}.<|im_end|>\n<|im_start|>user\nThe answer is 41.", E),
        ("The answer is 42.<|eot_id|>", E),
        ("So the sum is 42. <|im_start|>user", E),
    ],
)
def test_thinking_holds_no_answer(text: str, state: str) -> None:
    assert outcome_of(text, "", "42").state == state


@pytest.mark.parametrize(
    ("text", "reference", "state"),
    [
        ("$\\boxed{90}^\\circ$", "90^\\circ", E),
        ("$\\boxed{90}^{\\circ}$", "90", E),
        ("\\boxed{90}°.", "90°", E),
        ("$\\boxed{90}^\\circ$", "70", D),
        ("$\\boxed{20}^\\circ\\text{C}$", "20", N),
        ("$\\boxed{12}\\text{ cm}$", "12", E),
        ("$\\boxed{12}\\text{ cm}$", "12\\text{ cm}", E),
        ("$\\boxed{12}\\,\\mathrm{cm}^2$", "12\\text{ cm}^2", E),
        ("$\\boxed{12}\\text{ cm}$", "12\\text{ m}", D),
        ("$\\boxed{12}\\text{ cm}$", "0.12\\text{ m}", E),
        ("$\\boxed{12}$ cm.", "12 m", D),
        ("\\boxed{5} miles per hour", "5 mph", E),
        ("\\boxed{8} days to paint it", "8", E),
        ("\\boxed{5} feet and 3 inches", "5", N),
        ("$\\boxed{12}\\text{ flurb}$", "12", N),
        ("$\\boxed{3}\\text{ or }4$", "3", N),
        ("$\\boxed{6}\\text{th}$", "6", N),
        ("$\\boxed{3}\\pi$", "3", N),
        ("$\\boxed{12}\\text{ as required.}$", "12", E),
        ("The answer is 12 flurb.", "13", N),
    ],
)
def test_what_follows_a_box_directly_is_read_with_it(text: str, reference: str, state: str) -> None:
    assert outcome_of(text, "", reference).state == state


BOUNDS = [
    *("at most", "at least", "up to", "no more than", "fewer than", "under", "over", "above", "below", "beyond"),
    *("within", "nearly", "almost", "barely", "not", "not quite", "one of", "in excess of", "upwards of", "close to"),
    *("short of", "far from", "different from", "unequal to", "other than", "all but", "as many as", "limited to"),
    *("a divisor of", "divisible by", "either", "another", "every", "the first", "exceeding", "the sum of"),
]


@pytest.mark.parametrize("words", BOUNDS)
@pytest.mark.parametrize("reference", ["12", "13"])
def test_bounds_and_changed_values_are_left_open(words: str, reference: str) -> None:
    for text in (
        f"The value is {words} \\boxed{{12}}.",
        f"The value is {words} $\\boxed{{12}}$.",
        f"The value is {words} \\(\\boxed{{12}}\\).",
        f"The answer is {words} 12.",
        f"**Final answer:** {words} $12$",
        f"So the total is {words} 12.",
        f"#### {words} 12",
    ):
        assert outcome_of(text, "", reference).state == N, text


@pytest.mark.parametrize("sign", ["\\le", "\\geq", "<", ">", "≤", "\\neq", "\\ne"])
def test_value_behind_a_sign_of_order_is_a_bound(sign: str) -> None:
    assert outcome_of(f"So $x {sign} \\boxed{{12}}$.", "", "12").state == N


@pytest.mark.parametrize("words", ["only", "just", "exactly", "precisely", "simply", "a total of", "which adds up to"])
def test_words_that_change_nothing_make_no_answer_wrong(words: str) -> None:
    assert outcome_of(f"There are {words} \\boxed{{12}}.", "", "12").state == E
    assert outcome_of(f"The answer is {words} 12.", "", "12").state in (E, N)


@pytest.mark.parametrize(
    ("steps", "answer"),
    [
        (["<think>", "So \\boxed{42}.", "</think>", "It is so."], None),
        (["<think>", "So \\boxed{42}."], None),
        (["<think>So \\boxed{41}.</think>", "So \\boxed{42}."], ("42", "boxed")),
        (["So \\boxed{42}.<|im_end|>", "<|im_start|>user", "So \\boxed{41}."], ("42", "boxed")),
        (["If x < 3, stop.", "So x = 2."], ("2", "conclusion")),
    ],
)
def test_final_answer_of_steps_is_none_of_their_thinking(steps: list[str], answer: tuple[str, str] | None) -> None:
    found = final_answer(steps)
    assert (None if found is None else (found.text, found.how)) == answer
    whole = final_answer("\n\n".join(steps))
    assert (None if whole is None else whole.text) == (answer and answer[0])
