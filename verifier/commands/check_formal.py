"""What ``verifier check --formal`` does: chains are judged by their translations into the formal language."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.commands.check import STATUS, chains_of
from verifier.judging.formal.intake import Textless, Translated, Translation, by_themselves, of_chains
from verifier.judging.formal.judge import FormalJudge
from verifier.judging.formal.judged_chain import JudgedFormalChain, Trust
from verifier.judging.formal.record import formal_record
from verifier.judging.formal.verify import judged
from verifier.judging.intake import Bad
from verifier.judging.records.record import error_record, line
from verifier.language.files import read_file
from verifier.report.exit_codes import BAD_INPUT, OK, complain, output
from verifier.report.formal_judged import show
from verifier.report.formal_outcomes import of_formal
from verifier.report.outcomes import ReportedOutcome, of_bad
from verifier.report.reports import report
from verifier.report.screen import standard_output


@dataclass(frozen=True, slots=True)
class FormalCheck:
    """What the user asked for. ``chains``: the file of their text; None where translations hold it."""

    chains: str | None
    formal: Sequence[Path]
    given: Sequence[Path] = ()
    trust: Trust = Trust.EVIDENCE
    problem: str | None = None
    format: str = "view"
    fail_on: Collection[str] = ()


def check_formal(wanted: FormalCheck) -> int:
    """Judge, print, and return the exit status: 1 where a step is settled incorrect, 2 where input is bad.

    Raises:
        SystemExit: on an interrupt.
    """
    status, outcomes, open_ = OK, list[ReportedOutcome](), 0
    judge = FormalJudge()
    with output():
        translations, faults = _read(wanted)
        for fault in faults:
            complain(fault)
            status = BAD_INPUT
        for place, item in _items(wanted, translations):
            if isinstance(item, Bad):
                _bad(item, wanted)
                made, status = of_bad(item), BAD_INPUT
            else:
                row = judged(item, wanted.trust, judge)
                made = of_formal(row, place, wanted.fail_on)
                status = max(status, STATUS.get(made.state, OK))
                open_ += row.would_settle
                _print(row, wanted)
            outcomes.append(made)
        if open_:
            complain(_what_settles(open_, wanted))
        report(outcomes, wanted.format, "Chains of reasoning", "verifier check")
    return status


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
