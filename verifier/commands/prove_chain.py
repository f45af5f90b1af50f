"""What ``verifier prove-chain`` does: chains from a file, each as one theorem, and what is found, printed."""

from __future__ import annotations

from contextlib import ExitStack

from verifier.commands.options.judging import ProveChainOptions
from verifier.intake.bad import Bad
from verifier.records.record import error_record, line
from verifier.report.bars import stages
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, WRONG, complain, infrastructure, output
from verifier.report.screen import standard_output
from verifier.report.theorem import show
from verifier.streams import standard_input
from verifier.whole.formal.prove import FormalWhole
from verifier.whole.prove import ChainProver
from verifier.whole.record import record
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


def _printed(whole: WholeChain, options: ProveChainOptions) -> int:
    if options.as_json:
        print(line(record(whole)), flush=True)
    else:
        show(whole, standard_output())
    return concluded(whole, options, proved=whole.status == "proved")


def concluded(whole: WholeChain | FormalWhole, options: ProveChainOptions, *, proved: bool) -> int:
    """Return the exit status of a whole chain, after an alarm is told. Raises: OSError."""
    if whole.alarm:
        complain("ALARM: something was both proved and refuted, so a checker is broken: please report this")
        return INFRASTRUCTURE
    unproved = options.fail_on is not None and not proved
    return WRONG if whole.wrong or unproved else OK
