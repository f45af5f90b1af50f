"""The command that audits a reward: rewards audit."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.serving import RewardAuditOptions

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Rewards for reinforcement learning.")


@app.command(
    "audit",
    epilog=examples(
        "rewards audit",
        "rewards audit --how mean",
        "rewards audit --url http://127.0.0.1:8000 --json",
    ),
)
@taking(RewardAuditOptions)
def audit_rewards(options: RewardAuditOptions) -> int:
    """Audit a reward: right solutions must pass, and degenerate policies must earn nothing."""
    from verifier.commands.models.audit_rewards import run

    return run(options)
