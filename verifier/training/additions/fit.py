"""Training additions: first on errors that were planted and on final answers, then on labels of steps, with
checkpoints from which a killed run goes on."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch

from verifier.outputs import written
from verifier.training.additions.lessons import Lesson, batches, worth
from verifier.training.additions.network import DoubtNetwork, loss, padded

CHECKPOINT = "additions.pt"
WARM = 30
"""Steps in which the learning rate rises to its peak; it then falls to a fiftieth."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to train. ``epochs``: of the labels; ``first``: of what needs none, before them; ``tokens``: most of a batch,
    padding included; ``rate``: of the low-rank additions, as of what reads them; ``every``: steps between
    checkpoints; ``device``: cpu or cuda."""

    layers: int = 20
    rank: int = 16
    epochs: float = 2.0
    first: float = 0.6
    tokens: int = 8192
    rate: float = 1e-3
    decay: float = 0.01
    seed: int = 1
    every: int = 100
    device: str = "cpu"


def device_of(asked: str) -> str:
    """Return the device of this name; for ``auto`` the GPU where there is one."""
    return asked if asked != "auto" else "cuda" if torch.cuda.is_available() else "cpu"


Tick = Callable[[int, int, float], None]


@dataclass(slots=True)
class Run:
    """A run in a folder: ``phases`` are the lessons of each phase and how often they are gone through.

    Raises: ValueError when the folder holds a checkpoint of other settings or data.
    """

    network: DoubtNetwork
    phases: Sequence[tuple[Sequence[Lesson], float]]
    groups: Sequence[str]
    settings: Settings
    folder: Path
    tick: Tick = lambda done, total, figure: None
    _losses: list[float] = field(default_factory=list)

    def go(self) -> None:
        """Train, from the last checkpoint where there is one."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.network.to(self.settings.device)
        plans = [self._plan(number) for number in range(len(self.phases))]
        total, done = sum(map(len, plans)), 0
        state = self._state()
        for number, plan in enumerate(plans):
            optimizer = self._optimizer()
            for step, batch in enumerate(plan):
                done += 1
                if state is not None and done <= state["done"]:
                    if done == state["done"] and step + 1 < len(plan):
                        optimizer.load_state_dict(state["optimizer"])
                    continue
                self._step(optimizer, batch, number, step, len(plan))
                self.tick(done, total, self._losses[-1])
                if done % self.settings.every == 0 or done == total:
                    self._save(optimizer, done)

    def _plan(self, number: int) -> list[list[int]]:
        """The batches of a phase, by the seed; of a last epoch that is not whole, the first ones."""
        taught, epochs = self.phases[number]
        found: list[list[int]] = []
        for epoch in range(int(-(-epochs // 1)) if taught else 0):
            dice = random.Random(f"{self.settings.seed}/{number}/{epoch}")
            one = batches(taught, self.settings.tokens, dice)
            found += one[: round(len(one) * min(1.0, epochs - epoch))]
        return found

    def _optimizer(self) -> torch.optim.Optimizer:
        weights = [weight for weight in self.network.parameters() if weight.requires_grad]
        return torch.optim.AdamW(weights, lr=self.settings.rate, weight_decay=self.settings.decay)

    def _step(self, optimizer: torch.optim.Optimizer, batch: list[int], number: int, step: int, total: int) -> None:
        settings, (taught, _) = self.settings, self.phases[number]
        torch.manual_seed(settings.seed * 1_000_003 + number * 100_003 + step)  # a resumed run throws the same dice
        for group in optimizer.param_groups:
            group["lr"] = settings.rate * min((step + 1) / WARM, 1.0) * max(0.02, 1 - step / total)
        self.network.train()
        given = padded([taught[place] for place in batch], self.groups, worth(taught), settings.device)
        with torch.autocast(settings.device, torch.bfloat16, enabled=settings.device != "cpu"):
            doubts = self.network(given)
        found = loss(doubts.float(), given)
        optimizer.zero_grad()
        found.backward()  # type: ignore[no-untyped-call]  # torch leaves it without types
        torch.nn.utils.clip_grad_norm_([weight for weight in self.network.parameters() if weight.requires_grad], 1.0)
        optimizer.step()
        self._losses.append(float(found.detach()))

    def _state(self) -> dict[str, Any] | None:
        place = self.folder / CHECKPOINT
        if not place.exists():
            return None
        state: dict[str, Any] = torch.load(place, weights_only=True, map_location=self.settings.device)
        if state["of"] != self._fingerprint():
            raise ValueError(f"{place} is of another run (settings or data differ): expected a new or the same folder")
        self.network.load_state_dict(state["weights"], strict=False)
        return state

    def _save(self, optimizer: torch.optim.Optimizer, done: int) -> None:
        moved = {name for name, weight in self.network.named_parameters() if weight.requires_grad}
        weights = {name: weight for name, weight in self.network.state_dict().items() if name in moved}
        state = {"of": self._fingerprint(), "done": done, "weights": weights, "optimizer": optimizer.state_dict()}
        with written(self.folder / CHECKPOINT) as stream:
            torch.save(state, stream)

    def _fingerprint(self) -> str:
        digest = hashlib.sha256(json.dumps(asdict(self.settings)).encode())
        for taught, epochs in self.phases:
            digest.update(f"{len(taught)} {epochs}".encode())
            for one in taught:
                digest.update(one.ids.tobytes() + one.targets.tobytes())
        return digest.hexdigest()


def doubted(network: DoubtNetwork, taught: Sequence[Lesson], settings: Settings) -> Iterator[list[float]]:
    """Yield, for each lesson, the log-odds that each step is wrong, by the network as it is."""
    network.train(False)
    for one in taught:
        given = padded([one], (), {}, settings.device)
        with torch.no_grad(), torch.autocast(settings.device, torch.bfloat16, enabled=settings.device != "cpu"):
            yield network(given)[0].float().tolist()
