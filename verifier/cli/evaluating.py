"""The command that measures scores and verdicts: eval."""

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
    Offline,
    Prm,
    Proofs,
    Ratios,
    Samples,
    Translator,
    Trust,
    asked,
)

app = typer.Typer(rich_markup_mode=None)


class By(StrEnum):
    """What the bootstrap draws as one."""

    CHAIN = "chain"
    PROBLEM = "problem"


@app.command(
    "eval",
    epilog=examples(
        "eval processbench.jsonl --json > figures.json",
        "eval data.jsonl --records records.jsonl --by chain",
        "eval a.jsonl b.jsonl --scores theirs.jsonl --threshold-from 30%",
        "eval data.jsonl --fuse theirs.jsonl --keep records.jsonl",
    ),
)
def evaluate(
    data: Annotated[
        list[str], typer.Argument(help="Labelled chains, in any format that 'verifier label' reads; each is a subset.")
    ],
    format: Annotated[
        str | None, typer.Option(help="The format of DATA, where it is not to be told by its rows.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(help="Measure these records, as 'verifier check --json' prints them.")
    ] = None,
    scores: Annotated[
        Path | None, typer.Option(help='Measure another system: JSON lines {"id", "scores": [a number a step]}.')
    ] = None,
    fuse: Annotated[
        Path | None, typer.Option(help="Show what exact verdicts add to these scores of another system.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="Keep the records of what is judged now here; a later run goes on from it.")
    ] = None,
    lean: Annotated[Lean, typer.Option(help="Whether the judge uses Lean.")] = Lean.OFF,
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
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many chains of each file.")] = None,
    threshold: Annotated[
        float | None, typer.Option(help="Steps scored below it are called wrong: as the calibration says, else 0.5.")
    ] = None,
    threshold_from: Annotated[
        str | None,
        typer.Option(help="Choose the threshold on this subset, or on a share of the problems such as 30%."),
    ] = None,
    bootstrap: Annotated[int, typer.Option(min=0, help="Resampled data sets behind each interval.")] = 1000,
    by: Annotated[By, typer.Option(help="What is drawn as one.")] = By.PROBLEM,
    seed: Annotated[int, typer.Option(help="The seed of everything that is drawn.")] = 0,
    bins: Annotated[int, typer.Option(min=1, help="Bins of the reliability diagram.")] = 10,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure what verdicts and scores are worth on labelled chains."""
    from verifier.commands.eval import Wanted, run, threshold_of
    from verifier.evaluation.measure import Plan

    if records and scores:
        raise typer.BadParameter("--records and --scores exclude each other")
    if fuse and scores:
        raise typer.BadParameter("--fuse lays our verdicts over FUSE: expected --records or a judge, not --scores")
    speaker = asked(
        translator, trust_translator, trust_at_least, translator_samples, translator_budget, translator_answers,
        translator_offline, translator_ratios, translator_proofs,
    )  # fmt: skip
    at = threshold_of(calibration) if threshold is None else threshold
    plan = Plan(at, threshold_from, bootstrap, by.value, seed, bins)
    wanted = Wanted(
        tuple(data),
        format,
        records,
        scores,
        fuse,
        keep,
        lean.value,
        limit,
        json,
        prm,
        device,
        dtype,
        plan,
        calibration,
        speaker,
    )
    raise typer.Exit(run(wanted))
