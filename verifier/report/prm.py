"""What ``verifier bench prm`` prints: one table of a model, exact verdicts, both fused, and the baselines."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from verifier.evaluation.bootstrap import Figure
from verifier.evaluation.intake import labelled
from verifier.evaluation.items import Labelled
from verifier.judging.fusion import TERMS, fusion_of
from verifier.judging.judge import Judge
from verifier.labelling.rows import Unreadable
from verifier.prm.choose import Placement, chosen
from verifier.prm.model import PrmUnavailable, ProcessRewardModel
from verifier.report.canvas import safe
from verifier.report.exits import BAD_INPUT, OK, complain, infrastructure, output, warned

COLUMNS = ("prefix auc", "step auc", "f1", "ece", "ece not settled", "ece refitted")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked of the table. ``examples``: what ``verifier train`` planted, for the bag of words."""

    data: tuple[str, ...]
    prm: str = "default"
    examples: Path | None = None
    limit: int | None = None
    chosen_on: str = "processbench_gsm8k"
    draws: int = 1000
    as_json: bool = False
    device: str = "auto"
    dtype: str = "auto"


def table(wanted: Wanted) -> int:
    """Measure, print the table, and return the exit status. Fails: SystemExit on an interrupt."""
    with output(), infrastructure() as broken, warned():
        try:
            found = labelled(wanted.data, None, wanted.limit)
            for fault in found.faults:
                complain(str(fault))
            chains = [chain for chain in found.rows.values() if chain.first_error is not None]
            _measure(wanted, chains)
            return OK
        except (Unreadable, ValueError, OSError) as error:
            complain(str(error))
            return BAD_INPUT
    return max(broken)


def _measure(wanted: Wanted, chains: Sequence[Labelled]) -> None:
    from verifier.training.table import System, by_judge, by_model, fused, measured

    model = chosen(wanted.prm, Placement(wanted.device, wanted.dtype))
    if model is None:
        raise PrmUnavailable("expected a model to measure, got --prm none", usage=True)
    systems = [by_model(each, chains) for each in _baselines(wanted)]
    theirs = by_model(model, chains)
    with Judge(lean="off") as judge:
        exact, judged = by_judge(judge, chains, _ticker(len(chains)))
    both = fused(judged, theirs, fusion_of(model))
    systems += [theirs, exact, System("fused", both.said)]
    rows = measured(chains, systems, wanted.chosen_on, wanted.draws)
    speeds = {system.name: system.speed for system in systems}
    if wanted.as_json:
        for row in rows:
            shown = {name: figure.as_json() for name, figure in row.figures.items()}
            speed = speeds[row.system]
            rounded = None if speed is None else round(speed, 2)
            print(json.dumps({"system": row.system, "subset": row.subset, **shown, "chains a second": rounded}))
        return
    console = Console(highlight=False, markup=False, emoji=False)
    for subset in dict.fromkeys(row.subset for row in rows):
        mine = {row.system: row.figures for row in rows if row.subset == subset}
        console.print(_table(subset, mine, speeds))
        for line in _differences(mine, theirs.name):
            console.print(line)


def _baselines(wanted: Wanted) -> list[ProcessRewardModel]:
    from verifier.training.assemble import load
    from verifier.training.baselines import BagOfWords, Length, Majority
    from verifier.training.recipe import weighed

    found: list[ProcessRewardModel] = [Majority(), Length()]
    if wanted.examples is None:
        complain("no bag of words: name what 'verifier train' planted with --examples OUT/run/planted.jsonl")
        return found
    return [*found, BagOfWords.fitted(weighed(load(wanted.examples)))]


def _ticker(total: int) -> _Ticker:
    return _Ticker(total)


class _Ticker:
    """Shows on a terminal how many chains are judged."""

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0

    def __call__(self) -> None:
        self._done += 1
        if sys.stderr.isatty() and self._done % 20 == 0:
            print(f"\r{self._done} of {self._total} chains", end="\r", file=sys.stderr, flush=True)


def _table(subset: str, rows: Mapping[str, Mapping[str, Figure]], speeds: dict[str, float | None]) -> Table:
    made = Table(title=safe(subset), title_justify="left")
    made.add_column("system")
    for column in (*COLUMNS, "chains/s"):
        made.add_column(column, justify="right")
    for system, figures in rows.items():
        speed = speeds.get(system)
        made.add_row(safe(system), *(_shown(figures[c]) for c in COLUMNS), "-" if speed is None else f"{speed:.1f}")
    return made


def _shown(figure: Figure) -> str:
    found = figure.as_json()
    return "-" if found is None else f"{found['value']:.3f} [{found['low']:.3f}, {found['high']:.3f}]"


def _differences(rows: Mapping[str, Mapping[str, Figure]], model: str) -> list[str]:
    """What fusing adds to either part, and the model to a bag of words: paired differences with intervals."""
    pairs = [("fused", model), ("fused", "exact"), (model, "bag of words"), (model, "length")]
    return [
        f"{a} - {b}: " + ", ".join(f"{name} {_shown(rows[a][name] - rows[b][name])}" for name in ("prefix auc", "f1"))
        for a, b in pairs
        if a in rows and b in rows
    ]


def coefficients(spec: str) -> int:
    """Print the coefficients of the fusion that goes with a model, and return the exit status. Fails: SystemExit."""
    with output(), infrastructure() as broken:
        fusion = fusion_of(chosen(spec))
        for term in TERMS:
            print(f"{term:24}{fusion.coefficients[term]:+.4f}")
        print(f"fitted on {fusion.fitted_on}")
        return OK
    return max(broken)
