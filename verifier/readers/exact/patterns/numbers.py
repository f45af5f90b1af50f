"""Descriptions of numbers: sums and means, divisors, remainders, digits, primes; and of derivatives.

Each becomes a term that the kernel works out: the number of divisors is a sum over all that may divide, being a prime
is a product of remainders that is not zero. Nothing here is worked out while reading.
"""

from __future__ import annotations

from dataclasses import replace
from math import isqrt
from typing import Final

from verifier.kernel.expr import Expr, Head, Int, Node, Sym
from verifier.mathtext.notation.calculus import derivative
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.mathtext.notation.signs.dots import balanced
from verifier.readers.exact.patterns.meaning import Make, Meaning, Say, Statement, apply, count, folded, plain, whole
from verifier.readers.exact.patterns.pattern import Value, term_of

MAX_TRIED: Final = 200
"""Most numbers that are tried as divisors: what is told of the divisors of larger ones is not read."""

MAX_DIGITS: Final = 60
_ONE, _TWO = Int(1), Int(2)
_ODD: Final = frozenset({"e", "i", "d", "f", "g", "h"})


def _derivative(values: list[Value]) -> Meaning | None:
    term = term_of(values[0])
    name = next(iter(term.free)) if len(term.free) == 1 else ""
    if not name or name in _ODD or (len(values) > 1 and term_of(values[1]) != Sym(name)):
        return None  # other letters may depend on this one
    return Meaning(derivative(term, name), everywhere=True)


def _mean(terms: list[Expr]) -> Expr:
    return apply(Head.DIV, folded(Head.ADD)(terms), count(len(terms)))


def _difference(values: list[Value]) -> Meaning | None:
    terms = [expr.term for expr in values[0]] if isinstance(values[0], tuple) else []
    if len(terms) != 2:
        return None
    a, b = terms
    return Meaning(apply(Head.SUB, a, b), (apply(Head.SUB, b, a),))


def _two_roots(values: list[Value]) -> Meaning:
    root = apply(Head.SQRT, term_of(values[0]))
    return Meaning(root, (apply(Head.NEG, root),))


def _run(first: Expr, last: Expr) -> Expr:
    """The sum of the whole numbers from one to another."""
    members = apply(Head.ADD, apply(Head.SUB, last, first), _ONE)
    return apply(Head.DIV, apply(Head.MUL, members, apply(Head.ADD, first, last)), _TWO)


def _range(values: list[Value]) -> Meaning | None:
    first, last = whole(term_of(values[0]), -(10**9)), whole(term_of(values[1]), -(10**9))
    if first is None or last is None or first > last:
        return None
    return Meaning(_run(term_of(values[0]), term_of(values[1])))


def _first(values: list[Value]) -> Meaning | None:
    """The sum of the first so many positive numbers; of which numbers is to be said."""
    said = values[0].units if isinstance(values[0], PlacedExpr) else frozenset()
    return Meaning(_run(_ONE, term_of(values[0]))) if said & {"positive", "natural", "counting"} else None


# --- digits -----------------------------------------------------------------------------------------------------------


def _digit_sum(values: list[Value]) -> Meaning | None:
    n = whole(term_of(values[0]), 0, 10**MAX_DIGITS)
    if n is None:
        return None
    shifted = [apply(Head.FLOOR, apply(Head.DIV, count(n), count(10**k))) for k in range(1, len(str(n)))]
    return Meaning(balanced(Head.ADD, [apply(Head.MOD, part, count(10)) for part in (count(n), *shifted)]))


def _last(modulus: int) -> Make:
    def made(values: list[Value]) -> Meaning | None:
        return Meaning(apply(Head.MOD, term_of(values[0]), count(modulus)))

    return made


# --- divisors ---------------------------------------------------------------------------------------------------------


def _remainder(values: list[Value]) -> Meaning | None:
    """The remainder of one number by another, or of a quotient that stands there."""
    match [term_of(value) for value in values]:
        case [over, under] | [Node(Head.DIV, (over, under))]:
            rest = apply(Head.MOD, over, under)
            return Meaning(rest, (apply(Head.SUB, rest, under),) if _below(over, under) else (), remainder=True)
    return None


def _below(*terms: Expr) -> bool:
    """Whether a number below zero is among these, so that a remainder may be meant to be below zero too."""
    return any(whole(term, -(10**30)) is not None and whole(term) is None for term in terms)


def divides(n: int, d: int) -> Expr:
    """Return a term that is 1 where d divides n, and else 0. Raises: ExprTooLarge."""
    return apply(Head.SUB, _ONE, apply(Head.MIN, _ONE, apply(Head.MOD, count(n), count(d))))


def divisors(n: int) -> Expr | None:
    """Return the number of the divisors of n, as a sum over all up to the root of n; None of large ones."""
    root = isqrt(n)
    if n < 1 or root > MAX_TRIED:
        return None
    pairs = balanced(Head.ADD, [divides(n, d) for d in range(1, root + 1)])
    twice = apply(Head.MUL, _TWO, pairs)
    return apply(Head.SUB, twice, _ONE) if root * root == n else twice


def _divisors(values: list[Value]) -> Meaning | None:
    n = whole(term_of(values[0]), 1, (MAX_TRIED + 1) ** 2)
    term = divisors(n) if n is not None else None
    if n is None or term is None:
        return None
    powers = [power for _, power in factors(n)]
    fewer = [apply(Head.SUB, term, count(k)) for k in (1, 2)]  # without itself, without one
    return Meaning(term, (apply(Head.MUL, _TWO, term), *fewer, count(len(powers)), count(sum(powers))))


def factors(n: int) -> list[tuple[int, int]]:
    """Return the primes that divide a number from 1 on, with their powers."""
    found, d = list[tuple[int, int]](), 2
    while d * d <= n:
        power = 0
        while n % d == 0:
            n, power = n // d, power + 1
        found += [(d, power)] if power else []
        d += 1
    return [*found, (n, 1)] if n > 1 else found


def _factorization(values: list[Value]) -> Meaning | None:
    return Meaning(term_of(values[0]), fits=_of_primes)


def _of_primes(term: Expr) -> bool:
    """Whether a term is a product of powers of primes."""
    match term:
        case Int(n):
            return is_prime(n)
        case Node(Head.POW, (Int(n), Int())):
            return is_prime(n)
        case Node(Head.MUL, (a, b)):
            return _of_primes(a) and _of_primes(b)
    return False


def is_prime(n: int) -> bool:
    """Return whether a number below a million million is a prime; False of larger ones."""
    return 1 < n < 10**12 and all(n % d for d in range(2, isqrt(n) + 1))


def untried(n: int) -> Expr | None:
    """Return a term that is 1 where n is a prime and 0 where it is not; None of large ones.

    Of n from 1 on: the least of 1 and (n - 1) times the remainders of n by all numbers up to its root.
    """
    if n < 1 or isqrt(n) > MAX_TRIED:
        return None
    rests = [apply(Head.MOD, count(n), count(d)) for d in range(2, isqrt(n) + 1)]
    return apply(Head.MIN, _ONE, balanced(Head.MUL, [apply(Head.SUB, count(n), _ONE), *rests]))


def _prime(one: int, low: int = 1) -> Say:
    def made(values: list[Value]) -> Statement | None:
        n = whole(term_of(values[0]), low, (MAX_TRIED + 1) ** 2)  # 1 is no prime, and not composite
        term = untried(n) if n is not None else None
        return None if term is None else Statement(Meaning(term), count(one))

    return made


def _all_prime(values: list[Value]) -> Statement | None:
    several = values[0] if isinstance(values[0], tuple) else ()
    found = [untried(n) for expr in several if (n := whole(expr.term, 1, (MAX_TRIED + 1) ** 2)) is not None]
    terms = [term for term in found if term is not None]
    if len(terms) < len(several) or not terms:
        return None
    return Statement(Meaning(balanced(Head.MUL, terms)), _ONE)


def _parity(rest: int) -> Say:
    def made(values: list[Value]) -> Statement | None:
        n = term_of(values[0])
        return None if whole(n, -(10**30)) is None else Statement(Meaning(apply(Head.MOD, n, _TWO)), count(rest))

    return made


def _a_square(values: list[Value]) -> Statement | None:
    """A perfect square is the square of its root's whole part."""
    n = term_of(values[0])
    root = apply(Head.FLOOR, apply(Head.SQRT, n))
    return None if whole(n, 0) is None else Statement(Meaning(apply(Head.POW, root, _TWO)), n)


def _coprime(values: list[Value]) -> Statement | None:
    pair = values[0] if isinstance(values[0], tuple) else ()
    if len(pair) != 2 or any(whole(expr.term, 1) is None for expr in pair):
        return None
    return Statement(Meaning(folded(Head.GCD)([expr.term for expr in pair])), _ONE)


def _listed_divisors(values: list[Value]) -> Statement | None:
    """All divisors of a number in a list: so many as there are, and the remainders by them are all zero."""
    several = values[1] if isinstance(values[1], tuple) else ()
    n = whole(term_of(values[0]), 1, (MAX_TRIED + 1) ** 2)
    listed = {d for expr in several if (d := whole(expr.term, 1, n)) is not None}
    total = divisors(n) if n is not None else None
    if n is None or total is None or len(listed) < len(several) or not {1, n} <= listed:
        return None  # the proper ones, or the primes among them
    rests = balanced(Head.ADD, [apply(Head.MOD, count(n), count(d)) for d in sorted(listed)])
    # with one that does not divide, more comes out than are listed; with one missing, more too
    left = apply(Head.ADD, total, apply(Head.MUL, count(len(listed) + 1), rests))
    return Statement(Meaning(left), count(len(listed)))


def _prime_factors(values: list[Value]) -> Statement | None:
    """The primes that divide a number, in a list: it is the product of their powers."""
    several = values[1] if isinstance(values[1], tuple) else ()
    n = whole(term_of(values[0]), 2, 10**12)
    primes = [p for expr in several if (p := whole(expr.term, 2, 10**6)) is not None and is_prime(p)]
    if n is None or len(primes) < len(several):
        return None
    powers = dict(factors(n)) if len(set(primes)) == len(primes) else {}
    parts: list[Expr] = [apply(Head.POW, count(p), count(powers.get(p, 1))) for p in primes]
    return Statement(Meaning(term_of(values[0])), balanced(Head.MUL, parts))


def _counted(values: list[Value]) -> Statement | None:
    found = _divisors(values[:1])
    return None if found is None else Statement(found, term_of(values[1]))


def _named(which: int, say: Say) -> Say:
    """What is said where the unit of one of the values is divisors: ``5 has 3 on its left`` speaks of none."""

    def said(values: list[Value]) -> Statement | None:
        counted = values[which]
        return say(values) if isinstance(counted, PlacedExpr) and "divisor" in counted.units else None

    return said


def _no_common(values: list[Value]) -> Statement | None:
    """Two numbers that have no common factors, or none but 1."""
    others = values[1:]
    return None if others and whole(term_of(others[0])) != 1 else _coprime(values[:1])


def _there_are(values: list[Value]) -> Statement | None:
    """So many divisors that there are, perhaps of some kind: only proved."""
    found = _divisors(values[1:])
    return None if found is None else Statement(replace(found, vague=True), term_of(values[0]))


def _left(values: list[Value]) -> Statement | None:
    *of, rest = values
    found = _remainder(of)
    return None if found is None else Statement(found, term_of(rest))


def _left_by(values: list[Value]) -> Statement | None:
    number, rest, by = values
    return _left([number, by, rest])


QUANTITIES: Final[dict[str, Make]] = {
    "derivative of the? function|expression|polynomial? % with? respect? to? %?": _derivative,
    "greatest|highest|largest common divisor|factor (gcd|gcf|hcf)? of the? numbers? #*": plain(folded(Head.GCD)),
    "gcd|gcf|hcf of the? numbers? #*": plain(folded(Head.GCD)),
    "least|lowest|smallest common multiple (lcm)? of the? numbers? #*": plain(folded(Head.LCM)),
    "lcm of the? numbers? #*": plain(folded(Head.LCM)),
    "remainder when|if|after|upon|on # is divided by #": _remainder,
    "remainder of|when|from /": _remainder,
    "remainder of # when|if|after|upon|on it? is? divided by #": _remainder,
    "sum of the? digits of #": _digit_sum,
    "units|unit|ones|last|final digit of #": _last(10),
    "last two digits of #": _last(100),
    "last three digits of #": _last(1000),
    "total? number of positive? integer? divisors|factors of #": _divisors,
    "prime factorization|factorisation|decomposition of #": _factorization,
    "square root of #": _two_roots,
    "cube root of #": plain(lambda x: apply(Head.ROOT, x, Int(3))),
    "square of #": plain(lambda x: apply(Head.POW, x, _TWO)),
    "cube of #": plain(lambda x: apply(Head.POW, x, Int(3))),
    "logarithm of & to|with|in the? base #": plain(lambda x, base: apply(Head.LOG, x, base)),
    "absolute value of #": plain(lambda x: apply(Head.ABS, x)),
    "reciprocal of #": plain(lambda x: apply(Head.DIV, _ONE, x)),
    "sum of the? numbers? #*": plain(folded(Head.ADD)),
    "product of the? numbers? #*": plain(folded(Head.MUL)),
    "difference between|of #*": _difference,
    "average|mean of the? numbers? #*": plain(_mean),
    "sum of the? integers|numbers from # to #": _range,
    "sum of all? the? integers|numbers from # to #": _range,
    "sum of the first #integers integers|numbers?": _first,
}
"""What stands before ``is``, and what it means."""

_GIVES = "leaves|gives|has?"
_BY = "when|upon|on|after|if divided by #"
STATEMENTS: Final[dict[str, Say]] = {
    "when|if # is divided by # ,? the remainder is #": _left,
    f"/ {_GIVES} a? remainder of #": _left,
    f"#verb {_GIVES} a? remainder of # {_BY}": _left_by,
    "# has exactly? #divisors divisors|factors": _counted,
    "# has exactly? #divisors": _named(1, _counted),
    "there are exactly? #divisors divisors|factors of #": _there_are,
    "there are exactly? #divisors of #": _named(0, _there_are),
    "the positive? integer? divisors|factors of # are :? #*": _listed_divisors,
    "the prime factors|divisors of # are :? #*": _prime_factors,
    "#* have no common factor|factors|divisor|divisors other? than? #?": _no_common,
    "# is also? a? prime number?": _prime(1),
    "# is not a? prime number?": _prime(0),
    "# is a? composite number?": _prime(0, 2),
    "#* are all? both? prime|primes numbers?": _all_prime,
    "#* are relatively prime": _coprime,
    "#* are coprime|co-prime": _coprime,
    "# is also? an? even number|integer?": _parity(0),
    "# is also? an? odd number|integer?": _parity(1),
    "# is also? a perfect square": _a_square,
}
"""Whole sentences, and what they say."""
