"""What the commands that look for better chains are asked: search, rollouts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from verifier.commands.options.shared import Calibration, DType, Json, Lean, Prm, Seed, to_write
from verifier.labelling.outputs.names import Valued
from verifier.search.choices import POLICIES, TOGETHER, How, Labels, Method, Rule, Value, Vote


@dataclass(frozen=True, kw_only=True)
class PolicyOptions:
    """What writes steps, and how."""

    policy: Annotated[str, typer.Option(help=f"What writes the steps: {', '.join(POLICIES[:-1])} or {POLICIES[-1]}.")]
    seed: Seed = 0
    temperature: Annotated[float, typer.Option(min=0, help="Of a model's sampling.")] = 0.8
    dtype: DType = "auto"
    step_tokens: Annotated[
        int | None, typer.Option(min=1, help="Most tokens of one step; the policy's own if unset.")
    ] = None
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Most tokens of all the rest of a chain, likewise.")] = (
        None
    )
    together: Annotated[int, typer.Option(min=1, help="Problems at work at a time: what they ask is one batch.")] = (
        TOGETHER
    )


@dataclass(frozen=True, kw_only=True)
class SearchOptions(PolicyOptions):
    """What is asked of a search. ``problem``: its text, or ``@FILE``, or ``@FILE.jsonl`` with a problem a line."""

    problem: Annotated[str, typer.Argument(help="The problem, @FILE, or @FILE.jsonl with a problem a line.")]
    method: Annotated[Method, typer.Option(help="Beam search, Monte-Carlo tree search, or whole chains sampled.")] = (
        "beam"
    )
    rule: Annotated[Rule, typer.Option(help="How step values make a chain's.")] = "mean"
    width: Annotated[int, typer.Option(min=1, help="Of beam search: chains that go on.")] = 4
    expansions: Annotated[int, typer.Option(min=1, help="Next steps asked for a chain.")] = 4
    explore: Annotated[float, typer.Option(min=0, help="Of tree search: PUCT's constant.")] = 1.0
    value: Annotated[Value, typer.Option(help="Of tree search: where values come from.")] = "judge"
    rollouts: Annotated[int, typer.Option(min=1, help="Of tree search: rollouts for each node.")] = 2
    count: Annotated[int, typer.Option(min=1, help="Of best-of-n: chains that are sampled.")] = 16
    vote: Annotated[Vote, typer.Option(help="Of best-of-n: how one is chosen.")] = "weighted"
    enough: Annotated[int, typer.Option(min=0, help="Whole chains after which it stops.")] = 0
    nodes: Annotated[int, typer.Option(min=1, help="Most steps that are looked at.")] = 200
    tokens: Annotated[int | None, typer.Option(min=1, help="Most tokens that are written.")] = None
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Longest time.")] = None
    depth: Annotated[int, typer.Option(min=1, help="Most steps of a chain.")] = 20
    answer: Annotated[str | None, typer.Option(help="The reference answer, by which rollouts count.")] = None
    lean: Lean = "off"
    prm: Prm = "none"
    calibration: Calibration = None
    trace: Annotated[Path | None, to_write("Write the trace here, as JSON.")] = None
    draw: Annotated[Path | None, to_write("Write the tree here, as an HTML page.")] = None
    as_json: Json = False


@dataclass(frozen=True, kw_only=True)
class RolloutsOptions(PolicyOptions):
    """What is asked of rollouts."""

    data: Annotated[tuple[str, ...], typer.Argument(help="Chains with answers, in any format that 'label' reads.")]
    out: Annotated[Path, to_write("The output; beside it a journal while the run is not done.")]
    how: Annotated[How, typer.Option(help="Every prefix, a binary search, or OmegaPRM's tree.")] = "every"
    labels: Annotated[Labels, typer.Option(help="Whether any rollout is right, or the share.")] = "hard"
    to: Annotated[Valued, typer.Option(help="The format that is written.")] = "jsonl"
    batch: Annotated[int, typer.Option(min=1, help="Rollouts at a time.")] = 4
    most: Annotated[int, typer.Option(min=1, help="Most rollouts of a prefix.")] = 16
    threshold: Annotated[float, typer.Option(min=0, max=1, help="Of soft labels: what decides.")] = 0.5
    searches: Annotated[int, typer.Option(min=1, help="Of omega: rollouts that are searched.")] = 20
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many chains.")] = None
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an output that is there.")] = False
