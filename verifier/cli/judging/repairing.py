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
        "repair chains.jsonl --pairs pairs.jsonl --labels labels.jsonl",
    )
)
@taking(RepairOptions)
def repair(options: RepairOptions) -> int:
    """Fix incorrect steps with a minimal edit and propagate it."""
    from verifier.commands.repair import run

    return run(options)
