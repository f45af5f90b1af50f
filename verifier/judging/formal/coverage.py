"""What of a step's text no translation of it speaks of: such a step is not settled correct."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verifier.language.formal_chain import FormalStep
from verifier.language.linting.numbers import left_out


def uncovered(text: str, steps: Iterable[FormalStep]) -> tuple[str, ...]:
    """Return the numbers and comparisons of a step's text that no translation quotes, in order.

    One that some translation quotes is accounted for: what this one states is proved where the step is approved.
    """
    left = [frozenset((*out.numbers, *out.comparisons)) for out in (left_out(text, step) for step in steps)]
    spans = frozenset.intersection(*left) if left else frozenset()
    return tuple(text[begin:end] for begin, end in sorted(spans))


def all_uncovered(texts: Sequence[str], chains: Iterable[Sequence[FormalStep]]) -> tuple[tuple[str, ...], ...]:
    """Return that of every step of a chain, by the steps of its translations."""
    every = list(chains)
    return tuple(uncovered(text, [steps[i] for steps in every]) for i, text in enumerate(texts))
