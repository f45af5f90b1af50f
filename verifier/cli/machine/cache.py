"""The commands about records that were made before: cache ..."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.cli.parsing.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Manage the cache of records.")


@app.command(epilog=examples("cache stats"))
def stats() -> None:
    """Show the number and size of cached records."""
    from verifier.commands.machine.cache import stats as run

    raise typer.Exit(run())


@app.command(epilog=examples("cache prune --older-than 30", "cache prune --larger-than 500", "cache prune --all"))
def prune(
    older_than: Annotated[float | None, typer.Option(min=0, help="Remove records not used for this many days.")] = None,
    larger_than: Annotated[
        float | None,
        typer.Option(min=0, help="Remove least recently used records until the cache has this size, in MiB."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove every record.")] = False,
) -> None:
    """Remove cached records."""
    from verifier.commands.machine.cache import prune as run

    raise typer.Exit(run(older_than, larger_than, everything))


@app.command(epilog=examples("cache records | verifier recheck -"))
def records() -> None:
    """Print every cached record as JSON Lines."""
    from verifier.commands.machine.cache import records as run

    raise typer.Exit(run())
