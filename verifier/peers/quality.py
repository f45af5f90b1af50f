"""How well errors are found, by exact verdicts, the default model, both fused, and baselines that read nothing: the
majority, the last step, the length, and a bag of words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verifier.estimators.surprisal.surprisal import load
from verifier.evaluation.items import Labelled, Said
from verifier.judging.estimates.fusion import fusion_of
from verifier.judging.judge import Judge
from verifier.training.baselines import BagOfWords, LastStep, Length, Majority, Position
from verifier.training.data.examples import Example, until_error
from verifier.training.score_cache import EXACT, looks
from verifier.training.table import How, Measured, System, half_of, measured, scored, systems


def beside_baselines(chains: Sequence[Labelled], draws: int, tick: Callable[[], None]) -> list[Measured]:
    """Return the figures of every system on every subset, the threshold of each chosen on the first subset. ``chains``
    have a known first error.

    Raises: ValueError where nothing can be learnt from them, PrmUnavailable, ImportError without scikit-learn.
    """
    if not chains:
        raise ValueError("expected chains of which the first error is known, or that there is none")
    model = load()
    with Judge(lean="off") as judge:
        seen = looks(chains, judge, [model], tick=tick)
    ours = {one.name: one for one in systems(chains, seen, How(model.name, fusion_of(model)))}
    plain = [scored(each, chains) for each in (Majority(), LastStep(), Length(), Position())]
    shown = [ours["fused"], ours[model.name], ours[EXACT], *plain, bag_of_words(chains)]
    return measured(chains, shown, chains[0].subset, draws)


def bag_of_words(chains: Sequence[Labelled]) -> System:
    """Return what a bag of words says of each chain, fitted on the human labels of the other half of the problems: more
    than any of ours has seen. Raises: ValueError where a half does not hold both labels, ImportError."""
    found: dict[str, Said] = {}
    alone: dict[str, Sequence[float]] = {}
    for mine in (0, 1):
        others = [
            Example(chain.problem, chain.steps, until_error(len(chain.steps), chain.first_error))
            for chain in chains
            if half_of(chain.problem) != mine and chain.first_error is not None and chain.steps
        ]
        if len({target for example in others for target in example.targets}) < 2:
            raise ValueError("expected right and wrong steps in both halves of the problems, to fit a bag of words")
        held = [chain for chain in chains if half_of(chain.problem) == mine]
        half = scored(BagOfWords.fitted(others), held)
        found |= half.said
        alone |= half.alone or {}
    return System(BagOfWords.name, found, alone=alone)
