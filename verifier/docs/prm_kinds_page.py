"""The page of the kinds of process reward models, made from the functions that lay chains out."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence

from verifier.estimators.asked.served import READS
from verifier.estimators.choose import KINDS
from verifier.estimators.published.conventions import LAYS

Table = Callable[[tuple[str, ...], Sequence[tuple[str, ...]]], str]
"""A table as Markdown, of its head and its rows."""


def prm_kind_parts(table: Table) -> Iterator[str]:
    """Yield the paragraphs of the page."""
    yield (
        "`--prm` takes `none`, `default`, or a kind with a folder or a name on the hub; of a critic "
        "`openai:MODEL` or `hf:PATH`. Kinds that may be behind a server take `vllm:URL#MODEL` and `sglang:URL#MODEL`."
    )
    rows = [(f"`{kind}:MODEL`", "yes" if kind in READS else "no", _told(kind)) for kind in KINDS]
    yield table(("kind", "behind a server", "what the model is given"), rows)


def _told(kind: str) -> str:
    if kind not in LAYS:
        return "see [the guide on estimates](../guides/prm.md)"
    return " ".join((inspect.getdoc(LAYS[kind]) or "").split()).removeprefix("Return ")
