"""Examples as tokens, as far as they teach: until the first wrong step, since a decoder looks at nothing after it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from verifier.chain import Chain
from verifier.estimators.own.layout import Floats, Format, Ints
from verifier.estimators.surprisal.step_heads import hashed
from verifier.estimators.surprisal.tuned_layers import windows_of
from verifier.training.data.examples import Example, Target

PLANTED, OUTCOME = "planted", "outcome"
"""Groups of examples beside the sources of labels."""

BLOCK = 512
"""Lessons of which batches of like length are made."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A chain of T tokens whose S steps begin and end at these tokens. ``targets``: S, what is known of each prefix
    (NaN: nothing); ``group``: whom its errors are like, so that groups may err more or less often; ``problem``: 32 bits
    of its hash."""

    ids: Ints
    begins: Ints
    ends: Ints
    targets: Floats
    group: str
    weight: float
    problem: np.uint32

    @property
    def outcome(self) -> bool:
        """Whether only the last prefix is known, so that all steps share what is known of it."""
        return self.group == OUTCOME


def lessons(examples: Sequence[Example], form: Format, say: Callable[[str], None]) -> list[Lesson]:
    """Return what examples teach; those that are longer than a window are left out, and counted."""
    found = [one for example in examples if (one := _lesson(example, form)) is not None]
    if len(found) < len(examples):
        say(f"{len(examples) - len(found)} chains are longer than {form.context} tokens and were left out")
    return found


def _lesson(example: Example, form: Format) -> Lesson | None:
    told = _told(example.targets)
    windows = windows_of(Chain.of(example.problem, example.steps[:told]), form)
    if len(windows) != 1:
        return None
    [one] = windows
    targets = np.array([np.nan if target is None else target for target in example.targets[:told]], np.float32)
    group = example.source if example.kind == "labelled" else OUTCOME if example.kind == OUTCOME else PLANTED
    begins = np.array(one.begins, np.int64)
    return Lesson(one.ids, begins, one.ends, targets, group, example.weight, hashed(example.problem))


def _told(targets: Sequence[Target]) -> int:
    """How many steps there are up to the first that is known to be wrong: all where only the last is known."""
    alone = all(target is None for target in targets[:-1])
    wrong = (index for index, target in enumerate(targets) if target is not None and target < 0.5)
    return len(targets) if alone else next(wrong, len(targets) - 1) + 1


def batches(taught: Sequence[Lesson], tokens: int, dice: random.Random) -> list[list[int]]:
    """Return places of lessons in batches of like length, at most ``tokens`` tokens each with their padding."""
    order, found = dice.sample(range(len(taught)), len(taught)), []
    for at in range(0, len(order), BLOCK):
        found += list(_packed(sorted(order[at : at + BLOCK], key=lambda i: len(taught[i].ids)), taught, tokens))
    return dice.sample(found, len(found))


def _packed(places: Sequence[int], taught: Sequence[Lesson], tokens: int) -> Iterator[list[int]]:
    """Lengths rise, so the last of a batch is the longest."""
    batch: list[int] = []
    for place in places:
        if batch and len(taught[place].ids) * (len(batch) + 1) > tokens:
            yield batch
            batch = []
        batch.append(place)
    yield batch


def worth(taught: Sequence[Lesson]) -> dict[str, float]:
    """Return how much a step of each group counts: large groups less, by the root of their size, and 1 in the mean."""
    counts = {group: sum(one.group == group for one in taught) for group in dict.fromkeys(one.group for one in taught)}
    raw = {group: count**-0.5 for group, count in counts.items()}
    mean = sum(raw[group] * count for group, count in counts.items()) / max(len(taught), 1)
    return {group: value / mean for group, value in raw.items()}
