"""From examples to a folder with additions: training, calibration, and figures on problems that are held back."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from verifier.chain import problem_hash
from verifier.estimators.calibrate import CALIBRATION, Calibration, temperature
from verifier.estimators.own.layout import Floats
from verifier.estimators.own.weights import digest
from verifier.estimators.ranking import auc
from verifier.estimators.surprisal import decoder, smollm2, tuned
from verifier.estimators.surprisal.decoder import Embedding
from verifier.estimators.surprisal.tuned import Additions
from verifier.estimators.surprisal.tuned_layers import CONTEXT, laid_out
from verifier.evaluation.benchmarks.exact import HELD, part_of
from verifier.outputs import write_text, written
from verifier.training.additions.fit import Run, Settings, Tick, doubted
from verifier.training.additions.lessons import OUTCOME, PLANTED, Lesson, lessons
from verifier.training.additions.network import MATRICES, DoubtNetwork, opened
from verifier.training.data.examples import Example
from verifier.training.networks import decoder_graph

Say = Callable[[str], None]

ONE_IN = 8
"""One problem in so many is held back where no third is."""


@dataclass(frozen=True, slots=True)
class AdditionsRecipe:
    """What to train, where to put it, and how records will name it. ``split``: the third of the problems that
    ``bench exact --split`` holds out is held back, else an eighth."""

    folder: Path
    name: str
    settings: Settings
    split: bool = False


def train_additions(plan: AdditionsRecipe, examples: Sequence[Example], say: Say, tick: Tick) -> dict[str, Any]:
    """Train, put additions, graph, calibration and card into the plan's folder, and return figures on what is held
    back: of each source of labels the step AUC. Without labels of steps, final answers are the labels: an outcome model
    is trained, and its figure is the AUC of whole solutions.

    Raises: ValueError on data without labels and final answers, or a folder with another run; PrmUnavailable; OSError.
    """
    kept, held = _thirds(examples) if plan.split else parted(examples)
    form = decoder.opened(lambda stage, share: say(stage), lambda weights, tokens: _form(weights, tokens))
    taught, back = lessons(kept, form, say), lessons(held, form, say)
    unlabelled = (PLANTED, OUTCOME) if any(one.group not in (PLANTED, OUTCOME) for one in taught) else (PLANTED,)
    labels = [one for one in taught if one.group not in unlabelled]
    if not labels:
        raise ValueError(
            "expected labelled chains (--data) or final answers (--answers): other examples teach too little"
        )
    others = [one for one in taught if one.group in unlabelled]
    groups = list(dict.fromkeys(one.group for one in taught))
    network = opened(smollm2.folder(), plan.settings.layers, plan.settings.rank, len(groups))
    phases = [(others, plan.settings.first), (labels, plan.settings.epochs)]
    Run(network, phases, groups, plan.settings, plan.folder / "run", tick).go()
    ship(network, plan, np.unique([one.problem for one in taught]))
    measured = [one for one in back if one.group not in unlabelled]
    figures, calibration = _measured(measured, list(doubted(network, measured, plan.settings)))
    if calibration is not None:
        write(plan.folder / CALIBRATION, calibration.to_json())
    card = {"name": plan.name, "sha256": digest(plan.folder / tuned.FILE), "settings": asdict(plan.settings)}
    measure = "step AUC" if OUTCOME in unlabelled else "AUC of solutions"
    write(plan.folder / tuned.CARD, card | {"examples": counts(kept), "held back": counts(held), measure: figures})
    return {f"{source}: {measure}": figure for source, figure in figures.items()}


def parted(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Return what is trained on and what is held back; no problem is in both."""
    back = [int(problem_hash(example.problem), 16) % ONE_IN == 0 for example in examples]
    return [e for e, b in zip(examples, back, strict=True) if not b], [
        e for e, b in zip(examples, back, strict=True) if b
    ]


def counts(examples: Sequence[Example]) -> dict[str, int]:
    """Return how many examples there are of each kind."""
    kinds = sorted({example.kind for example in examples})
    return {kind: sum(example.kind == kind for example in examples) for kind in kinds}


def write(place: Path, data: dict[str, Any]) -> None:
    """Write JSON values into a file. Raises: OSError."""
    write_text(place, json.dumps(data, indent=1) + "\n")


def _form(weights: Any, tokenizer: Any) -> Any:
    return laid_out(Embedding(weights, tokenizer, CONTEXT), CONTEXT)


def _thirds(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    held = [one for one in examples if part_of(one.problem) == HELD]
    barred = {problem_hash(one.problem) for one in held}
    return [one for one in examples if problem_hash(one.problem) not in barred], held


def ship(network: DoubtNetwork, plan: AdditionsRecipe, problems: np.ndarray[Any, np.dtype[np.uint32]]) -> None:
    """Write additions and graph. Raises: OSError."""
    from onnx import save_model

    plan.folder.mkdir(parents=True, exist_ok=True)
    readout = network.readout.weight.detach().float().cpu().numpy()[0]
    bias = float(network.readout.bias.detach().cpu())
    found = Additions(pairs(network), readout, bias, problems.astype(np.uint32), plan.name)
    with written(plan.folder / tuned.FILE) as stream:
        stream.write(tuned.stored(found))
    save_model(decoder_graph.body(found.layers, None), plan.folder / tuned.GRAPH)


def pairs(network: DoubtNetwork) -> dict[str, tuple[Floats, Floats]]:
    """Return the additions by GGUF's names, with what peft multiplies them by. GGUF has the two halves of what places
    turn side by side in the rows of queries and keys, transformers one after the other."""
    found: dict[str, tuple[Floats, Floats]] = {}
    for name, part in network.body.named_modules():
        place, _, kind = name.partition("layers.")[2].partition(".")
        if kind not in MATRICES or not hasattr(part, "lora_A"):
            continue
        layer: Any = part
        a = layer.lora_A["default"].weight.detach().float().cpu().numpy()
        b = layer.lora_B["default"].weight.detach().float().cpu().numpy() * layer.scaling["default"]
        if MATRICES[kind] in ("attn_q", "attn_k"):
            turned = decoder_graph.TURNED
            b = b.reshape(-1, 2, turned // 2, b.shape[1]).swapaxes(1, 2).reshape(b.shape)
        found[f"blk.{place}.{MATRICES[kind]}.weight"] = (a, np.ascontiguousarray(b))
    return found


def _measured(back: Sequence[Lesson], doubts: Sequence[list[float]]) -> tuple[dict[str, float], Calibration | None]:
    """The AUC of each group, of steps or of whole solutions, and the calibration by all steps, where there are right
    and wrong ones."""
    said: dict[str, list[tuple[float, bool]]] = {}
    for one, row in zip(back, doubts, strict=True):
        scores = [-np.logaddexp(0, row).sum()] * len(row) if one.outcome else [-doubt for doubt in row]
        told = zip(scores, one.targets.tolist(), strict=True)
        said.setdefault(one.group, []).extend((score, target > 0.5) for score, target in told if target == target)
    figures = {}
    for group, pairs_ in said.items():
        found = auc([score for score, _ in pairs_], [right for _, right in pairs_])
        if found is not None:
            figures[group] = round(found, 4)
    every = [pair for pairs_ in said.values() for pair in pairs_]
    if OUTCOME in said or len({right for _, right in every}) < 2:
        return figures, None
    shares = [float(1 / (1 + np.exp(-score))) for score, _ in every]
    return figures, temperature(shares, [right for _, right in every], "labels held back from training")
