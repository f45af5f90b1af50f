"""The command that serves the judge over HTTP: serve."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import Calibration, Lean, Prm

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "serve", "serve --port 9000 --workers 4 --lean off", "serve --host 0.0.0.0 --keys keys.txt --rate 600/minute"
    )
)
def serve(
    host: Annotated[str, typer.Option(help="The address; one that others can reach needs API keys.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8000,
    workers: Annotated[int, typer.Option(min=0, help="Processes that judge; 0: as many as processors.")] = 0,
    waiting: Annotated[int, typer.Option(min=1, help="Most items that may wait; more are refused with 429.")] = 256,
    item_seconds: Annotated[float, typer.Option(min=0.1, help="Longest time for an item.")] = 60.0,
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.AUTO,
    prm: Prm = "none",
    calibration: Calibration = None,
    keys: Annotated[Path | None, typer.Option(help="API keys, one a line; also VERIFIER_API_KEYS.")] = None,
    body: Annotated[int, typer.Option(min=1, help="Most bytes of a request.")] = 8 << 20,
    items: Annotated[int, typer.Option(min=1, help="Most chains of a batch.")] = 1000,
    rate: Annotated[str, typer.Option(help="Most items of a caller, such as 600/minute.")] = "6000/minute",
    grace: Annotated[int, typer.Option(min=0, help="Seconds for what is under way when it ends.")] = 30,
) -> None:
    """Serve the judge over HTTP: /judge, /judge/many, /prove, /health, /metrics, /docs."""
    from verifier.serving.desk import Work
    from verifier.serving.run import Wanted, run

    work = Work(lean.value, prm, calibration, workers, waiting, item_seconds)
    raise typer.Exit(run(Wanted(host, port, work, keys, body, items, rate, grace)))
