"""What ``verifier prove-chain`` does: chains from a file, each as one theorem, and what is found, printed."""

from __future__ import annotations

from contextlib import ExitStack

from verifier.commands.formal.chains import FormalChains, FormalJudging
from verifier.commands.options.judging import ProveChainOptions
from verifier.intake.bad import Bad
from verifier.judging.decide import formal_judge
from verifier.records.record import error_record, line
from verifier.report.bars import stages
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, WRONG, complain, infrastructure, output
from verifier.report.formal.theorem import show as show_translated
from verifier.report.screen import standard_output
from verifier.report.theorem import show
from verifier.streams import standard_input
from verifier.whole.formal.prove import FormalWhole, formal_whole
from verifier.whole.prove import ChainProver
from verifier.whole.whole import WholeChain


def run(options: ProveChainOptions) -> int:
    """Prove the chains of a file, print them, and return the exit status. Raises: SystemExit on an interrupt."""
    worst = OK
    with output(), infrastructure() as broken, ExitStack() as stack:
        prover: ChainProver | None = None
        for item in options.sources(options.files, options.problem).items(standard_input()):
            if isinstance(item, Bad):
                complain(str(item))
                if options.as_json:
                    print(line(error_record(item)), flush=True)
                worst = max(worst, BAD_INPUT)
                continue
            prover = prover or _prover(options, stack)
            worst = max(worst, _printed(prover(item), options))
    return max(worst, *broken)


def _prover(options: ProveChainOptions, stack: ExitStack) -> ChainProver:
    progress = stack.enter_context(stages())
    prover = stack.enter_context(ChainProver(options.lean, options.timeout, progress))
    if prover.judge.lineup.missing:
        complain(f"going on without Lean: {prover.judge.lineup.missing}")
    return prover


def by_translations(asked: FormalChains, options: ProveChainOptions) -> int:
    """Prove chains by their translations, print them, and return the exit status.

    Raises:
        SystemExit: on an interrupt.
    """
    worst, judging, judge = OK, FormalJudging(asked), formal_judge()
    with output():
        for _, row in judging():
            if not isinstance(row, Bad):
                worst = max(worst, _printed(formal_whole(row, judge), options))
            elif options.as_json:
                print(line(error_record(row)), flush=True)
    return max(worst, judging.status)


def _printed(whole: WholeChain | FormalWhole, options: ProveChainOptions) -> int:
    """Print a whole chain and return its exit status, after an alarm is reported. Raises: OSError."""
    if options.as_json:
        print(line(whole.to_dict()), flush=True)
    elif isinstance(whole, FormalWhole):
        show_translated(whole, standard_output())
    else:
        show(whole, standard_output())
    if whole.alarm:
        complain("ALARM: something was both proved and refuted, so a checker is broken: please report this")
        return INFRASTRUCTURE
    counts = whole.reading is not None if isinstance(whole, FormalWhole) else True
    unproved = options.fail_on is not None and not (whole.status == "proved" and counts)
    return WRONG if whole.wrong or unproved else OK
