"""Workers: children in Python that get a line and answer with lines, and how they are started."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any, TextIO

MARKER = "\x02"
"""Begins every line of an answer: whatever else a library prints on the same stream is passed over."""

Serve = Callable[[str, TextIO, TextIO], None]
"""Answers the lines of a stream on another until they end; its settings come first, as JSON."""


def command(module: str, settings: str) -> tuple[list[str], dict[str, str]]:
    """Return the arguments and the environment of a worker: ``module`` in a Python that sees what this one does."""
    path = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, "PYTHONPATH": path, "TOKENIZERS_PARALLELISM": "false"}
    return [sys.executable, "-m", module, settings], env


def say(told: Any, out: TextIO) -> None:
    """Answer with JSON values. Raises: OSError when nobody listens any more."""
    out.write(f"{MARKER}{json.dumps(told)}\n")
    out.flush()


def work(serve: Serve) -> None:
    """Serve standard input until it ends. Raises: as ``serve``; an end of the other side is the end."""
    try:
        serve(sys.argv[1], sys.stdin, sys.stdout)
    except (OSError, KeyboardInterrupt):
        return  # the terminal was closed: whoever asked is gone
