"""The commands that prove: proofs, prove-chain."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.cli.parsing.translations import formal_files, translated
from verifier.commands.options.judging import ProveChainOptions
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


@app.command(
    "prove-chain",
    epilog=examples(
        "prove-chain chain.json",
        "prove-chain chains.jsonl --format json",
        "prove-chain --given formal.json",
    ),
)
@taking(ProveChainOptions)
def prove_chain(options: ProveChainOptions) -> int:
    """State each chain as one theorem and prove it in Lean."""
    if options.by_translations or formal_files(*options.files):
        if options.lean == "require":
            raise typer.BadParameter("--lean require is not available with --formal and --given")
        from verifier.commands.prove_chain import by_translations

        return by_translations(translated(options.sources(options.files, options.problem), options), options)
    if not options.files:
        raise typer.BadParameter("expected a file of chains, or formal chains with --formal or --given")
    from verifier.commands.prove_chain import run

    return run(options)
