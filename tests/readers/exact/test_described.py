"""Descriptions in words mean what they say: what Python works out is proved, and nothing beside it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

from verifier.chain import Chain
from verifier.mathtext.scan import scan
from verifier.pipeline.judge import Judge
from verifier.readers.exact.discourse.sentences import itemize
from verifier.readers.exact.patterns.reader import described

Said = tuple[str, int]


def divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]


def described_numbers(random: Random) -> Said:
    """A sentence with a place for a number, and the number that makes it true."""
    a, b, c = (random.randint(2, 120) for _ in range(3))
    k = random.randint(1, 6)
    return random.choice(
        [
            (f"The greatest common divisor of {a} and {b} is N?.", math.gcd(a, b)),
            (f"So the LCM of {a}, {b} and {c} is N?.", math.lcm(a, b, c)),
            (f"The remainder when ${a}^{{{k}}}$ is divided by {b} is N?.".replace("${}$", "{}"), a**k % b),
            (f"When {a * b + k} is divided by {b}, the remainder is N?.", (a * b + k) % b),
            (f"{a * c} leaves a remainder of N? when divided by {b}.", a * c % b),
            (f"The sum of the digits of {a * b * c} is N?.", sum(map(int, str(a * b * c)))),
            (f"The number of positive divisors of {a * b} is N?.", len(divisors(a * b))),
            (f"Thus {a * b} has N? divisors.", len(divisors(a * b))),
            (f"The sum of {a}, {b} and {c} is N?.", a + b + c),
            (f"The square of {a} is N?.", a * a),
            (f"{a} choose {k} is N?.", math.comb(a, k)),
            (f"The sum of the integers from {k} to {a + k} is N?.", sum(range(k, a + k + 1))),
            (f"The area of a rectangle with length {a} and width {b} is N?.", a * b),
        ]
    )


@pytest.fixture(scope="module")
def judge() -> Iterator[Callable[[str], bool | None]]:
    """Whether a step alone is settled, and how. Without Lean."""
    with Judge(lean="off") as warm:
        yield lambda text: warm(Chain.of("", [text])).steps[0].correct


def test_what_is_true_is_proved_and_what_is_false_never(judge: Callable[[str], bool | None]) -> None:
    random = Random(7)
    refuted = 0
    for _ in range(150):
        sentence, number = described_numbers(random)
        assert judge(sentence.replace("N?", str(number))) is True, sentence
        wrong = judge(sentence.replace("N?", str(number + random.choice([1, 2, 3, 10]))))
        assert wrong is not True, sentence
        refuted += wrong is False
    assert refuted > 100


@pytest.mark.parametrize("n", [*range(1, 40), 91, 97, 221, 9999, 10007])
def test_primes_and_their_lists_of_divisors(n: int, judge: Callable[[str], bool | None]) -> None:
    prime = n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))
    assert judge(f"{n} is prime.") is prime
    assert judge(f"{n} is not a prime number.") is not prime
    if n > 3:
        listed = ", ".join(map(str, divisors(n)))
        assert judge(f"The divisors of {n} are {listed}.") is True
        assert judge(f"The divisors of {n} are {listed.removesuffix(str(n))}{n - 1}, {n}.") is not True


def test_no_order_of_words_makes_it_fail() -> None:
    random = Random(3)
    words = "the greatest sum of and is 12 30 divided by , when a remainder ( ) = maximum are prime digits"
    pieces = [*words.split(), "$x^2 - 4x$", "for all real", "$x$", "$(1, 2)$"]
    for length, _ in product(range(1, 25), range(12)):
        text = " ".join(random.choice(pieces) for _ in range(length))
        items = itemize(scan(text), text)
        assert described(items) is not None
        assert [item.start for item in items] == sorted(item.start for item in items)
