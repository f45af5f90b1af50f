"""Labelled data of every format to training examples: hard, soft or human labels, weighted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from verifier.intake.bad import Bad
from verifier.intake.example import Example as Row
from verifier.intake.source import Reading, examples
from verifier.training.data.examples import Example, Target

SOFT_ANSWER = 0.95
"""What a right final answer says of the last prefix: luck exists."""


@dataclass(frozen=True, slots=True)
class Source:
    """An input and how it is read. ``weight``: how much each of its chains counts; ``soft``: labels are probabilities
    that the chain comes out right from there, and are kept as they are."""

    name: str
    weight: float = 1.0
    soft: bool = False
    reading: Reading = field(default_factory=Reading)


def source(text: str, soft: bool, reading: Reading) -> Source:
    """Return the source that ``FILE`` or ``FILE*WEIGHT`` names. Raises: ValueError on a weight that is none."""
    name, mark, weight = text.rpartition("*")
    if not mark:
        return Source(text, soft=soft, reading=reading)
    try:
        value = float(weight)
    except ValueError:
        value = -1.0
    if not 0 < value < 1e6:
        raise ValueError(f"expected FILE*WEIGHT with a weight above 0, got {text!r}")
    return Source(name, value, soft, reading)


def read(sources: Sequence[Source], complain: Callable[[str], None]) -> list[Example]:
    """Return the examples of these sources; ``complain`` hears of rows that cannot be read, and of what has no label.

    Raises: Unreadable on an input without a row of a known format.
    """
    found: list[Example] = []
    for one in sources:
        bare = 0
        for row in examples([one.name], one.reading):
            if isinstance(row, Bad):
                complain(str(row))
            elif (example := of_row(row, one)) is None:
                bare += 1
            else:
                found.append(example)
        if bare:
            complain(f"{one.name}: {bare} chains have no label and no final answer to learn from, and were left out")
    return found


def of_row(row: Row, source: Source) -> Example | None:
    """Return the training example of a labelled row, None where it has nothing to teach."""
    steps = tuple(step.text for step in row.chain.steps)
    targets: tuple[Target, ...]
    if row.labels is not None and any(label is not None for label in row.labels):
        targets = tuple(row.labels) if source.soft else prefixes(row.labels)
    elif row.final_correct is not None:
        targets = (*[None] * (len(steps) - 1), SOFT_ANSWER if row.final_correct else 0.0)
    else:
        return None
    return Example(row.chain.problem, steps, targets, source.weight, source.name, "labelled")


def prefixes(labels: Iterable[float | None]) -> tuple[Target, ...]:
    """Return what labels of single steps say of prefixes: right until the first wrong step, wrong from there on.

    After a step of which nothing is known, a right step says nothing of the prefix.
    """
    return tuple(_prefixes(labels))


def _prefixes(labels: Iterable[float | None]) -> Iterator[Target]:
    so_far: Target = 1.0
    for label in labels:
        if so_far != 0.0:
            if label is not None and label <= 0.5:
                so_far = 0.0
            elif label is None:
                so_far = None
        yield so_far
