"""What ``verifier check --formal`` does: chains are judged by their translations into the formal language."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from verifier.commands.check import AT_ONCE, STATUS, chains_of
from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.judging.formal.certified import certified_chains
from verifier.judging.formal.intake import Textless, Translated, Translation, by_themselves, of_chains
from verifier.judging.formal.judge import FormalJudge
from verifier.judging.formal.judged_chain import JudgedFormalChain, Trust
from verifier.judging.formal.record import formal_record
from verifier.judging.formal.verify import judged
from verifier.judging.intake import Bad
from verifier.judging.options import LeanMode
from verifier.judging.portfolio import LineUp
from verifier.judging.records.record import error_record, line
from verifier.language.files import read_file
from verifier.report.bars import stages
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output
from verifier.report.formal_judged import show
from verifier.report.formal_outcomes import of_formal
from verifier.report.outcomes import ReportedOutcome, of_bad
from verifier.report.reports import report
from verifier.report.screen import standard_output


@dataclass(frozen=True, slots=True)
class FormalCheck:
    """What the user asked for. ``chains``: the file of their text; None where translations hold it. ``certify``: how
    a Lean is had that is asked about every decided formula, None where none is; ``timeout``: seconds that it may take
    over a request, and over a chain."""

    chains: str | None
    formal: Sequence[Path]
    given: Sequence[Path] = ()
    trust: Trust = Trust.EVIDENCE
    problem: str | None = None
    format: str = "view"
    fail_on: Collection[str] = ()
    certify: LeanMode | None = None
    timeout: float = 60.0


def check_formal(wanted: FormalCheck) -> int:
    """Judge, print, and return the exit status: 1 where a step is settled incorrect, 2 where input is bad.

    Raises:
        SystemExit: on an interrupt.
    """
    status, outcomes, open_ = OK, list[ReportedOutcome](), 0
    judge = FormalJudge()
    with output(), infrastructure() as broken, ExitStack() as stack:
        lean = None if wanted.certify is None else certifying(wanted.certify, wanted.timeout, stack)
        translations, faults = _read(wanted)
        for fault in faults:
            complain(fault)
            status = BAD_INPUT
        for place, row in _rows(wanted, translations, judge, lean):
            if isinstance(row, Bad):
                _bad(row, wanted)
                made, status = of_bad(row), BAD_INPUT
            else:
                made = of_formal(row, place, wanted.fail_on)
                status = max(status, STATUS.get(made.state, OK))
                open_ += row.would_settle
                _print(row, wanted)
            outcomes.append(made)
        if open_:
            complain(_what_settles(open_, wanted))
        report(outcomes, wanted.format, "Chains of reasoning", "verifier check")
    return max(status, *broken)


Row = tuple[str, JudgedFormalChain | Bad]
"""What is printed, with the file that it comes from."""


def _rows(
    wanted: FormalCheck, translations: Sequence[Translation], judge: FormalJudge, lean: LeanFormulaEngine | None
) -> Iterator[Row]:
    """Yield the judged chains, those of a batch put to Lean together where that is wanted."""
    items = _items(wanted, translations)
    while batch := list(islice(items, 1 if lean is None else AT_ONCE)):
        found = [(p, one if isinstance(one, Bad) else judged(one, wanted.trust, judge)) for p, one in batch]
        yield from found if lean is None else _told(found, lean, wanted.timeout)


def _told(rows: Sequence[Row], lean: LeanFormulaEngine, timeout: float) -> Iterator[Row]:
    """Yield the rows with what Lean makes of what they decide."""
    chains = [row for _, row in rows if not isinstance(row, Bad)]
    found = iter(certified_chains(chains, lean, time.monotonic() + timeout * len(chains)))
    yield from ((place, row if isinstance(row, Bad) else next(found)) for place, row in rows)


def certifying(mode: LeanMode, timeout: float, stack: ExitStack) -> LeanFormulaEngine | None:
    """Return what puts formulas to Lean, which ``stack`` closes; None where there is no Lean and none is required.

    Raises:
        LeanUnavailable: where it is required and cannot be had.
    """
    lineup = LineUp(mode, timeout, stack.enter_context(stages()), certify=True)
    stack.callback(lineup.close)
    lineup.prepare()
    if lineup.missing or lineup.session is None:
        complain(f"going on without Lean: {lineup.missing}")
        return None
    return LeanFormulaEngine(lineup.session, timeout)


def _read(wanted: FormalCheck) -> tuple[list[Translation], list[str]]:
    """Return the translations of all files, and what is wrong with those that cannot be read."""
    found, faults = list[Translation](), list[str]()
    for path, given in [*((one, False) for one in wanted.formal), *((one, True) for one in wanted.given)]:
        try:
            for read in read_file(path):
                if read.chain is None:
                    faults.append(f"{path}: {read.error}")
                else:
                    found.append(Translation(read.chain, given))
        except OSError as error:
            faults.append(f"{path}: expected a file that can be read ({error.strerror or error})")
    return found, faults


def _items(wanted: FormalCheck, translations: Sequence[Translation]) -> Iterator[tuple[str, Translated | Bad]]:
    if wanted.chains is None:
        for one in by_themselves(translations):
            place = str([*wanted.formal, *wanted.given][0])
            yield place, Bad(place, str(one), one.id) if isinstance(one, Textless) else one
        return
    left = {one.formal.id for one in translations}
    for place, item in chains_of(wanted.chains, wanted.problem):
        if isinstance(item, Bad):
            yield place, item
            continue
        [one] = of_chains([item], translations)
        left -= {translation.formal.id for translation in one.translations}
        if not one.translations:
            complain(f"{item.id or place}: none of the translations is of this chain, so nothing is said of it")
        yield place, one
    if left:
        complain(f"{wanted.chains} has no chain with the id of {len(left)} translated chains: {min(left)!r:.60}, ...")


def _print(row: JudgedFormalChain, wanted: FormalCheck) -> None:
    if wanted.format == "json":
        print(line(formal_record(row)), flush=True)
    elif wanted.format == "view":
        show(row, standard_output())


def _bad(item: Bad, wanted: FormalCheck) -> None:
    complain(str(item))
    if wanted.format == "json":
        print(line(error_record(str(item), item.id)), flush=True)


def _what_settles(count: int, wanted: FormalCheck) -> str:
    chains = "1 chain" if count == 1 else f"{count} chains"
    lacking = "two that were made apart" if wanted.trust is Trust.AGREEING else "--trust agreeing, with two made apart,"
    return f"translations are evidence, and steps of {chains} are left open: {lacking} or --given FILE settle them"
