"""The command that labels data sets."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import (
    Answers,
    AtLeast,
    Budget,
    Calibration,
    Device,
    DType,
    Lean,
    Neutral,
    Offline,
    Prm,
    Proofs,
    Ratios,
    Samples,
    Translator,
    Trust,
    asked,
    to_write,
    whole,
)

app = typer.Typer(rich_markup_mode=None)


class Labels(StrEnum):
    """What a label means."""

    EXACT = "exact"
    CHECKED = "checked"
    ESTIMATED = "estimated"
    SOFT = "soft"


class Missing(StrEnum):
    """What becomes of a step without a label."""

    TRUNCATE = "truncate"
    DROP = "drop"
    NULL = "null"


class AfterError(StrEnum):
    """What labels follow the first error."""

    TRUNCATE = "truncate"
    LOCAL = "local"
    FALSE = "false"


@app.command(
    epilog=examples(
        "label data.jsonl.gz --out labels.jsonl",
        "label math.parquet --to trl --labels checked --out train.jsonl",
        "label data.csv --map problem=question,steps=solution --out labels.parquet --limit 100",
        "label data.jsonl.gz --out labels.jsonl --resume",
    )
)
def label(
    data: Annotated[
        list[str],
        typer.Argument(
            metavar="IN...", help="JSON, JSON lines, CSV, Parquet, gzipped or not; a saved data set; a name."
        ),
    ],
    out: Annotated[Path, to_write("The file to write: .jsonl, .jsonl.gz or .parquet.")],
    to: Annotated[str | None, typer.Option(help="Its format: see below. By default as the file is called.")] = None,
    format: Annotated[
        str | None, typer.Option(help="The format of the input, where it is not to be found out.")
    ] = None,
    map: Annotated[
        str | None, typer.Option(help="Columns under other names: problem=question,steps=solution,...")
    ] = None,
    split: Annotated[str | None, typer.Option(help="Which split of a data set.")] = None,
    neutral: Annotated[Neutral, typer.Option(help="What PRM800K's rating 0 counts as.")] = Neutral.POSITIVE,
    labels: Annotated[Labels, typer.Option(help="What a label means.")] = Labels.EXACT,
    unknown: Annotated[
        Missing | None, typer.Option(help="What becomes of a step without a label; null where the format has it.")
    ] = None,
    after_error: Annotated[
        AfterError, typer.Option(help="What follows the first error: nothing, own labels, or false.")
    ] = AfterError.TRUNCATE,
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.AUTO,
    certify: Annotated[bool, typer.Option("--certify", help="Put every decided claim to Lean too.")] = False,
    prm: Prm = "none",
    device: Device = "auto",
    dtype: DType = "auto",
    calibration: Calibration = None,
    translator: Translator = "none",
    trust_translator: Trust = None,
    trust_at_least: AtLeast = 0.95,
    translator_samples: Samples = 3,
    translator_budget: Budget = None,
    translator_answers: Answers = None,
    translator_offline: Offline = False,
    translator_ratios: Ratios = "1.5,0.5",
    translator_proofs: Proofs = 0,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds after which a chain asks Lean no more.")] = 60.0,
    processes: Annotated[int | None, typer.Option(min=1, help="Workers; by default one for each processor.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Take only so many rows.")] = None,
    seed: Annotated[int | None, typer.Option(help="Take a sample of --limit rows, and not the first.")] = None,
    shard: Annotated[str, typer.Option(help="Take one part of the rows, i/n, with i from 1 to n.")] = "1/1",
    max_errors: Annotated[int | None, typer.Option(min=0, help="Stop when more rows than this are bad.")] = None,
    keep_repeated: Annotated[
        bool, typer.Option("--keep-repeated", help="Keep rows whose id another row had before.")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was cut short.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the output, and begin anew.")] = False,
    cached: Annotated[bool, typer.Option("--cache/--no-cache", help="Use and keep records of chains.")] = True,
    ray: Annotated[str | None, typer.Option(help="A Ray cluster to work on: its address, or 'local'.")] = None,
) -> None:
    """Label the steps of the chains in IN, and write them to OUT with a data card beside it.

    Formats in: prm800k, math-shepherd, math-aps, prmbench, mr-gsm8k, mr-ben, trl, normal, processbench, chat, plain,
    gsm8k, text. Formats out: trl, math-shepherd, math-aps, prm800k, processbench, jsonl, records, parquet.
    """
    from verifier.commands.label import label as run
    from verifier.labelling.labels import Policy
    from verifier.labelling.order import Order
    from verifier.labelling.plan import Chosen, Plan
    from verifier.labelling.source import Reading

    reading = Reading(format, _pairs(map), neutral.value, split)
    policy = Policy(labels.value, None if unknown is None else unknown.value, after_error.value)
    kind = to or ("parquet" if out.suffix == ".parquet" else "jsonl")
    by = asked(
        translator, trust_translator, trust_at_least, translator_samples, translator_budget, translator_answers,
        translator_offline, translator_ratios, translator_proofs,
    )  # fmt: skip
    order = Order(kind, reading, policy, lean.value, certify, timeout, prm, device, dtype, whole(calibration), by)
    chosen = Chosen(limit, seed, *_part(shard))
    plan = Plan(data, out, order, chosen, processes, max_errors, resume, overwrite, cached, keep_repeated, ray)
    raise typer.Exit(run(plan))


def _pairs(text: str | None) -> dict[str, str]:
    pairs = [pair.split("=") for pair in (text or "").split(",") if pair.strip()]
    if any(len(pair) != 2 or not all(part.strip() for part in pair) for pair in pairs):
        raise typer.BadParameter(f"expected --map as wanted=column,..., got {text!r}")
    return {wanted.strip(): column.strip() for wanted, column in pairs}


def _part(text: str) -> tuple[int, int]:
    part, slash, parts = text.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal()):
        raise typer.BadParameter(f"expected --shard as i/n, got {text!r}")
    return int(part), int(parts)
