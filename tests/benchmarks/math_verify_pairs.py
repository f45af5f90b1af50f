"""The same pairs decided here and by Math-Verify's ``parse`` + ``verify``, in one run: pairs a second, and every pair
on which the two disagree, with the reason.

    pip install '.[bench]' && python tests/benchmarks/math_verify_pairs.py [--count 400] [--rounds 3]

Both sides get the pair as text and say whether it is the same value. What is generated has its truth by construction,
so a disagreement names who is right; the traps are pairs on which answer checkers are known to go wrong, with what is
right and why.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from verifier.judging.answers import compare

try:
    from math_verify import parse, verify
except ImportError:
    sys.exit("math-verify is not installed: pip install '.[bench]'")


@dataclass(frozen=True)
class Pair:
    """Two answers as written, whether they are the same (None: it depends), and why where that is not plain."""

    left: str
    right: str
    same: bool | None
    why: str = ""


TRAPS = (
    Pair("x/x", "1", None, "only where x is not 0"),
    Pair(r"\frac{x^2-1}{x-1}", "x+1", None, "only where x is not 1"),
    Pair(r"\frac{1}{2^{99}}", r"\frac{1}{2^{98}}", False, "one is twice the other; floats do not see it"),
    Pair("1-1/e", "1+1/e", False, "they differ by 2/e"),
    Pair("0.333333", r"\frac{1}{3}", None, "equal only as rounded, and nobody asked for rounding"),
    Pair("1.0000001", "1.0000002", False, "they differ by one ten-millionth"),
    Pair("1/0", "2/0", None, "neither denotes anything"),
    Pair(r"0 \cdot \frac{1}{x}", "0", None, "only where x is not 0"),
    Pair(r"\sqrt{x^2}", "x", None, "only where x is not negative"),
    Pair(r"(-8)^{1/3}", "-2", None, "the real root is -2, the principal one is not"),
    Pair(r"10^{40}+1", r"10^{40}", False, "they differ by 1"),
    Pair(r"\sqrt{2}", "1.41421356237", None, "the decimal is the root cut short"),
    Pair(r"\frac{2}{4}", r"\frac{1}{2}", True, "the same value"),
    Pair("10 cm", "10 m", False, "other units"),
)


def closed(rng: random.Random, true: bool) -> Pair:
    """A computation in whole numbers and fractions, and a value."""
    a, b, c, d = (rng.randrange(2, 60) for _ in range(4))
    text, value = rng.choice(
        (
            (f"{a} + {b} \\cdot {c}", Fraction(a + b * c)),
            (f"({a} - {b}) \\cdot {c} + {d}", Fraction((a - b) * c + d)),
            (f"\\frac{{{a}}}{{{b}}} + \\frac{{{c}}}{{{d}}}", Fraction(a, b) + Fraction(c, d)),
            (f"{a}^2 - {b} \\cdot {c}", Fraction(a * a - b * c)),
            (f"\\frac{{{a} \\cdot {b}}}{{{c}}}", Fraction(a * b, c)),
        )
    )
    value += 0 if true else rng.choice((1, -1, 2, Fraction(1, 7)))
    over, under = value.as_integer_ratio()
    sign = "-" if over < 0 else ""
    right = f"{over}" if under == 1 else f"{sign}\\frac{{{abs(over)}}}{{{under}}}"
    return Pair(text, right, true)


def _poly(*coefficients: int) -> str:
    """``3x^2 - x + 4`` of (3, -1, 4)."""
    out = ""
    for power, c in zip(range(len(coefficients) - 1, -1, -1), coefficients, strict=True):
        if c:
            size = "" if abs(c) == 1 and power else str(abs(c))
            letter = "" if not power else "x" if power == 1 else f"x^{{{power}}}"
            out += (" - " if c < 0 else " + " if out else "") + size + letter
    return out.strip() or "0"


def identity(rng: random.Random, true: bool) -> Pair:
    """A LaTeX expression in x and its expansion, or one that is off by a term."""
    a, b, c, d = (rng.randrange(1, 9) * rng.choice((1, -1)) for _ in range(4))
    slip = 0 if true else rng.choice((1, -1, 3))
    match rng.randrange(4):
        case 0:
            return Pair(f"({_poly(a, b)})({_poly(c, d)})", _poly(a * c, a * d + b * c + slip, b * d), true)
        case 1:
            return Pair(f"({_poly(1, b)})^2 + {abs(d)}", _poly(1, 2 * b + slip, b * b + abs(d)), true)
        case 2:
            return Pair(f"\\frac{{{_poly(2 * a, 2 * b)}}}{{2}}", _poly(a, b + slip), true)
    return Pair(
        f"{abs(a)}({_poly(1, b)}) - {abs(c)}({_poly(1, d)})",
        _poly(abs(a) - abs(c), abs(a) * b - abs(c) * d + slip),
        true,
    )


def ours(pair: Pair) -> bool | None:
    return compare(pair.left, pair.right).same


def theirs(pair: Pair) -> bool | None:
    """Math-Verify's documented use: both sides parsed as LaTeX, the reference first."""
    return bool(verify(parse(f"${pair.right}$"), parse(f"${pair.left}$")))


def speed(pairs: Sequence[Pair], decide: Callable[[Pair], bool | None], rounds: int) -> float:
    """Return the pairs a second of one core, the median of the rounds."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        for pair in pairs:
            decide(pair)
        found.append(len(pairs) / (time.process_time() - start))
    return statistics.median(found)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--count", type=int, default=400)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--seed", type=int, default=0)
    args = asked.parse_args()
    rng = random.Random(args.seed)
    kinds = {
        "closed equalities": [closed(rng, i % 2 == 0) for i in range(args.count)],
        "LaTeX identities": [identity(rng, i % 2 == 0) for i in range(args.count)],
        "traps": list(TRAPS),
    }
    for pairs in kinds.values():  # both are warm before the clock runs
        ours(pairs[0]), ours(pairs[1]), theirs(pairs[0])
    print("| pairs | here, a second | Math-Verify, a second | times | here wrong / open | Math-Verify wrong |")
    print("|---|---|---|---|---|---|")
    for name, pairs in kinds.items():
        here, there = speed(pairs, ours, args.rounds), speed(pairs, theirs, args.rounds)
        said = [(ours(pair), theirs(pair)) for pair in pairs]
        wrong = sum(a is not None and p.same is not None and a != p.same for (a, _), p in zip(said, pairs, strict=True))
        left = sum(a is None and p.same is not None for (a, _), p in zip(said, pairs, strict=True))
        other = sum(b != p.same for (_, b), p in zip(said, pairs, strict=True))
        print(f"| {len(pairs)} {name} | {here:,.0f} | {there:,.0f} | {here / there:.1f} | {wrong} / {left} | {other} |")
    print("\nEvery pair on which the two disagree:\n")
    print("| left | right | here | Math-Verify | right is |\n|---|---|---|---|---|")
    for pair in (pair for pairs in kinds.values() for pair in pairs):
        found, other = compare(pair.left, pair.right), theirs(pair)
        if found.same != other:
            truth = {True: "the same", False: "different", None: "it depends"}[pair.same]
            row = (f"`{pair.left}`", f"`{pair.right}`", f"{found.state}: {found.reason}", "same" if other else "not")
            print(f"| {' | '.join(row)} | {truth}: {pair.why or 'by construction'} |")


if __name__ == "__main__":
    main()
