"""Labelled chains with scores, made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.evaluation.items import Item, Labelled, Said


def item(
    id: str,
    first_error: int | None,
    scores: Sequence[float | None],
    settled: Sequence[bool | None] | None = None,
    checked: Sequence[bool] | None = None,
    labels: Sequence[bool | None] | None = None,
    **more: Any,
) -> Item:
    """Return a chain with one step a score; labels follow the first error where they are not given."""
    n = len(scores)
    if labels is None:
        error = n if first_error == -1 else first_error
        labels = (
            [None] * n if error is None else [True if i < error else False if i == error else None for i in range(n)]
        )
    truth = Labelled(
        id,
        more.pop("subset", "made"),
        more.pop("problem", f"problem of {id}"),
        tuple(f"step {i}" for i in range(n)),
        tuple(labels),
        first_error,
        **more,
    )
    return Item(truth, Said(id, tuple(scores), tuple(settled or [None] * n), tuple(checked or [False] * n)))
