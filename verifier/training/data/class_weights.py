"""Weights of examples, so that right and wrong twins count alike."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.training.data.examples import Example
from verifier.training.data.perturbation_sites import sites

RATE = 0.04
"""How likely an error is at one place (a number, an operator, a unit): what weighs right twins against wrong ones."""


def weighed(examples: Sequence[Example]) -> list[Example]:
    """Return the examples weighed as if errors struck every place alike: the right one of a pair by the probability
    that no place of it was struck, the wrong one by the rest. Others keep their weight."""
    out = []
    for example in examples:
        clean = (1 - RATE) ** sum(len(sites(step)) for step in example.steps)
        share = {"right": 2 * clean, "outcome": 1.0, "labelled": 1.0, "settled": 1.0}.get(example.kind, 2 * (1 - clean))
        out.append(
            Example(
                example.problem,
                example.steps,
                example.targets,
                round(example.weight * max(share, 0.01), 6),
                example.source,
                example.kind,
            )
        )
    return out
