"""What the Hugging Face hub wants to know of a data set: the YAML head of its card, and how skewed its labels are.

https://huggingface.co/docs/hub/datasets-cards; ``huggingface_hub.DatasetCard`` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

SIZES: Final = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
    (1_000_000_000, "100M<n<1B"),
    (10_000_000_000, "1B<n<10B"),
    (100_000_000_000, "10B<n<100B"),
    (1_000_000_000_000, "100B<n<1T"),
)
"""The hub's categories of size, each with the number of rows from which the next one is meant."""

LARGEST: Final = "n>1T"
TAGS: Final = ("process-supervision", "step-labels", "process-reward-model", "mathematical-reasoning", "verifier")

SKEWED: Final = 0.9
"""The share of one label from which the labels are called skewed."""

FEWEST: Final = 20
"""Fewest labels of which a share is told."""

UNLABELLED: Final = 0.5
"""The share of steps without a label from which that is told."""


def head(data: Mapping[str, Any]) -> str:
    """Return the YAML head of a card: licence where one is told, task, size, tags, and the file of the data."""
    output = data["output"]
    size = next((name for most, name in SIZES if output["rows"] < most), LARGEST)
    licence = data.get("license")
    lines = [
        *([f"license: {json.dumps(licence)}"] if licence else []),
        f"pretty_name: {json.dumps(output['name'])}",
        "task_categories:",
        "- text-classification",
        "size_categories:",
        f"- {size}",
        "tags:",
        *(f"- {tag}" for tag in (*TAGS, *(["trl"] if data["order"]["to"] == "trl" else []))),
        "configs:",
        "- config_name: default",
        "  data_files:",
        "  - split: train",
        f"    path: {json.dumps(output['name'])}",
    ]
    return "\n".join(["---", *lines, "---"])


def skewed(data: Mapping[str, Any]) -> list[str]:
    """Return what whoever trains on the labels should know of their shares: one label alone, or few steps with any."""
    labels = data["labels"]
    right, wrong, missing = labels["positive"], labels["negative"], labels["null"]
    told, found = right + wrong, []
    if told >= FEWEST:
        most, word = (right, "positive") if right >= wrong else (wrong, "negative")
        if most >= SKEWED * told:
            found.append(
                f"labels are skewed: {most:,} of {told:,} ({most / told:.1%}) are {word}, so a model that always says "
                "so is right that often; weigh them, or measure by both labels apart"
            )
    every = told + missing
    if every >= FEWEST and missing > UNLABELLED * every:
        found.append(
            f"{missing:,} of {every:,} steps ({missing / every:.1%}) have no label: what is labelled is what could be "
            "decided, and need not be like the rest"
        )
    return found
