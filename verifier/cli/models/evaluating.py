"""The command that measures scores and verdicts: eval."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.measuring import EvalOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    "eval",
    epilog=examples(
        "eval processbench.jsonl --json > figures.json",
        "eval data.jsonl --records records.jsonl --by chain",
        "eval a.jsonl b.jsonl --scores theirs.jsonl --threshold-from 30%",
        "eval data.jsonl --fuse theirs.jsonl --keep records.jsonl",
        "eval data.jsonl --formal a.jsonl --formal b.jsonl --trust agreeing",
        "eval data.jsonl --translator openai:MODEL --trust agreeing",
    ),
)
@taking(EvalOptions)
def evaluate(options: EvalOptions) -> int:
    """Evaluate verdicts and scores on labelled chains."""
    from verifier.commands.eval import run

    if options.records and options.scores:
        raise typer.BadParameter("--records and --scores exclude each other")
    if options.fuse and options.scores:
        raise typer.BadParameter("--fuse lays our verdicts over FUSE: expected --records or a judge, not --scores")
    if options.by_translations or options.translator != "none":
        _refuse(options)
    return run(options)


def _refuse(options: EvalOptions) -> None:
    """Refuse what translations have not. Raises: BadParameter."""
    asked: dict[str, object] = {"records": options.records, "scores": options.scores}
    asked |= {"lean": options.lean != "off"}
    if wrong := next((name for name, value in asked.items() if value), None):
        raise typer.BadParameter(f"--{wrong} is not available with --formal, --given and --translator")
