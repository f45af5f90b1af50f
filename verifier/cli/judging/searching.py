"""The commands that look for better chains: search and rollouts."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.searching import RolloutsOptions, SearchOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "search 'Solve 3x + 4 = 19 for x.' --policy smollm2 --draw tree.html",
        "search @problem.txt --policy replay:candidates.jsonl --method mcts --nodes 200 --trace trace.json",
        "search @problems.jsonl --policy smollm2 --together 16 --json",
        "search @problem.txt --policy chat:http://localhost:8000/v1#MODEL --method best-of-n --count 8",
    )
)
@taking(SearchOptions)
def search(options: SearchOptions) -> int:
    """Look for a chain that solves a problem; partial chains with a step settled incorrect are cut at once."""
    from verifier.commands.search import run

    return run(options)


@app.command(
    name="rollouts",
    epilog=examples(
        "rollouts data.jsonl --policy smollm2 --out labels.jsonl",
        "rollouts data.jsonl --policy replay:rollouts.jsonl --out labels.jsonl --how binary --most 16",
    ),
)
@taking(RolloutsOptions)
def rolled(options: RolloutsOptions) -> int:
    """Value the steps of chains by rollouts: the share of them that reach the right answer from there."""
    from verifier.commands.models.rollouts import run
    from verifier.search.rollouts.omega import Omega
    from verifier.search.rollouts.rollout_job import RolloutSpec
    from verifier.search.rollouts.rollouts import RolloutSettings

    try:
        plan = RolloutSettings(options.labels, min(options.batch, options.most), options.most, options.threshold)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    return run(options, RolloutSpec(options.how, plan, Omega(options.searches), options.to, options.seed))
