"""Chains to make pairs of: fresh ones from templates, and right ones from a user's own files."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from verifier.auditing.pairs import Source
from verifier.auditing.templates import algebra, arithmetic, divisibility, stories
from verifier.auditing.templates.draft import LEVELS, Level, Template
from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.example import Example
from verifier.intake.source import examples

SUBJECTS: dict[str, tuple[Template, ...]] = {
    "arithmetic": arithmetic.TEMPLATES,
    "algebra": algebra.TEMPLATES,
    "number theory": divisibility.TEMPLATES,
    "word problems": stories.TEMPLATES,
}
"""The subjects, each with its templates."""

TRIES = 240
"""Chains in a row that give no pair, after which none is hoped for any more: every template has had its turn."""


def fresh(
    dice: random.Random, subjects: Sequence[str] = tuple(SUBJECTS), levels: Sequence[Level] = LEVELS
) -> Iterator[Source]:
    """Yield new chains without end, subjects, levels and templates in turn, no problem twice. Raises: KeyError."""
    seen: set[str] = set()
    for turn in count():
        subject, level = subjects[turn % len(subjects)], levels[turn // len(subjects) % len(levels)]
        templates = SUBJECTS[subject]
        template = templates[turn // (len(subjects) * len(levels)) % len(templates)]
        problem, steps = template(dice, level)
        if problem not in seen or len(seen) > 10_000 * len(subjects):
            seen.add(problem)
            yield Source(Chain.of(problem, steps), subject, level)


def own(names: Sequence[str], faults: list[Bad], tally: Counter[str]) -> Iterator[Source]:
    """Yield the chains of files, in any format that ``verifier label`` reads, that are not labelled wrong.

    ``faults`` gets the rows that cannot be read, ``tally`` counts those labelled wrong. Raises: Unreadable on an input
    without a row of a known format, OSError.
    """
    for row in examples(names):
        if isinstance(row, Bad):
            faults.append(row)
        elif _labelled_wrong(row):
            tally["labelled wrong"] += 1
        else:
            yield Source(Chain.of(row.chain.problem, [step.text for step in row.chain.steps]))


def _labelled_wrong(row: Example) -> bool:
    labelled = any(label is not None and label <= 0.5 for label in row.labels or ())
    return row.final_correct is False or labelled or (row.first_error is not None and row.first_error >= 0)
