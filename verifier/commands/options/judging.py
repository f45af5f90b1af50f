"""What the commands that judge chains are asked: check, prove-chain, repair, pick, report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from verifier.commands.options.shared import (
    CHAINS,
    Bundle,
    Calibration,
    Certify,
    Chains,
    Json,
    Lean,
    Prm,
    PrmOptions,
    Problem,
    ReadingOptions,
    Reference,
    Timeout,
    Typeset,
    to_write,
)
from verifier.commands.options.translate import LiveOptions
from verifier.commands.options.translations import FormalOptions
from verifier.report.ci.formats import CheckFormat, Showing
from verifier.search.choices import Clean

FailOn = Literal["unjudged", "none-checked", "refuted", "answer"]
PairsOf = Literal["step", "chain"]


@dataclass(frozen=True, kw_only=True)
class CheckOptions(ReadingOptions, FormalOptions, LiveOptions, PrmOptions):
    """What is asked of a check. ``fail_on``: as ``of_chain`` takes it."""

    files: Annotated[
        tuple[str, ...],
        typer.Argument(metavar="FILE...", help=CHAINS),
    ] = ()
    json: Annotated[
        bool, typer.Option("--json", help="Print one record per chain as JSON Lines.", rich_help_panel="Output")
    ] = False
    format: Annotated[CheckFormat, typer.Option(help="Output format.", rich_help_panel="Output")] = "view"
    only: Annotated[
        Literal["wrong"] | None,
        typer.Option(
            help="Print only chains with errors; the totals still count all.",
            rich_help_panel="Output",
        ),
    ] = None
    summary: Annotated[
        bool, typer.Option("--summary", help="Print one line per chain and the totals.", rich_help_panel="Output")
    ] = False
    quiet: Annotated[
        bool,
        typer.Option("--quiet", "-q", help="Print no results; set the exit status only.", rich_help_panel="Output"),
    ] = False
    problem: Problem = None
    lean: Lean = "auto"
    timeout: Timeout = 60.0
    fail_on: Annotated[
        tuple[FailOn, ...],
        typer.Option(
            help="Also exit with status 1 if this occurs; repeatable.",
        ),
    ] = ()
    bundle: Bundle = None
    certify: Certify = False

    @property
    def as_json(self) -> bool:
        """Whether records are printed."""
        return self.json or self.format == "json"

    @property
    def shown(self) -> Showing:
        """What is printed of the chains."""
        format = "json" if self.as_json else self.format
        return Showing(format, only_wrong=self.only == "wrong", summary=self.summary, quiet=self.quiet)


def _reasons(asked: bool) -> None:
    if asked:
        from verifier.commands.pages.reasons import run

        raise typer.Exit(run())


@dataclass(frozen=True, kw_only=True)
class ExplainOptions(ReadingOptions, PrmOptions):
    """What is asked of an explanation: a step is judged as a check judges it."""

    files: Chains
    step: Annotated[int, typer.Option(min=0, help="Index of the step, from 0.")]
    problem: Problem = None
    lean: Lean = "auto"
    timeout: Timeout = 60.0
    certify: Certify = False
    reasons: Annotated[
        bool,
        typer.Option(
            "--reasons",
            is_eager=True,
            callback=_reasons,
            help="Print what the reasons and exit statuses mean, then stop.",
        ),
    ] = False


@dataclass(frozen=True, kw_only=True)
class ProveChainOptions(ReadingOptions, FormalOptions):
    """What is asked of proofs of whole chains."""

    files: Annotated[
        tuple[str, ...],
        typer.Argument(metavar="FILE...", help=CHAINS),
    ] = ()
    format: Annotated[Literal["view", "json"], typer.Option(help="Output format; json is one record per line.")] = (
        "view"
    )
    problem: Problem = None
    lean: Lean = "auto"
    timeout: Annotated[float, typer.Option(min=0.1, help="Time limit of a Lean request, in seconds.")] = 60.0
    fail_on: Annotated[
        Literal["unproved"] | None,
        typer.Option(help="Also exit with status 1 if a theorem is not proved."),
    ] = None

    @property
    def as_json(self) -> bool:
        """Whether records are printed."""
        return self.format == "json"


@dataclass(frozen=True, kw_only=True)
class RepairOptions(ReadingOptions):
    """What is asked of a repair. ``pairs``, ``labels``: files to write them to."""

    files: Chains
    format: Annotated[
        Literal["view", "json"],
        typer.Option(help="A diff, or one record per chain as JSON Lines."),
    ] = "view"
    problem: Problem = None
    lean: Lean = "auto"
    timeout: Timeout = 60.0
    certify: Certify = False
    pairs: Annotated[Path | None, to_write("Write preference pairs (prompt, chosen, rejected) as JSON Lines.")] = None
    of: Annotated[PairsOf, typer.Option("--pairs-of", help="Pairs of steps or of chains.")] = "step"
    labels: Annotated[Path | None, to_write("Write exact labels for the original and the repaired chains.")] = None


@dataclass(frozen=True, kw_only=True)
class PickOptions(ReadingOptions, FormalOptions, LiveOptions):
    """What is asked of a pick. ``problem``: its text, or ``@FILE``."""

    problem: Annotated[str, typer.Argument(help="The problem, or @FILE.")]
    attempts: Annotated[
        tuple[str, ...],
        typer.Argument(
            metavar="ATTEMPTS...",
            help="Attempts: chains in any known format, plain text, or JSON Lines of steps; - is standard input.",
        ),
    ]
    clean: Annotated[
        Clean, typer.Option(help="Weakest result of a step in an accepted attempt: settled correct, or checked.")
    ] = "checked"
    min_score: Annotated[
        float, typer.Option(min=0, max=1, help="Smallest estimate of a step in an accepted attempt.")
    ] = 0.5
    answer: Reference = None
    lean: Lean = "auto"
    prm: Prm = "none"
    calibration: Calibration = None
    as_json: Json = False


@dataclass(frozen=True, kw_only=True)
class ReportOptions(ReadingOptions, FormalOptions):
    """What is asked of a page of records."""

    records: Annotated[
        tuple[str, ...],
        typer.Argument(
            metavar="RECORDS...",
            help="Records of 'verifier check --json', or chains in any known format; - is standard input.",
        ),
    ] = ()
    out: Annotated[Path, to_write("Output page.", "--out", "-o")] = Path("report.html")
    typeset: Typeset = "auto"
    recheck: Annotated[
        bool, typer.Option("--recheck", help="Re-check every certificate; leave out records that fail.")
    ] = False
