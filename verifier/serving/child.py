"""A worker process of the service: a chain comes in as a line of JSON, its record goes out as a line.

``python -m verifier.serving.child`` with its settings as JSON; it ends when its input does.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final, TextIO

from verifier.judging.intake import chain_from
from verifier.judging.judge import Judge
from verifier.judging.record import record
from verifier.prm.choose import Placement, chosen

MARKER: Final = "\x02"


def serve(settings: str, lines: TextIO, out: TextIO) -> None:
    """Answer chains until ``lines`` end. Fails: OSError when nobody listens any more; LeanUnavailable, PrmUnavailable
    at the start where they are required."""
    wanted = json.loads(settings)
    with Judge(wanted["lean"], wanted["timeout"], prm=chosen(wanted["prm"], Placement())) as judge:
        _say({"ready": True}, out)
        while line := lines.readline():
            judged = judge(chain_from(json.loads(line)))
            _say({"record": record(judged), "alarm": bool(judged.contradictions)}, out)


def _say(told: dict[str, Any], out: TextIO) -> None:
    out.write(f"{MARKER}{json.dumps(told)}\n")
    out.flush()


def main() -> None:
    """Serve standard input until it ends. Fails: as ``serve``; an end of the other side is the end."""
    try:
        serve(sys.argv[1], sys.stdin, sys.stdout)
    except (OSError, KeyboardInterrupt):
        return  # the terminal was closed: whoever asked is gone


if __name__ == "__main__":
    main()
