"""What the commands about formal chains are asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from verifier.commands.options.judging import Typeset
from verifier.commands.options.shared import to_write

Formal = Annotated[Path, typer.Argument(help="Formal chains, one JSON object a line; - is standard input.")]
Texts = Annotated[
    Path | None, typer.Option("--chains", help="The chains with their texts, by id, where they are not in the file.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, a line for each chain.")]
Id = Annotated[str | None, typer.Option("--id", help="Only the chain with this id.")]


@dataclass(frozen=True, kw_only=True)
class FormalCheckOptions:
    """What is linted, and what counts as wrong."""

    file: Formal
    chains: Texts = None
    json: AsJson = False
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 on warnings too.")] = False


@dataclass(frozen=True, kw_only=True)
class FormalShowOptions:
    """What is shown, and where."""

    file: Formal
    chains: Texts = None
    id: Id = None
    html: Annotated[Path | None, to_write("Write a page that needs no network instead.", "--html")] = None
    typeset: Annotated[
        Typeset, typer.Option(help="Whether KaTeX, fetched once, typesets the page; 'require' fails without.")
    ] = "auto"
    json: AsJson = False


@dataclass(frozen=True, kw_only=True)
class FormalDiffOptions:
    """Which translations are compared."""

    first: Formal
    second: Annotated[
        Path | None,
        typer.Argument(help="Other translations of the same chains; without them, FIRST holds several of one id."),
    ] = None
    chains: Texts = None
    id: Id = None
    json: AsJson = False
