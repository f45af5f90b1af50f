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

    data: Annotated[tuple[Path, ...], typer.Argument(help="Labelled chains, as JSON lines, gzipped or not.")]
    limit: Limit = None
    show: Annotated[bool, typer.Option("--show", help="Print the cases that a person should look at.")] = False
    lean: Lean = "off"
    split: Annotated[bool, typer.Option("--split", help="Report a third of the problems, held out by hash, apart.")] = (
        False
    )
    write: Figures = None


@dataclass(frozen=True, kw_only=True)
class BenchPrmOptions(PrmOptions):
    """What to compare of models. ``examples``: what ``verifier train`` planted, or ``plant``: right chains to plant
    errors into now, for the bag of words; ``best_of``: attempts of known outcome; ``keep``: the folder of what was
    done already; ``write``: the Markdown file."""

    data: LabelledFiles
    prm: Model = "default"
    examples: Annotated[
        Path | None, typer.Option(help="What 'train' planted (OUT/run/planted.jsonl): for the bag of words.")
    ] = None
    plant: Annotated[
        tuple[Path, ...], typer.Option(help="Right chains to plant errors into, for the bag of words.")
    ] = ()
    best_of: Annotated[tuple[str, ...], typer.Option(help="Attempts of known outcome, for best-of-N.")] = ()
    limit: Sample = None
    seed: Seed = 1
    threshold_from: Annotated[
        str, typer.Option(help="The subset on which the threshold is chosen, to be kept on all.")
    ] = "processbench_gsm8k"
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
        typer.Option("--formal", help="Formal chains of the labelled ones, made before; may be given several times."),
    ] = ()
    translator: Annotated[
        str, typer.Option(help="openai:MODEL, or hf:PATH: translates the labelled chains now, to be measured.")
    ] = "none"
    limit: Limit = None
    trust_at: Annotated[
        float,
        typer.Option("--trust-at", min=0.5, max=0.9999, help="The precision that a level is to show, by chains."),
    ] = 0.97
    write: Annotated[Path | None, to_write("Write the level that was measured, which '--trust' takes.")] = None
    as_json: Json = False
