"""The command that picks an attempt to serve: pick."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.judging import PickOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "pick 'Solve 3x + 5 = 20 for x.' attempts.jsonl",
        "pick @problem.txt attempts.jsonl --clean settled --answer 5 --json",
    )
)
@taking(PickOptions)
def pick(options: PickOptions) -> int:
    """Return the best verified attempt, or none with the reason."""
    from verifier.commands.pick import run

    return run(options)
