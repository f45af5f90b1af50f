"""What the commands that measure scores and models are asked: eval, audit-prm."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from verifier.auditing.choices import FORM_NAMES, SUBJECT_NAMES
from verifier.auditing.errors import KINDS
from verifier.auditing.templates.draft import LEVELS
from verifier.commands.options.shared import (
    MODEL,
    Bootstrap,
    Certify,
    Json,
    Lean,
    Limit,
    Page,
    PrmOptions,
    Seed,
    WireOptions,
    to_write,
)
from verifier.commands.options.translate import LiveOptions
from verifier.commands.options.translations import FormalOptions
from verifier.intake.formats.names import READ


@dataclass(frozen=True, kw_only=True)
class EvalOptions(FormalOptions, LiveOptions, PrmOptions):
    """What is to be measured. ``records`` or ``scores``: files that say what is measured; else a judge."""

    data: Annotated[
        tuple[str, ...],
        typer.Argument(help="Labelled chains, in any format that 'verifier label' reads; each is a subset."),
    ]
    format: Annotated[
        str | None, typer.Option(help=f"The format of DATA, where it is not to be told by its rows: {', '.join(READ)}.")
    ] = None
    records: Annotated[
        Path | None, typer.Option(help="Measure these records, as 'verifier check --json' prints them.")
    ] = None
    scores: Annotated[
        Path | None, typer.Option(help='Measure another system: JSON lines {"id", "scores": [a number a step]}.')
    ] = None
    fuse: Annotated[
        Path | None, typer.Option(help="Show what exact verdicts add to these scores of another system.")
    ] = None
    keep: Annotated[
        Path | None, typer.Option(help="Keep the records of what is judged now here; a later run goes on from it.")
    ] = None
    lean: Lean = "off"
    limit: Limit = None
    threshold: Annotated[
        float | None, typer.Option(help="Steps scored below it are called wrong: as the calibration says, else 0.5.")
    ] = None
    threshold_from: Annotated[
        str | None,
        typer.Option(help="Choose the threshold on this subset, or on a share of the problems such as 30%."),
    ] = None
    draws: Bootstrap = 1000
    by: Annotated[Literal["chain", "problem"], typer.Option(help="What is drawn as one.")] = "problem"
    seed: Seed = 0
    bins: Annotated[int, typer.Option(min=1, help="Bins of the reliability diagram.")] = 10
    as_json: Json = False


@dataclass(frozen=True, kw_only=True)
class AuditOptions(WireOptions):
    """What is asked of an audit. ``keep``: the file for the set's records; ``scores``: of another system, by their
    ids."""

    prm: Annotated[str, typer.Option(help=f"{MODEL}; none with --keep or --scores.")] = "default"
    pairs: Annotated[int, typer.Option(min=0, help="Minimal pairs made of fresh chains.")] = 200
    chains: Annotated[
        tuple[str, ...],
        typer.Option(help="Your own right chains, in any format that 'label' reads: a pair of each."),
    ] = ()
    limit: Annotated[int | None, typer.Option(min=1, help="Most pairs made of your own chains.")] = None
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed of the set; drawn anew without it, and always shown.")
    ] = None
    subjects: Annotated[str, typer.Option(help=f"{','.join(SUBJECT_NAMES)}, or some.")] = ""
    levels: Annotated[str, typer.Option(help=f"{','.join(LEVELS)}, or some.")] = ""
    kinds: Annotated[str, typer.Option(help=f"Kinds of error: {','.join(KINDS)}, or some.")] = ""
    dresses: Annotated[
        str, typer.Option(help=f"{','.join(FORM_NAMES)}, or some; 'none' for the plain chains alone.")
    ] = ""
    threshold: Annotated[float, typer.Option(help="Steps scored below it are called wrong.")] = 0.5
    threshold_from: Annotated[
        str | None, typer.Option(help="Choose the threshold on a share of the pairs such as 30%.")
    ] = None
    draws: Bootstrap = 1000
    keep: Annotated[Path | None, to_write("Write the set as records, which 'recheck' checks again.")] = None
    scores: Annotated[
        Path | None, typer.Option(help='Audit another system: JSON lines {"id", "scores"} for the records of --keep.')
    ] = None
    format: Annotated[Literal["table", "json"], typer.Option(help="How figures are printed.")] = "table"
    html: Page = None
    lean: Lean = "off"
    certify: Certify = False
