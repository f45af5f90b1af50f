"""The command ``verifier``: parses, wires, prints. Exit status: 0 nothing wrong, 1 something is, 2 bad input, 3
infrastructure; the highest wins.
"""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Annotated

import typer

from verifier.cli import (
    auditing,
    bench,
    cache,
    docs,
    evaluating,
    formal,
    judging,
    label,
    lean,
    picking,
    proofs,
    proving,
    repairing,
    reporting,
    searching,
    serve,
    training,
    translating,
)
from verifier.cli.examples import examples
from verifier.version import VERSION


def _version(version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False) -> None:
    """Which steps of a chain of reasoning hold? Exactly, with a proof, where mathematics can decide."""
    if version:
        print(f"verifier {VERSION}")
        raise typer.Exit(0)


def whole() -> typer.Typer:
    """Return the command with all its parts."""
    app = typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        epilog=examples("check chain.json", "label data.jsonl --out labels.jsonl", "COMMAND --help"),
    )
    app.callback(invoke_without_command=True)(_version)
    for part in (
        judging,
        translating,
        evaluating,
        proving,
        auditing,
        picking,
        searching,
        serve,
        label,
        proofs,
        repairing,
        reporting,
        training,
        docs,
    ):
        app.add_typer(part.app)
    for name, group in (("bench", bench), ("cache", cache), ("formal", formal), ("lean", lean)):
        app.add_typer(group.app, name=name)
    return app


def main() -> None:
    """Run the command. Raises: SystemExit, with the exit status."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # both are text streams
    try:
        whole()()
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
