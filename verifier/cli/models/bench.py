"""The commands that measure: bench ..."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.bench import (
    BenchAllOptions,
    BenchExactOptions,
    BenchFormalOptions,
    BenchGamingOptions,
    BenchGuardsOptions,
    BenchHeadsOptions,
    BenchLabelOptions,
    BenchPeersOptions,
    BenchPrmOptions,
    BenchProgramsOptions,
    BenchReaderOptions,
    BenchTranslateOptions,
)

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="What verdicts are worth, on labelled chains.")


@app.command(
    "all",
    epilog=examples("bench all data --quick", "bench all data --quick --keep measured --write figures.md"),
)
@taking(BenchAllOptions)
def bench_all(options: BenchAllOptions) -> int:
    """Measure everything that there are data for, and print one page of figures."""
    from verifier.commands.bench.every.run import run

    return run(options)


@app.command(
    "exact",
    epilog=examples(
        "bench exact labelled.jsonl.gz --limit 100 --show", "bench exact a.jsonl b.jsonl --split --write figures.md"
    ),
)
@taking(BenchExactOptions)
def bench_exact(options: BenchExactOptions) -> int:
    """Judge labelled chains by exact means and print how right the settled verdicts are."""
    from verifier.commands.bench.exact import exact

    return exact(options)


@app.command(
    "guards",
    epilog=examples("bench guards labelled.jsonl.gz --limit 100", "bench guards a.jsonl b.jsonl --json > worth.jsonl"),
)
@taking(BenchGuardsOptions)
def bench_guards(options: BenchGuardsOptions) -> int:
    """Switch off each guard of the exact reading in turn, and print which accusations and approvals it prevents."""
    from verifier.commands.bench.guards import guards

    return guards(options)


@app.command(
    "reader",
    epilog=examples("bench reader steps.jsonl", "bench reader a.jsonl b.jsonl --about 'what it is' --write level.json"),
)
@taking(BenchReaderOptions)
def bench_reader(options: BenchReaderOptions) -> int:
    """Measure how often the exact reading accuses right steps and approves wrong ones, by kind of text, as a level."""
    from verifier.commands.bench.reader import reader

    return reader(options)


@app.command(
    "programs",
    epilog=examples("bench programs chains.jsonl.gz --show", "bench programs chains.jsonl.gz --held-out"),
)
@taking(BenchProgramsOptions)
def bench_programs(options: BenchProgramsOptions) -> int:
    """Judge chains about programs, and print what their runs settle, and what of it is wrong."""
    from verifier.commands.bench.programs import programs

    return programs(options)


@app.command(
    "label",
    epilog=examples(
        "bench label data.jsonl --limit 200 --lean-limit 0",
        "bench label data.jsonl --processes 1,2,4 --json > runs.jsonl",
        "bench label data.jsonl --memory 1000,10000",
    ),
)
@taking(BenchLabelOptions)
def bench_label(options: BenchLabelOptions) -> int:
    """Label chains in several ways and print how fast it was, and how much memory it took."""
    from verifier.commands.bench.label import bench_label as run

    counts = _counts("--memory", options.memory) if options.memory else []
    return run(options, _counts("--processes", options.processes), counts)


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
@taking(BenchPrmOptions)
def bench_prm(options: BenchPrmOptions) -> int:
    """Compare a process reward model, exact verdicts, both fused, and baselines, in one table."""
    from verifier.commands.bench.prm import table

    return table(options)


@app.command(
    "peers",
    epilog=examples(
        "bench peers --only answers --only lean", "bench peers labelled.jsonl --limit 200 --write figures.md"
    ),
)
@taking(BenchPeersOptions)
def bench_peers(options: BenchPeersOptions) -> int:
    """Do the same work here and as others do it, in one run, and print how many times as fast and how right it is."""
    from verifier.commands.bench.peers import run

    return run(options)


@app.command(
    "gaming",
    epilog=examples("bench gaming labelled.jsonl", "bench gaming labelled.jsonl --limit 10 --write figures.md"),
)
@taking(BenchGamingOptions)
def bench_gaming(options: BenchGamingOptions) -> int:
    """Search for flattery and paraphrases that talk wrong steps up, and print how often a system resists."""
    from verifier.commands.bench.gaming import run

    return run(options)


@app.command(
    "heads",
    epilog=examples(
        "bench heads a.jsonl b.jsonl --plant-meaning right.jsonl --parts 8 --parts 32 --keep kept",
        "bench heads a.jsonl b.jsonl --answers model_chains.jsonl --shares 0.25 --shares 1",
    ),
)
@taking(BenchHeadsOptions)
def bench_heads(options: BenchHeadsOptions) -> int:
    """Train small heads on what a frozen model gives of each step, and print what they know of people's labels."""
    from verifier.commands.bench.heads import run

    return run(options)


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
        "bench translate labelled.jsonl --formal a.jsonl --formal b.jsonl --write level.json",
        "bench translate labelled.jsonl --translator openai:MODEL --samples 2 --write level.json",
    ),
)
@taking(BenchTranslateOptions)
def bench_translate(options: BenchTranslateOptions) -> int:
    """Measure how right the steps are that translations of labelled chains would settle, and write it as a level."""
    from verifier.commands.bench.translate import bench_translate as run

    if bool(options.formal) == (options.translator != "none"):
        raise typer.BadParameter("expected --formal FILE, or --translator to make translations now, not both")
    return run(options)


@app.command(
    "formal",
    epilog=examples("bench formal a.jsonl b.jsonl --chains labelled.jsonl.gz"),
)
@taking(BenchFormalOptions)
def bench_formal(options: BenchFormalOptions) -> int:
    """Judge translations of labelled chains, alone and agreeing, and print how right that is."""
    from verifier.commands.bench.formal import formal

    return formal(options)
