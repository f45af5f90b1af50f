"""The command that repairs: repair."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.judging import RepairOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "repair chain.json",
        "repair chains.jsonl --format json > repairs.jsonl",
        "repair chains.jsonl --pairs pairs.jsonl --pairs-of chain --labels labels.jsonl",
    )
)
@taking(RepairOptions)
def repair(options: RepairOptions) -> int:
    """Mend every step of the chains in FILE that is settled incorrect, in its least edit, and carry it through."""
    from verifier.commands.repair import run

    return run(options)
