"""The command ``verifier``: parses, wires, prints. Exit status: 0 nothing wrong, 1 something is, 2 bad input, 3
infrastructure; the highest wins.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
from contextlib import suppress
from types import ModuleType, TracebackType
from typing import Annotated

import typer

from verifier.cli.judging import checking as judging
from verifier.cli.judging import formal, label, proofs, searching, translating
from verifier.cli.machine import cache, docs, fetching, installed, lean, reporting, serve
from verifier.cli.models import auditing, bench, evaluating, rewards, training
from verifier.cli.parsing.defaults import take
from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.helping import Command, Group
from verifier.processes import remove_abandoned
from verifier.streams import StreamClosed, open_closed_streams
from verifier.version import VERSION

PARTS: tuple[tuple[str, tuple[ModuleType, ...]], ...] = (
    ("Check", (judging, translating, formal)),
    ("Label and train", (label, searching, training, evaluating, auditing, bench, rewards)),
    ("Prove", (proofs,)),
    ("Serve", (serve,)),
    ("Inspect", (reporting, docs, fetching, lean, cache, installed)),
)
"""Groups of commands by task, and the modules that declare them."""

GROUPS = {bench: "bench", cache: "cache", formal: "formal", lean: "lean", rewards: "rewards"}
"""The modules whose commands have a first word of their own."""


def _version(
    ctx: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False
) -> None:
    """Check the steps of chains of reasoning by formal verification."""
    if version:
        print(f"verifier {VERSION}")
        raise typer.Exit(0)
    take(ctx)
    remove_abandoned()


def whole() -> typer.Typer:
    """Return the command with all its parts."""
    app = typer.Typer(
        cls=Group,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # errors are plain lines; the help is in panels all the same
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=examples("check chain.json", "label data.jsonl --out labels.jsonl", "COMMAND --help"),
    )
    app.callback(invoke_without_command=True)(_version)
    for panel, modules in PARTS:
        for part in modules:
            for one in part.app.registered_commands:
                one.cls, one.rich_help_panel = Command, None if part in GROUPS else panel
            app.add_typer(part.app, name=GROUPS.get(part), cls=Group, rich_help_panel=panel)
    return app


def main() -> None:
    """Run the command. Raises: SystemExit, with the exit status."""
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # both are text streams
    try:
        logging.getLogger("verifier").addHandler(Said())
        try:
            whole()()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        os._exit(130)
    except BrokenPipeError:  # the reader went away before there was anything to tell
        os._exit(0)
    except StreamClosed as error:
        _failed(str(error))
    except OSError as error:
        place = "standard output" if error.filename is None else error.filename
        _failed(f"{place}: cannot be written or read ({_why(error)})")
    finally:
        sys.excepthook = _crashed


def _why(error: OSError) -> str | None:
    return "it is closed" if error.filename is None and error.errno == errno.EBADF else error.strerror


def _failed(message: str) -> None:
    """End with status 3 and a line that says what the system refused: a disk is full, a folder is gone."""
    with suppress(OSError):
        print(f"verifier: {message}", file=sys.stderr, flush=True)
    os._exit(3)  # without another try to write what is left


class Said(logging.Handler):
    """Says what the package logs as every complaint is said: a line on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        """Say it. Raises: OSError when nobody is there."""
        from verifier.report.exit_codes import complain

        complain(record.getMessage())


def _crashed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """End with status 3: Python's own 1 would say that the chain is wrong."""
    sys.__excepthook__(kind, error, trace)
    sys.stderr.flush()
    os._exit(3)


if __name__ == "__main__":
    main()
