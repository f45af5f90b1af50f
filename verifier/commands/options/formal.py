"""What the commands about formal chains are asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

Formal = Annotated[Path, typer.Argument(help="Formal chains as JSON Lines; - is standard input.")]
Texts = Annotated[
    Path | None, typer.Option("--chains", help="File with the original texts, if the translations lack them.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object per chain.")]
Id = Annotated[str | None, typer.Option("--id", help="Show only the chain with this id.")]


@dataclass(frozen=True, kw_only=True)
class FormalCheckOptions:
    """What is linted, and what counts as wrong."""

    file: Formal
    chains: Texts = None
    json: AsJson = False
    strict: Annotated[bool, typer.Option("--strict", help="Exit with status 1 on warnings too.")] = False


@dataclass(frozen=True, kw_only=True)
class FormalShowOptions:
    """What is shown."""

    file: Formal
    chains: Texts = None
    id: Id = None
    json: AsJson = False


@dataclass(frozen=True, kw_only=True)
class FormalDiffOptions:
    """Which translations are compared."""

    first: Formal
    second: Annotated[
        Path | None,
        typer.Argument(help="Other translations of the same chains."),
    ] = None
    chains: Texts = None
    id: Id = None
    json: AsJson = False
