"""A worker process: a completion or a chain comes in as a line of JSON, its checks go out as a line.

``python -m verifier.rewards.child`` with its settings as JSON; it ends when its input does.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any, TextIO

from verifier.answers.outcome import outcome_of
from verifier.chain import Chain
from verifier.intake.chain import chain_from
from verifier.intake.splitting.places import places
from verifier.intake.splitting.split import split
from verifier.intake.splitting.templates import answered
from verifier.processes.worker import say, work
from verifier.records.by_settings import Judging, judging
from verifier.rewards.unsolved import is_unsolved


def check_completion(request: dict[str, Any], judge: Judging) -> dict[str, Any]:
    """Return the checks of a completion: of its ``steps`` and of its ``outcome``, as the request wants; with
    ``whole`` the whole record. ``spans``: the places of its steps.

    Raises: LeanUnavailable where Lean is required and lost.
    """
    found: dict[str, Any] = {}
    given = request["text"]
    request = {**request, "text": answered(given)}
    if request.get("process"):
        steps = split(request["text"])
        made, alarm = judge(_chain(request, steps), request) if steps else (None, False)
        found["record"] = made if made is None or request.get("whole") else _bare(made)
        found |= {"alarm": alarm, "spans": places(given, steps)}
    if request.get("reference") is not None:
        outcome = outcome_of(request["text"], request["problem"], request["reference"])
        answer = outcome.answer
        found["answer"] = None if answer is None else [answer.text, answer.is_marked]
        found["outcome"] = outcome.state
        if outcome.state == "equal" and answer is not None:
            unsolved = is_unsolved(answer.text, request["problem"], request["reference"])
            found["outcome"] = "unsolved" if unsolved else "equal"
    return found


def _chain(request: dict[str, Any], steps: list[str]) -> Chain:
    """The chain of a completion; with its id and reference answer where the whole record is wanted, which has both."""
    more = (request.get("id"), request.get("reference")) if request.get("whole") else ()
    return Chain.of(request["problem"], steps, *more)


def _bare(data: dict[str, Any]) -> dict[str, Any]:
    """A record with what a reward needs of it: of claims and certificates, the fingerprints."""
    left = {"claims": [], "text": "", "unread": []}
    return {"steps": [{**step, **left, "certificates": _fingerprints(step["claims"])} for step in data["steps"]]}


def _fingerprints(claims: Sequence[Mapping[str, Any]]) -> list[str]:
    """The SHA-256 of each certificate, as JSON with sorted keys."""
    found = (claim["certificate"] for claim in claims if claim.get("certificate") is not None)
    return [hashlib.sha256(json.dumps(one, sort_keys=True).encode()).hexdigest() for one in found]


def serve(settings: str, lines: TextIO, out: TextIO) -> None:
    """Answer requests until ``lines`` end: the checks of a completion, or the record of a chain.

    A chain is judged by the translations that come with it too, or read exactly where that is asked. Raises: OSError
    when nobody listens any more; LeanUnavailable, PrmUnavailable at the start where they are required.
    """
    wanted = json.loads(settings)
    with ExitStack() as stack:
        judge = stack.enter_context(judging(wanted))
        exactly = judge if wanted["translations"] is None else None
        say("ready", out)
        while line := lines.readline():
            asked = json.loads(line)
            if "reward" in asked:
                made: Any = check_completion(asked["reward"], judge)
                alarm = bool(made.get("alarm"))
            elif not asked["exactly"]:
                made, alarm = judge(chain_from(asked["chain"]), asked)
            else:
                exactly = exactly or stack.enter_context(judging({**wanted, "translations": None}))
                made, alarm = exactly(chain_from(asked["chain"]), asked)
            say({"record": made, "alarm": alarm}, out)


if __name__ == "__main__":
    work(serve)
