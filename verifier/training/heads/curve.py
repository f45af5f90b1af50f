"""The curve of heads on a frozen model: what each learns from how much, measured on people's labels."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from verifier.chain import problem_hash
from verifier.estimators.own.layout import Floats
from verifier.estimators.ranking import auc
from verifier.training.heads.frozen import LENGTH, PLACE, Frozen, Seen
from verifier.training.heads.head import Head, Shape, Taught, fitted

LABELS = "labels of the other files"
"""Who teaches where people's labels do: no head has seen a problem of the file that it is measured on."""

HELD = 5
"""One problem in so many of what teaches is held back, to tell its pairs apart."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A labelled chain of a file: what is seen of it, and its first error (-1: none)."""

    file: str
    seen: Seen
    taught: Taught
    first_error: int

    @property
    def end(self) -> int:
        """How many steps are measured: those up to the first error."""
        return self.first_error + 1 if self.first_error >= 0 else len(self.seen.figures)


@dataclass(frozen=True, slots=True)
class Row:
    """A head, who taught it, on which share of the problems; its step AUC on each file, in the mean, and how far that
    is above what the model says by itself, with intervals; the share of held-back pairs in order, of how many."""

    head: str
    teacher: str
    share: float
    steps: int
    files: Mapping[str, float]
    mean: float
    above: float
    interval: tuple[float, float]
    pairs: tuple[float, int] | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which heads: ``parts`` of states, ``shares`` of the problems that teach, and how often chains are drawn."""

    parts: Sequence[int]
    shares: Sequence[float]
    draws: int = 300
    seed: int = 1


def curve(
    model: Frozen, teachers: Mapping[str, Sequence[Taught]], measured: Sequence[Measured], wanted: Wanted
) -> Iterator[Row]:
    """Yield the rows: length and position, the model by itself, and each head by each teacher; the last one is people's
    labels of all other files. Raises: ValueError where a teacher has no right or no wrong steps."""
    files = list(dict.fromkeys(one.file for one in measured))
    bench = _Bench(measured, files, wanted)
    for name in (LENGTH, PLACE, model.figures[0]):
        at = model.figures.index(name)
        told = name if name != model.figures[0] else f"{name} ({model.name})"
        yield bench.row(told, "-", 0.0, 0, [one.seen.figures[:, at] for one in measured])
    if len(files) > 1:
        teachers = {**teachers, LABELS: bench.labels()}
    shapes = _shapes(model, wanted.parts)
    for teacher, chains in teachers.items():
        kept, held = (chains, []) if teacher == LABELS else _parted(chains)
        for share in sorted(wanted.shares, reverse=True):
            few = _share(kept, share, wanted.seed)
            for title, shape in shapes.items() if share == max(wanted.shares) else list(shapes.items())[-1:]:
                scores, steps = bench.taught(few, shape, model)
                pairs = _in_order(fitted(few, shape, model.figures), held) if held else None
                yield bench.row(title, teacher, share, steps, scores, pairs)


def _shapes(model: Frozen, parts: Sequence[int]) -> dict[str, Shape]:
    """The heads: what the model says with parts of its states, with its other figures, and with the position."""
    says = model.figures[0]
    rest = tuple(one for one in model.figures if one not in (PLACE, LENGTH))
    found = {f"all figures of {says}": Shape(rest, 0), f"{says}, position": Shape((says, PLACE), 0)}
    found |= {f"{says}, {count} parts": Shape((says,), count) for count in parts}
    if parts:
        found[f"{says}, position, {parts[0]} parts"] = Shape((says, PLACE), parts[0])
    return found


class _Bench:
    """What heads are measured on: the same draws of chains for each, so that they can be compared."""

    def __init__(self, measured: Sequence[Measured], files: Sequence[str], wanted: Wanted) -> None:
        self.measured, self.files, self.wanted = measured, files, wanted
        dice = np.random.default_rng(wanted.seed)
        self._mine = {file: [at for at, one in enumerate(measured) if one.file == file] for file in files}
        self._drawn = [
            {file: [mine[int(n)] for n in dice.integers(0, len(mine), len(mine))] for file, mine in self._mine.items()}
            for _ in range(wanted.draws)
        ]
        self._wrong = [np.arange(one.end) == one.first_error for one in measured]
        base = [one.seen.figures[:, 0] for one in measured]
        self._base = [self._mean(base, drawn) for drawn in (self._mine, *self._drawn)]

    def row(
        self,
        head: str,
        teacher: str,
        share: float,
        steps: int,
        scores: Sequence[Floats],
        pairs: tuple[float, int] | None = None,
    ) -> Row:
        """The row of what a head says of the steps of each chain."""
        means = [self._mean(scores, drawn) for drawn in (self._mine, *self._drawn)]
        above = [mean - base for mean, base in zip(means, self._base, strict=True)]
        low, high = np.nanquantile(above[1:], [0.025, 0.975]) if above[1:] else (np.nan, np.nan)
        own = {file: self._auc(scores, mine) for file, mine in self._mine.items()}
        return Row(head, teacher, share, steps, own, means[0], above[0], (float(low), float(high)), pairs)

    def _mean(self, scores: Sequence[Floats], drawn: Mapping[str, Sequence[int]]) -> float:
        return float(np.mean([self._auc(scores, places) for places in drawn.values()]))

    def _auc(self, scores: Sequence[Floats], places: Sequence[int]) -> float:
        said = [scores[at][: self.measured[at].end] for at in places]
        found = auc(np.concatenate(said), np.concatenate([self._wrong[at] for at in places]))  # type: ignore[arg-type]
        return float("nan") if found is None else found

    def labels(self) -> list[Taught]:
        """The measured chains themselves, each file as much as every other."""
        counts = {file: len(mine) for file, mine in self._mine.items()}
        most = max(counts.values())
        return [replace(one.taught, weight=most / counts[one.file]) for one in self.measured]

    def taught(self, chains: Sequence[Taught], shape: Shape, model: Frozen) -> tuple[list[Floats], int]:
        """What heads say of each chain that never saw a problem of its file, and how many steps taught them, in the
        mean."""
        scores: list[Floats] = [np.empty(0, np.float32)] * len(self.measured)
        heads: dict[tuple[int, ...], Head] = {}
        steps = []
        for mine in self._mine.values():
            barred = {problem_hash(self.measured[at].taught.example.problem) for at in mine}
            own = tuple(at for at, one in enumerate(chains) if problem_hash(one.example.problem) not in barred)
            heads[own] = heads.get(own) or fitted([chains[at] for at in own], shape, model.figures)
            steps.append(sum(len(chains[at].example.steps) for at in own))
            for at in mine:
                scores[at] = heads[own](self.measured[at].seen)
        return scores, round(float(np.mean(steps)))


def _parted(chains: Sequence[Taught]) -> tuple[list[Taught], list[Taught]]:
    """What teaches and what is held back, by problem."""
    back = [int(problem_hash(one.example.problem), 16) % HELD == 0 for one in chains]
    return [c for c, b in zip(chains, back, strict=True) if not b], [c for c, b in zip(chains, back, strict=True) if b]


def _share(chains: Sequence[Taught], share: float, seed: int) -> list[Taught]:
    """The chains of a share of the problems, drawn at random; a larger share holds a smaller one."""
    problems = sorted({problem_hash(one.example.problem) for one in chains})
    random.Random(seed).shuffle(problems)
    kept = set(problems[: max(1, round(share * len(problems)))])
    return [one for one in chains if problem_hash(one.example.problem) in kept]


def _in_order(head: Head, held: Sequence[Taught]) -> tuple[float, int] | None:
    """Of right chains held back, each followed by its twin: how often the struck step is the one said to be worse."""
    found: list[float] = []
    for right, wrong in zip(held[::2], held[1::2], strict=False):
        same = right.example.problem == wrong.example.problem and right.example.kind == "right"
        at = next((i for i, target in enumerate(wrong.example.targets) if target == 0.0), len(wrong.example.steps))
        if same and at < min(len(right.example.steps), len(wrong.example.steps)):
            said, ought = (float(head(one.seen)[at]) for one in (wrong, right))
            found.append(float(said > ought) + 0.5 * (said == ought))
    return (float(np.mean(found)), len(found)) if found else None
