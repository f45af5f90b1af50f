"""From examples to a folder with a model: training, calibration, fusion, the level for drift, and the card."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from verifier.chain import problem_hash
from verifier.estimators.calibrate import CALIBRATION, Calibration, temperature
from verifier.estimators.own.encoder import EncoderModel, load_folder
from verifier.estimators.own.layout import Format, windows
from verifier.estimators.ranking import auc
from verifier.judging.estimates.drift import seen_in
from verifier.judging.judge import Judge
from verifier.judging.judgements.judgement import JudgedChain
from verifier.outputs import write_text
from verifier.training.data.class_weights import weighed
from verifier.training.data.examples import Example, Target
from verifier.training.fit import BEST, Item, Run, Settings, Writer, targets_of, told
from verifier.training.frozen import with_states
from verifier.training.fusing import FITTED_ON, Lesson, fitted, lesson, levelled
from verifier.training.head_pretraining import warm
from verifier.training.networks.bodies import Tuning, opened
from verifier.training.networks.network import StepScorer, log_survival, loss
from verifier.training.networks.ship import restore, ship

FUSION, LEVEL = "fusion.json", "level.json"

DRAWN = 5
"""The seed by which a limited number of examples is drawn."""

HELD = 8
"""One problem in so many is held back for calibration, fusion and figures."""

JUDGED = 800
"""Held-back chains that are judged to fit the fusion and tell the level for drift: few steps of each are settled."""


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """What to train. ``base``: the folder of the pretrained model; ``longest``: tokens of a chain that is trained on;
    ``name``: as records will carry it; ``limit``: so many examples are put through the body, all others teach by their
    shape alone; ``refresh``: the folder of a model to go on from."""

    base: Path
    folder: Path
    name: str
    tuning: Tuning = field(default_factory=Tuning)
    settings: Settings = field(default_factory=Settings)
    longest: int = 384
    limit: int | None = None
    card: dict[str, Any] = field(default_factory=dict)
    refresh: Path | None = None  # the folder of a model to go on from


Say = Callable[[str], None]
Tick = Callable[[int, int, float], None]


def train(
    plan: TrainingRecipe, examples: Sequence[Example], say: Say, tick: Tick, board: Writer | None = None
) -> dict[str, Any]:
    """Train, put the model into the plan's folder, and return the figures on what was held back.

    Raises: ValueError on data that teach nothing, or a folder with another run; OSError.
    """
    kept, held = parted(weighed(drawn(examples, plan.limit)))
    network, form = opened(plan.base, plan.tuning)
    if network.causal:
        raise ValueError(f"{plan.base}: a decoder, which nothing runs that is trained here: expected an encoder (BERT)")
    items = [items_of(part, form, plan.longest, say) for part in (kept, held)]
    if plan.tuning.mode == "head":
        items = _frozen(plan, network, items, say)
    say(f"shapes alone: loss {warm(network.head, parted(weighed(examples))[0], plan.settings.seed):.4f}")
    before = {}
    if plan.refresh is not None:
        restore(network, plan.refresh / "run" / BEST)
        before = {"before": {name: round(value, 5) for name, value in measures(network, items[1]).items()}}
    precision = plan.settings.precision
    run = Run(
        network,
        items[0],
        plan.settings,
        folder=plan.folder / "run",
        measure=lambda net: measures(net, items[1], precision),
        tick=tick,
        board=board,
    )
    run.go()
    best = restore(network, plan.folder / "run" / BEST)
    card = {**plan.card, "examples": counts(kept), "held back": counts(held), "settings": asdict(plan.settings)}
    card |= {"tuning": asdict(plan.tuning), "best": best}
    ship(network, plan.folder, plan.name, card, None)
    taught, back = parted(weighed(examples))
    natural = [e for e in taught if e.kind == "outcome"] if plan.tuning.mode == "head" else []
    return {**before, "curve": best, **finished(plan.folder, back, natural, say)}


def _frozen(plan: TrainingRecipe, network: StepScorer, items: list[list[Item]], say: Say) -> list[list[Item]]:
    """The items with the states of the frozen encoder, by which the head is also standardized."""
    ship(network, plan.folder, plan.name, {}, None)
    model = load_folder(plan.folder).encoder
    place = plan.folder / "run" / "states"
    found = [
        with_states(model, part, place, lambda done, total: say(f"{done} of {total} chains encoded")) for part in items
    ]
    network.head.standardize(np.concatenate([item.states for item in found[0] if item.states is not None]))
    return found


def finished(folder: Path, held: Sequence[Example], natural: Sequence[Example], say: Say) -> dict[str, Any]:
    """Calibrate the model in ``folder`` on held-back examples, fit its fusion, note its level, and return figures.

    Half of the problems fit the calibration, the other half the fusion and the level. ``natural``: chains that models
    wrote, of which the final answer is known: the fusion learns from them as much as from planted errors, which are
    unlike those that models make; where the head alone was trained, it knows none of them by heart. Raises: OSError,
    ValueError.
    """
    first, second = halves(held)
    calibration = calibrated(load_folder(folder), first)
    write(folder / CALIBRATION, calibration.to_json())
    say(f"calibrated on {calibration.steps} steps")
    model, second = load_folder(folder), second[:JUDGED]
    with Judge(lean="off") as judge:
        planted, judged = _lessons(model, judge, second)
        others, _ = _lessons(model, judge, natural[: 2 * JUDGED])
    said = FITTED_ON if others else "planted and settled errors"
    fusion = levelled(fitted(planted, said, others=others), planted)
    write(folder / FUSION, fusion.to_json())
    level = seen_in((chain.steps, one.scores) for chain, one in zip(judged, planted, strict=True))
    write(folder / LEVEL, level.to_json())
    return {"calibration": calibration.to_json(), "level": level.to_json(), "fusion": fusion.to_json()}


def _lessons(model: EncoderModel, judge: Judge, examples: Sequence[Example]) -> tuple[list[Lesson], list[JudgedChain]]:
    judged = [judge.exactly(example.chain) for example in examples]
    scores = model.score([example.chain for example in examples])
    found = [lesson(j, s, e.targets, e.weight) for j, s, e in zip(judged, scores, examples, strict=True)]
    return found, judged


def write(place: Path, data: dict[str, Any]) -> None:
    """Write JSON values into a file. Raises: OSError."""
    write_text(place, json.dumps(data, indent=1) + "\n")


def calibrated(model: EncoderModel, examples: Sequence[Example]) -> Calibration:
    """Return the calibration of what the model says of each step, on steps before which all is known to be right.

    Each counts by the weight of its example, as in training. Raises: ValueError unless some are right and some wrong.
    """
    known = [
        (share, right, example.weight)
        for example in examples
        for share, right in up_to_error(model.raw(example.chain), example.targets)
    ]
    said = "planted and settled errors held back from training"
    return temperature([s for s, _, _ in known], [r for _, r, _ in known], said, weights=[w for _, _, w in known])


def up_to_error(shares: Sequence[float], targets: Sequence[Target]) -> Iterator[tuple[float, bool]]:
    """Yield a step's share and whether it is right, where all before it is known to be right."""
    for share, target in zip(shares, targets, strict=True):
        if target is None:
            return
        yield share, target > 0.5
        if target <= 0.5:
            return


def drawn(examples: Sequence[Example], limit: int | None) -> list[Example]:
    """Return so many of the examples, drawn at random but always the same ones; all of them without a limit."""
    order = list(range(len(examples)))
    random.Random(DRAWN).shuffle(order)
    return list(examples) if limit is None else [examples[i] for i in order[:limit]]


def parted(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Return what is trained on and what is held back; no problem is in both."""
    back = [int(problem_hash(example.problem), 16) % HELD == 0 for example in examples]
    return [e for e, b in zip(examples, back, strict=True) if not b], [
        e for e, b in zip(examples, back, strict=True) if b
    ]


def halves(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Return two halves by problem."""
    side = [int(problem_hash(example.problem), 16) // HELD % 2 for example in examples]
    return [e for e, s in zip(examples, side, strict=True) if not s], [
        e for e, s in zip(examples, side, strict=True) if s
    ]


def items_of(examples: Sequence[Example], form: Format, longest: int, say: Say) -> list[Item]:
    """Return the examples as windows; what is longer than ``longest`` tokens is left out, and counted."""
    items = []
    room = Format(form.encode, form.opening, form.closing, min(form.context, longest))
    for example in examples:
        found = windows(example.chain, room) if _short(example, longest) else []
        if len(found) == 1:
            targets = tuple(math.nan if target is None else target for target in example.targets)
            items.append(Item(found[0], targets, example.weight))
    if len(items) < len(examples):
        say(f"{len(examples) - len(items)} chains are longer than {longest} tokens and were left out")
    return items


def _short(example: Example, longest: int) -> bool:
    """Whether it may fit: a token is hardly longer than six characters."""
    return len(example.problem) < 3 * longest and sum(map(len, example.steps)) < 6 * longest


def measures(network: StepScorer, items: Sequence[Item], precision: str = "float32") -> dict[str, float]:
    """Return the figures of an evaluation during training: the loss, AUC of steps up to the first error, and of
    prefixes. Raises: RuntimeError when memory runs out."""
    alone: list[tuple[float, bool]] = []
    prefix: list[tuple[float, bool]] = []
    hazards = told(network, items, precision)
    for row, item in zip(hazards, items, strict=True):
        before, alive = 1.0, True
        for score, target in zip(log_survival(row).exp().tolist(), item.targets, strict=True):
            if not math.isnan(target):
                prefix.append((score, target > 0.5))
                if alive:
                    alone.append((score / max(before, 1e-9), target > 0.5))
            alive = alive and target > 0.5
            before = score
    both = {"step_auc": alone, "prefix_auc": prefix}
    found = {name: auc([s for s, _ in rows], [t for _, t in rows]) or math.nan for name, rows in both.items()}
    return {"held_loss": _held_loss(hazards, items), **found}


def _held_loss(hazards: Sequence[Tensor], items: Sequence[Item]) -> float:
    total = sum(
        float(loss(row[None], targets_of([item]), torch.ones(1))) * item.weight
        for row, item in zip(hazards, items, strict=True)
    )
    weight = sum(item.weight for item in items)
    return total / weight if weight else math.nan


def counts(examples: Sequence[Example]) -> dict[str, int]:
    """Return how many examples there are of each kind."""
    kinds = sorted({example.kind for example in examples})
    return {kind: sum(example.kind == kind for example in examples) for kind in kinds}
