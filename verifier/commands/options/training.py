"""What the commands that make process reward models are asked: train, calibrate."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from verifier.commands.options.shared import Keep, LessonOptions, Model, WireOptions, to_write

Device = Literal["auto", "cpu", "cuda"]
Method = Literal["temperature", "isotonic"]

Most = Annotated[int, typer.Option(min=1, help="Number of correct chains per file into which to insert errors.")]


@dataclass(frozen=True, kw_only=True)
class CalibrateOptions(LessonOptions, WireOptions):
    """What is asked of a calibration."""

    out: Annotated[Path | None, to_write("Output file of the calibration.")] = None
    prm: Model = "default"
    most: Most = 300
    method: Annotated[Method, typer.Option(help="Temperature (Platt) scaling, or isotonic regression.")] = "temperature"
    rate: Annotated[float, typer.Option(help="Largest share of correct chains that may be accused.")] = 0.05
    fusion: Annotated[Path | None, to_write("First refit the combination of estimates and proofs; write it here.")] = (
        None
    )
    alone: Annotated[Path | None, to_write("First refit a calibration of the model without proofs; write it here.")] = (
        None
    )
    level: Annotated[
        Path | None, to_write("Write the agreement of estimates with settled steps; later runs warn of drift.")
    ] = None
    lengths: Annotated[
        Path | None,
        to_write("Write thresholds by length of chain."),
    ] = None
    step_heads: Annotated[
        Path | None,
        to_write("Train output layers of the default model on --data; write them here."),
    ] = None
    vote_weights: Annotated[
        Path | None,
        to_write("Write the weights of votes, fitted on --answers."),
    ] = None
    translation_weights: Annotated[
        Path | None,
        to_write("Write the weights of translations, fitted on --formal."),
    ] = None
    formal: Annotated[tuple[Path, ...], typer.Option(help="Translations of --data, for --translation-weights.")] = ()
    keep: Keep = None


@dataclass(frozen=True, kw_only=True)
class TrainOptions(LessonOptions):
    """What is asked of a training."""

    out: Annotated[Path, typer.Option(help="Output folder; if it holds an interrupted run, that run continues.")]
    formal: Annotated[
        tuple[Path, ...], typer.Option(help="Translations; each step that they prove or refute gets a label.")
    ] = ()
    texts: Annotated[tuple[Path, ...], typer.Option(help="Texts of the chains in --formal, if it lacks them.")] = ()
    most: Most = 4000
    layers: Annotated[int, typer.Option(min=1, max=30, help="Number of layers of the language model.")] = 20
    first: Annotated[
        float, typer.Option(min=0, help="Epochs on inserted errors and final answers, before those on labels.")
    ] = 0.6
    tokens: Annotated[int, typer.Option(min=256, help="Token limit of a training step, padding included.")] = 8192
    device: Annotated[Device, typer.Option(help="Device; auto: cuda if available.")] = "auto"
    split: Annotated[bool, typer.Option("--split", help="Hold out the same third of problems as 'bench exact'.")] = (
        False
    )
    soft: Annotated[bool, typer.Option("--soft", help="Treat labels as probabilities.")] = False
    rank: Annotated[int, typer.Option(min=1, help="Rank of the LoRA matrices.")] = 16
    epochs: Annotated[int, typer.Option(min=1, help="Epochs on the labels.")] = 2
    rate: Annotated[float, typer.Option(help="Learning rate.")] = 1e-3
    decay: Annotated[float, typer.Option(help="Weight decay (AdamW).")] = 0.01
    every: Annotated[int, typer.Option(min=1, help="Training steps between checkpoints.")] = 20
    name: Annotated[str, typer.Option(help="Name of the model in records.")] = "own 1"
