"""The commands that measure: bench ..."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.options import Lean

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="What verdicts are worth, on labelled chains.")


@app.command("exact")
def bench_exact(
    data: Annotated[list[Path], typer.Argument(help="Labelled chains, as JSON lines, gzipped or not.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Judge only the first so many chains of each file.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Print the cases that a person should look at.")] = False,
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.OFF,
    split: Annotated[
        bool, typer.Option("--split", help="Report a third of the problems, held out by hash, apart.")
    ] = False,
    write: Annotated[
        Path | None, typer.Option(help="Write the figures as tables between the marks of this Markdown file.")
    ] = None,
) -> None:
    """Judge labelled chains by exact means and print how right the settled verdicts are."""
    from verifier.report.bench import Wanted, exact

    raise typer.Exit(exact(Wanted(data, limit, show, lean.value, split, write)))
