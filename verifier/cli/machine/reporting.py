"""The commands that show records and figures: report, plot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.cli.parsing.translations import formal_files, translated
from verifier.commands.options.judging import ReportOptions
from verifier.commands.options.shared import to_write

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "check chains.jsonl --json > records.jsonl",
        "report records.jsonl -o report.html",
        "report records.jsonl --typeset off --recheck",
        "report c.jsonl --formal a.jsonl --formal b.jsonl --trust agreeing",
    )
)
@taking(ReportOptions)
def report(options: ReportOptions) -> int:
    """Write an HTML page of the chains in RECORDS."""
    if options.by_translations or formal_files(*options.records):
        from verifier.commands.pages.report import of_translated

        return of_translated(translated(options.sources(options.records), options), options)
    if not options.records:
        raise typer.BadParameter("expected records, or formal chains with --formal or --given")
    from verifier.commands.pages.report import run

    return run(options)


@app.command(
    epilog=examples(
        "plot figures.json -o figures.png",
        "plot records.jsonl -o drift.svg",
    )
)
def plot(
    figures: Annotated[
        Path,
        typer.Argument(help="Output of 'verifier eval --json', or records."),
    ],
    out: Annotated[Path, to_write("Output file: .png, .svg or .pdf.", "--out", "-o")],
) -> None:
    """Plot the results of 'verifier eval'; requires the extra 'plots'."""
    from verifier.commands.pages.plot import run

    raise typer.Exit(run(figures, out))
