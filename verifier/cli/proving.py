"""The command that proves whole chains: prove-chain."""

from __future__ import annotations

import typer

from verifier.cli.examples import examples
from verifier.cli.taking import taking
from verifier.commands.options.judging import ProveChainOptions

app = typer.Typer(rich_markup_mode=None)


@app.command("prove-chain", epilog=examples("prove-chain chain.json", "prove-chain chains.jsonl --format json"))
@taking(ProveChainOptions)
def prove_chain(options: ProveChainOptions) -> int:
    """Put each chain in FILE into one theorem, from what the problem gives to the answer, and have Lean check it."""
    from verifier.commands.prove_chain import run

    return run(options)
