"""Markdown, LaTeX that passed through JSON, and dollar signs: what is read, and that places are those of the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.mathtext.drawings import undrawn
from verifier.mathtext.formulas import masked, regions
from verifier.mathtext.markdown import unmarked
from verifier.mathtext.torn import mended, torn
from verifier.readers.exact.read import read

MARKED = {
    "**94** pens": "  94   pens",
    "*x* = 5": " x  = 5",
    "__all__ of a_1 + b_2": "  all   of a_1 + b_2",
    "### **Step 1:** Find `x = 5` ##": "      Step 1:   Find  x = 5    ",
    "> We have *it*\n> 3 < 5": "￼ We have  it \n￼ 3 < 5",
    "| a | **b** |\n|---|---|\n| 3 + 4 | 5 |": "\n a \n   b   \n\n         \n\n 3 + 4 \n 5 \n",
}
AS_IT_STANDS = (
    "2*3*4 = 24",
    "2**3 + 4**2 = 24",
    "(a + b)*(c + d)*(e + f)",
    "3 *4* 5 = 60",
    "5 *x + 3* y",
    "$a_1 * b * c_1$ and \\[\n- 3 + 4\n+ 5 * 6 * 7\n\\]",
    "So x\n> 5",
    "  12\n+ 13\n----\n  25",
    "    x = 5",
    "[2](3) = 6 and a < b > c",
    "**unclosed 5",
)


@pytest.mark.parametrize("text", MARKED)
def test_marks_of_markdown_are_blanks(text: str) -> None:
    assert unmarked(text) == MARKED[text]


@pytest.mark.parametrize("text", AS_IT_STANDS)
def test_arithmetic_is_no_markdown(text: str) -> None:
    assert unmarked(text) == text


@pytest.mark.parametrize("text", [
    "[asy] draw((0,0)--(3*4,5)); label(\"$5$\", (1,2)*3, N); label(\"$x = 7$\", A); [/asy] Find x.",
    "A [asy]a*b=c[/asy] B [asy]x = 5; $y", "[asy][/asy]",
])  # fmt: skip
def test_of_a_drawing_the_formulas_that_label_it_stay_in_their_places(text: str) -> None:
    shown = undrawn(text)
    assert len(shown) == len(text) and "*" not in shown and "(" not in shown
    for label in ("$5$", "$x = 7$", "Find x."):
        assert shown.find(label) == text.find(label)


@given(st.text(alphabet="$[asy]/() 5\n", max_size=60))
def test_a_text_with_drawings_stays_as_long_as_it_was(text: str) -> None:
    assert len(undrawn(f"[asy]{text}")) == len(text) + 5


def test_a_program_set_as_code_is_blotted_out() -> None:
    assert "3" not in unmarked("```python\nx = 3 + 4\n```\nSo it is.")
    assert "3 + 4 = 7" in unmarked("```\n3 + 4 = 7\n```")


@given(st.text("ab1*_`#|>-[^]$\\\n\r 2=+()", max_size=60))
def test_no_text_changes_its_length(text: str) -> None:
    assert len(unmarked(text)) == len(text)
    assert len(masked(text, regions(text))) == len(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("3 \times 4", "3 \\times 4"),
        ("$\frac{1}{2}$", "$\\frac{1}{2}$"),
        ("$\boxed{5}$ and $\right)$", "$\\boxed{5}$ and $\\right)$"),
        ("$x\neq 3$", "$x\\neq 3$"),
        ("$5\text{ m}$", "$5\\text{ m}$"),
    ],
)
def test_a_torn_command_is_mended(text: str, meant: str) -> None:
    found = mended(text)
    assert found is not None and found.text == meant and not torn(found.text)
    assert [found.before(at) for at in (0, len(meant))] == [0, len(text)]


@pytest.mark.parametrize("text", ["So x\nis 5", "\tan apple", "First\n\neq. 5", "a = b\r\nright"])
def test_words_on_a_line_of_their_own_are_no_commands(text: str) -> None:
    assert mended(text) is None


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("So **3 + 4** = **7**.", ["3 + 4** = **7"]),
        ("Then $3 \times 4 = 12$ and $\frac{8}{2} = 4$.", ["3 \times 4 = 12", "\frac{8}{2} = 4"]),
        ("We have $7 \\times 12 = 84 \\text{ pens}$.", ["7 \\times 12 = 84 \\text{ pens"]),
        ("| sum |\n|---|\n| 3 + 4 = 7 |", ["3 + 4 = 7"]),
    ],
)
def test_formulas_are_quoted_as_they_are_written(text: str, formulas: list[str]) -> None:
    found = read(text).formulas
    assert [formula.text for formula in found] == formulas
    assert all(text[slice(*formula.span)] == formula.text for formula in found)


def test_what_is_left_unread_is_told_in_the_places_of_the_text() -> None:
    text = "$3 \times 4 = 12$ and **nonsense**"
    assert [text[slice(*span)] for span in read(text).unread] == ["nonsense"]
