"""Training: examples to a network, with checkpoints from which a killed run goes on to the same result."""

from __future__ import annotations

import csv
import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from verifier.estimators.own.layout import Floats, Window
from verifier.outputs import text_written, written
from verifier.training.networks.network import StepScorer, batch_of, log_survival, loss

CHECKPOINT = "checkpoint.pt"
BEST = "best.pt"
CURVE = "curve.csv"


@dataclass(frozen=True, slots=True)
class Settings:
    """How to train. ``rate``: of the body's weights, the head's is ``head_rate``; ``every``: steps between checkpoints
    and evaluations; ``precision``: float32 or bfloat16 for the products (the weights stay float32)."""

    epochs: int = 3
    batch: int = 16
    rate: float = 3e-4
    head_rate: float = 1e-3
    decay: float = 0.01
    seed: int = 1
    every: int = 100
    precision: str = "float32"


@dataclass(frozen=True, slots=True)
class Item:
    """One window to train on, what is known of its parts (NaN: nothing), and how much it counts."""

    window: Window
    targets: tuple[float, ...]
    weight: float
    states: Floats | None = None  # what a frozen body makes of the window


class Writer(Protocol):
    """What TensorBoard's SummaryWriter offers of itself here."""

    def add_scalar(self, tag: str, scalar_value: float, global_step: int) -> None:
        """Keep a figure of a step under its name. Raises: as the writer."""


@dataclass(slots=True)
class Run:
    """A training run in a folder. ``measure`` gives the figures of an evaluation; ``tick`` is told steps done and all.

    Raises: ValueError when the folder holds a checkpoint of other settings or data.
    """

    network: StepScorer
    items: Sequence[Item]
    settings: Settings
    folder: Path
    measure: Callable[[StepScorer], dict[str, float]] = lambda network: {}
    tick: Callable[[int, int, float], None] = lambda done, total, figure: None
    board: Writer | None = None
    _losses: list[float] = field(default_factory=list)

    def go(self) -> list[dict[str, float]]:
        """Train, from the last checkpoint where there is one, and return the curve: a row for each evaluation."""
        if not self.items:
            raise ValueError("expected at least one example to train on")
        self.folder.mkdir(parents=True, exist_ok=True)
        optimizer = self._optimizer()
        done, curve = self._resumed(optimizer)
        total = self.settings.epochs * len(self._batches(0))
        for step, items in self._schedule(done):
            self._step(optimizer, items, step, total)
            self.tick(step + 1, total, self._losses[-1])
            if (step + 1) % self.settings.every == 0 or step + 1 == total:
                curve.append(self._row(step + 1))
                self._best(curve)
                self._save(optimizer, step + 1, curve)
        return curve

    def _optimizer(self) -> torch.optim.Optimizer:
        s = self.settings
        body = [p for p in self.network.body.parameters() if p.requires_grad]
        groups = [{"params": self.network.head.parameters(), "lr": s.head_rate}]
        if body:
            groups.append({"params": body, "lr": s.rate})
        for group in groups:
            group["peak"] = group["lr"]
        return torch.optim.AdamW(groups, weight_decay=s.decay)

    def _batches(self, epoch: int) -> list[list[int]]:
        """The items of each batch of an epoch: of like length, in an order that the seed and the epoch determine."""
        dice, size = random.Random(f"{self.settings.seed}/{epoch}"), self.settings.batch
        order = dice.sample(range(len(self.items)), len(self.items))
        batches = []
        for at in range(0, len(order), size * 32):
            block = sorted(order[at : at + size * 32], key=lambda i: len(self.items[i].window.ids))
            batches += [block[b : b + size] for b in range(0, len(block), size)]
        return dice.sample(batches, len(batches))

    def _schedule(self, done: int) -> Iterator[tuple[int, list[Item]]]:
        step = 0
        for epoch in range(self.settings.epochs):
            for batch in self._batches(epoch):
                if step >= done:
                    yield step, [self.items[i] for i in batch]
                step += 1

    def _step(self, optimizer: torch.optim.Optimizer, items: list[Item], step: int, total: int) -> None:
        torch.manual_seed(
            self.settings.seed * 1_000_003 + step
        )  # each step has its own dice: a resumed run throws alike
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * min((step + 1) / 50, 1.0) * max(0.02, 1 - step / total)
        self.network.train()
        with products(self.settings.precision):
            hazards = self.network(batch_of([item.window for item in items], [item.states for item in items]))
        found = loss(hazards.float(), targets_of(items), torch.tensor([item.weight for item in items]))
        optimizer.zero_grad()
        found.backward()  # type: ignore[no-untyped-call]  # torch leaves it without types
        torch.nn.utils.clip_grad_norm_([p for g in optimizer.param_groups for p in g["params"]], 1.0)
        optimizer.step()
        self._losses.append(float(found.detach()))

    def _row(self, step: int) -> dict[str, float]:
        recent = self._losses[-self.settings.every :]
        row = {"step": float(step), "loss": sum(recent) / len(recent), **self.measure(self.network)}
        row = {name: round(value, 5) for name, value in row.items()}
        if self.board is not None:
            for name, value in row.items():
                self.board.add_scalar(name, value, step)
        return row

    def _best(self, curve: list[dict[str, float]]) -> None:
        """Keep the weights where what was held back is told best, so that going on too long does no harm."""
        figures = [row.get("held_loss", -row["step"]) for row in curve]
        if figures[-1] == min(figures):
            with written(self.folder / BEST) as stream:
                torch.save({"weights": trained(self.network), "row": curve[-1]}, stream)

    def _save(self, optimizer: torch.optim.Optimizer, step: int, curve: list[dict[str, float]]) -> None:
        """Write the checkpoint and the curve, each whole or not at all."""
        state = {
            "of": self._fingerprint(),
            "step": step,
            "weights": trained(self.network),
            "optimizer": optimizer.state_dict(),
            "losses": self._losses[-self.settings.every :],
            "curve": curve,
        }
        with written(self.folder / CHECKPOINT) as stream:
            torch.save(state, stream)
        with text_written(self.folder / CURVE) as lines:
            writer = csv.DictWriter(lines, list(curve[0]))
            writer.writeheader()
            writer.writerows(curve)

    def _resumed(self, optimizer: torch.optim.Optimizer) -> tuple[int, list[dict[str, float]]]:
        place = self.folder / CHECKPOINT
        if not place.exists():
            return 0, []
        state = torch.load(place, weights_only=True)
        if state["of"] != self._fingerprint():
            raise ValueError(f"{place} is of another run (settings or data differ): expected a new or the same folder")
        self.network.load_state_dict(state["weights"], strict=False)
        optimizer.load_state_dict(state["optimizer"])
        self._losses = list(state["losses"])
        return int(state["step"]), list(state["curve"])

    def _fingerprint(self) -> str:
        said = json.dumps([asdict(self.settings), [[i.targets, i.weight] for i in self.items]], allow_nan=True)
        digest = hashlib.sha256(said.encode())
        for item in self.items:
            digest.update(item.window.ids.tobytes())
        return digest.hexdigest()


def products(precision: str) -> torch.autocast:
    """Return a context in which products are of this precision: float32 or bfloat16."""
    return torch.autocast("cpu", torch.bfloat16, enabled=precision == "bfloat16")


def trained(network: StepScorer) -> dict[str, Any]:
    """Return the weights that training changes, and what is usual to the head, by name."""
    moved = {name for name, weight in network.named_parameters() if weight.requires_grad}
    moved |= {"head.center", "head.spread"}
    return {name: weight for name, weight in network.state_dict().items() if name in moved}


def targets_of(items: Sequence[Item]) -> Tensor:
    """Return B x S targets, NaN where nothing is known or nothing stands."""
    found = np.full((len(items), max(len(item.targets) for item in items)), np.nan, np.float32)
    for row, item in enumerate(items):
        found[row, : len(item.targets)] = item.targets
    return torch.from_numpy(found)


def scored(network: StepScorer, items: Sequence[Item], precision: str = "float32") -> list[list[float]]:
    """Return, for each item, the prefix scores of its parts, by the network as it is."""
    return [log_survival(hazards).exp().tolist() for hazards in told(network, items, precision)]


def told(network: StepScorer, items: Sequence[Item], precision: str = "float32", batch: int = 16) -> list[Tensor]:
    """Return, for each item, the log-odds of the hazards of its parts, by the network as it is; items of like length
    go through it together. Raises: RuntimeError when memory runs out."""
    network.train(False)
    found: list[Tensor] = [torch.zeros(0) for _ in items]
    order = sorted(range(len(items)), key=lambda i: len(items[i].window.ids))
    for at in range(0, len(order), batch):
        chosen = [items[i] for i in order[at : at + batch]]
        with torch.no_grad(), products(precision):
            hazards = network(batch_of([item.window for item in chosen], [item.states for item in chosen]))
        for index, row in zip(order[at : at + batch], hazards.float(), strict=True):
            found[index] = row[: len(items[index].window.ends)]
    return found


def tensorboard(folder: Path) -> Any:
    """Return a writer of TensorBoard's files into ``folder``. Raises: ImportError without the extra ``train``."""
    from torch.utils.tensorboard import SummaryWriter

    writer: Any = SummaryWriter  # typed in some releases of torch and not in others
    return writer(str(folder))
