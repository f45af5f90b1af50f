"""The commands that look for better chains: search and rollouts."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import Calibration, DType, Lean, Prm, to_write

app = typer.Typer(rich_markup_mode=None)

Together = Annotated[int, typer.Option(min=1, help="Problems at work at a time: what they ask is one batch.")]

POLICY = "replay:FILE, smollm2, local:FOLDER_OR_HUB_ID, chat:URL#MODEL or completions:URL#MODEL."


class Method(StrEnum):
    """How a chain is looked for."""

    BEAM = "beam"
    MCTS = "mcts"
    BEST_OF_N = "best-of-n"


class Vote(StrEnum):
    """How one of many sampled chains is chosen."""

    VALUE = "value"
    MAJORITY = "majority"
    WEIGHTED = "weighted"


class Rule(StrEnum):
    """How step values make a chain's."""

    MIN = "min"
    PRODUCT = "product"
    MEAN = "mean"
    LAST = "last"


class Source(StrEnum):
    """Where the values of tree search come from."""

    JUDGE = "judge"
    ROLLOUTS = "rollouts"
    MIXED = "mixed"


@app.command(
    epilog=examples(
        "search 'Solve 3x + 4 = 19 for x.' --policy smollm2 --draw tree.html",
        "search @problem.txt --policy replay:candidates.jsonl --method mcts --nodes 200 --trace trace.json",
        "search @problems.jsonl --policy smollm2 --together 16 --json",
        "search @problem.txt --policy chat:http://localhost:8000/v1#MODEL --method best-of-n --count 8",
    )
)
def search(
    problem: Annotated[str, typer.Argument(help="The problem, @FILE, or @FILE.jsonl with a problem a line.")],
    policy: Annotated[str, typer.Option(help=f"What writes the steps: {POLICY}")],
    method: Annotated[
        Method, typer.Option(help="Beam search, Monte-Carlo tree search, or whole chains sampled.")
    ] = Method.BEAM,
    rule: Annotated[Rule, typer.Option(help="How step values make a chain's.")] = Rule.MEAN,
    width: Annotated[int, typer.Option(min=1, help="Of beam search: chains that go on.")] = 4,
    expansions: Annotated[int, typer.Option(min=1, help="Next steps asked for a chain.")] = 4,
    explore: Annotated[float, typer.Option(min=0, help="Of tree search: PUCT's constant.")] = 1.0,
    value: Annotated[Source, typer.Option(help="Of tree search: where values come from.")] = Source.JUDGE,
    rollouts: Annotated[int, typer.Option(min=1, help="Of tree search: rollouts for each node.")] = 2,
    count: Annotated[int, typer.Option(min=1, help="Of best-of-n: chains that are sampled.")] = 16,
    vote: Annotated[Vote, typer.Option(help="Of best-of-n: how one is chosen.")] = Vote.WEIGHTED,
    enough: Annotated[int, typer.Option(min=0, help="Whole chains after which it stops.")] = 0,
    nodes: Annotated[int, typer.Option(min=1, help="Most steps that are looked at.")] = 200,
    tokens: Annotated[int | None, typer.Option(min=1, help="Most tokens that are written.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Longest time.")] = None,
    depth: Annotated[int, typer.Option(min=1, help="Most steps of a chain.")] = 20,
    answer: Annotated[str | None, typer.Option(help="The reference answer, by which rollouts count.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same search.")] = 0,
    temperature: Annotated[float, typer.Option(min=0, help="Of a model's sampling.")] = 0.8,
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.OFF,
    prm: Prm = "none",
    calibration: Calibration = None,
    trace: Annotated[Path | None, to_write("Write the trace here, as JSON.")] = None,
    draw: Annotated[Path | None, to_write("Write the tree here, as an HTML page.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
    dtype: DType = "auto",
    together: Together = 8,
) -> None:
    """Look for a chain that solves a problem; partial chains with a step settled incorrect are cut at once."""
    from verifier.commands.search import Wanted, run
    from verifier.search.beam import Beam
    from verifier.search.mcts import Mcts
    from verifier.search.sampling import Sampling
    from verifier.search.tree import Budget

    raise typer.Exit(
        run(
            Wanted(
                problem,
                policy,
                method.value,
                rule.value,
                Beam(width, expansions, enough),
                Mcts(expansions, explore, value.value, rollouts, enough=enough),
                Sampling(count, rule=vote.value),
                Budget(nodes, tokens, seconds, depth),
                answer,
                seed,
                temperature,
                lean.value,
                prm,
                calibration,
                trace,
                draw,
                json,
                dtype,
                together,
            )
        )
    )


class How(StrEnum):
    """Which prefixes are rolled out."""

    EVERY = "every"
    BINARY = "binary"
    OMEGA = "omega"


class Labels(StrEnum):
    """What rollouts make of a prefix."""

    HARD = "hard"
    SOFT = "soft"


class To(StrEnum):
    """The format that is written."""

    JSONL = "jsonl"
    MATH_SHEPHERD = "math-shepherd"
    MATH_APS = "math-aps"
    PROCESSBENCH = "processbench"
    PRM800K = "prm800k"
    TRL = "trl"


@app.command(
    name="rollouts",
    epilog=examples(
        "rollouts data.jsonl --policy smollm2 --out labels.jsonl",
        "rollouts data.jsonl --policy replay:rollouts.jsonl --out labels.jsonl --how binary --most 16",
    ),
)
def rolled(
    data: Annotated[list[str], typer.Argument(help="Chains with answers, in any format that label reads.")],
    policy: Annotated[str, typer.Option(help=f"What writes the rollouts: {POLICY}")],
    out: Annotated[Path, to_write("The output; beside it a journal while the run is not done.")],
    how: Annotated[How, typer.Option(help="Every prefix, a binary search, or OmegaPRM's tree.")] = How.EVERY,
    labels: Annotated[Labels, typer.Option(help="Whether any rollout is right, or the share.")] = Labels.HARD,
    to: Annotated[To, typer.Option(help="The format that is written.")] = To.JSONL,
    batch: Annotated[int, typer.Option(min=1, help="Rollouts at a time.")] = 4,
    most: Annotated[int, typer.Option(min=1, help="Most rollouts of a prefix.")] = 16,
    threshold: Annotated[float, typer.Option(min=0, max=1, help="Of soft labels: what decides.")] = 0.5,
    searches: Annotated[int, typer.Option(min=1, help="Of omega: rollouts that are searched.")] = 20,
    seed: Annotated[int, typer.Option(help="The same seed gives the same rollouts.")] = 0,
    temperature: Annotated[float, typer.Option(min=0, help="Of a model's sampling.")] = 0.8,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first rows.")] = None,
    dtype: DType = "auto",
    together: Together = 8,
) -> None:
    """Value the steps of chains by rollouts: the share of them that reach the right answer from there."""
    from verifier.commands.rollouts import Wanted, run
    from verifier.search.omega import Omega
    from verifier.search.rolled import Order
    from verifier.search.rollouts import Plan

    try:
        plan = Plan(labels.value, min(batch, most), most, threshold)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    order = Order(how.value, plan, Omega(searches), to.value, seed)
    raise typer.Exit(run(Wanted(tuple(data), policy, out, order, temperature, limit, dtype, together)))
