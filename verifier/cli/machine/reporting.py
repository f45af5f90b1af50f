"""The commands that show records and figures: report, plot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.cli.parsing.translations import holds_formal, translated
from verifier.commands.options.judging import ReportOptions
from verifier.commands.options.shared import to_write

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "check chains.jsonl --json > records.jsonl",
        "report records.jsonl -o report.html",
        "report records.jsonl --typeset off --recheck",
        "report chains.jsonl --formal a.jsonl --formal b.jsonl --trust agreeing",
    )
)
@taking(ReportOptions)
def report(options: ReportOptions) -> int:
    """Write one HTML page that shows the chains in RECORDS, and needs no network."""
    if options.by_translations or holds_formal(*options.records):
        from verifier.commands.formal.report import of_files

        return of_files(translated(options.sources(options.records), options), options)
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
        typer.Argument(help="What 'verifier eval --json' printed (reliability, best-of-N), or records (drift)."),
    ],
    out: Annotated[Path, to_write("The picture to write: .png, .svg or .pdf.", "--out", "-o")],
) -> None:
    """Draw figures (needs the extra 'plots')."""
    from verifier.commands.pages.plot import run

    raise typer.Exit(run(figures, out))
