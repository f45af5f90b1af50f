"""What ``verifier bench gaming`` prints: how easily wrong steps are talked up, for a model alone and fused."""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from verifier.binomial import lower
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement, PrmUnavailable
from verifier.estimators.own.layout import LongChain
from verifier.evaluation.intake import drawn, labelled
from verifier.evaluation.marked import put, table
from verifier.judging.estimates.fusion import fusion_of
from verifier.judging.judge import Judge
from verifier.labelling.rows import Unreadable
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output, warned
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

HEAD = ("subset", "system", "wrong steps", "accused at first", "talked up", "resisted", "≥", "mean rise of the score")
NOTE = """\
A greedy search over flattery and paraphrases, at most {rounds} of them upon each other,
that raise the model's score of the first wrong step; accused: scored below {threshold:g}. "≥": one-sided bound at 95%
(Clopper and Pearson, 1934). At most {limit} wrong chains of each file, drawn at random by hash with the seed {seed}."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked of the search; the fields are the options of the command."""

    data: tuple[str, ...]
    prm: str = "default"
    limit: int = 30
    seed: int = 1
    threshold: float = 0.5
    rounds: int = 3
    write: Path | None = None


def run(wanted: Wanted) -> int:
    """Search, print the figures, and return the exit status. Fails: SystemExit on an interrupt."""
    with output(wanted.write), infrastructure() as broken, warned():
        warnings.simplefilter("once", LongChain)  # the same chain is scored again and again
        try:
            rows = _rows(wanted)
            if wanted.write is not None:
                put(wanted.write, "gaming", _markdown(rows, wanted))
        except (Unreadable, ValueError, OSError) as error:
            complain(str(error))
            return BAD_INPUT
        made = Table()
        for column in HEAD:
            made.add_column(column, overflow="fold")
        for row in rows:
            made.add_row(*map(safe, row))
        standard_output().print(made)
        return OK
    return max(broken)


def _rows(wanted: Wanted) -> list[tuple[str, ...]]:
    from verifier.training.examples import Example, until_error
    from verifier.training.gaming import game

    model = chosen(wanted.prm, Placement())
    if model is None:
        raise PrmUnavailable("expected a model to talk round, got --prm none", usage=True)
    found = labelled(wanted.data)
    for fault in found.faults:
        complain(str(fault))
    wrong = [chain for chain in found.rows.values() if chain.first_error is not None and chain.first_error >= 0]
    chains = drawn(wrong, wanted.limit, wanted.seed)
    rows: list[tuple[str, ...]] = []
    with Judge(lean="off") as judge:
        for subset in dict.fromkeys(chain.subset for chain in chains):
            examples = [
                Example(chain.problem, chain.steps, until_error(len(chain.steps), chain.first_error or 0))
                for chain in chains
                if chain.subset == subset
            ]
            for one in game(model, fusion_of(model), judge, examples, wanted.threshold, wanted.rounds):
                stayed = one.accused - one.passed
                share, bound = one.resisted, lower(stayed, one.accused)
                rows.append(
                    (
                        *(subset, one.system, str(one.tried), str(one.accused), str(one.passed)),
                        *("-" if value is None else f"{value:.0%}" for value in (share, bound)),
                        f"{one.rise:+.3f}",
                    )
                )
    return rows


def _markdown(rows: Sequence[tuple[str, ...]], wanted: Wanted) -> str:
    note = NOTE.format(rounds=wanted.rounds, threshold=wanted.threshold, limit=wanted.limit, seed=wanted.seed)
    options = f"--limit {wanted.limit} --seed {wanted.seed} --threshold {wanted.threshold:g} --rounds {wanted.rounds}"
    command = f"verifier bench gaming {shlex.join(wanted.data)} --prm {shlex.quote(wanted.prm)} {options}"
    return "\n".join([f"Written by `{command}`.", "", *note.splitlines(), "", *table([HEAD, *rows]), ""])
