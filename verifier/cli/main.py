"""The command ``verifier``: parses, wires, prints. Exit status: 0 nothing wrong, 1 something is, 2 bad input, 3
infrastructure; the highest wins.
"""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Annotated

import typer

import verifier
from verifier.cli import (
    bench,
    cache,
    evaluating,
    judging,
    label,
    lean,
    picking,
    proofs,
    repairing,
    reporting,
    searching,
    serve,
    training,
)

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def _version(version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False) -> None:
    """Which steps of a chain of reasoning hold? Exactly, with a proof, where mathematics can decide."""
    if version:
        print(f"verifier {verifier.__version__}")
        raise typer.Exit(0)


def main() -> None:
    """Run the command. Fails: SystemExit, with the exit status."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # both are text streams
    app.add_typer(judging.app)
    app.add_typer(evaluating.app)
    app.add_typer(picking.app)
    app.add_typer(searching.app)
    app.add_typer(serve.app)
    app.add_typer(label.app)
    app.add_typer(proofs.app)
    app.add_typer(repairing.app)
    app.add_typer(reporting.app)
    app.add_typer(training.app)
    app.add_typer(bench.app, name="bench")
    app.add_typer(cache.app, name="cache")
    app.add_typer(lean.app, name="lean")
    try:
        app()
    except KeyboardInterrupt:
        os._exit(130)
    finally:
        sys.excepthook = _crashed


def _crashed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """End with status 3: Python's own 1 would say that the chain is wrong."""
    sys.__excepthook__(kind, error, trace)
    sys.stderr.flush()
    os._exit(3)


if __name__ == "__main__":
    main()
