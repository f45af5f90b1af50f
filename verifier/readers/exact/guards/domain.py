"""The domain: whether a chain is mathematics at all. What is not has nothing that could be checked here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from verifier.mathtext.lexicon import words
from verifier.readers.exact.reading import Reading

FEWEST: Final = 12
"""Fewest words of a chain that can tell that it is about something else."""


def outside(problem: Reading, steps: Sequence[Reading]) -> list[bool]:
    """Return, for each step, whether it stands outside mathematics: the problem is of another kind, no step states a
    formula, and the step has no word of mathematics."""
    told = sum(len(reading.words) for reading in (problem, *steps))
    if told < FEWEST or _asks_for_mathematics(problem) or any(_formal(step) for step in steps):
        return [False] * len(steps)
    return [not _strong(step) for step in steps]


def _formal(reading: Reading) -> bool:
    return bool(reading.formulas) or reading.loose > 0


def _strong(reading: Reading) -> bool:
    return any(word in _listed("STRONG") for word, _ in reading.words)


def _asks_for_mathematics(problem: Reading) -> bool:
    if _formal(problem) or _strong(problem):
        return True
    spoken = [word for word, _ in problem.words]
    asks = any(a == "how" and b in _listed("ASKING") for a, b in pairwise(spoken))
    weak = {words.lemma(word) for word in spoken if word in _listed("WEAK")}
    counts = bool(problem.numerals) or any(word in words.section("RELATIONS") for word in spoken)
    return counts and (asks or len(weak) >= 2)


@cache
def _listed(section: str) -> frozenset[str]:
    return frozenset(_words(section))


def _words(section: str) -> Iterator[str]:
    here = ""
    for line in files("verifier.readers.exact.guards").joinpath("domain.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            here = line.strip("[]")
        elif here == section and not line.startswith("#"):
            yield from line.split()
