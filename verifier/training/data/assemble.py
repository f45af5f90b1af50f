"""The training set of the shipped model, made from right chains and from chains whose final answer is known."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.chain import Chain, problem_hash
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep, State
from verifier.language.files import read_file
from verifier.outputs import write_text
from verifier.pipeline.judge import Judge
from verifier.pipeline.verify import verify_formal
from verifier.training.data.examples import (
    Confirmer,
    Example,
    Target,
    chains,
    from_json,
    measured,
    outcomes,
    pairs,
    rows,
    to_json,
    until_error,
    without,
)
from verifier.training.data.meaning_errors import MEANINGS, plant_meaning
from verifier.training.data.style_augmentation import modern

MODERN = 0.5
"""The share of pairs that are written in the dress of today's models."""


def meaning_pairs(
    gold: Iterable[dict[str, Any]],
    dice: random.Random,
    judge: Judge,
    *,
    kinds: Sequence[str] = tuple(MEANINGS),
    share: float = MODERN,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Example]:
    """Yield right chains, each followed by its twin with an error of meaning, where one can be planted that exact means
    do not see: the kind of which there are fewest so far. ``share``: of pairs in the dress of today's models.
    """
    made = Counter(dict.fromkeys(kinds, 0))
    for row in gold:
        tick()
        right, problem = tuple(row["steps"]), row["problem"]
        for kind in sorted(kinds, key=lambda one: made[one]):
            twin = plant_meaning(problem, right, kind, dice)
            if twin is None:
                continue
            seed, dress = dice.getrandbits(32), dice.random() < share
            both = [modern(steps, seed) if dress else steps for steps in (right, twin.steps)]
            if all(sound(judge, problem, steps) for steps in both):
                made[kind] += 1
                yield Example(problem, both[0], until_error(len(right), -1), 1.0, row["source"], "right")
                targets = until_error(len(twin.steps), twin.first_error)
                yield Example(problem, both[1], targets, 1.0, row["source"], kind)
                break


def sound(judge: Judge, problem: str, steps: Sequence[str]) -> bool:
    """Return whether exact means refute nothing of a chain, and prove each of its claims that is about numbers alone.

    *Raises:* as the judge."""
    return all(_sound(step) for step in judge.exactly(Chain.of(problem, steps)).steps)


def _sound(step: JudgedStep) -> bool:
    states = {claim.state for claim in step.claims if claim.claim is None or not claim.claim.letters}
    return step.correct is not False and states <= {"proved"} and not step.count("refuted")


def of_formal(judged: JudgedChain) -> Example | None:
    """Return what the translations of a chain teach of it, None where they settle nothing.

    A prefix is right as long as all translations that count prove each step whole, and wrong from the first step on
    that they refute alike; nothing is known between."""
    targets: list[Target] = []
    so_far: Target = 1.0
    for step in judged.steps:
        if step.says is State.REFUTED:
            so_far = 0.0
        elif so_far == 1.0 and step.says not in (State.PROVED, State.SILENT):
            so_far = None
        targets.append(so_far)
    if not any(step.says in (State.PROVED, State.REFUTED) for step in judged.steps):
        return None
    texts = tuple(step.text for step in judged.chain.steps)
    return Example(judged.chain.problem, texts, tuple(targets), 1.0, judged.chain.id or "", "formal")


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
