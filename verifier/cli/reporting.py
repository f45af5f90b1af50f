"""The commands that show records and figures: report, plot."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import to_write

app = typer.Typer(rich_markup_mode=None)


class Typeset(StrEnum):
    """Whether mathematics is typeset."""

    OFF = "off"
    AUTO = "auto"
    REQUIRE = "require"


@app.command(
    epilog=examples(
        "check chains.jsonl --json > records.jsonl",
        "report records.jsonl -o report.html",
        "report records.jsonl --typeset off --recheck",
    )
)
def report(
    records: Annotated[
        str, typer.Argument(help="Records, as 'verifier check --json' prints them; - is standard input.")
    ],
    out: Annotated[Path, to_write("The page to write.", "--out", "-o")] = Path("report.html"),
    typeset: Annotated[
        Typeset, typer.Option(help="Whether mathematics is typeset by KaTeX, fetched once; 'require' fails without.")
    ] = Typeset.AUTO,
    recheck: Annotated[
        bool, typer.Option("--recheck", help="Check every certificate again, and leave out records that do not hold.")
    ] = False,
) -> None:
    """Write one HTML page that shows the chains in RECORDS, and needs no network."""
    from verifier.commands.report import Wanted, run

    raise typer.Exit(run(Wanted(records, out, typeset.value, recheck)))


@app.command(
    epilog=examples(
        "plot figures.json -o figures.png",
        "plot records.jsonl -o drift.svg",
        "bench label data.jsonl --json > runs.jsonl",
        "plot runs.jsonl -o throughput.pdf",
    )
)
def plot(
    figures: Annotated[
        Path,
        typer.Argument(
            help="What 'verifier eval --json' printed (reliability, best-of-N), records (drift), or JSON "
            "lines of 'verifier bench label --json' (throughput)."
        ),
    ],
    out: Annotated[Path, to_write("The picture to write: .png, .svg or .pdf.", "--out", "-o")],
) -> None:
    """Draw figures (needs the extra 'plots')."""
    from verifier.commands.plot import run

    raise typer.Exit(run(figures, out))
