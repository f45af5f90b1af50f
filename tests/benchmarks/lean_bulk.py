"""Certified closed claims a second, in bulk and one by one, on one warm embedded Lean. Usage: lean_bulk.py [COUNT]."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction

import psutil

from verifier.engines.lean.check import LeanChecker
from verifier.engines.lean.session import LeanSession
from verifier.kernel.claim import Claim, Relation
from verifier.kernel.term import App, Dec, Int, Op, Term, number
from verifier.kernel.verdict import Certificate, Proof, Shows, admit

ALONE = 60  # claims of the measurements that ask for one claim at a time

Pair = tuple[Claim, Proof]
Rate = tuple[float, float]


def app(op: Op, *args: Term) -> Term:
    return App(op, args)


def one(dice: random.Random) -> tuple[Term, Fraction]:
    """Return a side such as people write, and its value."""
    a, b, c = dice.randint(1, 999), dice.randint(1, 99), dice.randint(2, 30)
    price = Fraction(dice.randint(100, 9999), 100)
    tagged = Dec(int(price * 100), 2)
    kinds = [
        (app(Op.ADD, app(Op.DIV, Int(a), Int(c)), app(Op.MUL, Int(b), Int(c))), Fraction(a, c) + b * c),
        (app(Op.SUB, app(Op.MUL, tagged, Int(c)), Int(b)), price * c - b),
        (app(Op.MUL, app(Op.PERCENT, Int(b)), Int(a)), Fraction(a * b, 100)),
        (app(Op.SUB, app(Op.POW, Int(c), Int(3)), app(Op.NEG, Int(a))), Fraction(c**3 + a)),
        (app(Op.DIV, app(Op.ADD, Int(a), Int(b)), app(Op.SUB, Int(100), Int(c))), Fraction(a + b, 100 - c)),
    ]
    return dice.choice(kinds)


def batch(count: int, tactic: str, seed: int) -> list[Pair]:
    """Return claims, one in five of them false, each with the proof that decides it."""
    dice, found = random.Random(seed), []
    for i in range(count):
        side, value = one(dice)
        shows = Shows.FALSE if i % 5 == 0 else Shows.TRUE
        claim = Claim(Relation.EQ, side, number(value + (shows is Shows.FALSE)))
        found.append((claim, Proof("lean", shows, {"tactic": tactic})))
    return found


def in_bulk(session: LeanSession, pairs: Sequence[Pair]) -> None:
    checker = LeanChecker(session)
    failed = [found for found in checker.check_many(pairs) if not isinstance(found, Certificate)]
    assert not failed, failed[0]
    for claim, proof in pairs:
        admit(claim, proof, checker)


def alone(session: LeanSession, pairs: Sequence[Pair]) -> None:
    for claim, proof in pairs:
        admit(claim, proof, LeanChecker(session))


def measured(session: LeanSession, work: Callable[[LeanSession, Sequence[Pair]], None], pairs: Sequence[Pair]) -> Rate:
    """Return claims a second of the clock, and of processor time: the two differ where the machine is shared."""
    lean = psutil.Process(session.pid)
    clock, busy = time.monotonic(), sum(lean.cpu_times()[:2]) + time.process_time()
    work(session, pairs)
    spent = sum(lean.cpu_times()[:2]) + time.process_time() - busy
    return len(pairs) / (time.monotonic() - clock), len(pairs) / spent


def main(count: int) -> None:
    with LeanSession() as session:
        session.start()
        for seed in (1, 2):  # the compiler behind WebAssembly warms to its work
            in_bulk(session, batch(count, "reflect", seed))
        alone(session, batch(20, "compute", 3))
        rates = {
            f"in bulk, {count} to a batch": max(
                measured(session, in_bulk, batch(count, "reflect", seed)) for seed in (4, 5, 6)
            ),
            "one to a request, by reflection": measured(session, alone, batch(ALONE, "reflect", 7)),
            "one to a request, by decide +kernel": measured(session, alone, batch(ALONE, "compute", 8)),
        }
    first = next(iter(rates.values()))
    for name, (clock, busy) in rates.items():
        print(f"{name:36} {clock:6.0f} claims a second ({busy:4.0f} of processor time); ", end="")
        print(f"bulk is {first[0] / clock:.1f} times that ({first[1] / busy:.1f})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
