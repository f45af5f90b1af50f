"""What is read of expressions, and what is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType

import pytest

from verifier.intake.splitting.split import split
from verifier.mathtext.characters import hidden
from verifier.mathtext.notation.notation import read_expression
from verifier.mathtext.scan import scan
from verifier.records.views.show import show_term


def shown(text: str) -> str | None:
    tokens = scan(text)
    expr, after = read_expression(tokens, 0, text)
    return show_term(expr.term) if expr is not None and after == len(tokens) else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("48/2", "48/2"),
        ("2 + 3*4", "2 + 3·4"),
        ("(2 + 3)*4", "(2 + 3)·4"),
        ("10 - 4 - 3", "10 - 4 - 3"),
        ("10 - (4 - 3)", "10 - (4 - 3)"),
        ("2^3^2", "2^3^2"),
        ("-2^2", "-2^2"),
        ("(-2)^2", "(-2)^2"),
        ("2^-1", "2^(-1)"),
        ("12 x 4", "12·4"),
        ("12 × 4 ÷ 3", "12·4/3"),
        ("1,234,567 + 0.50", "1234567 + 0.50"),
        (r"\frac{1}{2}", "1/2"),
        (r"\frac12 + \sqrt{16}", "1/2 + √(16)"),
        (r"\sqrt[3]{8}", "root(8, 3)"),
        (r"\dfrac{x+1}{2}", "(x + 1)/2"),
        (r"\left(2 + 3\right)\cdot 4", "(2 + 3)·4"),
        (r"\$500 \times 20\%", "500·20%"),
        ("20% of 50", "20%·50"),
        ("$5 + $6", "5 + 6"),
        ("24 clips + 3 clips", "24 + 3"),
        ("60 km/h * 2 hours", "60·2"),
        ("7 (red cars) - 2 (blue cars)", "7 - 2"),
        ("5²", "5^2"),
        ("3 plus 4", "3 + 4"),
        ("12 divided by 4", "12/4"),
        ("2ab", "2·a·b"),
        ("2x + 3", "2·x + 3"),
        ("|-3|", "|-3|"),
        ("n!", "n!"),
    ],
)
def test_an_expression_is_read_as_written(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "3 +",
        "(3 + 4",
        "3 4",
        "1.2.3",
        "0.333...",
        "007",
        "13,2000",
        "5!!",
        "\\sum 3",
        "1\u200b2",
        "٣ + 4",
        "3²²²²²²²",
    ],
)
def test_what_cannot_be_read_whole_is_not_read(text: str) -> None:
    assert shown(text) is None


@pytest.mark.parametrize("text", ["1/2x", "100 + 20%", "5 cm + 5 kg", r"2\frac12", "6 km/ 1/30 hour", "5!"])
def test_what_is_ambiguous_says_so(text: str) -> None:
    tokens = scan(text)
    expr, _ = read_expression(tokens, 0, text)
    assert expr is not None
    assert expr.doubts


def test_spans_are_code_points_of_the_text() -> None:
    text = "So 🍎 we get 2 + 3 apples"
    tokens = scan(text)
    start = next(i for i, token in enumerate(tokens) if token.text == "2")
    expr, _ = read_expression(tokens, start, text)
    assert expr is not None
    assert text[expr.start : expr.end] == "2 + 3 apples"


@pytest.mark.parametrize(
    "text", ["1\u200b2", "٣", "2\u202e+3", "а = 5", "x\x00", "é\x00", "3 =\u0338 4", "n\u0336o\u0336"]
)
def test_hidden_and_look_alike_characters_are_seen(text: str) -> None:
    assert hidden(text)


@pytest.mark.parametrize(
    "text", ["(" * 20_000, "1+" * 20_000, "-" * 20_000, "{" * 20_000, "\\frac" * 10_000, "$" * 20_000]
)
def test_scanning_and_parsing_take_linear_time(text: str) -> None:
    read_all(text)
    few, twice = (calls(partial(read_all, text[: len(text) // part])) for part in (32, 16))
    assert few > 1000 and twice < 2.2 * few  # a quadratic parser would make four times as many calls


def read_all(text: str) -> None:
    tokens, at = scan(text), 0
    while at < len(tokens):
        _, at = read_expression(tokens, at, text)


def calls(work: Callable[[], None]) -> int:
    """Return how many functions ``work`` calls: a measure that no other load on the machine moves."""
    count = 0

    def counted(frame: FrameType, event: str, of: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Step 1: Add.\nStep 2: Divide.", ["Add.", "Divide."]),
        ("1. Add.\n2. Divide.\nThen stop.", ["Add.", "Divide.\nThen stop."]),
        ("1) Add.\n2) Divide.", ["Add.", "Divide."]),
        ("Add.\n\nDivide.", ["Add.", "Divide."]),
        ("Add.\nDivide.", ["Add.", "Divide."]),
        ("3. Not a list", ["3. Not a list"]),
        ("", []),
    ],
)
def test_a_text_is_split_into_steps(text: str, steps: list[str]) -> None:
    assert split(text) == steps
