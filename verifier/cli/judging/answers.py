"""The command that compares two final answers: same-answer."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.answers import SameAnswerOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    name="same-answer",
    epilog=examples("same-answer 1/2 0.5", "same-answer '\\frac{1}{3}' 0.333", "same-answer '(1, 2]' '(1,2]' --json"),
    context_settings={"ignore_unknown_options": True},  # -3 is an answer
)
@taking(SameAnswerOptions)
def same_answer(options: SameAnswerOptions) -> int:
    """Compare two final answers."""
    from verifier.commands.same_answer import run

    return run(options)
