"""The commands about formal chains: formal ..."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.formal import FormalCheckOptions, FormalDiffOptions, FormalShowOptions

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Formal chains: chains of reasoning in the formal language."
)


@app.command(
    epilog=examples(
        "formal check examples/formal/bakery.json",
        "formal check translations.jsonl --chains chains.jsonl --strict",
        "formal check translations.jsonl --json > findings.jsonl",
    )
)
@taking(FormalCheckOptions)
def check(options: FormalCheckOptions) -> int:
    """Tell what is strange in formal chains: unread expressions, quotes that stand nowhere, unknown names."""
    from verifier.commands.formal.formal import check as run

    return run(options.file, options.chains, as_lines=options.json, strict=options.strict)


@app.command(
    epilog=examples(
        "formal show examples/formal/bakery.json",
        "formal show translations.jsonl --chains chains.jsonl --id pb-7",
        "formal show translations.jsonl --html translations.html",
    )
)
@taking(FormalShowOptions)
def show(options: FormalShowOptions) -> int:
    """Show formal chains beside their text: vocabulary, facts with their quotes, and each step with its statements."""
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
    """Tell what differs between two translations of one chain, up to spelling and names; which are the same is a guess.

    Exit status 1 where something differs.
    """
    from verifier.commands.formal.formal import diff as run

    return run(options.first, options.second, options.chains, id=options.id, as_lines=options.json)
