"""What the commands that look for better chains are asked: search, rollouts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from verifier.commands.options.shared import Calibration, Json, Lean, Prm, Seed, to_write
from verifier.labelling.outputs.names import Valued
from verifier.search.choices import POLICIES, TOGETHER, How, Labels, Method, Rule, Value, Vote


@dataclass(frozen=True, kw_only=True)
class PolicyOptions:
    """What writes steps, and how."""

    policy: Annotated[str, typer.Option(help=f"Source of the steps: {', '.join(POLICIES[:-1])} or {POLICIES[-1]}.")]
    seed: Seed = 0
    temperature: Annotated[float, typer.Option(min=0, help="Sampling temperature.")] = 0.8
    step_tokens: Annotated[int | None, typer.Option(min=1, help="Token limit of a step (default: the policy's).")] = (
        None
    )
    max_tokens: Annotated[
        int | None, typer.Option(min=1, help="Token limit for completing a chain (default: the policy's).")
    ] = None
    together: Annotated[int, typer.Option(min=1, help="Problems worked on at the same time.")] = TOGETHER
    keep: Annotated[
        Path | None, typer.Option(help="File of generated steps: a repeated command reads them and adds the rest.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class SearchOptions(PolicyOptions):
    """What is asked of a search. ``problem``: its text, or ``@FILE``, or ``@FILE.jsonl`` with a problem a line."""

    problem: Annotated[str, typer.Argument(help="The problem, @FILE, or @FILE.jsonl with one problem per line.")]
    method: Annotated[Method, typer.Option(help="Beam search, Monte-Carlo tree search, or best-of-N.")] = "beam"
    rule: Annotated[Rule, typer.Option(help="How to combine the values of steps into the value of a chain.")] = "mean"
    width: Annotated[int, typer.Option(min=1, help="Beam width.")] = 4
    expansions: Annotated[int, typer.Option(min=1, help="Candidate steps per chain.")] = 4
    explore: Annotated[float, typer.Option(min=0, help="Tree search: exploration constant of PUCT.")] = 1.0
    value: Annotated[Value, typer.Option(help="Tree search: source of the values.")] = "judge"
    rollouts: Annotated[int, typer.Option(min=1, help="Tree search: rollouts per node.")] = 2
    count: Annotated[int, typer.Option(min=1, help="Best-of-N: number of chains.")] = 16
    vote: Annotated[Vote, typer.Option(help="Best-of-N: how to choose a chain.")] = "weighted"
    enough: Annotated[int, typer.Option(min=0, help="Stop after this many complete chains; 0: never.")] = 0
    nodes: Annotated[int, typer.Option(min=1, help="Largest number of examined steps.")] = 200
    tokens: Annotated[int | None, typer.Option(min=1, help="Largest number of generated tokens.")] = None
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Time limit, in seconds.")] = None
    depth: Annotated[int, typer.Option(min=1, help="Largest number of steps per chain.")] = 20
    answer: Annotated[str | None, typer.Option(help="Reference answer, to score rollouts.")] = None
    lean: Lean = "off"
    prm: Prm = "none"
    calibration: Calibration = None
    trace: Annotated[Path | None, to_write("Write the trace as JSON.")] = None
    draw: Annotated[Path | None, to_write("Write the tree as an HTML page.")] = None
    as_json: Json = False


@dataclass(frozen=True, kw_only=True)
class RolloutsOptions(PolicyOptions):
    """What is asked of rollouts."""

    data: Annotated[tuple[str, ...], typer.Argument(help="Chains with reference answers, in any known format.")]
    out: Annotated[Path, to_write("Output file.")]
    how: Annotated[
        How, typer.Option(help="every: from each prefix; binary: by binary search; omega: by OmegaPRM's tree search.")
    ] = "every"
    labels: Annotated[
        Labels, typer.Option(help="hard: 1 if at least one rollout is right; soft: the share of right rollouts.")
    ] = "hard"
    exact: Annotated[
        bool, typer.Option("--exact", help="Label settled steps by their verdicts; roll out only the others.")
    ] = False
    to: Annotated[Valued, typer.Option(help="Output format of the labels.")] = "jsonl"
    batch: Annotated[int, typer.Option(min=1, help="Rollouts in a batch.")] = 4
    most: Annotated[int, typer.Option(min=1, help="Largest number of rollouts per prefix.")] = 16
    threshold: Annotated[float, typer.Option(min=0, max=1, help="Soft labels: the decision threshold.")] = 0.5
    searches: Annotated[int, typer.Option(min=1, help="OmegaPRM: number of rollouts to examine.")] = 20
    limit: Annotated[int | None, typer.Option(min=1, help="Number of chains.")] = None
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an existing output.")] = False
