"""What the commands that make process reward models are asked: train, calibrate."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from verifier.commands.options.shared import Keep, LessonOptions, Model, WireOptions, to_write

Device = Literal["auto", "cpu", "cuda"]
Method = Literal["temperature", "isotonic"]

Most = Annotated[int, typer.Option(min=1, help="Right chains taken of each file to plant errors into.")]


@dataclass(frozen=True, kw_only=True)
class CalibrateOptions(LessonOptions, WireOptions):
    """What is asked of a calibration."""

    out: Annotated[Path | None, to_write("The file for the calibration.")] = None
    prm: Model = "default"
    most: Most = 300
    method: Annotated[Method, typer.Option(help="A line of log-odds, or a staircase.")] = "temperature"
    rate: Annotated[float, typer.Option(help="The share of right chains that the threshold may accuse.")] = 0.05
    fusion: Annotated[Path | None, to_write("Fit the fusion anew first, and write it to this file.")] = None
    alone: Annotated[
        Path | None, to_write("Calibrate the model by itself anew first, and write that to this file.")
    ] = None
    level: Annotated[
        Path | None, to_write("Write how the model goes with settled verdicts here: the level for drift.")
    ] = None
    lengths: Annotated[
        Path | None,
        to_write("Write thresholds by length for the model as it is here, on at most --most a range of lengths."),
    ] = None
    step_heads: Annotated[
        Path | None,
        to_write("Write heads of the default model here, taught by people's labels: --most chains a file of --data."),
    ] = None
    vote_weights: Annotated[
        Path | None,
        to_write("Write what votes are worth by the model as it is here, on --answers at up to --most problems."),
    ] = None
    translation_weights: Annotated[
        Path | None,
        to_write(
            "Write what translations are worth as evidence beside the model here, on those of --data in --formal."
        ),
    ] = None
    formal: Annotated[
        tuple[Path, ...], typer.Option(help="Formal chains of chains of --data, for --translation-weights.")
    ] = ()
    keep: Keep = None


@dataclass(frozen=True, kw_only=True)
class TrainOptions(LessonOptions):
    """What is asked of a training."""

    out: Annotated[Path, typer.Option(help="The folder for the model; a run that was killed there goes on.")]
    formal: Annotated[
        tuple[Path, ...], typer.Option(help="Formal chains: what they prove and refute of steps are labels.")
    ] = ()
    texts: Annotated[
        tuple[Path, ...], typer.Option(help="The chains that --formal translates, where it does not hold their text.")
    ] = ()
    most: Most = 4000
    layers: Annotated[int, typer.Option(min=1, max=30, help="How many of the language model's first layers.")] = 20
    first: Annotated[
        float, typer.Option(min=0, help="Epochs of planted errors and final answers, before the labels.")
    ] = 0.6
    tokens: Annotated[int, typer.Option(min=256, help="Most tokens of a step, padding included.")] = 8192
    device: Annotated[Device, typer.Option(help="Where it is trained; auto: cuda if available.")] = "auto"
    split: Annotated[
        bool, typer.Option("--split", help="Hold back the third that 'bench exact --split' holds out.")
    ] = False
    soft: Annotated[bool, typer.Option("--soft", help="Labels are probabilities, and are learnt as they are.")] = False
    rank: Annotated[int, typer.Option(min=1, help="The rank of low-rank additions.")] = 16
    epochs: Annotated[int, typer.Option(min=1, help="How often the labels are gone through.")] = 2
    rate: Annotated[float, typer.Option(help="The learning rate.")] = 1e-3
    decay: Annotated[float, typer.Option(help="How fast weights decay (AdamW).")] = 0.01
    every: Annotated[int, typer.Option(min=1, help="Steps between checkpoints.")] = 20
    name: Annotated[str, typer.Option(help="How records will name the model.")] = "own 1"
