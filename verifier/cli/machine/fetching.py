"""The commands about what a machine has: fetch and doctor."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.parsing.examples import examples

app = typer.Typer()


@app.command(
    epilog=examples("fetch --all", "fetch --all --to FOLDER", "fetch --all --from FOLDER", "fetch katex --from FOLDER")
)
def fetch(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PART]...",
            help="lean, katex, default (the default model), qwen2.5-1.5b, or OWNER/MODEL on the Hugging Face hub.",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Download everything except models of --policy and of the hub.")
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write the files to FOLDER, for a machine without a network."),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="FOLDER", help="Install from a folder that --to wrote; download nothing."),
    ] = None,
) -> None:
    """Download optional files ahead of time."""
    from verifier.commands.machine.fetch import fetch as run

    raise typer.Exit(run(what or [], everything, to, source))


@app.command(epilog=examples("doctor", "doctor --json"))
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Diagnose the installation."""
    from verifier.commands.machine.doctor import doctor as run

    raise typer.Exit(run(as_json))
