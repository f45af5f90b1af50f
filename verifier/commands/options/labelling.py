"""What the commands that label and gate are asked: label, proofs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from verifier.commands.options.shared import (
    Certify,
    Lean,
    Map,
    Neutral,
    OfThinking,
    PrmOptions,
    SplitInto,
    Timeout,
    to_write,
)
from verifier.commands.options.translate import LiveOptions
from verifier.commands.options.translations import FormalOptions
from verifier.intake.formats.names import READ
from verifier.labelling.outputs.names import WRITTEN
from verifier.report.ci.formats import ProofsFormat

Labels = Literal["exact", "checked", "estimated", "soft"]
Missing = Literal["truncate", "drop", "null"]
AfterError = Literal["truncate", "local", "false"]

AXIOMS = "propext,Classical.choice,Quot.sound"


@dataclass(frozen=True, kw_only=True)
class LabelOptions(FormalOptions, LiveOptions, PrmOptions):
    """What is asked of a labelling run."""

    data: Annotated[
        tuple[str, ...],
        typer.Argument(
            metavar="IN...", help="JSON, JSON lines, CSV, Parquet, gzipped or not; a saved data set; a name."
        ),
    ]
    out: Annotated[Path, to_write("The file to write: .jsonl, .jsonl.gz or .parquet.")]
    to: Annotated[
        str | None, typer.Option(help=f"Its format: {', '.join(WRITTEN)}. By default as the file is called.")
    ] = None
    format: Annotated[
        str | None,
        typer.Option(
            "--from",
            "--format",
            help=f"The format of the input, where it is not to be told: {', '.join(READ)}.",
        ),
    ] = None
    map: Map = None
    dataset_split: Annotated[str | None, typer.Option(help="Which split of a data set.")] = None
    split: SplitInto = "auto"
    thinking: OfThinking = "skip"
    neutral: Neutral = "positive"
    labels: Annotated[Labels, typer.Option(help="What a label means.")] = "exact"
    unknown: Annotated[
        Missing | None, typer.Option(help="What becomes of a step without a label; null where the format has it.")
    ] = None
    after_error: Annotated[
        AfterError, typer.Option(help="What follows the first error: nothing, own labels, or false.")
    ] = "truncate"
    lean: Lean = "auto"
    certify: Certify = False
    timeout: Timeout = 60.0
    processes: Annotated[int | None, typer.Option(min=1, help="Workers; by default one for each processor.")] = None
    limit: Annotated[int | None, typer.Option(min=1, help="Take only so many rows.")] = None
    seed: Annotated[int | None, typer.Option(help="Take a sample of --limit rows, and not the first.")] = None
    shard: Annotated[str, typer.Option(help="Take one part of the rows, i/n, with i from 1 to n.")] = "1/1"
    max_errors: Annotated[int | None, typer.Option(min=0, help="Stop when more rows than this are bad.")] = None
    keep_repeated: Annotated[
        bool, typer.Option("--keep-repeated", help="Keep rows whose id another row had before.")
    ] = False
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was cut short.")] = False
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the output, and begin anew.")] = False
    cached: Annotated[bool, typer.Option("--cache/--no-cache", help="Use and keep records of chains.")] = True
    license: Annotated[
        str | None, typer.Option(help="The licence of what is written, as the hub calls it, for the card.")
    ] = None
    ray: Annotated[str | None, typer.Option(help="A Ray cluster to work on: its address, or 'local'.")] = None


@dataclass(frozen=True, kw_only=True)
class ProofsOptions:
    """What is asked of the gate for Lean proofs. ``records``: a file for records of chains."""

    paths: Annotated[
        tuple[Path, ...],
        typer.Argument(
            help="A folder whose subfolders hold Challenge.lean and Candidate.lean, a folder of Lean files, "
            'a Lean file, or JSON lines of {"id", "statement", "proof", "header"}.'
        ),
    ] = ()
    map: Annotated[
        str | None, typer.Option(help="Columns of rows: statement=COLUMN,proof=COLUMN,header=COLUMN.", metavar="NAMES")
    ] = None
    challenge: Annotated[Path | None, typer.Option(help="The statement: a Lean file with sorry.")] = None
    candidate: Annotated[Path | None, typer.Option(help="The proof: a Lean file that states the same.")] = None
    format: Annotated[ProofsFormat, typer.Option(help="How results are printed; json is one object a line.")] = "table"
    axioms: Annotated[str, typer.Option(help="Axioms that a proof may rest on, with commas.")] = AXIOMS
    kernel: Annotated[
        str | None, typer.Option(help="A second kernel: a program that reads the lean4export format.")
    ] = None
    timeout: Annotated[float, typer.Option(min=1, help="Seconds of processor time for one proof.")] = 120.0
    heartbeats: Annotated[int, typer.Option(min=1, max=4_000_000, help="Lean's own measure of work, in thousands.")] = (
        200_000
    )
    jobs: Annotated[int, typer.Option(min=0, help="Proofs at once; 0: as many as processors and memory allow.")] = 0
    changed_since: Annotated[str | None, typer.Option(help="Look only at files that git shows changed since.")] = None
    cache: Annotated[bool, typer.Option(help="Take results of unchanged proofs from the cache.")] = True
    records: Annotated[Path | None, to_write("Write the steps as records of chains into this file.")] = None
    steps: Annotated[bool, typer.Option("--steps", help="Show the steps of every proof in the table.")] = False
    require_sandbox: Annotated[
        bool, typer.Option("--require-sandbox", help="Refuse to run where candidates cannot be shut in.")
    ] = False
    holes: Annotated[
        tuple[str, ...], typer.Option(metavar="NAME", help="A definition that a candidate may choose; repeatable.")
    ] = ()
    allow_metaprogramming: Annotated[
        bool, typer.Option("--allow-metaprogramming", help="Let candidates run code while they are elaborated.")
    ] = False
