"""What the commands that label and gate are asked: label, proofs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from verifier.commands.options.shared import (
    Lean,
    Map,
    PrmOptions,
    Setting,
    SplitInto,
    to_write,
)
from verifier.commands.options.translate import LiveOptions
from verifier.commands.options.translations import FormalOptions
from verifier.intake.example import Neutral as NeutralRating
from verifier.intake.splitting.thinking import Thinking
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
        typer.Argument(metavar="IN...", help="JSON, JSON Lines, CSV, Parquet, a saved data set, or a name on the hub."),
    ]
    out: Annotated[Path, to_write("Output file: .jsonl, .jsonl.gz or .parquet.")]
    to: Annotated[
        str | None, typer.Option(help=f"Output format: {', '.join(WRITTEN)} (default: from the file name).")
    ] = None
    format: Annotated[
        str | None,
        typer.Option(
            "--from",
            "--format",
            help="Input format (default: auto-detect).",
        ),
    ] = None
    map: Map = None
    dataset_split: Annotated[str | None, Setting("Split of a data set from the Hugging Face hub.")] = None
    split: SplitInto = "auto"
    thinking: Annotated[Thinking, Setting("How to handle reasoning in <think> tags.")] = "skip"
    neutral: Annotated[NeutralRating, Setting("How to count a rating of 0 in PRM800K.")] = "positive"
    labels: Annotated[
        Labels,
        typer.Option(
            help="exact: settled steps; checked: also checked; estimated: also estimated; soft: probabilities."
        ),
    ] = "exact"
    unknown: Annotated[Missing | None, typer.Option(help="What to do with a step that gets no label.")] = None
    after_error: Annotated[
        AfterError,
        typer.Option(help="After the first error: remove steps (truncate), keep labels (local), label wrong (false)."),
    ] = "truncate"
    lucky: Annotated[
        bool, typer.Option("--lucky", help="Mark lucky chains: a right answer and a step that is labelled wrong.")
    ] = False
    lean: Lean = "auto"
    certify: Annotated[bool, Setting("Prove each result, proved or refuted, again in Lean.")] = False
    timeout: Annotated[float, Setting("Lean time limit per chain, in seconds.", 0.1)] = 60.0
    processes: Annotated[int | None, typer.Option(min=1, help="Worker processes (default: one per processor).")] = None
    limit: Annotated[int | None, typer.Option(min=1, help="Number of rows.")] = None
    seed: Annotated[int | None, Setting("Random seed; with it, --limit takes a random sample of rows.")] = None
    shard: Annotated[str, typer.Option(help="Part of the rows, as i/n, with i from 1 to n.")] = "1/1"
    max_errors: Annotated[int | None, Setting("Largest number of bad rows before the run stops.", 0)] = None
    keep_repeated: Annotated[bool, Setting("Keep rows whose id occurs in an earlier row.")] = False
    resume: Annotated[bool, typer.Option("--resume", help="Continue an interrupted run.")] = False
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the output and start again.")] = False
    cached: Annotated[bool, typer.Option("--cache/--no-cache", help="Use the cache of records.")] = True
    license: Annotated[str | None, Setting("Licence of the output, for its card.")] = None
    ray: Annotated[str | None, Setting("Ray cluster: its address, or 'local'.")] = None


@dataclass(frozen=True, kw_only=True)
class ProofsOptions:
    """What is asked of the gate for Lean proofs. ``records``: a file for records of chains."""

    paths: Annotated[
        tuple[Path, ...],
        typer.Argument(help="Lean files, folders (with Challenge.lean and Candidate.lean), or JSON Lines of proofs."),
    ] = ()
    map: Annotated[
        str | None, typer.Option(help="Column names: statement=COLUMN,proof=COLUMN,header=COLUMN.", metavar="NAMES")
    ] = None
    challenge: Annotated[Path | None, typer.Option(help="The statement: a Lean file with sorry.")] = None
    candidate: Annotated[Path | None, typer.Option(help="The proof: a Lean file with the same statement.")] = None
    format: Annotated[ProofsFormat, typer.Option(help="Output format; json is one object per line.")] = "table"
    axioms: Annotated[str, typer.Option(help="Permitted axioms, separated by commas.")] = AXIOMS
    kernel: Annotated[str | None, typer.Option(help="Second kernel: a program that reads the lean4export format.")] = (
        None
    )
    mathlib: Annotated[
        Path | None,
        typer.Option(
            envvar="VERIFIER_MATHLIB", help="Lake project with a compiled Mathlib, for proofs that import it."
        ),
    ] = None
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Kimina Lean server that elaborates; its answers are claims.")
    ] = None
    comparator: Annotated[
        bool, typer.Option("--comparator", help="Put accepted proofs to 'lake comparator' too (Lean 4.35 or later).")
    ] = False
    min_lean: Annotated[
        str | None,
        typer.Option(
            metavar="VERSION",
            help="Least Lean version; default: 4.34.0 with --mathlib, --server or --comparator, else any.",
        ),
    ] = None
    freeze: Annotated[Path | None, to_write("Frozen statements: written if the file is missing, else compared.")] = None
    timeout: Annotated[float, typer.Option(min=1, help="Processor time limit per proof, in seconds.")] = 120.0
    heartbeats: Annotated[int, typer.Option(min=1, max=4_000_000, help="Lean heartbeats per proof, in thousands.")] = (
        200_000
    )
    jobs: Annotated[int, typer.Option(min=0, help="Parallel proofs; 0: as many as the machine allows.")] = 0
    changed_since: Annotated[
        str | None, typer.Option(help="Check only files that changed since this git revision.")
    ] = None
    cache: Annotated[bool, typer.Option(help="Use cached results of unchanged proofs.")] = True
    records: Annotated[Path | None, to_write("Write the proof steps as records of chains.")] = None
    steps: Annotated[bool, typer.Option("--steps", help="Show the steps of every proof.")] = False
    require_sandbox: Annotated[bool, typer.Option("--require-sandbox", help="Fail if no sandbox is available.")] = False
    holes: Annotated[
        tuple[str, ...],
        typer.Option(metavar="NAME", help="Definition with sorry that a candidate may fill in; repeatable."),
    ] = ()
    allow_metaprogramming: Annotated[
        bool, typer.Option("--allow-metaprogramming", help="Permit metaprograms in candidates.")
    ] = False
