"""A worker process: a completion comes in as a line of JSON, what can be told of it goes out as a line.

``python -m verifier.rewards.child`` with its settings as JSON; it ends when its input does.
"""

from __future__ import annotations

import json
from typing import Any, TextIO

from verifier.chain import Chain
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement
from verifier.judging.answers.compare import compare
from verifier.judging.answers.final_answer import final_answer
from verifier.judging.estimates.calibrated import calibration_for
from verifier.judging.judge import Judge
from verifier.judging.records.record import record
from verifier.processes.worker import say, work
from verifier.reading.split import split


def told(request: dict[str, Any], judge: Judge) -> dict[str, Any]:
    """Return what can be told of a completion: of its ``steps`` and of its ``outcome``, as the request wants.

    Raises: LeanUnavailable where Lean is required and lost.
    """
    found: dict[str, Any] = {}
    if request.get("process"):
        steps = split(request["text"])
        judged = judge(Chain.of(request["problem"], steps)) if steps else None
        found["record"] = None if judged is None else _bare(record(judged))
        found["alarm"] = judged is not None and bool(judged.contradictions)
    if request.get("reference") is not None:
        answer = final_answer(split(request["text"]) or request["text"], request["problem"])
        found["answer"] = None if answer is None else [answer.text, answer.is_told]
        found["outcome"] = None if answer is None else compare(answer.text, request["reference"]).state
    return found


def _bare(data: dict[str, Any]) -> dict[str, Any]:
    """A record with what a reward needs of it: claims and certificates stay behind."""
    return {"steps": [{**step, "claims": [], "text": "", "unread": []} for step in data["steps"]]}


def serve(settings: str, lines: TextIO, out: TextIO) -> None:
    """Answer requests until ``lines`` end. Raises: OSError when nobody listens any more; LeanUnavailable,
    PrmUnavailable at the start where they are required."""
    wanted = json.loads(settings)
    prm = chosen(wanted["prm"], Placement())
    by = calibration_for(prm, wanted["calibration"])
    with Judge(wanted["lean"], wanted["timeout"], prm=prm, calibrated=by) as judge:
        say("ready", out)
        while line := lines.readline():
            say(told(json.loads(line), judge), out)


if __name__ == "__main__":
    work(serve)
