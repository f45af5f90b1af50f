"""Thresholds by length for a model as it ships: on right chains of labelled data, of the part that nothing measures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest

from verifier.chain import Chain
from verifier.evaluation.benchmarks.exact import OPEN, part_of
from verifier.evaluation.items import Labelled
from verifier.judging.estimates.by_length import ByLength, by_length
from verifier.judging.estimates.fusion import Fusion
from verifier.training.score_cache import Look

STARTS = (1, 4, 6, 9, 13, 18, 25, 34, 46, 62)
"""The shortest chains of each range of lengths that is drawn from; none is as long as the last, or longer."""


def is_right(chain: Labelled) -> bool | None:
    """Return whether a chain is right: by its labels, else by its final answer; None where that is not known."""
    return chain.final_correct if chain.first_error is None else chain.first_error == -1


def drawn(chains: Sequence[Labelled], most: int, held_out: bool = False) -> list[Labelled]:
    """Return at most ``most`` right chains of each range of lengths, from the subsets in turn, in the order of a hash.

    Those of held-out problems (``part_of``) are left out, unless ``held_out``: where all others taught the model."""
    right = sorted((c for c in chains if is_right(c) and (held_out or part_of(c.problem) == OPEN)), key=_hash)
    subsets = list(dict.fromkeys(chain.subset for chain in chains))
    found: list[Labelled] = []
    for shortest, after in pairwise(STARTS):
        columns = [[c for c in right if c.subset == name and shortest <= len(c.steps) < after] for name in subsets]
        found += [c for row in zip_longest(*columns) for c in row if c is not None][:most]
    return found


def _hash(chain: Labelled) -> str:
    return hashlib.sha256(f"{chain.id}{chain.problem}".encode("utf-8", "surrogatepass")).hexdigest()


def fitted(chains: Sequence[Labelled], looks: Mapping[str, Look], model: str, fusion: Fusion, rate: float) -> ByLength:
    """Return the thresholds that accuse at most a share ``rate`` of these right chains of each length. ``looks``: what
    is made of each, by its id. Raises: ValueError on a rate that is not between 0 and 1."""
    said = ", ".join(dict.fromkeys(chain.subset for chain in chains))
    return by_length(_scored(chains, looks, model, fusion), rate, f"right chains of {said}")


def _scored(
    chains: Sequence[Labelled], looks: Mapping[str, Look], model: str, fusion: Fusion
) -> Iterator[tuple[Chain, float]]:
    for chain in chains:
        look = looks[chain.id]
        last = fusion.prefixes(look.correct, look.known, look.scores[model])[-1]
        if last is not None and False not in look.correct:  # where exact means accuse, estimates need not
            yield chain.chain, last
