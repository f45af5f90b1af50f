"""What ``verifier prove-chain --formal`` does: each translation that counts as one theorem, and what is found."""

from __future__ import annotations

from verifier.commands.formal.chains import FormalChains, FormalJudging
from verifier.commands.options.judging import ProveChainOptions
from verifier.commands.prove_chain import concluded
from verifier.intake.bad import Bad
from verifier.judging.decide import formal_judge
from verifier.records.record import error_record, line
from verifier.report.exit_codes import OK, output
from verifier.report.formal.theorem import show
from verifier.report.screen import standard_output
from verifier.whole.formal.prove import FormalWhole, formal_whole
from verifier.whole.formal.record import record


def run(asked: FormalChains, options: ProveChainOptions) -> int:
    """Prove the chains, print them, and return the exit status. Raises: SystemExit on an interrupt."""
    worst, judging, judge = OK, FormalJudging(asked), formal_judge()
    with output():
        for _, row in judging():
            if not isinstance(row, Bad):
                worst = max(worst, _printed(formal_whole(row, judge), options))
            elif options.as_json:
                print(line(error_record(row)), flush=True)
    return max(worst, judging.status)


def _printed(whole: FormalWhole, options: ProveChainOptions) -> int:
    if options.as_json:
        print(line(record(whole)), flush=True)
    else:
        show(whole, standard_output())
    return concluded(whole, options, proved=whole.status == "proved" and whole.reading is not None)
