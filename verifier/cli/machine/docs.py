"""The command that shows the documentation: docs."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.cli.parsing.examples import examples

app = typer.Typer(rich_markup_mode=None)


@app.command(epilog=examples("docs", "docs tutorial", "docs guides/label", "docs reasons --raw"))
def docs(
    topic: Annotated[str | None, typer.Argument(help="Name of a page (default: list the pages).")] = None,
    raw: Annotated[bool, typer.Option("--raw", help="Print the Markdown source.")] = False,
) -> None:
    """Show the documentation."""
    from verifier.commands.pages.docs import run

    raise typer.Exit(run(topic, raw))
