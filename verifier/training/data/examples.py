"""Training examples that cost no annotation: right chains, their twins with a planted error, and chains of which only
the final answer is known.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.chain import Chain, problem_hash
from verifier.pipeline.judge import Judge
from verifier.streams import opened_text
from verifier.training.data.error_injection import KINDS, plant
from verifier.training.data.style_augmentation import dressed

Target = float | None
"""What is known of a prefix: the probability that the chain is right up to and including the step; None: nothing."""


@dataclass(frozen=True, slots=True)
class Example:
    """A chain with what is known of each of its prefixes. ``weight``: how much it counts; ``source``: where it is from;
    ``kind``: of a planted error, ``right`` or ``outcome``."""

    problem: str
    steps: tuple[str, ...]
    targets: tuple[Target, ...]
    weight: float = 1.0
    source: str = ""
    kind: str = ""

    def __post_init__(self) -> None:
        if len(self.targets) != len(self.steps) or not self.steps:
            raise ValueError(f"expected one target for each of at least one step, got {len(self.targets)}")
        if any(target is not None and not 0.0 <= target <= 1.0 for target in self.targets):
            raise ValueError("expected targets between 0 and 1")

    @property
    def chain(self) -> Chain:
        """The chain without what is known of it."""
        return Chain.of(self.problem, self.steps)


def until_error(length: int, first_error: int) -> tuple[Target, ...]:
    """Return the targets of a chain whose first error is known (-1: none): after an error no prefix is right."""
    return tuple(float(first_error < 0 or index < first_error) for index in range(length))


def rows(path: Path) -> Iterator[Any]:
    """Yield the values of a (gzipped) JSON lines file. Raises: OSError, ValueError, which names the row."""
    with opened_text(path) as lines:
        try:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _value(line, f"{path}, row {number}")
        except (EOFError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}: expected JSON lines in UTF-8, whole if they are gzipped ({error})") from error


def _value(line: str, where: str) -> Any:
    try:
        return json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{where}: expected JSON ({error})") from error


def chains(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the chains of a (gzipped) JSON lines file, with a ``source``: their own, else the file's name.

    Raises: OSError; ValueError on a row without a problem and steps.
    """
    for number, row in enumerate(rows(path), 1):
        steps = row.get("steps") if isinstance(row, dict) else None
        told = isinstance(steps, list) and steps and all(isinstance(step, str) for step in steps)
        if not told or not isinstance(row.get("problem"), str):
            raise ValueError(f'{path}, row {number}: expected {{"problem": a text, "steps": [texts]}}')
        yield {"source": path.name.split(".")[0], **row}


def measured(files: Iterable[Path]) -> frozenset[str]:
    """Return the hashes of the problems that are measured on, which no training example may have."""
    return frozenset(problem_hash(row["problem"]) for file in files for row in chains(file))


class Confirmer:
    """Asks exact means whether a planted error is one."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def __call__(self, chain: Chain) -> list[bool | None]:
        """Return, for each step, whether it is settled right, settled wrong, or (None) neither; a refuted claim counts
        as wrong, and a step whose claims are all proved as right."""
        return [_settled([claim.state for claim in step.claims]) for step in self._judge(chain).steps]


def _settled(states: Sequence[str]) -> bool | None:
    if "refuted" in states:
        return False
    return True if states and set(states) == {"proved"} else None


def pairs(
    gold: Sequence[dict[str, Any]],
    dice: random.Random,
    confirm: Confirmer | None,
    *,
    style: bool = True,
    kinds: Sequence[str] = tuple(KINDS),
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Example]:
    """Yield right chains, each followed by its twin with one planted error where one could be planted.

    With ``confirm``, a pair is left out where exact means find the original wrong or the planted step right; a pair
    whose planted step they refute counts in full, one of which they say nothing counts less.
    """
    others = [step for row in gold for step in row["steps"]]
    for row in gold:
        tick()
        steps = dressed(row["steps"], dice) if style else tuple(row["steps"])
        twin = None
        for _ in range(4):
            kind = dice.choices(kinds, [_SHARE.get(kind, 1.0) for kind in kinds])[0]
            if (twin := plant(steps, kind, dice, others)) is not None:
                break
        if twin is None or twin.first_error >= len(twin.steps):
            continue
        weight = 1.0
        if confirm is not None:
            before = confirm(Chain.of(row["problem"], steps))
            after = confirm(Chain.of(row["problem"], twin.steps))[twin.first_error]
            in_content = twin.kind not in ("dropped", "swapped", "foreign")
            if False in before or (after is True and in_content):
                continue
            weight = 1.0 if after is False or not in_content else UNCONFIRMED
        yield Example(row["problem"], steps, until_error(len(steps), -1), weight, row["source"], "right")
        targets = until_error(len(twin.steps), twin.first_error)
        yield Example(row["problem"], twin.steps, targets, weight, row["source"], twin.kind)


UNCONFIRMED = 0.7
"""How much a pair counts that exact means neither confirm nor deny."""

_SHARE = {
    "number": 4.0,
    "operator": 2.5,
    "sign": 1.0,
    "unit": 1.5,
    "percent": 1.5,
    "foreign": 0.7,
    "contradicting": 0.7,
}
"""How often a kind is tried, against once for those not named."""


def outcomes(chains: Iterable[dict[str, Any]], confirm: Confirmer | None, weight: float = 1.0) -> Iterator[Example]:
    """Yield chains of which the final answer is known: the last prefix is right as far as the answer is.

    A final answer may be right by luck, so it counts as 0.95. Steps that exact means settle wrong are wrong from there.
    """
    for row in chains:
        if row.get("final_correct") is None:
            continue
        length = len(row["steps"])
        targets: list[Target] = [None] * length
        targets[-1] = 0.95 if row["final_correct"] else 0.0
        nothing: list[bool | None] = [None]
        settled = nothing if confirm is None else confirm(Chain.of(row["problem"], row["steps"]))
        if False in settled and not row["final_correct"]:
            first = settled.index(False)
            targets = [None] * first + [0.0] * (length - first)
        yield Example(row["problem"], tuple(row["steps"]), tuple(targets), weight, row["source"], "outcome")


def without(examples: Iterable[Example], barred: frozenset[str]) -> Iterator[Example]:
    """Yield the examples whose problem is not measured on."""
    return (example for example in examples if problem_hash(example.problem) not in barred)


def to_json(example: Example) -> dict[str, Any]:
    """Return the example as JSON values."""
    return {name: getattr(example, name) for name in ("problem", "steps", "targets", "weight", "source", "kind")}


def from_json(data: dict[str, Any]) -> Example:
    """Return the example that ``to_json`` wrote. Raises: ValueError on anything else."""
    try:
        steps, targets = tuple(map(str, data["steps"])), tuple(data["targets"])
        return Example(
            str(data["problem"]), steps, targets, float(data["weight"]), str(data["source"]), str(data["kind"])
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"expected an example with problem, steps and targets: {error}") from error
