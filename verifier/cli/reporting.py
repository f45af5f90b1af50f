"""The command that shows records as a page: report."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(rich_markup_mode=None)


class Typeset(StrEnum):
    OFF = "off"
    AUTO = "auto"
    REQUIRE = "require"


@app.command()
def report(
    records: Annotated[
        str, typer.Argument(help="Records, as 'verifier check --json' prints them; - is standard input.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The page to write.")] = Path("report.html"),
    typeset: Annotated[
        Typeset, typer.Option(help="Whether mathematics is typeset by KaTeX, fetched once; 'require' fails without.")
    ] = Typeset.AUTO,
    recheck: Annotated[
        bool, typer.Option("--recheck", help="Check every certificate again, and leave out records that do not hold.")
    ] = False,
) -> None:
    """Write one HTML page that shows the chains in RECORDS, and needs no network.

    Example: verifier check chains.jsonl --json > records.jsonl; verifier report records.jsonl -o report.html
    """
    from verifier.report.html.make import Wanted, run

    raise typer.Exit(run(Wanted(records, out, typeset.value, recheck)))
