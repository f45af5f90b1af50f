"""Where the guards against shares and broken lines begin, and where they end."""

from __future__ import annotations

import pytest

from verifier.readers.exact.discourse.broken_lines import torn
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.read import read


def why(text: str) -> set[str]:
    return {reason.code for formula in read(text).formulas for reason in (*formula.doubts, *formula.qualms)}


@pytest.mark.parametrize("text", [
    "2/5 = 24", "36 = 3/4", "12/12 = $120", "30% = 45 students", "\\frac{3}{4} = 36", "6/5 = 84", "¾ = 36",
    "1 - 2/5 = 24 girls", "1/8 = 0.75 litres", "3/4 = 0.75 = 36", "1/3 = 9\\pi", "5/5 = 1 = 25", "1/12 = 480/12",
])  # fmt: skip
def test_a_share_is_seen(text: str) -> None:
    assert GUARDS["share-as-amount"].code in why(text)


@pytest.mark.parametrize("text", [
    "2/5 = 24/60", "1/2 = 50%", "3/4 = 0.9", "150/12 = 14", "60/12 = 4", "15 ÷ 2 = 6", "1/2 + 1/3 = 2/5", "5/3 = 1.76",
    "17 + 25 = 43", "x = 3/4", "3/4 * 8 = 7", "$\\lim_{x \\to 2} \\frac{x^2 - 4}{x - 2} = 0$", "1500 * 0.05 = 0.75",
])  # fmt: skip
def test_no_share_is_seen_elsewhere(text: str) -> None:
    assert GUARDS["share-as-amount"].code not in why(text)


@pytest.mark.parametrize("text", [
    "10 + 5 = 15\n- 3 * 2 = 9", "$8 \\times$\n$19 = 145 + 7$", "$x = 6$\n$+ 2$", "$14 \\cdot ? 29 + 7 = 413$",
    "$3x$ where $y = 2 + 2$\n$= 12$", "$2^2$\n$- (15 - 6) = -5$", "5 more than 4 + 4\n= 13",
])  # fmt: skip
def test_a_broken_line_is_seen(text: str) -> None:
    assert {GUARDS["carried-on"].code, GUARDS["fragment"].code} & why(text)


@pytest.mark.parametrize("text", [
    "So 3 + 4\n= 8", "\\begin{align*}\n2(3+4) &= 14\\\\\n&= 15\n\\end{align*}", "\\[ 3 - x = 0 \\]\n\\[ x = 4 \\]",
    "We compute:\n- 3 * 4 = 13\n- 5 * 6 = 30", "3 * 4 = 13.\n- 5 * 6 = 30", "The total is 12 + 3\n= 16",
])  # fmt: skip
def test_a_whole_line_is_left_alone(text: str) -> None:
    assert not {GUARDS["carried-on"].code, GUARDS["fragment"].code} & why(text)


@pytest.mark.parametrize("text", ["3 \times 4 = 12", "x \neq 3", "4 \rightarrow 5", "\tfrac{1}{2} = 0.5", "\theta = 3"])
def test_torn_latex_is_seen(text: str) -> None:
    assert torn(text)


@pytest.mark.parametrize(
    "text", ["3 + 4\n= 7", "a\tb = 5", "so\ne^x = 3", "3\r\n= 3", "\n\nequal parts", "\times'"[1:]]
)
def test_a_tab_and_a_new_line_tear_nothing(text: str) -> None:
    assert not torn(text)
