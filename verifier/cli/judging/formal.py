"""The commands about formal chains: formal ..."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.formal import FormalCheckOptions, FormalDiffOptions, FormalShowOptions

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Inspect translations: check, show, diff.")


@app.command(
    epilog=examples(
        "formal check examples/formal/bakery.json",
        "formal check translations.jsonl --chains chains.jsonl --strict",
        "formal check translations.jsonl --json > findings.jsonl",
    )
)
@taking(FormalCheckOptions)
def check(options: FormalCheckOptions) -> int:
    """Check translations for mistakes."""
    from verifier.commands.formal.formal import check as run

    return run(options.file, options.chains, as_lines=options.json, strict=options.strict)


@app.command(
    epilog=examples(
        "formal show examples/formal/bakery.json",
        "formal show translations.jsonl --chains chains.jsonl --id pb-7",
    )
)
@taking(FormalShowOptions)
def show(options: FormalShowOptions) -> int:
    """Show translations next to their text."""
    from verifier.commands.formal.formal import show as run

    return run(options)


@app.command(
    epilog=examples(
        "formal diff one.jsonl other.jsonl",
        "formal diff translations.jsonl --id pb-7",
        "formal diff one.jsonl other.jsonl --json > differences.jsonl",
    )
)
@taking(FormalDiffOptions)
def diff(options: FormalDiffOptions) -> int:
    """Compare two translations of each chain, from two files or from one."""
    from verifier.commands.formal.formal import diff as run

    return run(options.first, options.second, options.chains, id=options.id, as_lines=options.json)
