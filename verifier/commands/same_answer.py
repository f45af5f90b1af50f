"""What ``verifier same-answer`` does: two final answers in, whether they are the same out, with the reason."""

from __future__ import annotations

import json
from dataclasses import asdict

from verifier.answers.compare import same_answer
from verifier.commands.options.answers import SameAnswerOptions
from verifier.report.exit_codes import OK, WRONG, ended
from verifier.report.terminal_text import safe


def run(options: SameAnswerOptions) -> int:
    """Print ``equal``, ``different`` or ``could not tell`` with the reason, and return the exit status: 0 where they
    are equal, else 1. Raises: SystemExit."""
    return ended(lambda: _run(options))


def _run(options: SameAnswerOptions) -> int:
    found = same_answer(options.a, options.b)
    print(json.dumps(asdict(found)) if options.as_json else f"{found.state}: {safe(found.reason)}")
    return OK if found.same else WRONG
