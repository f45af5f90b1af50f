"""The commands that make process reward models: train, calibrate."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import Device, DType, Neutral, to_write

app = typer.Typer(rich_markup_mode=None)


class Tune(StrEnum):
    """What is trained beside the head."""

    HEAD = "head"
    LORA = "lora"
    FULL = "full"


class Precision(StrEnum):
    """Of the products while a body is trained."""

    AUTO = "auto"
    FLOAT32 = "float32"
    BFLOAT16 = "bfloat16"


class Method(StrEnum):
    """What is fitted: a line of log-odds, or a staircase."""

    TEMPERATURE = "temperature"
    ISOTONIC = "isotonic"


@app.command(
    epilog=examples(
        "calibrate --out c.json --plant right.jsonl --rate 0.05",
        "calibrate --out c.json --data labelled.jsonl --method isotonic",
        "calibrate --lengths lengths.json --data labelled.jsonl --rate 0.1",
        "check chains.jsonl --prm default --calibration c.json",
    )
)
def calibrate(
    out: Annotated[Path | None, to_write("The file for the calibration.")] = None,
    prm: Annotated[str, typer.Option(help="The model: default, or KIND:MODEL.")] = "default",
    plant: Annotated[list[Path] | None, typer.Option(help="Right chains to plant errors into (JSON lines).")] = None,
    answers: Annotated[
        list[Path] | None, typer.Option(help="Chains (JSON lines) of which only the final answer is known.")
    ] = None,
    data: Annotated[
        list[str] | None, typer.Option(help="Labelled chains of any format, as FILE or FILE*WEIGHT: people's labels.")
    ] = None,
    bar: Annotated[list[Path] | None, typer.Option(help="Chains that will be measured on: kept out.")] = None,
    most: Annotated[int, typer.Option(min=1, help="Right chains taken of each file to plant errors into.")] = 300,
    seed: Annotated[int, typer.Option(help="The seed of that choice, and of the errors.")] = 1,
    neutral: Annotated[Neutral, typer.Option(help="What a rating of 0 in PRM800K counts as.")] = Neutral.POSITIVE,
    method: Annotated[Method, typer.Option(help="A line of log-odds, or a staircase.")] = Method.TEMPERATURE,
    rate: Annotated[float, typer.Option(help="The share of right chains that the threshold may accuse.")] = 0.05,
    fusion: Annotated[Path | None, to_write("Fit the fusion anew first, and write it to this file.")] = None,
    alone: Annotated[
        Path | None,
        to_write("Calibrate the model by itself anew first, and write that to this file."),
    ] = None,
    level: Annotated[
        Path | None,
        to_write("Write how the model goes with settled verdicts here: the level for drift."),
    ] = None,
    lengths: Annotated[
        Path | None,
        to_write("Write thresholds by length for the model as it is here, on at most --most a range of lengths."),
    ] = None,
    keep: Annotated[Path | None, typer.Option(help="A file for what is done; a later run goes on from it.")] = None,
    device: Device = "auto",
    dtype: DType = "auto",
) -> None:
    """Calibrate a model's estimates, and choose thresholds by length that keep a share of false accusations."""
    from verifier.commands.calibrate import Wanted, run

    if not 0 < rate < 1:
        raise typer.BadParameter(f"expected --rate between 0 and 1, got {rate}")
    if out is None and lengths is None:
        raise typer.BadParameter("expected --out, a file for the calibration, or --lengths")
    files = tuple(plant or ()), tuple(answers or ()), tuple(data or ()), tuple(bar or ())
    wanted = Wanted(
        out, prm, *files, most, seed, neutral.value, method.value, rate, fusion, alone, level, lengths, keep,
        device, dtype,
    )  # fmt: skip
    raise typer.Exit(run(wanted))


@app.command(
    epilog=examples(
        "train --out model --plant right.jsonl",
        "train --out model --data labels.jsonl --data other.jsonl*0.5 --bar test.jsonl --tensorboard",
        "train --out newer --refresh model --data labels.jsonl --tune lora --epochs 2",
    )
)
def train(
    out: Annotated[Path, typer.Option(help="The folder for the model; a run that was killed there goes on.")],
    data: Annotated[
        list[str] | None, typer.Option(help="Labelled chains in any format that 'label' reads, as FILE or FILE*WEIGHT.")
    ] = None,
    plant: Annotated[
        list[Path] | None, typer.Option(help="Right chains (JSON lines), into which errors are planted.")
    ] = None,
    answers: Annotated[
        list[Path] | None, typer.Option(help="Chains (JSON lines) of which only the final answer is known.")
    ] = None,
    bar: Annotated[
        list[Path] | None, typer.Option(help="Chains that will be measured on: their problems are kept out.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="Right chains taken of each file to plant errors into.")] = 4000,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Put so many examples through the body; others teach by shape.")
    ] = None,
    base: Annotated[str, typer.Option(help="minilm, or the folder of a pretrained transformer.")] = "minilm",
    soft: Annotated[bool, typer.Option("--soft", help="Labels are probabilities, and are learnt as they are.")] = False,
    neutral: Annotated[
        Neutral, typer.Option(help="What a rating of 0 in PRM800K counts as: right, wrong, or no label.")
    ] = Neutral.POSITIVE,
    tune: Annotated[Tune, typer.Option(help="What is trained beside the head.")] = Tune.HEAD,
    rank: Annotated[int, typer.Option(min=1, help="The rank of low-rank additions.")] = 8,
    epochs: Annotated[int, typer.Option(min=1, help="How often the data are gone through.")] = 8,
    batch: Annotated[int, typer.Option(min=1, help="Chains of a step.")] = 64,
    rate: Annotated[float, typer.Option(help="The learning rate of the body; the head's is ten times that.")] = 2e-4,
    decay: Annotated[float, typer.Option(help="How fast weights decay (AdamW).")] = 0.3,
    seed: Annotated[int, typer.Option(help="The seed of everything that is drawn.")] = 1,
    every: Annotated[int, typer.Option(min=1, help="Steps between checkpoints and evaluations.")] = 20,
    precision: Annotated[
        Precision, typer.Option(help="Of products; auto: bfloat16 where it is quick and the body is trained.")
    ] = Precision.AUTO,
    tensorboard: Annotated[bool, typer.Option("--tensorboard", help="Write TensorBoard's files into OUT/run.")] = False,
    refresh: Annotated[
        Path | None, typer.Option(help="Go on from the model in this folder, and show figures before and after.")
    ] = None,
    name: Annotated[str, typer.Option(help="How records will name the model.")] = "own 1",
    outcome: Annotated[
        bool, typer.Option("--outcome", help="Train an outcome model: a small head on the frozen encoder.")
    ] = False,
) -> None:
    """Train a process reward model on labels that cost no annotation, or on your own."""
    from verifier.commands.train import Wanted, run

    raise typer.Exit(
        run(
            Wanted(
                out,
                tuple(data or ()),
                tuple(plant or ()),
                tuple(answers or ()),
                tuple(bar or ()),
                most,
                limit,
                base,
                soft,
                neutral.value,
                tune.value,
                rank,
                epochs,
                batch,
                rate,
                decay,
                seed,
                every,
                precision.value,
                tensorboard,
                refresh,
                name,
                outcome,
            )
        )
    )
