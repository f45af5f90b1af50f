"""What ``verifier explain --reasons`` prints: every reason and exit status, what it means, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.evaluation.marked import table
from verifier.judging.judgements.judgement import Unjudgement
from verifier.judging.judgements.reasons import ADVICE, MEANING, WORD
from verifier.kernel.verdict import Reason
from verifier.proofs.rules import RULES
from verifier.report.exit_codes import OK, STATUSES, output


def run() -> int:
    """Print the tables, and return the exit status. Raises: SystemExit on an interrupt."""
    with output():
        print("\n".join(lines()))
    return OK


def lines() -> Iterator[str]:
    """Yield the lines of the tables, as Markdown."""
    yield from ("A claim is unknown:", "")
    yield from table([("reason", "the claim", "what to do"), *((one, MEANING[one], ADVICE[one]) for one in Reason)])
    yield from ("", "A step is unjudged:", "")
    yield from table([("reason", "shown as", "what to do"), *((one, WORD[one], ADVICE[one]) for one in Unjudgement)])
    yield from ("", "A proof is not accepted by `verifier proofs`:", "")
    yield from table([("rule", "what it says"), *RULES.items()])
    yield from ("", "Exit status, of which the highest wins:", "")
    yield from table([("status", "when"), *((str(status), said) for status, said in STATUSES.items())])
