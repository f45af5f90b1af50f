"""The training set of the shipped model, made from right chains and from chains whose final answer is known."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.chain import Chain, problem_hash
from verifier.language.files import read_file
from verifier.outputs import write_text
from verifier.pipeline.judge import Judge
from verifier.pipeline.verify import verify_formal
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
from verifier.training.data.meaning_pairs import meaning_pairs, of_formal

LONGEST = 1800
"""Characters of a chain, with its problem, that is trained on: what fits into one window."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Files of right chains, of chains with a known final answer, and of what is measured on and therefore barred.

    ``meaning``: right chains into which errors of meaning are planted; ``most``: right chains taken of each file;
    ``seed``: of the choice and of the errors planted.
    """

    right: Sequence[Path]
    answered: Sequence[Path] = ()
    barred: Sequence[Path] = ()
    most: int = 4000
    seed: int = 1
    meaning: Sequence[Path] = ()


def assemble(sources: Sources, tick: Callable[[], None] = lambda: None) -> list[Example]:
    """Return the examples, the same for the same sources. Raises: OSError, ValueError on files that hold no chains."""
    barred = measured(sources.barred)
    examples: list[Example] = []
    with Judge(lean="off") as judge:
        confirm = Confirmer(judge)
        for number, file in enumerate(sources.right):
            dice = random.Random(f"{sources.seed}/{number}")
            examples += without(pairs(_right(file, sources.most, dice), dice, confirm, tick=tick), barred)
        for number, file in enumerate(sources.meaning):
            dice = random.Random(f"{sources.seed}/meaning/{number}")
            right = [row for row in _right(file, sources.most, dice) if problem_hash(row["problem"]) not in barred]
            examples += meaning_pairs(right, dice, judge, tick=tick)
        for file in sources.answered:
            examples += without(outcomes(filter(fits, chains(file)), confirm), barred)
    return examples


def of_translations(formal: Sequence[Path], texts: Sequence[Path], barred: Sequence[Path] = ()) -> list[Example]:
    """Return what formal chains teach of their steps; ``texts``: the chains, where they do not hold them.

    Raises: OSError; ValueError on files that hold no formal chains, or a text that is missing.
    """
    told = [Chain.of(row["problem"], row["steps"], row.get("id")) for file in texts for row in chains(file)]
    names = {one.id for path in formal for read in read_file(path) if (one := read.chain) is not None}
    judged = verify_formal(formal, [one for one in told if one.id in names] if texts else None)
    return list(without(filter(None, map(of_formal, judged)), measured(barred)))


def _right(file: Path, most: int, dice: random.Random) -> list[dict[str, Any]]:
    right = [row for row in chains(file) if fits(row)]
    return dice.sample(right, min(most, len(right)))


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
