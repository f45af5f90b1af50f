"""Programs: which texts speak of code or of a machine's numbers, and which only look so."""

from __future__ import annotations

import pytest

from verifier.readers.exact.opened import speaks_of_programs


@pytest.mark.parametrize(
    "text",
    ["In Python, 7 / 2 = 3.5.", "In C, 5 / 2 = 2.", "x += 3", "i++", "x--; then y", "7 // 2 = 3", "-7 % 3 = 2",
     "0x1F + 1", "0b101", "an uint8 holds 200", "250u8", "a 16-bit sum", "1 << 4 = 16", "`x = 3`", '"1" + "2"',
     "two's complement", "the total overflows", "5 XOR 3", "a == b", "=A1+B1 is 5", "x = 5 wraps around"],
)  # fmt: skip
def test_code_is_heard(text: str) -> None:
    assert speaks_of_programs(text)


@pytest.mark.parametrize(
    "text",
    ["So 3 + 4 = 7.", "48/2=<<48/2=24>>24 clips", "20% of 50 is 10", "$\\int_0^1 x dx = 1/2$", "10x + 5 = 25", "0x + 3",
     "See https://example.org", "===== Part =====", "well--known", "|-3| = 3", "5! = 120", "x < y > z", "a bit more",
     "[asy] draw(a--b); // line [/asy] The area is 3.", "f(x) = x++ ".replace("++", "+"), "In Canada",
     "from the right"],
)  # fmt: skip
def test_plain_mathematics_is_no_code(text: str) -> None:
    assert not speaks_of_programs(text)
