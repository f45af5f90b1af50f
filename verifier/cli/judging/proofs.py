"""The command for the gate of Lean proofs that a machine wrote: proofs."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.labelling import ProofsOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "proofs --challenge Challenge.lean --candidate Candidate.lean",
        "proofs proofs/ --format junit --changed-since main",
        "proofs rows.jsonl --jobs 2 --records steps.jsonl",
    )
)
@taking(ProofsOptions)
def proofs(options: ProofsOptions) -> int:
    """Check generated Lean proofs against their statements."""
    from verifier.commands.proofs import judge

    return judge(options)
