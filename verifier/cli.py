"""The command ``verifier``: parses, wires, prints. Exit status: 0 nothing wrong, 1 something is, 2 bad input, 3
infrastructure; the highest wins.
"""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Annotated

import typer

import verifier

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)

bench = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="What verdicts are worth, on labelled chains.")

lean_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="The Lean of this machine.")


class Lean(StrEnum):
    OFF = "off"
    AUTO = "auto"
    REQUIRE = "require"


class FailOn(StrEnum):
    UNJUDGED = "unjudged"
    NONE_CHECKED = "none-checked"


@app.callback(invoke_without_command=True)
def _version(version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False) -> None:
    """Which steps of a chain of reasoning hold? Exactly, with a proof, where mathematics can decide."""
    if version:
        print(f"verifier {verifier.__version__}")
        raise typer.Exit(0)


@app.command()
def check(
    file: Annotated[
        str, typer.Argument(help="One chain as JSON, many as JSON lines, or plain text; - is standard input.")
    ],
    json: Annotated[bool, typer.Option("--json", help="Print one record a chain, as JSON lines.")] = False,
    problem: Annotated[str | None, typer.Option(help="The problem that the plain text in FILE answers.")] = None,
    lean: Annotated[
        Lean, typer.Option(help="Whether to use Lean; 'require' fails where it cannot be had.")
    ] = Lean.AUTO,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds after which a chain asks Lean no more.")] = 60.0,
    fail_on: Annotated[FailOn | None, typer.Option(help="What else makes the exit status 1.")] = None,
    bundle: Annotated[
        Path | None, typer.Option(help="Write the Lean proofs into this folder, as a project that checks itself.")
    ] = None,
    certify: Annotated[
        bool, typer.Option("--certify", help="Put every decided claim to Lean too, and keep its certificate.")
    ] = False,
) -> None:
    """Judge every step of the chains in FILE."""
    from verifier.report.run import Wanted
    from verifier.report.run import check as run

    raise typer.Exit(run(Wanted(file, problem, lean.value, timeout, json, fail_on, bundle, certify)))


@app.command()
def recheck(
    records: Annotated[
        str, typer.Argument(help="Records, as 'verifier check --json' prints them; - is standard input.")
    ],
    bundle: Annotated[
        Path | None, typer.Option(help="Write the Lean proofs into this folder, as a project that checks itself.")
    ] = None,
) -> None:
    """Check every proof in RECORDS again, and that each record says no more than its proofs show."""
    from verifier.report.run import recheck as run

    raise typer.Exit(run(records, bundle))


@app.command()
def explain(
    file: Annotated[str, typer.Argument(help="Chains as 'verifier check' reads them; - is standard input.")],
    step: Annotated[int, typer.Option(min=0, help="The step to explain, counted from 0.")],
    problem: Annotated[str | None, typer.Option(help="The problem that the plain text in FILE answers.")] = None,
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.OFF,
) -> None:
    """Show how a step was read: words, roles, claims, context, doubts, and what was left unread."""
    from verifier.report.explain import run

    raise typer.Exit(run(file, step, problem, lean.value))


@bench.command("exact")
def bench_exact(
    data: Annotated[list[Path], typer.Argument(help="Labelled chains, as JSON lines, gzipped or not.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Judge only the first so many chains of each file.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Print the cases that a person should look at.")] = False,
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.OFF,
) -> None:
    """Judge labelled chains by exact means and print how right the settled verdicts are."""
    from verifier.report.bench import exact

    raise typer.Exit(exact(data, limit, show, lean.value))


@lean_app.command()
def status(
    full: Annotated[bool, typer.Option("--full", help="Hash every file, not only look at sizes.")] = False,
) -> None:
    """Say which Lean there is, where, and how it is."""
    from verifier.report.lean import status as run

    raise typer.Exit(run(full))


@lean_app.command("install")
def lean_install(
    full: Annotated[bool, typer.Option("--full", help="Hash every file, and make anew what is damaged.")] = False,
) -> None:
    """Install Lean, or repair what is damaged."""
    from verifier.report.lean import make_ready

    raise typer.Exit(make_ready(full))


@lean_app.command()
def clean() -> None:
    """Remove Lean, and all that was compiled with it, from the cache."""
    from verifier.report.lean import clean as run

    raise typer.Exit(run())


@lean_app.command()
def serve(
    stop: Annotated[bool, typer.Option("--stop", help="Stop the session that is served.")] = False,
    idle: Annotated[float, typer.Option(min=1, help="Seconds without a request after which it ends.")] = 1800.0,
) -> None:
    """Keep a Lean warm, which later runs of this user find and use."""
    from verifier.report.lean import serve_session, stop_serving

    raise typer.Exit(stop_serving() if stop else serve_session(idle))


def main() -> None:
    """Run the command. Fails: SystemExit, with the exit status."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # both are text streams
    app.add_typer(bench, name="bench")
    app.add_typer(lean_app, name="lean")
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
