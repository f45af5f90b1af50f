"""Stepwise supervision as TRL's PRMTrainer reads it: ``{"prompt", "completions", "labels"}``."""

from __future__ import annotations

from typing import Any

from verifier.labelling.example import Example, Neutral, Row, example, first_of, has, sequence, share
from verifier.labelling.formats.format import Format
from verifier.labelling.labels import Labelled


def _read(row: Row, neutral: Neutral) -> Example:
    marks = sequence(row["labels"], "labels")
    labels = [share(label, f"label {i}") for i, label in enumerate(marks)]
    return example(row["prompt"], row["completions"], row, labels=labels, first_error=first_of(labels))


def _write(done: Labelled) -> dict[str, Any]:
    """Booleans, because the trainer takes ``int(label)``, which makes 0 of 0.7; shares only where soft labels were
    asked for."""
    labels = list(done.labels) if done.soft else [label is not None and label >= 0.5 for label in done.labels]
    return {"prompt": done.chain.problem, "completions": [step.text for step, _, _ in done.rows], "labels": labels}


TRL = Format(
    "trl",
    '{"prompt", "completions": [strings], "labels": [booleans]}',
    lambda row: has(row, "prompt", "completions", "labels") and isinstance(row["completions"], list),
    _read,
    _write,
    columns=(("prompt", "string"), ("completions", "list<string>"), ("labels", "list<label>")),
)
