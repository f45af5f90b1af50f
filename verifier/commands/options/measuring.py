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


@dataclass(frozen=True, kw_only=True)
class EvalOptions(FormalOptions, LiveOptions, PrmOptions):
    """What is to be measured. ``records`` or ``scores``: files that say what is measured; else a judge."""

    data: Annotated[
        tuple[str, ...],
        typer.Argument(help="Labelled chains in any known format; each file is a subset."),
    ]
    format: Annotated[str | None, typer.Option(help="Input format (default: auto-detect).")] = None
    records: Annotated[Path | None, typer.Option(help="Evaluate these records of 'verifier check --json'.")] = None
    scores: Annotated[
        Path | None, typer.Option(help='Evaluate another system: JSON Lines of {"id", "scores": [...]}.')
    ] = None
    fuse: Annotated[Path | None, typer.Option(help="Report how much exact verdicts improve these scores.")] = None
    keep: Annotated[Path | None, typer.Option(help="File for partial results; a later run continues from it.")] = None
    lean: Lean = "off"
    limit: Limit = None
    threshold: Annotated[
        float | None, typer.Option(help="Score below which a step counts as wrong (default: calibrated, or 0.5).")
    ] = None
    threshold_from: Annotated[
        str | None,
        typer.Option(help="Choose the threshold on this subset, or on a share such as 30%."),
    ] = None
    draws: Bootstrap = 1000
    by: Annotated[Literal["chain", "problem"], typer.Option(help="Unit of resampling.")] = "problem"
    seed: Seed = 0
    bins: Annotated[int, typer.Option(min=1, help="Bins of the reliability diagram.")] = 10
    as_json: Json = False


@dataclass(frozen=True, kw_only=True)
class AuditOptions(WireOptions):
    """What is asked of an audit. ``keep``: the file for the set's records; ``scores``: of another system, by their
    ids."""

    prm: Annotated[str, typer.Option(help=f"{MODEL}; none with --keep or --scores.")] = "default"
    pairs: Annotated[int, typer.Option(min=0, help="Number of generated pairs.")] = 200
    chains: Annotated[
        tuple[str, ...],
        typer.Option(help="Your own correct chains, in any known format; repeatable."),
    ] = ()
    limit: Annotated[int | None, typer.Option(min=1, help="Largest number of pairs from your own chains.")] = None
    seed: Annotated[int | None, typer.Option(min=0, help="Random seed (default: random, and reported).")] = None
    subjects: Annotated[str, typer.Option(help=f"Subjects, from: {', '.join(SUBJECT_NAMES)}.")] = ""
    levels: Annotated[str, typer.Option(help=f"Levels, from: {', '.join(LEVELS)}.")] = ""
    kinds: Annotated[str, typer.Option(help=f"Kinds of error, from: {', '.join(KINDS)}.")] = ""
    dresses: Annotated[str, typer.Option(help=f"Changes of style to test: {', '.join(FORM_NAMES)}; or none.")] = ""
    threshold: Annotated[float, typer.Option(help="Score below which a step is wrong.")] = 0.5
    threshold_from: Annotated[
        str | None, typer.Option(help="Choose the threshold on this share of the pairs, such as 30%.")
    ] = None
    draws: Bootstrap = 1000
    keep: Annotated[Path | None, to_write("Write the pairs as records.")] = None
    scores: Annotated[Path | None, typer.Option(help='Audit another system: JSON Lines of {"id", "scores"}.')] = None
    format: Annotated[Literal["table", "json"], typer.Option(help="Output format of the figures.")] = "table"
    html: Page = None
    lean: Lean = "off"
    certify: Certify = False
