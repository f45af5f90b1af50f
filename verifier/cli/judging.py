"""The commands that judge: check, recheck, explain."""

from __future__ import annotations

import typer

from verifier.cli.examples import examples
from verifier.cli.taking import taking
from verifier.commands.options.judging import CheckOptions, ExplainOptions
from verifier.commands.options.shared import Bundle, Records

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "check chain.json",
        "check chains.jsonl --json > records.jsonl",
        "check solution.txt --problem 'Solve 3x + 5 = 20 for x.' --lean off",
        "check chains.jsonl --prm default --fail-on unjudged",
        "check chain.json --certify --bundle proofs",
        "check chain.json --translator openai:MODEL --trust-translator level.json",
    )
)
@taking(CheckOptions)
def check(options: CheckOptions) -> int:
    """Judge every step of the chains in FILE."""
    from verifier.commands.check import check as run

    return run(options)


@app.command(epilog=examples("recheck records.jsonl", "recheck - < records.jsonl"))
def recheck(records: Records, bundle: Bundle = None) -> None:
    """Check every proof in RECORDS again, and that each record says no more than its proofs show."""
    from verifier.commands.check import recheck as run

    raise typer.Exit(run(records, bundle))


@app.command(
    epilog=examples(
        "explain chain.json --step 2",
        "explain solution.txt --problem 'Solve 3x + 5 = 20 for x.' --step 0",
        "explain --reasons",
    )
)
@taking(ExplainOptions)
def explain(options: ExplainOptions) -> int:
    """Show how a step was read: words, roles, claims, context, doubts, and what was left unread."""
    from verifier.commands.explain import run

    return run(options.file, options.step, options.problem, options.lean)
