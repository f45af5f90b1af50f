"""The commands that look for better chains: search and rollouts."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.searching import RolloutsOptions, SearchOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "search 'Solve 3x + 4 = 19 for x.' --policy qwen2.5-0.5b",
        "search @p.txt --policy replay:s.jsonl --method mcts --trace t.json",
        "search @problems.jsonl --policy qwen2.5-1.5b --keep kept.jsonl",
        "search @p.txt --policy chat:http://localhost:8000/v1#MODEL",
    )
)
@taking(SearchOptions)
def search(options: SearchOptions) -> int:
    """Search for a solution; discard a chain as soon as it is refuted."""
    from verifier.commands.search import run

    return run(options)


@app.command(
    name="rollouts",
    epilog=examples(
        "rollouts d.jsonl --policy qwen2.5-1.5b --exact --out labels.jsonl",
        "rollouts d.jsonl --policy replay:r.jsonl --out l.jsonl --how binary",
    ),
)
@taking(RolloutsOptions)
def rolled(options: RolloutsOptions) -> int:
    """Estimate the value of each step by completing the chain after it."""
    from verifier.commands.models.rollouts import run
    from verifier.search.rollouts.omega import Omega
    from verifier.search.rollouts.rollout_job import RolloutSpec
    from verifier.search.rollouts.rollouts import RolloutSettings

    try:
        plan = RolloutSettings(options.labels, min(options.batch, options.most), options.most, options.threshold)
        spec = RolloutSpec(options.how, plan, Omega(options.searches), options.to, options.seed, options.exact)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    return run(options, spec)
