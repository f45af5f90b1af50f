"""The command that picks an attempt to serve: pick."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import Calibration, Lean, Prm

app = typer.Typer(rich_markup_mode=None)


class Clean(StrEnum):
    """When a step is clean."""

    SETTLED = "settled"
    CHECKED = "checked"


@app.command(
    epilog=examples(
        "pick 'Solve 3x + 5 = 20 for x.' attempts.jsonl",
        "pick @problem.txt attempts.jsonl --clean settled --answer 5 --json",
    )
)
def pick(
    problem: Annotated[str, typer.Argument(help="The problem, or @FILE.")],
    attempts: Annotated[
        str, typer.Argument(help='Attempts as JSON lines, {"steps": [...]} or a text each; - is standard input.')
    ],
    clean: Annotated[
        Clean, typer.Option(help="When a step is clean: settled correct, or all its claims proved.")
    ] = Clean.CHECKED,
    min_score: Annotated[float, typer.Option(min=0, max=1, help="An estimate below it is a flaw.")] = 0.5,
    answer: Annotated[str | None, typer.Option(help="The reference answer, where it is known.")] = None,
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.AUTO,
    prm: Prm = "none",
    calibration: Calibration = None,
    json: Annotated[bool, typer.Option("--json", help="Print the pick as JSON.")] = False,
) -> None:
    """Serve the attempt whose every step is clean, otherwise none, and say why."""
    from verifier.commands.pick import Wanted, run

    raise typer.Exit(run(Wanted(problem, attempts, clean.value, min_score, answer, lean.value, prm, calibration, json)))
