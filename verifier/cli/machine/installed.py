"""The command that says what is installed: version."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.version import VERSION

app = typer.Typer(rich_markup_mode=None)


@app.command(epilog=examples("version"))
def version() -> None:
    """Print the version."""
    print(f"verifier {VERSION}")
