"""What translations add to estimates: ``python tests/benchmarks/translated_estimates.py FIT MEASURE [--prm NAME]``

FIT and MEASURE: each ``DATA,FORMAL,FORMAL``: labelled chains, and files of translations of some of them. The weights of
what translations say are learnt beside the model's fusion on FIT, as ``verifier calibrate --translation-weights`` does,
and measured on MEASURE, of other problems: the rank (AUC) of open steps up to the first error by the fusion alone, with
translations, and by what these say without a model; the Brier score of unsettled prefixes; and the rank of whole
chains. Intervals are of resampled chains, at 95%.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from verifier.estimators.choose import chosen
from verifier.estimators.ranking import auc
from verifier.evaluation.intake import labelled
from verifier.judging.estimates.features import NAMES, OF_TRANSLATIONS
from verifier.judging.estimates.fusion import Fusion, fusion_of, shares
from verifier.pipeline.judge import Judge
from verifier.training.as_shipped.translating import learnt, taught
from verifier.training.fusing import Lesson

DRAWS, SEED = 500, 1
FIGURES = ("step AUC", "Brier of prefixes", "chain AUC")
SYSTEMS = ("fused", "fused with translations", "translations alone")


@dataclass(frozen=True)
class Told:
    """A measured chain: of its open steps up to the first error whether each is right, and of its unsettled prefixes,
    with what each system says; and the same of the whole."""

    steps: list[tuple[bool, tuple[float, ...]]]
    prefixes: list[tuple[bool, tuple[float, ...]]]
    whole: tuple[bool, tuple[float, ...]]


def main(asked: argparse.Namespace) -> None:
    """Print the weights and the figures."""
    model = chosen(asked.prm)
    assert model is not None, "expected a model"
    fusion = fusion_of(model)
    fit, measure = (lessons(one, model) for one in (asked.fit, asked.measure))
    weights = learnt(fit, fusion)
    print(f"{len(fit)} chains to fit on, {len(measure)} measured")
    print(", ".join(f"{name} {value:+.2f}" for name, value in weights.items()))
    fused = Fusion({**fusion.coefficients, **weights}, fusion.fitted_on)
    told = [of(one, fusion, fused, weights) for one in measure if one.targets[-1] is not None]
    dice = np.random.default_rng(SEED)
    draws = [[told[int(at)] for at in dice.integers(0, len(told), len(told))] for _ in range(DRAWS)]
    print(f"| figure | {' | '.join(SYSTEMS)} |\n|---|---|---|---|")
    for name in FIGURES:
        cells = []
        for place in range(len(SYSTEMS)):
            low, high = np.nanquantile([figure(name, drawn, place) for drawn in draws], [0.025, 0.975])
            cells.append(f"{figure(name, told, place):.3f} [{low:.3f}, {high:.3f}]")
        print(f"| {name} | {' | '.join(cells)} |")


def lessons(asked: str, model: object) -> list[Lesson]:
    """What the translated chains of ``DATA,FORMAL,...`` hold."""
    data, *formal = asked.split(",")
    with Judge("off", readings=formal) as judge:
        return list(taught(labelled([data]).rows.values(), judge, model))  # type: ignore[arg-type]


def of(one: Lesson, fusion: Fusion, fused: Fusion, weights: dict[str, float]) -> Told:
    """What each system says of a chain."""
    bare = [known[: len(NAMES)] for known in one.known]
    said = [
        sum(weights[name] * value for name, value in zip(OF_TRANSLATIONS, known[len(NAMES) :], strict=True))
        for known in one.known
    ]
    steps = []
    for settled, known, own, share, alone, target in zip(
        one.correct, one.known, bare, shares(one.scores), said, one.targets, strict=True
    ):
        if settled is None and share is not None and target is not None:
            steps.append((target > 0.5, (fusion.weighed(own, share), fused.weighed(known, share), alone)))
        if target is not None and target <= 0.5:
            break
    alive = np.minimum.accumulate([1 / (1 + np.exp(-value)) for value in said])
    every = [fusion.prefixes(one.correct, bare, one.scores), fused.prefixes(one.correct, one.known, one.scores), alive]
    told = [tuple(np.nan if each is None else float(each) for each in row) for row in zip(*every, strict=True)]
    prefixes = [
        (target > 0.5, row)
        for settled, target, row in zip(one.correct, one.targets, told, strict=True)
        if target is not None and settled is None
    ]
    return Told(steps, prefixes, (bool((one.targets[-1] or 0) > 0.5), told[-1]))


def figure(name: str, chains: Sequence[Told], place: int) -> float:
    """A figure of a system over these chains."""
    if name == "Brier of prefixes":
        rows = [row for chain in chains for row in chain.prefixes]
        return float(np.mean([(right - said[place]) ** 2 for right, said in rows]))
    rows = [row for chain in chains for row in chain.steps] if name == "step AUC" else [one.whole for one in chains]
    found = auc([said[place] for _, said in rows], [right for right, _ in rows])
    return float("nan") if found is None else found


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """What is asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fit")
    parser.add_argument("measure")
    parser.add_argument("--prm", default="default")
    return parser.parse_args(words)


if __name__ == "__main__":
    main(arguments(sys.argv[1:]))
