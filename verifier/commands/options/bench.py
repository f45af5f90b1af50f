"""What the benchmarks are asked: bench all, exact, label, prm, peers, gaming."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from verifier.commands.options.shared import (
    LABELLED,
    Bootstrap,
    Figures,
    Json,
    Keep,
    LabelledFiles,
    Lean,
    Limit,
    Model,
    PlantMeaning,
    PrmOptions,
    Sample,
    Seed,
    to_write,
)
from verifier.commands.options.translate import Asking

Part = Literal["answers", "lean", "quality"]
"""What ``bench peers`` compares."""


Section = Literal["exact", "programs", "translations", "model", "labelling", "peers"]
"""A benchmark of ``bench all``."""


@dataclass(frozen=True, kw_only=True)
class BenchAllOptions:
    """What of everything to measure. ``data``: the folder that the labelled chains are in, under their usual names;
    ``keep``: the folder of what was measured already; ``write``: the Markdown file."""

    data: Annotated[Path, typer.Argument(help="The folder of the data: processbench_math.jsonl.gz and the like.")]
    quick: Annotated[bool, typer.Option("--quick", help="Samples that take minutes, not hours.")] = False
    only: Annotated[tuple[Section, ...], typer.Option(help="Measure only this; may be said again.")] = ()
    keep: Keep = None
    write: Figures = None


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
class BenchGuardsOptions:
    """What to measure of the guards of the exact reading."""

    data: Annotated[tuple[Path, ...], typer.Argument(help="Labelled chains, as JSON lines, gzipped or not.")]
    limit: Limit = None
    as_json: Json = False


@dataclass(frozen=True, kw_only=True)
class BenchReaderOptions:
    """What to measure of the exact reading, as a level. ``write``: the file for it."""

    data: LabelledFiles
    limit: Limit = None
    lean: Lean = "off"
    about: Annotated[str, typer.Option(help="What text this is, in words; by default the names of the files.")] = ""
    write: Annotated[Path | None, to_write("Write the level that was measured.")] = None
    as_json: Json = False


@dataclass(frozen=True, kw_only=True)
class BenchFormalOptions:
    """What to measure of translations: files, one for each sample, and the labelled chains they are of."""

    files: Annotated[tuple[Path, ...], typer.Argument(help="Formal chains, a file for each translation made apart.")]
    chains: Annotated[tuple[str, ...], typer.Option(help="The labelled chains that they translate.")]
    lean: Annotated[
        bool, typer.Option("--lean", help="Put every decided formula to Lean, and print its share of all statements.")
    ] = False


@dataclass(frozen=True, kw_only=True)
class BenchProgramsOptions:
    """What to measure of chains about programs."""

    data: Annotated[Path, typer.Argument(help="Chains about programs, as JSON lines, gzipped or not.")]
    limit: Limit = None
    held_out: Annotated[
        bool, typer.Option("--held-out", help="The half of the programs that is held out by hash, and not the other.")
    ] = False
    show: Annotated[bool, typer.Option("--show", help="Print every error that is settled, too.")] = False


@dataclass(frozen=True, kw_only=True)
class BenchLabelOptions:
    """What to measure of labelling. ``processes``, ``memory``: numbers with commas between them."""

    data: Annotated[tuple[str, ...], typer.Argument(help="Chains, as 'verifier label' reads them.")]
    limit: Limit = None
    lean_limit: Annotated[int, typer.Option(min=0, help="Chains that get Lean certificates; 0: none.")] = 100
    processes: Annotated[str, typer.Option(help="How many processes, one run after another: 1,2,4,...")] = "1,2"
    memory: Annotated[str, typer.Option(help="Counts of one-step chains, for memory: 1000,10000,...")] = ""
    ray: Annotated[bool, typer.Option("--ray", help="Measure Ray on this machine, too.")] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print the runs as JSON lines, for 'verifier plot'.")] = False


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
class BenchPeersOptions:
    """What to compare with others. ``data``: labelled chains for ``quality``; ``count``: pairs of answers and claims in
    a batch; ``write``: for all tables, ``quote``: for the ratios alone."""

    data: Annotated[tuple[str, ...], typer.Argument(help=f"{LABELLED.rstrip('.')}: for quality.")] = ()
    only: Annotated[tuple[Part, ...], typer.Option(help="Compare only this; may be said again.")] = ()
    count: Annotated[int, typer.Option(min=2, help="Pairs of answers of a kind, and claims in a batch.")] = 400
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in which the ways take turns.")] = 5
    limit: Sample = None
    draws: Bootstrap = 500
    write: Figures = None
    quote: Annotated[Path | None, to_write("Write the ratios between the marks of this one.")] = None


@dataclass(frozen=True, kw_only=True)
class BenchGamingOptions:
    """What to search for in a model."""

    data: LabelledFiles
    prm: Model = "default"
    limit: Annotated[int, typer.Option(min=1, help="At most so many wrong chains of each file, at random.")] = 30
    seed: Seed = 1
    threshold: Annotated[float, typer.Option(help="A step that is scored below it is accused.")] = 0.5
    rounds: Annotated[int, typer.Option(min=1, help="Rewrites that may be laid upon each other.")] = 3
    write: Figures = None


@dataclass(frozen=True, kw_only=True)
class BenchHeadsOptions:
    """Which heads to train on a frozen model, by whom, and on what to measure them. ``write``: the Markdown file."""

    data: LabelledFiles
    prm: Model = "default"
    plant: Annotated[tuple[Path, ...], typer.Option(help="Right chains, into which errors are planted.")] = ()
    plant_meaning: PlantMeaning = ()
    answers: Annotated[tuple[Path, ...], typer.Option(help="Chains of which only the final answer is known.")] = ()
    formal: Annotated[tuple[Path, ...], typer.Option(help="Formal chains, whose states are labels.")] = ()
    texts: Annotated[tuple[Path, ...], typer.Option(help="The chains that --formal translates.")] = ()
    most: Annotated[int, typer.Option(min=1, help="Chains taken of each file to learn from.")] = 300
    limit: Sample = 150
    parts: Annotated[tuple[int, ...], typer.Option(min=1, help="Principal parts of the states that a head sees.")] = (
        8,
    )
    shares: Annotated[
        tuple[float, ...], typer.Option(min=0.01, max=1, help="Shares of the problems that a head learns from.")
    ] = (1.0,)
    seed: Seed = 1
    draws: Bootstrap = 300
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
