"""A worker process of the service: a chain comes in as a line of JSON, its record goes out as a line; of a completion
that is to be rewarded, what can be told of it.

``python -m verifier.serving.child`` with its settings as JSON; it ends when its input does.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TextIO

from verifier.intake.chain import chain_from
from verifier.processes.worker import say, work
from verifier.records.by_settings import judging
from verifier.rewards.child import told


def serve(settings: str, lines: TextIO, out: TextIO) -> None:
    """Answer chains until ``lines`` end: each by the translations that come with it, where chains are judged by some;
    one that is asked about as it stands is read exactly. Raises: OSError when nobody listens any more;
    LeanUnavailable, PrmUnavailable at the start where they are required."""
    wanted = json.loads(settings)
    with ExitStack() as stack:
        judge = exactly = stack.enter_context(judging({**wanted, "translations": None}))
        if wanted["translations"] is not None:
            judge = stack.enter_context(judging(wanted))
        say("ready", out)
        while line := lines.readline():
            asked = json.loads(line)
            if "reward" in asked:
                found = told(asked["reward"], judge)
                say({"record": found, "alarm": bool(found.get("alarm"))}, out)
                continue
            made, alarm = (exactly if asked["exactly"] else judge)(chain_from(asked["chain"]), asked)
            say({"record": made, "alarm": alarm}, out)


if __name__ == "__main__":
    work(serve)
