"""What ``verifier calibrate`` does: labelled chains in, a small file out, with what it is worth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from verifier.evaluation.items import Labelled
from verifier.judging.drift import agreement, verdicts
from verifier.judging.fusion import Fusion, fusion_of, shares
from verifier.judging.judge import Judge
from verifier.labelling.example import Neutral
from verifier.labelling.rows import Unreadable
from verifier.labelling.source import Reading
from verifier.prm.choose import Placement, chosen
from verifier.prm.model import PrmUnavailable, ProcessRewardModel
from verifier.prm.own import FLOOR
from verifier.report.exits import BAD_INPUT, OK, complain, infrastructure, output, warned

if TYPE_CHECKING:
    from verifier.training.calibrating import Taught
    from verifier.training.examples import Example
    from verifier.training.fusing import Lesson


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked of a calibration; the fields are the options of the command."""

    out: Path
    prm: str = "default"
    plant: tuple[Path, ...] = ()
    answers: tuple[Path, ...] = ()
    data: tuple[str, ...] = ()
    bar: tuple[Path, ...] = ()
    most: int = 300
    seed: int = 1
    neutral: Neutral = "positive"
    method: str = "temperature"
    rate: float = 0.05
    fusion: Path | None = None
    alone: Path | None = None
    level: Path | None = None
    keep: Path | None = None
    device: str = "auto"
    dtype: str = "auto"


def run(wanted: Wanted) -> int:
    """Calibrate, write the file, print what it is worth, and return the exit status. Fails: SystemExit on an
    interrupt."""
    with output(), infrastructure() as broken, warned():
        model = chosen(wanted.prm, Placement(wanted.device, wanted.dtype))
        if model is None:
            raise PrmUnavailable("expected a model to calibrate, got --prm none", usage=True)
        try:
            examples = _examples(wanted)
            if not examples:
                complain("expected something to calibrate on: --plant, --answers or --data")
                return BAD_INPUT
            _calibrate(wanted, model, examples)
        except (Unreadable, ValueError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            complain(str(error))
            return BAD_INPUT
        return OK
    return max(broken)


def _examples(wanted: Wanted) -> list[Example]:
    """Planted pairs, weighed as if errors struck at random; chains with a final answer; labelled chains."""
    from verifier.training import intake
    from verifier.training.assemble import Sources, assemble
    from verifier.training.weighing import weighed

    made = assemble(Sources(wanted.plant, wanted.answers, wanted.bar, wanted.most, wanted.seed))
    reading = Reading(neutral=wanted.neutral)
    return weighed(made) + intake.read([intake.source(text, False, reading) for text in wanted.data], complain)


def _calibrate(wanted: Wanted, model: ProcessRewardModel, examples: Sequence[Example]) -> None:
    from verifier.training.calibrating import calibrated

    taught = _taught(wanted, model, examples)
    if wanted.alone is not None:
        taught = _alone(wanted.alone, taught, examples)
    if wanted.level is not None:
        _level(wanted.level, taught, examples)
    fusion = fusion_of(model)
    if wanted.fusion is not None:
        fusion = _fusion(wanted.fusion, taught, examples)
    kinds = [("planted errors", wanted.plant), ("final answers", wanted.answers), ("labelled chains", wanted.data)]
    said = ", ".join(name for name, given in kinds if given)
    found, figures = calibrated(taught, model.name, fusion, wanted.method, wanted.rate, said)
    wanted.out.write_text(json.dumps(found.to_json(), indent=1) + "\n", encoding="utf-8")
    Console(highlight=False, markup=False, emoji=False).print(_table(figures))
    if found.threshold is not None:
        print(
            f"A chain is accused where a prefix scores below {found.threshold.value:.4f}. {found.threshold.statement}"
        )
    beside = f" (with {wanted.fusion} in the model's folder)" if wanted.fusion else ""
    print(f"fitted on {said}; use it with --prm {wanted.prm} --calibration {wanted.out}{beside}")


def _taught(wanted: Wanted, model: ProcessRewardModel, examples: Sequence[Example]) -> list[Taught]:
    from verifier.training.calibrating import Taught
    from verifier.training.fusing import Lesson
    from verifier.training.looks import looks

    names = [str(number) for number in range(len(examples))]
    chains = [
        Labelled(name, one.source, one.problem, one.steps, (None,) * len(one.steps))
        for name, one in zip(names, examples, strict=True)
    ]
    with Judge(lean="off") as judge:
        seen = looks(chains, judge, [model], wanted.keep)
    found = []
    for chain, e in zip(chains, examples, strict=True):
        look = seen[chain.id]
        if wanted.alone is not None and not look.raw:
            raise PrmUnavailable(f"--alone is for models of our own, got --prm {wanted.prm}", usage=True)
        scores = look.scores[model.name] if wanted.alone is None else _product(look.raw)
        found.append(Taught(chain.chain, Lesson(look.correct, look.known, scores, e.targets, e.weight, look.checked)))
    return found


def _product(shares: Sequence[float]) -> tuple[float, ...]:
    return tuple(max(score, FLOOR) for score in accumulate(shares, mul))


def _kinds(taught: Sequence[Taught], examples: Sequence[Example]) -> tuple[list[Lesson], list[Lesson]]:
    """What planted errors teach, and what chains do that somebody or a model wrote."""
    natural = [one.kind in ("outcome", "labelled") for one in examples]
    planted, others = (
        [one.lesson for one, real in zip(taught, natural, strict=True) if real is kind] for kind in (False, True)
    )
    return planted, others


def _alone(place: Path, taught: Sequence[Taught], examples: Sequence[Example]) -> list[Taught]:
    """Calibrate what the model says before its own calibration, write that, and return the chains as scored by it."""
    from verifier.training.fusing import alone

    planted, others = _kinds(taught, examples)
    said = (
        "planted errors, and final answers of chains that models wrote" if planted and others else "one kind of chain"
    )
    found = alone(planted or others, others if planted else (), said)
    place.write_text(json.dumps(found.to_json(), indent=1) + "\n", encoding="utf-8")
    known = [[found(share) for share in shares(one.lesson.scores) if share is not None] for one in taught]
    pairs = zip(taught, known, strict=True)
    return [replace(one, lesson=replace(one.lesson, scores=_product(told))) for one, told in pairs]


def _fusion(place: Path, taught: Sequence[Taught], examples: Sequence[Example]) -> Fusion:
    """Fit the fusion anew, planted errors and all else counting alike, with planted ones for its level; write it."""
    from verifier.training.fusing import FITTED_ON, fitted, levelled

    planted, others = _kinds(taught, examples)
    found = levelled(fitted(planted, FITTED_ON, others=others), planted or others)
    place.write_text(json.dumps(found.to_json(), indent=1) + "\n", encoding="utf-8")
    return found


def _level(place: Path, taught: Sequence[Taught], examples: Sequence[Example]) -> None:
    """Write how what the model says of steps goes with settled verdicts on planted chains: the level for drift."""
    planted, _ = _kinds(taught, examples)
    found = agreement(pair for one in planted for pair in verdicts(one.correct, one.checked, one.scores))
    place.write_text(json.dumps(found.to_json(), indent=1) + "\n", encoding="utf-8")


def _table(figures: Sequence[dict[str, Any]]) -> Table:
    made = Table(title="calibration error of prefixes, on the other half of the problems", title_justify="left")
    for column in figures[0]:
        made.add_column(column, overflow="fold")
    for row in figures:
        made.add_row(*("-" if v is None else f"{v:.3f}" if isinstance(v, float) else str(v) for v in row.values()))
    return made
