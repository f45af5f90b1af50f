"""Properties of the whole way from text to judgement: what is true is never refuted, what is false is never proved."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedStep
from verifier.pipeline.judge import Judge

SIGNS = {"+": ("+", "+"), "-": ("-", "-"), "*": ("*", r"\times"), "/": ("/", r"\div")}


@st.composite
def sums(draw: st.DrawFn, depth: int = 3) -> tuple[str, str, Fraction]:
    """An arithmetic expression in ASCII and in LaTeX, and its value."""
    if depth == 0 or draw(st.booleans()):
        n = draw(st.integers(0, 60))
        return str(n), str(n), Fraction(n)
    a, b = draw(sums(depth - 1)), draw(sums(depth - 1))
    sign = draw(st.sampled_from("+-*/"))
    if sign == "/" and b[2] == 0:
        sign = "+"
    value = {"+": a[2] + b[2], "-": a[2] - b[2], "*": a[2] * b[2]}.get(sign, a[2] / b[2] if b[2] else a[2])
    plain, tex = SIGNS[sign]
    return f"({a[0]} {plain} {b[0]})", f"({a[1]} {tex} {b[1]})", value


def spelled(value: Fraction) -> tuple[str, str]:
    whole = value.denominator == 1
    sign = "-" if value < 0 else ""
    plain = str(value) if whole else f"{sign}{abs(value.numerator)}/{value.denominator}"
    tex = plain if whole else rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    return plain, tex


def judged(text: str, problem: str = "Compute.") -> JudgedStep:
    with Judge(lean="off") as judge:
        return judge(Chain.of(problem, [text])).steps[0]


TEMPLATES = st.sampled_from(
    ["{} = {}", "So {} = {}.", "We get ${} = {}$.", "Then \\[ {} = {}. \\]", "Half of them left, {} = {} apples."]
)


@given(sums(), TEMPLATES)
def test_what_is_true_is_never_refuted(expression: tuple[str, str, Fraction], template: str) -> None:
    tex = "$" in template or "\\" in template
    step = judged(template.format(expression[tex], spelled(expression[2])[tex]))
    assert step.count("refuted") == 0
    assert step.correct is not False


@given(sums(), TEMPLATES, st.integers(1, 9), st.booleans())
def test_what_is_false_is_never_proved(
    expression: tuple[str, str, Fraction], template: str, by: int, less: bool
) -> None:
    tex = "$" in template or "\\" in template
    wrong = expression[2] - by if less else expression[2] + by
    step = judged(template.format(expression[tex], spelled(wrong)[tex]))
    assert step.count("proved") == 0
    assert step.correct is not True


@given(st.text(max_size=200))
@example("B\x1f")
def test_any_text_gets_an_answer(text: str) -> None:
    step = judged(text, problem=text)
    for claim in step.claims:
        start, end = claim.span
        assert text[start:end] == claim.text
    assert all(0 <= start < end <= len(text) for start, end in step.unread)


@given(
    st.lists(
        st.sampled_from(
            [*"0123456789+-*/=()$^{}.,:;!%_|&<> \n", "\\frac", "\\[", "\\]", "\\text{", "x", "of", "is", "half"]
        ),
        max_size=60,
    )
)
def test_any_jumble_of_signs_gets_an_answer(pieces: list[str]) -> None:
    judged("".join(pieces))


@pytest.mark.parametrize("text", ["2 + 2 = 4", "So $2+2=4$.", "Therefore 2 + 2 = 4."])
def test_a_step_read_whole_and_proved_is_settled_correct(text: str) -> None:
    assert judged(text).correct is True
    assert judged(text).score == 1.0


def test_a_score_never_rises_after_a_settled_error() -> None:
    with Judge(lean="off") as judge:
        steps = judge(Chain.of("Compute.", ["So 2 + 2 = 4.", "So 2 + 3 = 6.", "So 1 + 1 = 2."])).steps
    assert [step.correct for step in steps] == [True, False, True]
    assert [step.score for step in steps] == [1.0, 0.0, 0.0]
