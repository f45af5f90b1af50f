"""A worker process: a completion comes in as a line of JSON, what can be told of it goes out as a line.

``python -m verifier.rewards.child`` with its settings as JSON; it ends when its input does.
"""

from __future__ import annotations

import json
from typing import Any, TextIO

from verifier.answers.outcome import outcome_of
from verifier.chain import Chain
from verifier.intake.splitting.split import split
from verifier.intake.splitting.templates import answered
from verifier.processes.worker import say, work
from verifier.records.by_settings import Judging, judging


def told(request: dict[str, Any], judge: Judging) -> dict[str, Any]:
    """Return what can be told of a completion: of its ``steps`` and of its ``outcome``, as the request wants; with
    ``whole`` the whole record.

    Raises: LeanUnavailable where Lean is required and lost.
    """
    found: dict[str, Any] = {}
    request = {**request, "text": answered(request["text"])}
    if request.get("process"):
        steps = split(request["text"])
        made, alarm = judge(_chain(request, steps), request) if steps else (None, False)
        found["record"] = made if made is None or request.get("whole") else _bare(made)
        found["alarm"] = alarm
    if request.get("reference") is not None:
        outcome = outcome_of(request["text"], request["problem"], request["reference"])
        answer = outcome.answer
        found["answer"] = None if answer is None else [answer.text, answer.is_marked]
        found["outcome"] = outcome.state
    return found


def _chain(request: dict[str, Any], steps: list[str]) -> Chain:
    """The chain of a completion; with its id and reference answer where the whole record is wanted, which has both."""
    more = (request.get("id"), request.get("reference")) if request.get("whole") else ()
    return Chain.of(request["problem"], steps, *more)


def _bare(data: dict[str, Any]) -> dict[str, Any]:
    """A record with what a reward needs of it: claims and certificates stay behind."""
    return {"steps": [{**step, "claims": [], "text": "", "unread": []} for step in data["steps"]]}


def serve(settings: str, lines: TextIO, out: TextIO) -> None:
    """Answer requests until ``lines`` end. Raises: OSError when nobody listens any more; LeanUnavailable,
    PrmUnavailable at the start where they are required."""
    wanted = json.loads(settings)
    with judging(wanted) as judge:
        say("ready", out)
        while line := lines.readline():
            say(told(json.loads(line), judge), out)


if __name__ == "__main__":
    work(serve)
