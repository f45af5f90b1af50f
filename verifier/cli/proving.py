"""The command that proves whole chains: prove-chain."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import Lean

app = typer.Typer(rich_markup_mode=None)


class Format(StrEnum):
    """How results are printed."""

    VIEW = "view"
    JSON = "json"


class FailOn(StrEnum):
    """What else makes the exit status 1."""

    UNPROVED = "unproved"


@app.command("prove-chain", epilog=examples("prove-chain chain.json", "prove-chain chains.jsonl --format json"))
def prove_chain(
    file: Annotated[str, typer.Argument(help="Chains as 'verifier check' reads them; - is standard input.")],
    format: Annotated[Format, typer.Option(help="How results are printed; json is one record a line.")] = Format.VIEW,
    problem: Annotated[str | None, typer.Option(help="The problem that the plain text in FILE answers.")] = None,
    lean: Annotated[
        Lean, typer.Option(help="Whether to use Lean; 'require' fails where it cannot be had.")
    ] = Lean.AUTO,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds for one request to Lean.")] = 60.0,
    fail_on: Annotated[FailOn | None, typer.Option(help="What else makes the exit status 1.")] = None,
) -> None:
    """Put each chain in FILE into one theorem, from what the problem gives to the answer, and have Lean check it."""
    from verifier.commands.prove_chain import Wanted, run

    raise typer.Exit(run(Wanted(file, problem, lean.value, timeout, format is Format.JSON, fail_on is not None)))
