"""The command that translates chains into the formal language: translate."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.translate import TranslateOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "translate chains.jsonl --translator openai:MODEL --out formal.jsonl",
        "translate chains.jsonl --translator exact --out formal.jsonl",
        "translate c.jsonl --translator NAME -o f.jsonl --requests r.jsonl",
        "translate c.jsonl --translator NAME -o f.jsonl --responses r.jsonl",
    )
)
@taking(TranslateOptions)
def translate(options: TranslateOptions) -> int:
    """Translate chains into the formal language."""
    from verifier.commands.formal.translate import translate as run

    if options.translator == "exact" and (options.requests is not None or options.responses):
        raise typer.BadParameter("expected no --requests and no --responses: the exact reader sends no requests")

    return run(options)
