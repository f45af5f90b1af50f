"""What ``verifier rollouts`` does: chains with answers to step values, with progress, resumed where cut short."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from verifier.commands.options.searching import RolloutsOptions
from verifier.intake.bad import Unreadable
from verifier.intake.source import examples
from verifier.judging.judge import Judge
from verifier.labelling.running.journal import JournalRefused
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, ended, no_room
from verifier.report.screen import standard_output
from verifier.search.choose import policy_of
from verifier.search.policies.policy import PolicyLost, PolicyUnavailable
from verifier.search.rollouts.rollout_job import Refused, RolloutSpec
from verifier.search.rollouts.rollout_job import run as roll


def run(options: RolloutsOptions, order: RolloutSpec) -> int:
    """Roll out, print a summary, and return the exit status: 2 where a row is bad, 3 where the policy was lost.

    Raises: SystemExit on an interrupt; the journal keeps what was done.
    """
    return ended(lambda: _run(options, order), options.out)


def _run(options: RolloutsOptions, order: RolloutSpec) -> int:
    try:
        policy = policy_of(options.policy, temperature=options.temperature, dtype=options.dtype)
        rows = list(examples(options.data))[: options.limit]
        with Judge("off") as judge, ticking("chains", len(rows)) as tick:
            counts = roll(rows, policy, order, out=options.out, judge=judge, done=tick, together=options.together)
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
    show(counts, options.out, standard_output())
    return BAD_INPUT if counts["errors"] else OK


def show(counts: Counter[str], out: Path, console: Console) -> None:
    """Print what a run came to, and how labels stand beside settled verdicts. Raises: OSError."""
    told = ", ".join(f"{counts[key]} {key}" for key in ("rows", "rollouts", "tokens", "prefixes") if counts[key])
    console.print(f"✓ {out}: {told}", style="green")
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
