"""What the commands do: input to judgement to print. Results go to standard output, all else to standard error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice

from verifier.commands.estimating import estimating
from verifier.commands.formal.chains import FormalChains, what_settles
from verifier.commands.options.judging import CheckOptions, ExplainOptions
from verifier.commands.recheck import bundled
from verifier.intake.bad import Bad
from verifier.judging.agreeing.trusting import Settling
from verifier.judging.estimates.calibrated import calibration_for
from verifier.judging.judgements.judgement import JudgedChain
from verifier.judging.translations.translation import Translated
from verifier.kernel.verdict import Certificate, Decided
from verifier.pipeline.judge import MANY, Judge
from verifier.records.record import record
from verifier.report.bars import stages
from verifier.report.ci.outcomes import State, of_bad, of_chain
from verifier.report.exit_codes import (
    BAD_INPUT,
    INFRASTRUCTURE,
    OK,
    WRONG,
    complain,
    infrastructure,
    output,
    warned,
)
from verifier.report.shown import Shown
from verifier.report.summary import in_short
from verifier.report.terminal import show
from verifier.streams import standard_input

STATUS: dict[State, int] = {"failed": WRONG, "error": INFRASTRUCTURE}
"""The exit status that a judged chain calls for by its outcome; 0 besides."""

AT_ONCE = 32
"""Chains whose claims are put to Lean together: enough to share the cost, few enough that results keep coming."""


def check(options: CheckOptions, asked: FormalChains | None = None) -> int:
    """Judge the chains of inputs, print them, and return the exit status. ``asked``: the chains with translations,
    None where their text alone is judged. Raises: SystemExit on an interrupt."""
    worst, certificates, shown, open_ = OK, list[Certificate](), Shown(options.shown), 0
    if not certifiable(options):
        return BAD_INPUT
    with output(), infrastructure() as broken:
        with ExitStack() as stack, warned():
            judge: Judge | None = None
            count, faults = 0, list[str]()
            items = _texts(options) if asked is None else asked.items(faults)
            for fault in faults:
                complain(fault)
                worst = BAD_INPUT
            while batch := list(islice(items, AT_ONCE if options.certify else 1)):
                told = [item for _, item in batch if not isinstance(item, Bad)]
                judge = judge or (judge_of(options, stack, texts_only=asked is None) if told else None)
                found = iter(_judged(told, judge, None if asked is None else asked.trust))
                count += len(batch)
                if judge is not None and count // MANY > (count - len(batch)) // MANY:
                    judge.progress(f"{count:,} chains", 0.0)
                for place, item in batch:
                    judged = item if isinstance(item, Bad) else next(found)
                    made = of_bad(judged) if isinstance(judged, Bad) else of_chain(judged, place, options.fail_on)
                    if isinstance(judged, Bad):
                        complain(str(judged))
                        shown.bad(judged, made)
                    else:
                        shown.chain(made, in_short(judged), partial(record, judged), partial(show, judged))
                        alarms(judged)
                        _set_aside(judged, place)
                        open_ += judged.would_settle
                    worst = max(worst, BAD_INPUT if isinstance(judged, Bad) else STATUS.get(made.state, OK))
                    _accused(judged, judge, place)
                    certificates += _certificates(judged) if options.bundle and not isinstance(judged, Bad) else []
            for warning in judge.drift() if judge else ():
                complain(warning)
        if open_ and asked is not None:
            complain(what_settles(open_, asked.trust))
        worst = max(worst, bundled(options.bundle, certificates))
        shown.end()
    return max(worst, *broken)


def _texts(options: CheckOptions) -> Iterator[tuple[str, Translated | Bad]]:
    """Yield the chains of inputs, without translations, and the files that they stand in; what is none in its place."""
    for _, item, place in options.sources(options.files, options.problem).found(standard_input()):
        yield place, item if isinstance(item, Bad) else Translated(item)


def _judged(told: Sequence[Translated], judge: Judge | None, trust: Settling | None) -> list[JudgedChain]:
    if judge is None:
        return []
    return judge.all([one.chain for one in told]) if trust is None else judge.combined_all(told, trust)


def certifiable(options: CheckOptions | ExplainOptions) -> bool:
    """Return whether Lean may be asked where certificates are wanted, and complain where it may not."""
    if options.certify and options.lean == "off":
        complain("--certify asks Lean for every certificate: add --lean auto or --lean require")
        return False
    return True


def judge_of(options: CheckOptions | ExplainOptions, stack: ExitStack, *, texts_only: bool = True) -> Judge:
    """Return the judge, which ``stack`` closes: made when there is something to judge, since it may fetch a Lean. Where
    there are translations, Lean is asked only where it is required or certificates are wanted.

    Raises: LeanUnavailable when Lean is required and cannot be had; PrmUnavailable
    when the model cannot.
    """
    progress = stack.enter_context(stages())
    prm = stack.enter_context(estimating(options.prm, options.placement, progress))
    calibrated = calibration_for(prm, options.calibration)
    lean = options.lean if texts_only or options.certify or options.lean == "require" else "off"
    judge = Judge(lean, options.timeout, progress, certify=options.certify, prm=prm, calibration=calibrated)
    stack.enter_context(judge)
    if judge.lineup.missing:
        complain(f"going on without Lean: {judge.lineup.missing}")
    return judge


def alarms(judged: JudgedChain) -> None:
    """Say what was both proved and refuted."""
    for text in judged.contradictions:
        complain(f"ALARM: {text!r:.80} was both proved and refuted, so a checker is broken: please report this")


def _set_aside(judged: JudgedChain, place: str) -> None:
    """Say which translations count for nothing although the caller vouches for them."""
    for one in judged.translations:
        if one.translation.given and (why := one.translation.set_aside) is not None:
            complain(f"{judged.chain.id or place}: a translation that is vouched for is set aside: {why}")


def _accused(judged: JudgedChain | Bad, judge: Judge | None, place: str) -> None:
    """Say where estimates alone name a first error, with what their threshold promises."""
    if judge is None or judge.lengths is None or isinstance(judged, Bad):
        return
    first = judged.first_error
    if first is not None and first >= 0 and judged.first_error_kind == "estimated":
        name = judged.chain.id or place
        complain(f"{name}: accused by estimates alone, probably of step {first}. {judge.lengths.statement}")


def _certificates(judged: JudgedChain) -> list[Certificate]:
    of_text = [claim.certificate for step in judged.steps for claim in step.claims if claim.certificate]
    of_lean = [one.lean.certificate for _, one in judged.decisions() if isinstance(one.lean, Decided)]
    return of_text + of_lean
