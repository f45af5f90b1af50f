"""The command that repairs: repair."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import Lean, to_write

app = typer.Typer(rich_markup_mode=None)


class Format(StrEnum):
    """How ``repair`` prints what it did."""

    VIEW = "view"
    JSON = "json"


class Of(StrEnum):
    """What preference pairs are of."""

    STEP = "step"
    CHAIN = "chain"


@app.command(
    epilog=examples(
        "repair chain.json",
        "repair chains.jsonl --format json > repairs.jsonl",
        "repair chains.jsonl --pairs pairs.jsonl --pairs-of chain --labels labels.jsonl",
    )
)
def repair(
    file: Annotated[str, typer.Argument(help="Chains as 'verifier check' reads them; - is standard input.")],
    format: Annotated[
        Format, typer.Option(help="A diff; or one record a chain, as JSON lines, for recheck and report.")
    ] = Format.VIEW,
    problem: Annotated[str | None, typer.Option(help="The problem that the plain text in FILE answers.")] = None,
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.AUTO,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds after which a chain asks Lean no more.")] = 60.0,
    certify: Annotated[
        bool, typer.Option("--certify", help="Put every decided claim of both chains to Lean too.")
    ] = False,
    pairs: Annotated[
        Path | None,
        to_write('Write preference pairs, {"prompt", "chosen", "rejected"}, as JSON lines.'),
    ] = None,
    of: Annotated[Of, typer.Option("--pairs-of", help="What the pairs are of.")] = Of.STEP,
    labels: Annotated[
        Path | None,
        to_write("Write exact labels: as written, with what rests on errors, and as repaired."),
    ] = None,
) -> None:
    """Mend every step of the chains in FILE that is settled incorrect, in its least edit, and carry it through."""
    from verifier.commands.repair import Wanted, run

    raise typer.Exit(run(Wanted(file, problem, lean.value, timeout, format.value, certify, pairs, of.value, labels)))
