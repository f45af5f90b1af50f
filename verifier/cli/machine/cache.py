"""The commands about records that were made before: cache ..."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.cli.parsing.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="The records that labelling keeps.")


@app.command(epilog=examples("cache stats"))
def stats() -> None:
    """Say how many records there are, and how large they are."""
    from verifier.commands.machine.cache import stats as run

    raise typer.Exit(run())


@app.command(epilog=examples("cache prune --older-than 30", "cache prune --larger-than 500", "cache prune --all"))
def prune(
    older_than: Annotated[float | None, typer.Option(min=0, help="Remove what was not used for so many days.")] = None,
    larger_than: Annotated[
        float | None, typer.Option(min=0, help="Remove the longest unused until so many MiB are left.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove every record.")] = False,
) -> None:
    """Remove records."""
    from verifier.commands.machine.cache import prune as run

    raise typer.Exit(run(older_than, larger_than, everything))


@app.command(epilog=examples("cache records | verifier recheck -"))
def records() -> None:
    """Print every record as a line of JSON, as 'verifier recheck -' reads them."""
    from verifier.commands.machine.cache import records as run

    raise typer.Exit(run())
