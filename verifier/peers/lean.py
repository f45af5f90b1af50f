"""Closed claims certified by one warm Lean in bulk, as is done here, and in the ways of other drivers: a request for
each claim, and a Lean for each claim.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

from verifier.checkers.lean.checker import LeanChecker, prepared
from verifier.checkers.lean.process.protocol import MARKER, is_about, read_answer, request_line, version_said
from verifier.checkers.lean.process.session import DEADLINE, HEARTBEATS, START_SECONDS, LeanSession
from verifier.checkers.lean.toolchain import toolchain
from verifier.kernel.claim import Claim, Relation
from verifier.kernel.term import Dec, Int, Op, Term, app, number
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Shows, admit
from verifier.peers.interleaved_timing import Comparison, Way, compared
from verifier.processes import Child, Scratch

BULK, PLAIN = "reflect", "compute"
"""The tactics: reflection, which takes many claims at once, and ``decide +kernel``, as others would write it."""

FALSE_EVERY = 5

Pair = tuple[Claim, Proof]


def side(dice: random.Random) -> tuple[Term, Fraction]:
    """Return one side of a claim, such as people write, and its value."""
    a, b, c = dice.randint(1, 999), dice.randint(1, 99), dice.randint(2, 30)
    price = Fraction(dice.randint(100, 9999), 100)
    return dice.choice(
        [
            (app(Op.ADD, app(Op.DIV, Int(a), Int(c)), app(Op.MUL, Int(b), Int(c))), Fraction(a, c) + b * c),
            (app(Op.SUB, app(Op.MUL, Dec(int(price * 100), 2), Int(c)), Int(b)), price * c - b),
            (app(Op.MUL, app(Op.PERCENT, Int(b)), Int(a)), Fraction(a * b, 100)),
            (app(Op.SUB, app(Op.POW, Int(c), Int(3)), app(Op.NEG, Int(a))), Fraction(c**3 + a)),
            (app(Op.DIV, app(Op.ADD, Int(a), Int(b)), app(Op.SUB, Int(100), Int(c))), Fraction(a + b, 100 - c)),
        ]
    )


def claims(count: int, tactic: str, seed: int) -> list[Pair]:
    """Return claims, one in five of them false, each with the proof that decides it."""
    dice, found = random.Random(seed), []
    for i in range(count):
        left, value = side(dice)
        shows = Shows.FALSE if i % FALSE_EVERY == 0 else Shows.TRUE
        right = number(value + (shows is Shows.FALSE))
        found.append((Claim(Relation.EQ, left, right), Proof("lean", shows, {"tactic": tactic})))
    return found


def beside_drivers(count: int, alone: int, rounds: int) -> Comparison:
    """Return the rates of ``count`` claims in one request, and of ``alone`` and one claim in the other ways.

    Raises: LeanUnavailable; CheckFailed where Lean does not certify a claim.
    """
    with LeanSession() as session:
        tools = session.start()

        def way(name: str, size: int, tactic: str, decide: Callable[[Sequence[Pair]], None]) -> Way:
            def work(number: int) -> int:
                decide(claims(size, tactic, seed=number))
                return size

            return Way(name, work)

        return compared(
            "closed claims, certified by Lean",
            [
                way(f"in bulk, {count} to a request", count, BULK, lambda pairs: in_bulk(session, pairs)),
                way("a request for each claim, by reflection", alone, BULK, lambda pairs: one_by_one(session, pairs)),
                way("a request for each claim, decide +kernel", alone, PLAIN, lambda pairs: one_by_one(session, pairs)),
                way("a Lean for each claim, decide +kernel", 1, PLAIN, lambda pairs: started_for(tools, pairs)),
            ],
            rounds,
        )


def in_bulk(session: LeanSession, pairs: Sequence[Pair]) -> None:
    """Certify all claims by one request, and take each through the door. Raises: CheckFailed, LeanUnavailable."""
    checker = LeanChecker(session)
    for found in checker.check_many(pairs):
        if not isinstance(found, Certificate):
            raise found
    for claim, proof in pairs:
        admit(claim, proof, checker)


def one_by_one(session: LeanSession, pairs: Sequence[Pair]) -> None:
    """Certify each claim by a request of its own to the same Lean. Raises: CheckFailed, LeanUnavailable."""
    for claim, proof in pairs:
        admit(claim, proof, LeanChecker(session))


def started_for(tools: toolchain.Toolchain, pairs: Sequence[Pair]) -> None:
    """Start a Lean for each claim, ask it the one, and end it; without what we ask of a new Lean before we believe it.

    Raises: CheckFailed, LeanUnavailable, ProcessLoss.
    """
    for claim, proof in pairs:
        statement, script, _ = prepared(claim, proof)
        with Scratch("lean") as scratch:
            launch = tools.serve(scratch)
            child = Child(launch.argv, cwd=launch.cwd, env=launch.env)
            try:
                child.ask("", MARKER, lambda said: version_said(said) is not None, START_SECONDS)
                line = request_line(1, statement.text, script.text, HEARTBEATS)
                answer = read_answer(child.ask(line, MARKER, lambda said: is_about(said, 1), DEADLINE))
            finally:
                child.kill()
        if not answer.ok:
            raise CheckFailed(f"Lean does not accept the proof: {answer.why_not}")
