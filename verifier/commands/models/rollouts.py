"""What ``verifier rollouts`` does: chains with answers to step values, with progress, resumed where cut short."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from verifier.commands.models.asking_policies import policy_to_ask, sampling_of
from verifier.commands.options.searching import RolloutsOptions
from verifier.intake.bad import Unreadable
from verifier.intake.files.names import inputs
from verifier.intake.source import examples
from verifier.labelling.outputs.files import beside
from verifier.labelling.running.journal import JournalRefused
from verifier.labelling.running.plan import digest_of
from verifier.outputs import is_stream
from verifier.pipeline.judge import Judge
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, ended, no_room
from verifier.report.screen import standard_output
from verifier.search.policies.policy import PolicyLost, PolicyUnavailable
from verifier.search.rollouts.rollout_job import Refused, RolloutSpec
from verifier.search.rollouts.rollout_job import run as roll

NAMES: Final = {"written": "rows"}
MOST_ERRORS: Final = 3
"""Rows that are named where they are left out; the file beside the output has all of them."""


def run(options: RolloutsOptions, order: RolloutSpec) -> int:
    """Roll out, print a summary, and return the exit status: 2 where a row is bad, 3 where the policy was lost.

    Raises: SystemExit on an interrupt; the journal keeps what was done.
    """
    return ended(lambda: _run(options, order), options.out)


def _run(options: RolloutsOptions, order: RolloutSpec) -> int:
    if options.out.exists() and not (options.overwrite or is_stream(options.out)):
        complain(f"{options.out} exists: expected --overwrite to replace it")
        return BAD_INPUT
    try:
        with policy_to_ask(options) as policy, Judge("off") as judge:
            rows = list(islice(examples(options.data), options.limit))
            with ticking("chains", len(rows)) as tick:
                given = _given(options)
                counts = roll(rows, policy, order, options.out, judge, tick, options.together, given)
    except PolicyUnavailable as error:
        complain(str(error))
        return BAD_INPUT if error.usage else INFRASTRUCTURE
    except PolicyLost as error:
        complain(f"the policy was lost: {error}; what was done is kept, and the same command goes on from there")
        return INFRASTRUCTURE
    except (Refused, Unreadable, JournalRefused, OSError) as error:
        complain(str(error))
        full = error.full if isinstance(error, JournalRefused) else no_room(error)
        return INFRASTRUCTURE if full else BAD_INPUT
    if counts["errors"] and not is_stream(options.out):
        told = beside(options.out, "errors.jsonl").read_text("utf-8").splitlines()[:MOST_ERRORS]
        for one in map(json.loads, told):
            complain(f"{one['where']}: {one['error']}")
    show(counts, options.out, standard_output())
    return BAD_INPUT if counts["errors"] else OK


def _given(options: RolloutsOptions) -> dict[str, Any]:
    """What the outcome depends on, but for the order: a journal of other rows or another sampling is not gone on from.
    Raises: OSError."""
    return {
        "inputs": [digest_of(name) for name in inputs(options.data, hub=True)],
        "limit": options.limit,
        "sampling": sampling_of(options),
    }


def show(counts: Counter[str], out: Path, console: Console) -> None:
    """Print what a run came to, and how labels stand beside settled verdicts. Raises: OSError."""
    told = ", ".join(
        f"{counts[key]} {NAMES.get(key, key)}" for key in ("written", "rollouts", "tokens", "prefixes") if counts[key]
    )
    if counts["written"] or not counts["rows"]:
        console.print(f"✓ {out}: {told or 'no rows'}", style="green")
    else:
        console.print(f"✗ {out}: no row has labels", style="red")
    if counts["errors"]:
        console.print(f"✗ {counts['errors']} rows left out: {out.name}.errors.jsonl", style="red")
    if counts["faults"]:
        console.print(f"  {counts['faults']} times the policy gave less than was asked", style="yellow")
    table = Table("settled", "labelled good", "labelled bad", title="rollouts beside settled verdicts, steps")
    for settled in ("correct", "incorrect"):
        row = [counts[f"settled {settled}, labelled {label}"] for label in ("good", "bad")]
        table.add_row(settled, *map(str, row))
    if any(key.startswith("settled") for key in counts):
        console.print(table)
