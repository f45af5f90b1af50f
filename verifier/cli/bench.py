"""The commands that measure: bench ..."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import Answers, Budget, Device, Lean, Offline, Samples, Translator, to_write

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="What verdicts are worth, on labelled chains.")


class Part(StrEnum):
    """What ``bench peers`` compares."""

    ANSWERS = "answers"
    LEAN = "lean"
    SCORING = "scoring"
    QUALITY = "quality"


@app.command(
    "exact",
    epilog=examples(
        "bench exact labelled.jsonl.gz --limit 100 --show", "bench exact a.jsonl b.jsonl --split --write figures.md"
    ),
)
def bench_exact(
    data: Annotated[list[Path], typer.Argument(help="Labelled chains, as JSON lines, gzipped or not.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Judge only the first so many chains of each file.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Print the cases that a person should look at.")] = False,
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.OFF,
    split: Annotated[
        bool, typer.Option("--split", help="Report a third of the problems, held out by hash, apart.")
    ] = False,
    write: Annotated[
        Path | None,
        to_write("Write the figures as tables between the marks of this Markdown file."),
    ] = None,
) -> None:
    """Judge labelled chains by exact means and print how right the settled verdicts are."""
    from verifier.commands.bench.exact import Wanted, exact

    raise typer.Exit(exact(Wanted(data, limit, show, lean.value, split, write)))


@app.command(
    "label",
    epilog=examples(
        "bench label data.jsonl --limit 200 --lean-limit 0",
        "bench label data.jsonl --processes 1,2,4 --json > runs.jsonl",
        "bench label data.jsonl --memory 1000,10000",
    ),
)
def bench_label(
    data: Annotated[list[str], typer.Argument(help="Chains, as 'verifier label' reads them.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Label only the first so many chains of each file.")] = None,
    lean_limit: Annotated[int, typer.Option(min=0, help="Chains that get Lean certificates; 0: none.")] = 100,
    processes: Annotated[str, typer.Option(help="How many processes, one run after another: 1,2,4,...")] = "1,2",
    memory: Annotated[str, typer.Option(help="Counts of one-step chains, for memory: 1000,10000,...")] = "",
    ray: Annotated[bool, typer.Option("--ray", help="Measure Ray on this machine, too.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the runs as JSON lines, for 'verifier plot'.")] = False,
) -> None:
    """Label chains in several ways and print how fast it was, and how much memory it took."""
    from verifier.commands.bench.label import Wanted
    from verifier.commands.bench.label import bench_label as run

    counts = _counts("--memory", memory) if memory else []
    raise typer.Exit(run(Wanted(data, limit, _counts("--processes", processes), lean_limit, counts, ray, json)))


def _counts(option: str, text: str) -> list[int]:
    counts = [int(part) if part.strip().isdecimal() else 0 for part in text.split(",")]
    if not all(counts):
        raise typer.BadParameter(f"expected {option} as numbers above 0 with commas between them, got {text!r}")
    return counts


@app.command(
    "prm",
    epilog=examples(
        "bench prm processbench_gsm8k.jsonl other.jsonl",
        "bench prm data.jsonl --threshold-from data --prm own:model --examples model/run/planted.jsonl --json",
    ),
)
def bench_prm(
    data: Annotated[list[str], typer.Argument(help="Labelled chains, in any format that 'label' reads.")],
    prm: Annotated[str, typer.Option(help="The model: default, or KIND:MODEL.")] = "default",
    examples: Annotated[
        Path | None, typer.Option(help="What 'train' planted (OUT/run/planted.jsonl): for the bag of words.")
    ] = None,
    plant: Annotated[
        list[Path] | None, typer.Option(help="Right chains to plant errors into, for the bag of words.")
    ] = None,
    answers: Annotated[
        list[Path] | None, typer.Option(help="Chains with known final answers, to train an outcome model on.")
    ] = None,
    best_of: Annotated[list[str] | None, typer.Option(help="Attempts of known outcome, for best-of-N.")] = None,
    calibration: Annotated[Path | None, typer.Option(help="What 'calibrate' made, measured beside.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many chains of each file, at random.")] = None,
    seed: Annotated[int, typer.Option(help="The seed by which chains are drawn.")] = 1,
    threshold_from: Annotated[
        str, typer.Option(help="The subset on which the threshold is chosen, to be kept on all.")
    ] = "processbench_gsm8k",
    bootstrap: Annotated[int, typer.Option(min=0, help="Resampled data sets behind each interval.")] = 1000,
    keep: Annotated[Path | None, typer.Option(help="A folder for what is done; a later run goes on from it.")] = None,
    write: Annotated[
        Path | None,
        to_write("Write the figures as tables between the marks of this Markdown file."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON lines.")] = False,
    device: Device = "auto",
    dtype: Annotated[
        str, typer.Option(help="The numbers of such a model: auto, float32, bfloat16 or float16.")
    ] = "auto",
) -> None:
    """Compare a process reward model, exact verdicts, both fused, and baselines, in one table."""
    from verifier.commands.bench.prm import Wanted, table

    many = tuple(plant or ()), tuple(answers or ()), tuple(best_of or ())
    wanted = Wanted(
        tuple(data), prm, examples, *many, calibration, limit, seed, threshold_from, bootstrap, keep, write, json,
        device, dtype,
    )  # fmt: skip
    raise typer.Exit(table(wanted))


@app.command(
    "peers",
    epilog=examples(
        "bench peers --only answers --only scoring", "bench peers labelled.jsonl --limit 200 --write figures.md"
    ),
)
def bench_peers(
    data: Annotated[
        list[str] | None, typer.Argument(help="Labelled chains, in any format that 'label' reads: for quality.")
    ] = None,
    only: Annotated[list[Part] | None, typer.Option(help="Compare only this; may be said again.")] = None,
    count: Annotated[int, typer.Option(min=2, help="Pairs of answers of a kind, and claims in a batch.")] = 400,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in which the ways take turns.")] = 5,
    limit: Annotated[
        int | None, typer.Option(min=1, help="A sample of so many chains of each file, the same every time.")
    ] = None,
    bootstrap: Annotated[int, typer.Option(min=0, help="Resampled data sets behind each interval.")] = 500,
    write: Annotated[Path | None, to_write("Write all tables between the marks of this Markdown file.")] = None,
    quote: Annotated[Path | None, to_write("Write the ratios between the marks of this one.")] = None,
) -> None:
    """Do the same work here and as others do it, in one run, and print how many times as fast and how right it is."""
    from verifier.commands.bench.peers import PARTS, Wanted, run

    parts = tuple(dict.fromkeys(part.value for part in only or ())) or tuple(PARTS)
    raise typer.Exit(run(Wanted(tuple(data or ()), parts, count, rounds, limit, bootstrap, write, quote)))


@app.command(
    "gaming",
    epilog=examples("bench gaming labelled.jsonl", "bench gaming labelled.jsonl --limit 10 --write figures.md"),
)
def bench_gaming(
    data: Annotated[list[str], typer.Argument(help="Labelled chains, in any format that 'label' reads.")],
    prm: Annotated[str, typer.Option(help="The model: default, or KIND:MODEL.")] = "default",
    limit: Annotated[int, typer.Option(min=1, help="At most so many wrong chains of each file, at random.")] = 30,
    seed: Annotated[int, typer.Option(help="The seed by which chains are drawn.")] = 1,
    threshold: Annotated[float, typer.Option(help="A step that is scored below it is accused.")] = 0.5,
    rounds: Annotated[int, typer.Option(min=1, help="Rewrites that may be laid upon each other.")] = 3,
    write: Annotated[Path | None, to_write("Write the figures between the marks of this Markdown file.")] = None,
) -> None:
    """Search for flattery and paraphrases that talk wrong steps up, and print how often a system resists."""
    from verifier.commands.bench.gaming import Wanted, run

    raise typer.Exit(run(Wanted(tuple(data), prm, limit, seed, threshold, rounds, write)))


@app.command("fusion", epilog=examples("bench fusion", "bench fusion --prm own:model"))
def bench_fusion(
    prm: Annotated[str, typer.Option(help="The model whose fusion is shown: default, or own:FOLDER.")] = "default",
) -> None:
    """Print the coefficients by which scores and evidence are fused."""
    from verifier.commands.bench.prm import coefficients

    raise typer.Exit(coefficients(prm))


@app.command(
    "translate",
    epilog=examples(
        "bench translate data.jsonl --translator openai:MODEL --prices 2.5,10",
        "bench translate a.jsonl b.jsonl --translator openai:MODEL --write level.json",
    ),
)
def bench_translate(
    data: Annotated[list[str], typer.Argument(help="Labelled chains, in any format that 'verifier eval' reads.")],
    translator: Translator,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many chains of each file.")] = None,
    translator_samples: Samples = 3,
    translator_budget: Budget = None,
    translator_answers: Answers = None,
    translator_offline: Offline = False,
    prices: Annotated[str, typer.Option(help="Price of a million tokens read and written: 2.5,10")] = "0,0",
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.OFF,
    write: Annotated[
        Path | None,
        to_write("Write the level that was measured, which '--trust-translator' takes."),
    ] = None,
) -> None:
    """Let a language model translate labelled chains and print how right and how dear that is."""
    from verifier.commands.bench.translate import Wanted
    from verifier.commands.bench.translate import bench_translate as run
    from verifier.translating.choose import Wish

    try:
        read, written = map(float, prices.split(","))
    except ValueError as error:
        raise typer.BadParameter(f"expected --prices as two numbers, got {prices!r}") from error
    wish = Wish(translator, translator_answers, translator_offline, translator_budget, read, written)
    raise typer.Exit(run(Wanted(data, wish, translator_samples, limit, lean.value, write=write)))
