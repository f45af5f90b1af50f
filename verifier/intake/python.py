"""Chains for Python: of files, rows and texts in every known format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from verifier.chain import Chain
from verifier.intake.bad import Bad, BadInput
from verifier.intake.chains import Sources, of_value
from verifier.intake.formats.names import Read
from verifier.intake.source import Reading
from verifier.intake.splitting.split import Splitting
from verifier.intake.splitting.thinking import Thinking
from verifier.streams import standard_input


def chains(
    source: str | Path | Mapping[str, Any] | Iterable[Any],
    *,
    problem: str | None = None,
    format: Read | None = None,
    map: Mapping[str, str] | None = None,
    split: Splitting = "auto",
    thinking: Thinking = "skip",
    bad: Callable[[str], None] | None = None,
) -> Iterator[Chain]:
    """Yield the chains of a file or folder (its name), of a row (a mapping), or of several files and rows, in every
    format that ``verifier check`` reads.

    >>> [chain.problem for chain in chains({"problem": "Add.", "steps": ["2 + 3 = 5"]})]
    ['Add.']

    ``problem``: what those answer that do not say so; ``format``: the format of the rows, where it is not to be told;
    ``map``: the wanted column to the one that is there; ``split``: how a solution in one text becomes steps, as in
    ``verifier.split``; ``thinking``: whether what a model thought before it answered is left out, or a chain of its
    own, before the answer's. ``bad`` hears what is no chain, one line each, which is passed
    over then. Raises: BadInput (a ValueError) on what is no chain, where there is no ``bad``.
    """
    reading = Reading(format, dict(map or {}), splitting=split, thinking=thinking)
    one = isinstance(source, str | Path | Mapping)
    for each in [source] if one else source:  # type: ignore[union-attr]
        for item in _of(each, problem, reading):
            if isinstance(item, Chain):
                yield item
            elif bad is None:
                raise BadInput(str(item))
            else:
                bad(str(item))


def _of(source: Any, problem: str | None, reading: Reading) -> Iterator[Chain | Bad]:
    if isinstance(source, str | Path):
        yield from Sources([str(source)], problem, reading).items(standard_input())
    elif isinstance(source, Chain):
        yield source
    else:
        yield from of_value(source, reading, "the row", problem)
