"""Final answers compared here and by Math-Verify's ``parse`` and ``verify`` (extra ``bench``), both from text."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verifier.judging.answers.compare import compare
from verifier.peers.interleaved_timing import Comparison, Way, compared
from verifier.peers.pairs import TRAPS, Pair, closed, identity

Make = Callable[[random.Random, bool], Pair]
KINDS: dict[str, Make] = {"closed equalities": closed, "LaTeX identities": identity}

HERE, PEER = "exact comparison", "Math-Verify"


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


@dataclass(frozen=True, slots=True)
class Answers:
    """All that comes of comparing the two."""

    speeds: tuple[Comparison, ...]
    tallies: tuple[Tally, ...]
    disagreements: tuple[Disagreement, ...]


def beside_math_verify(count: int, rounds: int, seed: int = 0) -> Answers:
    """Return the speeds on ``count`` pairs of each kind, the errors, and every disagreement.

    Raises: ImportError without Math-Verify.
    """
    theirs = _math_verify()
    speeds, tallies, disagreements = [], [], list[Disagreement]()
    for name, make in KINDS.items():
        speeds.append(compared(name, [_way(HERE, _here, make, count), _way(PEER, theirs, make, count)], rounds))
    for name, pairs in (*((name, made(make, count, seed)) for name, make in KINDS.items()), ("traps", TRAPS)):
        said = [(compare(pair.left, pair.right), theirs(pair)) for pair in pairs]
        tallies.append(_tally(name, pairs, [(here.same, other) for here, other in said]))
        disagreements += [
            Disagreement(pair, f"{here.state}: {here.reason}", other)
            for pair, (here, other) in zip(pairs, said, strict=True)
            if here.same is not other
        ]
    return Answers(tuple(speeds), tuple(tallies), tuple(disagreements))


def made(make: Make, count: int, seed: int) -> list[Pair]:
    """Return so many pairs, every other one of the same value."""
    dice = random.Random(seed)
    return [make(dice, i % 2 == 0) for i in range(count)]


def _math_verify() -> Callable[[Pair], bool]:
    """Math-Verify's documented use: both sides parsed as LaTeX, the reference first."""
    from math_verify import parse, verify

    return lambda pair: bool(verify(parse(f"${pair.right}$"), parse(f"${pair.left}$")))


def _here(pair: Pair) -> bool | None:
    return compare(pair.left, pair.right).same


def _way(name: str, decide: Callable[[Pair], bool | None], make: Make, count: int) -> Way:
    """Pairs of its own for each round: Math-Verify keeps what it has parsed."""

    def work(number: int) -> int:
        for pair in made(make, count, number):
            decide(pair)
        return count

    return Way(name, work)


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
