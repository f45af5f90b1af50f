"""What the commands that judge chains are asked: check, prove-chain, repair, pick, report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from verifier.commands.options.shared import (
    CHAINS,
    RECORDS,
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
    to_write,
)
from verifier.commands.options.translate import LiveOptions
from verifier.commands.options.translations import FormalOptions
from verifier.report.ci.formats import CheckFormat, Showing
from verifier.search.choices import Clean

FailOn = Literal["unjudged", "none-checked", "refuted", "answer"]
Typeset = Literal["off", "auto", "require"]
PairsOf = Literal["step", "chain"]


@dataclass(frozen=True, kw_only=True)
class CheckOptions(ReadingOptions, FormalOptions, LiveOptions, PrmOptions):
    """What is asked of a check. ``fail_on``: as ``of_chain`` takes it."""

    files: Annotated[
        tuple[str, ...],
        typer.Argument(
            metavar="FILE...", help=f"{CHAINS} Formal chains that hold their own text may stand in their place."
        ),
    ] = ()
    json: Annotated[
        bool, typer.Option("--json", help="Print one record a chain, as JSON lines.", rich_help_panel="Output")
    ] = False
    format: Annotated[CheckFormat, typer.Option(help="How results are printed.", rich_help_panel="Output")] = "view"
    only: Annotated[
        Literal["wrong"] | None,
        typer.Option(
            help="Print only chains in which something is wrong, fails or could not be read; all of them are counted.",
            rich_help_panel="Output",
        ),
    ] = None
    summary: Annotated[
        bool, typer.Option("--summary", help="Print a line for each chain, and the totals.", rich_help_panel="Output")
    ] = False
    quiet: Annotated[
        bool,
        typer.Option("--quiet", "-q", help="Print no results: the exit status tells.", rich_help_panel="Output"),
    ] = False
    problem: Problem = None
    lean: Lean = "auto"
    timeout: Timeout = 60.0
    fail_on: Annotated[
        tuple[FailOn, ...],
        typer.Option(
            help="What else makes the exit status 1; may be given several times. unjudged: a step is; none-checked: no "
            "claim of a chain was decided; refuted: a claim is, though it is not held against its step; answer: the "
            "final answer, where the chain does not name it the value that it ends with, differs from the reference "
            "answer (where that could not be told, nothing fails)."
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
    step: Annotated[int, typer.Option(min=0, help="The step to explain, counted from 0.")]
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
            help="Print what reasons and exit statuses mean, and stop.",
        ),
    ] = False


@dataclass(frozen=True, kw_only=True)
class ProveChainOptions(ReadingOptions, FormalOptions):
    """What is asked of proofs of whole chains."""

    files: Annotated[
        tuple[str, ...],
        typer.Argument(
            metavar="FILE...", help=f"{CHAINS} Formal chains that hold their own text may stand in their place."
        ),
    ] = ()
    format: Annotated[
        Literal["view", "json"], typer.Option(help="How results are printed; json is one record a line.")
    ] = "view"
    problem: Problem = None
    lean: Lean = "auto"
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds for one request to Lean.")] = 60.0
    fail_on: Annotated[
        Literal["unproved"] | None,
        typer.Option(help="What else makes the exit status 1: a chain whose theorem is not proved."),
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
        typer.Option(help="A diff; or one record a chain, as JSON lines, for recheck and report."),
    ] = "view"
    problem: Problem = None
    lean: Lean = "auto"
    timeout: Timeout = 60.0
    certify: Certify = False
    pairs: Annotated[
        Path | None, to_write('Write preference pairs, {"prompt", "chosen", "rejected"}, as JSON lines.')
    ] = None
    of: Annotated[PairsOf, typer.Option("--pairs-of", help="What the pairs are of.")] = "step"
    labels: Annotated[
        Path | None, to_write("Write exact labels: as written, with what rests on errors, and as repaired.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class PickOptions(ReadingOptions, FormalOptions, LiveOptions):
    """What is asked of a pick. ``problem``: its text, or ``@FILE``."""

    problem: Annotated[str, typer.Argument(help="The problem, or @FILE.")]
    attempts: Annotated[
        tuple[str, ...],
        typer.Argument(
            metavar="ATTEMPTS...",
            help='JSON lines of {"steps": [...]}, of lists of steps or of texts; or chains in any known format (see '
            "'verifier docs formats'), solutions in plain text, folders of such files; - is standard input.",
        ),
    ]
    clean: Annotated[Clean, typer.Option(help="When a step is clean: settled correct, or all its claims proved.")] = (
        "checked"
    )
    min_score: Annotated[float, typer.Option(min=0, max=1, help="An estimate below it is a flaw.")] = 0.5
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
            help=f"{RECORDS} Or chains in any known format, which are judged without Lean first; or formal chains, or "
            "the chains of those that --formal and --given name.",
        ),
    ] = ()
    out: Annotated[Path, to_write("The page to write.", "--out", "-o")] = Path("report.html")
    typeset: Annotated[
        Typeset, typer.Option(help="Whether mathematics is typeset by KaTeX, fetched once; 'require' fails without.")
    ] = "auto"
    recheck: Annotated[
        bool, typer.Option("--recheck", help="Check every certificate again, and leave out records that do not hold.")
    ] = False
