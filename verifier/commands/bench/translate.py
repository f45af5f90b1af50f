"""What ``verifier bench translate`` prints: precision, coverage and cost of a translator, a row for each file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.table import Table

from verifier.commands.options.bench import BenchTranslateOptions
from verifier.evaluation.intake import labelled
from verifier.evaluation.translated import Worth, bound, level, once, worth
from verifier.judging.from_words import Translating
from verifier.judging.judge import Judge
from verifier.judging.level import SAMPLES, Side, Source, Trust, setup
from verifier.labelling.files import digest
from verifier.labelling.rows import Unreadable
from verifier.outputs import write_text
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe
from verifier.translating.choose import Wish, chosen
from verifier.translating.model import Spent

MOST_FAULTS = 20


def bench_translate(options: BenchTranslateOptions, wish: Wish) -> int:
    """Measure, print, and return the exit status: 2 where a row was left out. Raises: SystemExit on an interrupt."""
    faults = 0
    with output(options.write), infrastructure() as broken, ExitStack() as stack:
        if options.write is not None and options.translator_samples < SAMPLES:
            complain(f"--write is of one that may settle steps: expected --translator-samples {SAMPLES} or more")
            return BAD_INPUT
        try:
            files = {file: labelled([file], None, options.limit) for file in dict.fromkeys(options.data)}
        except (OSError, ValueError, Unreadable) as error:
            complain(str(error))
            return BAD_INPUT
        model = chosen(wish, stack)
        # Trust without a level is for measuring alone: what would be settled is held against the labels.
        trust = Trust() if options.translator_samples >= SAMPLES else None
        judge = stack.enter_context(
            Judge(options.lean, translating=Translating(model, options.translator_samples, trust))
        )
        rows: list[tuple[Worth, Spent]] = []
        seen: set[tuple[str, tuple[str, ...]]] = set()
        for file, found in files.items():
            for fault in found.faults[:MOST_FAULTS]:
                complain(str(fault))
            faults += len(found.faults)
            chains = once(list(found.rows.values()), seen)
            if len(chains) < len(found.rows):
                complain(f"{file}: {len(found.rows) - len(chains)} chains were there before and are left out")
            model.spent = before = Spent(_left(wish.budget, rows), wish.price_read, wish.price_written)
            rows.append((worth(Path(file).name, chains, judge, _Told(Path(file).name, len(chains))), before))
        show(model.name, options.translator_samples, rows, standard_output(150))
        if options.write is not None:
            faults += _written(options, model.name, list(zip(files, (found for found, _ in rows), strict=True)))
    return max(BAD_INPUT if faults else OK, *broken)


def _written(options: BenchTranslateOptions, model: str, measured: Sequence[tuple[str, Worth]]) -> int:
    """Write the level that was measured; return how much went wrong."""
    assert options.write is not None
    try:
        used = [
            (Source(Path(file).name, digest(Path(file)), found.chains), found)
            for file, found in measured
            if found.chains
        ]
        found = level(setup(model, options.translator_samples, options.lean != "off"), used)
        write_text(options.write, json.dumps(found.to_json(), indent=1) + "\n")
    except (OSError, ValueError) as error:
        complain(f"{options.write}: no level was written ({error})")
        return 1
    sides = {"approvals": found.approvals, "accusations": found.accusations}
    told = [f"{name}: {one.agreed} of {one.settled} agree, {one.bound:.2%} at least" for name, one in sides.items()]
    complain(f"{options.write}: {'; '.join(told)}")
    return 0


def _left(budget: int | None, rows: Sequence[tuple[Worth, Spent]]) -> int | None:
    return None if budget is None else max(0, budget - sum(spent.read + spent.written for _, spent in rows))


class _Told:
    """Says on standard error how far a file has come, every tenth of it."""

    def __init__(self, name: str, chains: int) -> None:
        self._name, self._chains, self._done = name, chains, 0

    def __call__(self) -> None:
        self._done += 1
        if self._done * 10 // self._chains > (self._done - 1) * 10 // self._chains:
            complain(f"{self._name}: {self._done} of {self._chains} chains")


def show(name: str, samples: int, rows: Sequence[tuple[Worth, Spent]], console: Console) -> None:
    """Print the table, and below it what kept claims from being decided."""
    table = Table(title=f"{safe(name)}, {samples} samples that must agree", title_justify="left")
    table.add_column("file")
    columns = ("steps", "sent", "translated", "found", "proved is right", "refuted is wrong", "ratios")
    for column in (*columns, "tokens", "cost", "cost/1000 steps"):
        table.add_column(column, justify="right")
    for found, spent in rows:
        each = f"{1000 * spent.cost / found.sent:,.2f}" if found.sent else "-"
        table.add_row(
            safe(found.name), f"{found.steps:,}", f"{found.sent:,}", f"{found.translated:,}", _percent(found.coverage),
            _share(*found.right("proved")), _share(*found.right("refuted")),
            f"{_number(found.ratio('proved'))},{_number(found.ratio('refuted'))}",
            f"{spent.read + spent.written:,}", f"{spent.cost:,.2f}", each,
        )  # fmt: skip
    console.print(table)
    for found, spent in rows:
        settles = f"approvals {_side(found.side(True))}, accusations {_side(found.side(False))}"
        console.print(f"{safe(found.name)}: were it trusted, it would settle as labelled: {settles}")
        stopped = ", ".join(f"{what} {times}" for what, times in found.stopped.most_common())
        console.print(f"{safe(found.name)}: not decided for: {stopped or 'nothing'}")
        console.print(f"{safe(found.name)}: claims that passed: {', '.join(_passed(found)) or 'none came'}")
        asked = f"{spent.asked} questions asked, {spent.answered_before} answered before, {spent.failed} unanswered"
        console.print(f"{safe(found.name)}: {asked}")
    console.print("sent: left open by exact means. found: share of labelled ones with something proved or refuted.")
    console.print("In brackets the one-sided 95% lower bound. ratios: as --translator-ratios takes them.")


def _share(hits: int, cases: int) -> str:
    least = bound(hits, cases)
    return "-" if not cases or least is None else f"{hits} of {cases} (≥ {least:.0%})"


def _passed(found: Worth) -> Iterator[str]:
    for name in dict.fromkeys(name for name, _ in found.checks):
        passed = found.checks[name, True]
        yield f"{name} {passed} of {passed + found.checks[name, False]}"


def _side(side: Side) -> str:
    return _share(side.agreed, side.settled)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
