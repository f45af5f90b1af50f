"""The training set of the shipped model, made from right chains and from chains whose final answer is known."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.judging.judge import Judge
from verifier.outputs import write_text
from verifier.training.data.examples import (
    Confirmer,
    Example,
    chains,
    from_json,
    measured,
    outcomes,
    pairs,
    rows,
    to_json,
    without,
)

LONGEST = 1800
"""Characters of a chain, with its problem, that is trained on: what fits into one window."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Files of right chains, of chains with a known final answer, and of what is measured on and therefore barred.

    ``most``: right chains taken of each file; ``seed``: of the choice and of the errors planted.
    """

    right: Sequence[Path]
    answered: Sequence[Path] = ()
    barred: Sequence[Path] = ()
    most: int = 4000
    seed: int = 1


def assemble(sources: Sources, tick: Callable[[], None] = lambda: None) -> list[Example]:
    """Return the examples, the same for the same sources. Raises: OSError, ValueError on files that hold no chains."""
    barred = measured(sources.barred)
    examples: list[Example] = []
    with Judge(lean="off") as judge:
        confirm = Confirmer(judge)
        for number, file in enumerate(sources.right):
            dice = random.Random(f"{sources.seed}/{number}")
            right = [row for row in chains(file) if fits(row)]
            right = dice.sample(right, min(sources.most, len(right)))
            examples += without(pairs(right, dice, confirm, tick=tick), barred)
        for file in sources.answered:
            examples += without(outcomes(filter(fits, chains(file)), confirm), barred)
    return examples


def fits(row: dict[str, Any]) -> bool:
    """Return whether a chain is short enough, and is text rather than the source of a drawing."""
    size = len(row["problem"]) + sum(map(len, row["steps"]))
    return size <= LONGEST and "[asy]" not in row["problem"] and not any("[asy]" in step for step in row["steps"])


def write(examples: Sequence[Example], path: Path) -> None:
    """Write the examples as JSON lines. Raises: OSError."""
    write_text(path, "".join(json.dumps(to_json(example)) + "\n" for example in examples))


def load(path: Path) -> list[Example]:
    """Return the examples that ``write`` wrote. Raises: OSError, ValueError."""
    return [from_json(row) for row in rows(path)]
