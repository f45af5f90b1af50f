"""The commands that measure: bench ..."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.bench import (
    BenchExactOptions,
    BenchPrmOptions,
    BenchTranslateOptions,
)

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="What verdicts are worth, on labelled chains.")


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
