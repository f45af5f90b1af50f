"""What ``verifier rollouts`` does: chains with answers to step values, with progress, resumed where cut short."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from verifier.judging.judge import Judge
from verifier.labelling.journal import JournalRefused
from verifier.labelling.rows import Unreadable
from verifier.labelling.source import examples
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, ended
from verifier.report.screen import standard_output
from verifier.search.choose import policy_of
from verifier.search.policy import PolicyLost, PolicyUnavailable
from verifier.search.rolled import Order, Refused
from verifier.search.rolled import run as roll
from verifier.search.together import TOGETHER


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked."""

    data: tuple[str, ...]
    policy: str
    out: Path
    order: Order = field(default_factory=Order)
    temperature: float = 0.8
    limit: int | None = None
    dtype: str = "auto"
    together: int = TOGETHER


def run(wanted: Wanted) -> int:
    """Roll out, print a summary, and return the exit status: 2 where a row is bad, 3 where the policy was lost.

    *Fails:* SystemExit on an interrupt; the journal keeps what was done.
    """
    return ended(lambda: _run(wanted), wanted.out)


def _run(wanted: Wanted) -> int:
    try:
        policy = policy_of(wanted.policy, temperature=wanted.temperature, dtype=wanted.dtype)
        rows = list(examples(wanted.data))[: wanted.limit]
        with Judge("off") as judge, ticking("chains", len(rows)) as tick:
            counts = roll(rows, policy, wanted.order, wanted.out, judge, tick, wanted.together)
    except PolicyUnavailable as error:
        complain(str(error))
        return BAD_INPUT if error.usage else INFRASTRUCTURE
    except PolicyLost as error:
        complain(f"the policy was lost: {error}; what was done is kept, and the same command goes on from there")
        return INFRASTRUCTURE
    except (Refused, Unreadable, JournalRefused, OSError) as error:
        complain(str(error))
        return INFRASTRUCTURE if isinstance(error, JournalRefused) and error.full else BAD_INPUT
    show(counts, wanted.out, standard_output())
    return BAD_INPUT if counts["errors"] else OK


def show(counts: Counter[str], out: Path, console: Console) -> None:
    """Print what a run came to, and how labels stand beside settled verdicts. Fails: OSError."""
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
