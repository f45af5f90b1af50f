"""The options of ``verifier bench``: exact, formal, programs, prm, translate."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from verifier.commands.options.shared import (
    Bootstrap,
    Figures,
    Json,
    Keep,
    LabelledFiles,
    Lean,
    Limit,
    Model,
    PrmOptions,
    Sample,
    Seed,
    to_write,
)
from verifier.commands.options.translate import Asking


@dataclass(frozen=True, kw_only=True)
class BenchExactOptions:
    """What to measure of exact verdicts."""

    data: Annotated[tuple[Path, ...], typer.Argument(help="Labelled chains as JSON Lines, compressed or not.")]
    limit: Limit = None
    show: Annotated[bool, typer.Option("--show", help="Print the cases that a person should review.")] = False
    lean: Lean = "off"
    split: Annotated[bool, typer.Option("--split", help="Report a held-out third of the problems separately.")] = False
    write: Figures = None


@dataclass(frozen=True, kw_only=True)
class BenchPrmOptions(PrmOptions):
    """What to compare of models. ``examples``: what ``verifier train`` planted, or ``plant``: right chains to plant
    errors into now, for the bag of words; ``best_of``: attempts of known outcome; ``keep``: the folder of what was
    done already; ``write``: the Markdown file."""

    data: LabelledFiles
    prm: Model = "default"
    examples: Annotated[
        Path | None, typer.Option(help="File of artificial errors that 'verifier train' wrote, to train the baseline.")
    ] = None
    plant: Annotated[
        tuple[Path, ...], typer.Option(help="Correct chains into which to insert errors, for the baseline.")
    ] = ()
    best_of: Annotated[
        tuple[str, ...], typer.Option(help="Attempts with known outcome, for best-of-N; repeatable.")
    ] = ()
    limit: Sample = None
    seed: Seed = 1
    threshold_from: Annotated[str, typer.Option(help="Subset on which to choose the threshold.")] = "processbench_gsm8k"
    draws: Bootstrap = 1000
    keep: Keep = None
    write: Figures = None
    as_json: Json = False


@dataclass(frozen=True, kw_only=True)
class BenchTranslateOptions(Asking):
    """What to measure of translations: of files, or of those that ``translator`` makes now. ``write``: the file for the
    level that ``--trust`` takes."""

    data: LabelledFiles
    formal: Annotated[
        tuple[Path, ...],
        typer.Option("--formal", help="Existing translations of the labelled chains; repeatable."),
    ] = ()
    translator: Annotated[str, typer.Option(help="Translate the chains first: openai:MODEL, hf:PATH or a profile.")] = (
        "none"
    )
    limit: Limit = None
    trust_at: Annotated[
        float,
        typer.Option("--trust-at", min=0.5, max=0.9999, help="Precision per chain that translations must reach."),
    ] = 0.97
    write: Annotated[Path | None, to_write("Write the measured level, for '--trust'.")] = None
    as_json: Json = False
