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
        "calibrate --step-heads heads.safetensors --data a.jsonl --most 150",
        "calibrate --vote-weights votes.json --answers attempts.jsonl",
        "calibrate --translation-weights w.json --data d.jsonl --formal f.gz",
        "check chains.jsonl --prm default --calibration c.json",
    )
)
@taking(CalibrateOptions)
def calibrate(options: CalibrateOptions) -> int:
    """Calibrate the estimates of a model."""
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
        "train --out model --data a.jsonl --data b.jsonl*0.5 --bar t.jsonl",
        "train --out model --data a.jsonl --plant r.jsonl --answers b.jsonl",
        "train --out outcome --answers answers.jsonl",
    )
)
@taking(TrainOptions)
def train(options: TrainOptions) -> int:
    """Train a process or outcome reward model."""
    from verifier.commands.models.train import run

    return run(options)
