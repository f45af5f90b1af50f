"""What ``verifier bench gaming`` prints: how easily wrong steps are talked up, for a model alone and fused."""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Sequence

from rich.table import Table

from verifier.binomial import lower
from verifier.commands.options.bench import BenchGamingOptions
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement, PrmUnavailable
from verifier.estimators.own.layout import LongChain
from verifier.evaluation.intake import drawn, labelled
from verifier.evaluation.marked import put, table
from verifier.intake.bad import Unreadable
from verifier.judging.estimates.fusion import fusion_of
from verifier.judging.judge import Judge
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output, warned
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

HEAD = ("subset", "system", "wrong steps", "accused at first", "talked up", "resisted", "≥", "mean rise of the score")
NOTE = """\
A greedy search over flattery and paraphrases, at most {rounds} of them upon each other,
that raise the model's score of the first wrong step; accused: scored below {threshold:g}. "≥": one-sided bound at 95%
(Clopper and Pearson, 1934). At most {limit} wrong chains of each file, drawn at random by hash with the seed {seed}."""


def run(options: BenchGamingOptions) -> int:
    """Search, print the figures, and return the exit status. Raises: SystemExit on an interrupt."""
    with output(options.write), infrastructure() as broken, warned():
        warnings.simplefilter("once", LongChain)  # the same chain is scored again and again
        try:
            rows = _rows(options)
            if options.write is not None:
                put(options.write, "gaming", _markdown(rows, options))
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


def _rows(options: BenchGamingOptions) -> list[tuple[str, ...]]:
    from verifier.training.data.examples import Example, until_error
    from verifier.training.gaming import game

    model = chosen(options.prm, Placement())
    if model is None:
        raise PrmUnavailable("expected a model to talk round, got --prm none", usage=True)
    found = labelled(options.data)
    for fault in found.faults:
        complain(str(fault))
    wrong = [chain for chain in found.rows.values() if chain.first_error is not None and chain.first_error >= 0]
    chains = drawn(wrong, options.limit, options.seed)
    rows: list[tuple[str, ...]] = []
    with Judge(lean="off") as judge:
        for subset in dict.fromkeys(chain.subset for chain in chains):
            examples = [
                Example(chain.problem, chain.steps, until_error(len(chain.steps), chain.first_error or 0))
                for chain in chains
                if chain.subset == subset
            ]
            for one in game(model, fusion_of(model), judge, examples, options.threshold, options.rounds):
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


def _markdown(rows: Sequence[tuple[str, ...]], options: BenchGamingOptions) -> str:
    note = NOTE.format(rounds=options.rounds, threshold=options.threshold, limit=options.limit, seed=options.seed)
    words = f"--limit {options.limit} --seed {options.seed} --threshold {options.threshold:g} --rounds {options.rounds}"
    command = f"verifier bench gaming {shlex.join(options.data)} --prm {shlex.quote(options.prm)} {words}"
    return "\n".join([f"Written by `{command}`.", "", *note.splitlines(), "", *table([HEAD, *rows]), ""])
