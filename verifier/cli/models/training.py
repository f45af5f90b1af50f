"""The commands that make process reward models: train, calibrate."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.training import CalibrateOptions, TrainOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "calibrate --out c.json --plant right.jsonl --rate 0.05",
        "calibrate --out c.json --data labelled.jsonl --method isotonic",
        "calibrate --lengths lengths.json --data labelled.jsonl --rate 0.1",
        "calibrate --step-heads step_heads.safetensors --data a.jsonl --data b.jsonl --data c.jsonl --most 150",
        "calibrate --vote-weights votes.json --answers attempts.jsonl",
        "calibrate --translation-weights translations.json --data labelled.jsonl --formal formal.jsonl",
        "check chains.jsonl --prm default --calibration c.json",
    )
)
@taking(CalibrateOptions)
def calibrate(options: CalibrateOptions) -> int:
    """Calibrate a model's estimates, and choose thresholds by length that keep a share of false accusations."""
    from verifier.commands.models.calibrate import run

    if not 0 < options.rate < 1:
        raise typer.BadParameter(f"expected --rate between 0 and 1, got {options.rate}")
    alone = (options.lengths, options.step_heads, options.vote_weights, options.translation_weights)
    if all(one is None for one in (options.out, *alone)):
        others = "--lengths, --step-heads, --vote-weights or --translation-weights"
        raise typer.BadParameter(f"expected --out, a file for the calibration, or {others}")
    if (options.translation_weights is None) == bool(options.formal):
        raise typer.BadParameter("expected --formal and --translation-weights together")
    return run(options)


@app.command(
    epilog=examples(
        "train --out model --data labels.jsonl --data other.jsonl*0.5 --bar test.jsonl",
        "train --out model --data labels.jsonl --plant right.jsonl --answers answers.jsonl --split",
        "train --out outcome --answers answers.jsonl",
    )
)
@taking(TrainOptions)
def train(options: TrainOptions) -> int:
    """Train a process reward model on labels of steps, or an outcome reward model on final answers."""
    from verifier.commands.models.train import run

    return run(options)
