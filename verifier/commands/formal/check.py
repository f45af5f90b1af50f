"""What ``verifier check --formal`` does: chains are judged by their translations into the formal language."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

from verifier.commands.check import AT_ONCE, STATUS, alarms
from verifier.commands.estimating import estimating
from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.estimators.model import Placement, ProcessRewardModel
from verifier.intake.bad import Bad
from verifier.intake.chains import Sources
from verifier.judging.agreeing.trusting import AtLevel, Settling, Trust, refusal
from verifier.judging.estimates.calibrated import calibration_for
from verifier.judging.judgements.judgement import JudgedChain
from verifier.judging.translations.files import read_translations
from verifier.judging.translations.intake import ByChain, Textless, Translated, Translation, by_themselves
from verifier.pipeline.certified_translations import certified_chains
from verifier.pipeline.judge import Judge
from verifier.pipeline.options import LeanMode
from verifier.pipeline.portfolio import LineUp
from verifier.records.record import record
from verifier.report.bars import stages
from verifier.report.ci.formats import Showing
from verifier.report.ci.outcomes import of_bad
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output
from verifier.report.formal.judged import show
from verifier.report.formal.outcomes import of_formal
from verifier.report.shown import Shown
from verifier.report.summary import in_short_formal
from verifier.streams import standard_input


@dataclass(frozen=True, slots=True)
class FormalChains:
    """Chains and their translations. ``chains``: the inputs of their text; None where translations hold it."""

    chains: Sources | None
    formal: Sequence[Path]
    given: Sequence[Path] = ()
    trust: Settling = Trust.EVIDENCE

    def items(self, faults: list[str]) -> Iterator[tuple[str, Translated | Bad]]:
        """Yield each chain with its translations and the file that it stands in, or what is wrong in its place.

        ``faults`` hears at once what is wrong with the translations.
        """
        translations, wrong = read_translations(self.formal, self.given)
        faults += wrong
        if refused := refusal(self.trust, (one.formal for one in translations if not one.given)):
            faults.append(refused)
            return iter(())
        return self._by_themselves(translations) if self.chains is None else self._beside(self.chains, translations)

    def _by_themselves(self, translations: Sequence[Translation]) -> Iterator[tuple[str, Translated | Bad]]:
        place = str([*self.formal, *self.given][0])
        for one in by_themselves(translations):
            if isinstance(one, Textless):
                yield place, Bad(place, str(one), one.id)
            else:
                yield one.chain.place or place, one

    def _beside(self, file: Sources, translations: Sequence[Translation]) -> Iterator[tuple[str, Translated | Bad]]:
        held, left = ByChain(translations), {one.formal.id for one in translations}
        for _, item, place in file.found(standard_input()):
            if isinstance(item, Bad):
                yield place, item
                continue
            one = held.of(item)
            left -= {translation.formal.id for translation in one.translations}
            if not one.translations:
                complain(f"{item.id or place}: none of the translations is of this chain: it is read exactly, alone")
            yield place, one
        if left:
            complain(f"{file} has no chain with the id of {len(left)} translated chains: {min(left)!r:.60}, ...")


@dataclass(frozen=True, slots=True)
class FormalCheck:
    """What the user asked for. ``certify``: how a Lean is had that is asked about every decided formula, None where
    none is; ``timeout``: seconds that it may take over a request, and over a chain. ``prm``,
    ``placement``, ``calibration``: the process reward model that estimates steps, and how it is had."""

    asked: FormalChains
    shown: Showing = field(default_factory=Showing)
    fail_on: Collection[str] = ()
    certify: LeanMode | None = None
    timeout: float = 60.0
    prm: str = "none"
    placement: Placement | None = None
    calibration: Path | None = None


@dataclass(slots=True)
class FormalJudging:
    """Judges what is asked, by text and translations. ``status``: as bad input calls for."""

    asked: FormalChains
    prm: ProcessRewardModel | None = None
    calibration: Path | None = None
    status: int = OK
    bad: list[Bad] = field(default_factory=list)

    def __call__(self) -> Iterator[tuple[str, JudgedChain | Bad]]:
        """Yield the judged chains, or what is no chain in its place, which is complained of."""
        faults: list[str] = []
        items = self.asked.items(faults)
        for fault in faults:
            complain(fault)
            self.status = BAD_INPUT
        with ExitStack() as stack:
            judge: Judge | None = None
            for place, item in items:
                if isinstance(item, Bad):
                    complain(str(item))
                    self.status = BAD_INPUT
                    yield place, item
                    continue
                judge = judge or stack.enter_context(self._judge())
                yield place, judge.combined(item, self.asked.trust)

    def _judge(self) -> Judge:
        return Judge(lean="off", prm=self.prm, calibration=calibration_for(self.prm, self.calibration))


def check_formal(wanted: FormalCheck) -> int:
    """Judge, print, and return the exit status: 1 where a step is settled incorrect, 2 where input is bad.

    Raises:
        SystemExit: on an interrupt.
    """
    status, shown, open_ = OK, Shown(wanted.shown), 0
    judging = FormalJudging(wanted.asked)
    with output(), infrastructure() as broken, ExitStack() as stack:
        prm = stack.enter_context(estimating(wanted.prm, wanted.placement))
        judging.prm, judging.calibration = prm, wanted.calibration
        lean = None if wanted.certify is None else certifying(wanted.certify, wanted.timeout, stack)
        for place, row in _rows(judging, lean, wanted.timeout):
            if isinstance(row, Bad):
                shown.bad(row, of_bad(row))
            else:
                made = of_formal(row, place, wanted.fail_on)
                shown.chain(made, in_short_formal(row), partial(record, row), partial(show, row))
                status = max(status, STATUS.get(made.state, OK))
                open_ += row.would_settle
                alarms(row)
        if open_:
            complain(_what_settles(open_, wanted.asked.trust))
        shown.end()
    return max(status, judging.status, *broken)


Row = tuple[str, JudgedChain | Bad]
"""What is printed, with the file that it comes from."""


def _rows(judging: FormalJudging, lean: LeanFormulaEngine | None, timeout: float) -> Iterator[Row]:
    """Yield the judged chains, those of a batch put to Lean together where that is wanted."""
    rows = judging()
    if lean is None:
        yield from rows
        return
    while batch := list(islice(rows, AT_ONCE)):
        yield from _told(batch, lean, timeout)


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


def _what_settles(count: int, trust: Settling) -> str:
    chains = "1 chain" if count == 1 else f"{count} chains"
    if isinstance(trust, AtLevel):
        told = f"{trust.said}; where a chain has fewer translations than the level is of, none is settled either"
        return f"steps of {chains} are left open at this level ({told}): a higher level, or --given FILE settle them"
    level = "--trust LEVEL.json, where 'bench translate' measured one that is high enough,"
    agreeing = "two that were made apart" if trust is Trust.AGREEING else "--trust agreeing, with two made apart,"
    lacking = f"{agreeing} {level} or --given FILE settle them"
    return f"translations are evidence, and steps of {chains} are left open: {lacking}"
