"""Pairs of final answers of which the truth is known: by construction, or, of traps, with the reason."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Pair:
    """Two answers as written, whether they are the same (None: it depends), and why where that is not plain."""

    left: str
    right: str
    same: bool | None
    why: str = "by construction"


TRAPS = (
    Pair("x/x", "1", None, "only where x is not 0: a fraction is not cancelled without a condition"),
    Pair(r"\frac{x^2-1}{x-1}", "x+1", None, "only where x is not 1: as above"),
    Pair(r"0 \cdot \frac{1}{x}", "0", None, "only where x is not 0: as above"),
    Pair(r"\sqrt{x^2}", "x", False, "they differ where x is negative"),
    Pair(r"\frac{1}{2^{99}}", r"\frac{1}{2^{98}}", False, "one is twice the other; as small floats they are alike"),
    Pair(r"10^{40}+1", r"10^{40}", False, "they differ by 1, which a float does not hold"),
    Pair("1-1/e", "1+1/e", False, "they differ by 2/e"),
    Pair("1.0000001", "1.0000002", False, "they differ by a ten-millionth, which is lost in rounding to six places"),
    Pair("0.333333", r"\frac{1}{3}", None, "equal only as rounded, and nobody asked for rounding"),
    Pair(r"\sqrt{2}", "1.41421356237", None, "equal only as cut short, and nobody asked for it"),
    Pair("1/0", "2/0", None, "neither denotes anything, so they are neither equal nor different"),
    Pair(r"(-8)^{1/3}", "-2", None, "the real root is -2, the principal one is not"),
    Pair(r"\frac{2}{4}", r"\frac{1}{2}", True, "the same value"),
    Pair("10 cm", "10 m", False, "other units, which must not be dropped"),
)
"""Pairs on which answer checkers are known to go wrong."""


def closed(dice: random.Random, true: bool) -> Pair:
    """Return a computation in whole numbers and fractions, and its value or another."""
    a, b, c, d = (dice.randrange(2, 60) for _ in range(4))
    text, value = dice.choice(
        (
            (f"{a} + {b} \\cdot {c}", Fraction(a + b * c)),
            (f"({a} - {b}) \\cdot {c} + {d}", Fraction((a - b) * c + d)),
            (f"\\frac{{{a}}}{{{b}}} + \\frac{{{c}}}{{{d}}}", Fraction(a, b) + Fraction(c, d)),
            (f"{a}^2 - {b} \\cdot {c}", Fraction(a * a - b * c)),
            (f"\\frac{{{a} \\cdot {b}}}{{{c}}}", Fraction(a * b, c)),
        )
    )
    value += 0 if true else dice.choice((1, -1, 2, Fraction(1, 7)))
    over, under = value.as_integer_ratio()
    sign = "-" if over < 0 else ""
    return Pair(text, f"{over}" if under == 1 else f"{sign}\\frac{{{abs(over)}}}{{{under}}}", true)


def identity(dice: random.Random, true: bool) -> Pair:
    """Return a LaTeX expression in x and its expansion, or one that is off by a term."""
    a, b, c, d = (dice.randrange(1, 9) * dice.choice((1, -1)) for _ in range(4))
    slip = 0 if true else dice.choice((1, -1, 3))
    match dice.randrange(4):
        case 0:
            return Pair(f"({_poly(a, b)})({_poly(c, d)})", _poly(a * c, a * d + b * c + slip, b * d), true)
        case 1:
            return Pair(f"({_poly(1, b)})^2 + {abs(d)}", _poly(1, 2 * b + slip, b * b + abs(d)), true)
        case 2:
            return Pair(f"\\frac{{{_poly(2 * a, 2 * b)}}}{{2}}", _poly(a, b + slip), true)
    left = f"{abs(a)}({_poly(1, b)}) - {abs(c)}({_poly(1, d)})"
    return Pair(left, _poly(abs(a) - abs(c), abs(a) * b - abs(c) * d + slip), true)


def _poly(*coefficients: int) -> str:
    """``3x^2 - x + 4`` of (3, -1, 4)."""
    out = ""
    for power, c in zip(range(len(coefficients) - 1, -1, -1), coefficients, strict=True):
        if c:
            size = "" if abs(c) == 1 and power else str(abs(c))
            letter = "" if not power else "x" if power == 1 else f"x^{{{power}}}"
            out += (" - " if c < 0 else " + " if out else "") + size + letter
    return out.strip() or "0"
