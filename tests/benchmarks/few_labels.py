"""What a calibration on few labels is worth: ``python tests/benchmarks/few_labels.py LABELS KEEP DATA [--prm NAME]``

DATA: files of chains whose first error is labelled. Of each, LABELS chains of one half of the problems are calibrated
on, as ``verifier calibrate`` does, and at most ``--limit`` chains of the other half measured, before and after. With
``--within`` LABELS chains of the whole file are all there is, and each half of them is measured by the other, which is
what ``verifier calibrate`` prints. KEEP: a folder for scores, so that a run that was stopped goes on and none is made
twice. A file with fewer labels in its half is left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verifier.estimators.choose import chosen
from verifier.estimators.model import ProcessRewardModel, taught_by
from verifier.evaluation.intake import drawn, labelled
from verifier.evaluation.items import Labelled
from verifier.judging.estimates.calibrated import ALL
from verifier.judging.estimates.fusion import fusion_of
from verifier.pipeline.judge import Judge
from verifier.training.calibrating import Taught, calibrated, worth
from verifier.training.data.examples import until_error
from verifier.training.fusing import Lesson
from verifier.training.score_cache import Look, looks
from verifier.training.table import half_of

SEED = 1
COLUMNS = {"skill": "Brier skill over the base rate", "not settled": "ECE"}


def main(asked: argparse.Namespace) -> None:
    """Print a row for each file."""
    titles = [f"{title}, {time}" for title in COLUMNS.values() for time in ("before", "after")]
    print("| file | labelled chains | chains measured | prefixes | " + " | ".join(titles) + " |")
    print("|---" * (4 + len(titles)) + "|")
    asked.keep.mkdir(parents=True, exist_ok=True)
    model = chosen(asked.prm)
    assert model is not None, "expected a model"
    with Judge(lean="off") as judge:
        for name in asked.data:
            halves = (
                (drawn(known(name, model), asked.labels, SEED), [])
                if asked.within
                else parted(name, model, asked.labels, asked.limit)
            )
            title = name.split("/")[-1].split(".")[0]
            if len(halves[0]) < asked.labels:
                print(f"{title}: {len(halves[0])} labelled chains in its half", file=sys.stderr)
                continue
            seen = looks([*halves[0], *halves[1]], judge, [model], asked.keep / "looks.jsonl")
            fit, other = ([taught(chain, seen[chain.id], model.name) for chain in half] for half in halves)
            fusion = fusion_of(model)
            try:
                found, rows = calibrated(fit, model.name, fusion, "temperature", 0.05, "labelled chains")
            except ValueError as error:
                print(f"| {title} | {len(fit)} | refused: {error} |")
                continue
            row = rows[0] if asked.within else worth([(other, found)], fusion, [ALL])[0]
            cells = [cell(row, f"{column}, {time}") for column in COLUMNS for time in ("before", "after")]
            print(
                f"| {title} | {len(fit)} | {row['chains']} | {row['steps']} | " + " | ".join(cells) + " |", flush=True
            )


def parted(
    name: str, model: ProcessRewardModel, labels: int, limit: int | None
) -> tuple[list[Labelled], list[Labelled]]:
    """The chains that are calibrated on, and those that are measured: no problem is in both."""
    first, second = ([chain for chain in known(name, model) if half_of(chain.problem) == half] for half in (0, 1))
    return drawn(first, labels, SEED), drawn(second, limit, SEED)


def known(name: str, model: ProcessRewardModel) -> list[Labelled]:
    """The chains of a file whose first error is labelled, of problems that taught the model nothing."""
    chains = [chain for chain in labelled([name]).rows.values() if chain.first_error is not None]
    return [chain for chain in chains if not taught_by(model, chain.problem)]


def taught(chain: Labelled, look: Look, model: str) -> Taught:
    """What a labelled chain teaches."""
    assert chain.first_error is not None
    targets = until_error(len(chain.steps), chain.first_error)
    return Taught(chain.chain, Lesson(look.correct, look.known, look.scores[model], targets, checked=look.checked))


def cell(row: dict[str, Any], name: str) -> str:
    """A figure with its interval."""
    between = row["intervals"][name]
    shown = "-" if row[name] is None else f"{row[name]:.3f}"
    return shown + ("" if between is None else f" [{between[0]:.3f}, {between[1]:.3f}]")


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """What is asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=int)
    parser.add_argument("keep", type=Path)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--prm", default="default")
    parser.add_argument("--within", action="store_true")
    parser.add_argument("--limit", type=int, default=75)
    return parser.parse_args(words)


if __name__ == "__main__":
    main(arguments(sys.argv[1:]))
