"""Final answers compared by this package and by Math-Verify: ``python tests/benchmarks/math_verify_answers.py``

``--count N``: pairs of each kind (the truth is known by construction). ``--rounds N``: rounds in which both ways take
turns, so that other load on the machine falls on both. The script prints wrong answers, every disagreement with its
reason, and pairs a second. It needs ``pip install math-verify``.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from math_verify import parse, verify

from verifier.answers.compare import compare
from verifier.evaluation.marked import table


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


Make = Callable[[random.Random, bool], Pair]
KINDS: dict[str, Make] = {"closed equalities": closed, "LaTeX identities": identity}
TRUTH = {True: "the same", False: "different", None: "it depends"}


@dataclass(frozen=True, slots=True)
class Tally:
    """How often either side is wrong where the truth is known, how often nothing is said here, and how often
    Math-Verify, which has no third answer, decides what depends on a condition that is not in the pair."""

    work: str
    pairs: int
    wrong: int
    left_open: int
    theirs_wrong: int
    theirs_decided: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A pair on which the two differ: what is said here, with the reason, and what Math-Verify says."""

    pair: Pair
    here: str
    theirs: bool


def beside_math_verify(count: int, seed: int = 0) -> tuple[list[Tally], list[Disagreement]]:
    """Return the errors on ``count`` pairs of each kind and on the traps, and every disagreement."""
    tallies, disagreements = [], list[Disagreement]()
    for name, pairs in (*((name, made(make, count, seed)) for name, make in KINDS.items()), ("traps", TRAPS)):
        said = [(compare(pair.left, pair.right), theirs(pair)) for pair in pairs]
        tallies.append(_tally(name, pairs, [(here.same, other) for here, other in said]))
        disagreements += [
            Disagreement(pair, f"{here.state}: {here.reason}", other)
            for pair, (here, other) in zip(pairs, said, strict=True)
            if here.same is not other
        ]
    return tallies, disagreements


def theirs(pair: Pair) -> bool:
    """Return the answer of Math-Verify: both sides parsed as LaTeX, the reference first."""
    return bool(verify(parse(f"${pair.right}$"), parse(f"${pair.left}$")))


def ours(pair: Pair) -> bool | None:
    """Return the answer of this package."""
    return compare(pair.left, pair.right).same


def made(make: Make, count: int, seed: int) -> list[Pair]:
    """Return so many pairs, every other one of the same value."""
    dice = random.Random(seed)
    return [make(dice, i % 2 == 0) for i in range(count)]


def _tally(name: str, pairs: Sequence[Pair], said: Sequence[tuple[bool | None, bool]]) -> Tally:
    def counted(wrong: Callable[[Pair, bool | None, bool], bool]) -> int:
        return sum(wrong(pair, *both) for pair, both in zip(pairs, said, strict=True))

    return Tally(
        name,
        len(pairs),
        counted(lambda pair, here, _: None not in (here, pair.same) and here is not pair.same),
        counted(lambda pair, here, _: here is None and pair.same is not None),
        counted(lambda pair, _, theirs: pair.same is not None and theirs is not pair.same),
        counted(lambda pair, _, theirs: pair.same is None),
    )


def speeds(make: Make, count: int, rounds: int) -> list[tuple[float, float]]:
    """Return the pairs a second of both for each round, after a first round that is not measured.

    Each round has its own pairs, since Math-Verify keeps what it has parsed.
    """
    found = []
    for number in range(-1, rounds):
        rates = {}
        for decide in (ours, theirs) if number % 2 == 0 else (theirs, ours):
            start = time.perf_counter()
            for pair in made(make, count, number):
                decide(pair)
            rates[decide] = count / (time.perf_counter() - start)
        found.append((rates[ours], rates[theirs]))
    return found[1:]


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    tallies, disagreements = beside_math_verify(wanted.count)
    head = ("pairs", "wrong here", "left open here", "wrong by Math-Verify", "decided by it though it depends")
    rows = [(one.work, one.pairs, one.wrong, one.left_open, one.theirs_wrong, one.theirs_decided) for one in tallies]
    print(
        "\n".join(table([head, *((f"{pairs:,} {work}", *map(str, rest)) for work, pairs, *rest in rows)])), end="\n\n"
    )
    cells = [("left", "right", "here", "Math-Verify", "it is", "because")]
    for one in disagreements:
        pair = one.pair
        cells.append((f"`{pair.left}`", f"`{pair.right}`", one.here, TRUTH[one.theirs], TRUTH[pair.same], pair.why))
    print("\n".join(table(cells)), end="\n\n")
    for name, make in KINDS.items():
        rounds = speeds(make, wanted.count, wanted.rounds)
        here, other = (statistics.median(rates) for rates in zip(*rounds, strict=True))
        print(f"{name}: {here:,.0f} pairs a second here, {other:,.0f} by Math-Verify, {here / other:.1f} times as fast")


if __name__ == "__main__":
    main()
