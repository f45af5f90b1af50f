"""Teaching the heads of the default model by people's labels: one by all files, and one for each file by the others.

What a head sees (``RECIPES``) is chosen by leaving out each of the files that teach it in turn, so that what is
measured on a file had no part in that either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from verifier.chain import problem_hash
from verifier.estimators.own.layout import Floats
from verifier.estimators.ranking import auc
from verifier.estimators.surprisal.step_heads import FIGURES, StepHeads, hashed
from verifier.estimators.surprisal.surprisal import SurprisalModel
from verifier.evaluation.items import Labelled
from verifier.judging.estimates.features import evidence
from verifier.judging.estimates.fusion import TERMS, Fusion
from verifier.pipeline.judge import Judge
from verifier.training.fusing import signed
from verifier.training.heads.head import PENALTY, turned

Doubles = npt.NDArray[np.float64]

Recipe = tuple[bool, int]
"""Whether a head sees a step's place, and how many principal parts of the states, beside nats and doubts."""

RECIPES: tuple[Recipe, ...] = tuple(product((False, True), (0, 8, 16, 32)))

PLACE = FIGURES.index("position") - 1
"""The column of the place, since the constant has none."""

FEWEST = 3
"""Files of labels: one that is left out, one that is left out of the others, and one that teaches."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What teaches of a labelled chain: its steps up to the first error that exact means do not settle. ``seen``: S x
    (``FIGURES``, W); ``beside``: log-odds that evidence gives each by the fusion; ``right``: whether each is."""

    file: str
    problem: str
    seen: Floats
    beside: Doubles
    right: npt.NDArray[np.bool_]


def shown(chains: Sequence[Labelled], judge: Judge, model: SurprisalModel, fusion: Fusion) -> Iterator[Shown]:
    """Yield what teaches of each chain whose first error is known. Raises: as the judge."""
    weights = np.array(fusion.weights(len(TERMS)))[[0, *range(2, len(TERMS))]]
    for one in chains:
        if one.first_error is not None:
            steps = judge.exactly(one.chain).steps[: one.first_error + 1 or None]
            kept = [step.index for step in steps if step.correct is None]
            known = np.array([(1.0, *evidence(steps[at])) for at in kept]).reshape(len(kept), len(weights))
            right = np.array(kept, int) != one.first_error
            yield Shown(one.subset, problem_hash(one.problem), model.seen(one.chain)[kept], known @ weights, right)


@dataclass(frozen=True, slots=True)
class Found:
    """A file: what the head sees that the others taught, its step AUC there, and that of nats and doubts alone with
    the evidence (``plain``)."""

    file: str
    recipe: Recipe
    auc: float
    plain: float


def crossed(lessons: Sequence[Shown], chains: Sequence[Labelled], fusion: Fusion) -> tuple[StepHeads, list[Found]]:
    """Return the heads, and how each does on the file that it did not see. ``chains``: all those of the files.

    Raises: ValueError on fewer than ``FEWEST`` files, on one without right or wrong steps, or where the fusion takes
    nothing from the model.
    """
    worth = fusion.coefficients["model"]
    files = list(dict.fromkeys(one.file for one in lessons))
    if len(files) < FEWEST:
        raise ValueError(f"expected labelled chains of at least {FEWEST} files, got {len(files)}")
    if worth <= 0:
        raise ValueError("expected a fusion with a weight for the model")
    own = {hashed(one.problem): files.index(one.subset) + 1 for one in reversed(chains) if one.subset in files}
    marks = sorted(own)
    whole, _ = _taught(lessons)
    weights, found = [whole], []
    for file in files:
        held, others = _parted(lessons, file)
        head, recipe = _taught(others)
        weights.append(head)
        plain = _fit(others, (False, 0), _axes(others))
        found.append(Found(file, recipe, _auc(head, held), _auc(plain, held)))
    made = (np.array(weights) / worth).astype(np.float32)
    return StepHeads(made, np.array(marks, np.uint32), np.array([own[mark] for mark in marks], np.uint8)), found


def _parted(lessons: Sequence[Shown], file: str) -> tuple[list[Shown], list[Shown]]:
    """The lessons of a file, and those of the others, of problems that it has not."""
    held = [one for one in lessons if one.file == file]
    problems = {one.problem for one in held}
    return held, [one for one in lessons if one.file != file and one.problem not in problems]


def _taught(lessons: Sequence[Shown]) -> tuple[Doubles, Recipe]:
    """A head, of the recipe that does best on each file where the others teach it."""
    told: dict[Recipe, list[float]] = {recipe: [] for recipe in RECIPES}
    for file in dict.fromkeys(one.file for one in lessons):
        held, others = _parted(lessons, file)
        axes = _axes(others)
        for recipe in RECIPES:
            told[recipe].append(_auc(_fit(others, recipe, axes), held))
    best = max(RECIPES, key=lambda recipe: float(np.mean(told[recipe])))
    return _fit(lessons, best, _axes(lessons)), best


def _auc(head: Doubles, held: Sequence[Shown]) -> float:
    said = np.concatenate([one.seen @ head + one.beside for one in held])
    found = auc(said, np.concatenate([one.right for one in held]))  # type: ignore[arg-type]
    if found is None:
        raise ValueError(f"{held[0].file}: expected right and wrong steps that exact means do not settle")
    return found


@dataclass(frozen=True, slots=True)
class _Axes:
    """What recipes take their columns of: ``(seen - middle) @ matrix`` are nats, doubt, place, and parts."""

    middle: Doubles
    matrix: Doubles


def _axes(lessons: Sequence[Shown]) -> _Axes:
    seen = np.concatenate([one.seen for one in lessons]).astype(float)
    most = min(max(parts for _, parts in RECIPES), seen.shape[1] - len(FIGURES))
    turn = turned(seen[:, 1 : len(FIGURES)], seen[:, len(FIGURES) :], most)
    return _Axes(np.concatenate([[0.0], turn.middle]), np.vstack([np.zeros(turn.matrix.shape[1]), turn.matrix]))


def _fit(lessons: Sequence[Shown], recipe: Recipe, axes: _Axes) -> Doubles:
    """Weights of a logistic regression beside the evidence, each file counting as much as every other.

    Files err more or less often, and have constants of their own: what merely tells them apart is no evidence. Steps
    are said to be wrong as often as they are in the mean of the files."""
    place, parts = recipe
    columns = [0, 1, *([PLACE] if place else []), *range(PLACE + 1, min(PLACE + 1 + parts, axes.matrix.shape[1]))]
    files = list(dict.fromkeys(one.file for one in lessons))
    of = np.concatenate([np.full(len(one.seen), files.index(one.file)) for one in lessons])
    counts = np.bincount(of, minlength=len(files))
    x = np.concatenate([(one.seen - axes.middle) @ axes.matrix[:, columns] for one in lessons])
    y = np.concatenate([one.right for one in lessons]).astype(float)
    beside = np.concatenate([one.beside for one in lessons])
    weights = min(len(of), 1000) / len(files) / counts[of]
    penalties = PENALTY * np.array([1.0] * len(columns) + [0.0] * len(files))
    told = _regression(np.hstack([x, np.eye(len(files))[of]]), y, weights, penalties, beside)[: len(columns)]
    [level] = _regression(np.ones((len(x), 1)), y, weights, np.zeros(1), beside + x @ told)
    found = axes.matrix[:, columns] @ told
    found[0] = level - axes.middle @ found
    return np.asarray(found)


def _regression(x: Doubles, y: Doubles, weights: Doubles, penalties: Doubles, beside: Doubles) -> Doubles:
    return signed(x, y, weights, penalties, np.ones(x.shape[1], bool), np.zeros(x.shape[1], int), beside)
