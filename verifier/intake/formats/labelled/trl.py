"""Stepwise supervision as TRL's PRMTrainer reads it: ``{"prompt", "completions", "labels"}``."""

from __future__ import annotations

from verifier.intake.example import Example, Neutral, Row, example, first_of, has, sequence, share
from verifier.intake.formats.format import Format


def _read(row: Row, neutral: Neutral) -> Example:
    marks = sequence(row["labels"], "labels")
    labels = [share(label, f"label {i}") for i, label in enumerate(marks)]
    return example(row["prompt"], row["completions"], row, labels=labels, first_error=first_of(labels))


TRL = Format(
    "trl",
    '{"prompt", "completions": [strings], "labels": [booleans]}',
    lambda row: has(row, "prompt", "completions", "labels") and isinstance(row["completions"], list),
    _read,
)
