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

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Benchmarks on labelled chains.")


@app.command(
    "exact",
    epilog=examples(
        "bench exact labelled.jsonl.gz --limit 100 --show", "bench exact a.jsonl b.jsonl --split --write figures.md"
    ),
)
@taking(BenchExactOptions)
def bench_exact(options: BenchExactOptions) -> int:
    """Measure how many steps are settled, and how many of these are right."""
    from verifier.commands.bench.exact import exact

    return exact(options)


@app.command(
    "prm",
    epilog=examples(
        "bench prm processbench_gsm8k.jsonl other.jsonl",
        "bench prm data.jsonl --threshold-from data --prm own:model --json",
    ),
)
@taking(BenchPrmOptions)
def bench_prm(options: BenchPrmOptions) -> int:
    """Compare a model, exact verdicts, their combination, and baselines."""
    from verifier.commands.bench.prm import table

    return table(options)


@app.command(
    "translate",
    epilog=examples(
        "bench translate d.jsonl --formal both.jsonl --write level.json",
        "bench translate d.jsonl --translator openai:MODEL --write l.json",
    ),
)
@taking(BenchTranslateOptions)
def bench_translate(options: BenchTranslateOptions) -> int:
    """Measure how often translations are right; --trust can use the result."""
    from verifier.commands.bench.translate import bench_translate as run

    if bool(options.formal) == (options.translator != "none"):
        raise typer.BadParameter("expected --formal FILE, or --translator to make translations now, not both")
    return run(options)
