"""A worker process of the service: a chain comes in as a line of JSON, its record goes out as a line.

``python -m verifier.serving.child`` with its settings as JSON; it ends when its input does.
"""

from __future__ import annotations

import json
from typing import TextIO

from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement
from verifier.judging.estimates.calibrated import calibration_for
from verifier.judging.intake import chain_from
from verifier.judging.judge import Judge
from verifier.judging.records.record import record
from verifier.processes.worker import say, work


def serve(settings: str, lines: TextIO, out: TextIO) -> None:
    """Answer chains until ``lines`` end. Raises: OSError when nobody listens any more; LeanUnavailable, PrmUnavailable
    at the start where they are required."""
    wanted = json.loads(settings)
    prm = chosen(wanted["prm"], Placement())
    by = calibration_for(prm, wanted["calibration"])
    with Judge(wanted["lean"], wanted["timeout"], prm=prm, calibrated=by) as judge:
        say("ready", out)
        while line := lines.readline():
            judged = judge(chain_from(json.loads(line)))
            say({"record": record(judged), "alarm": bool(judged.contradictions)}, out)


if __name__ == "__main__":
    work(serve)
