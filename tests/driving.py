"""The real command, driven by tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def run(
    folder: Path, *args: str, stdin: str | bytes = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Return how the command ended, run in ``folder``, with its output as text. Raises: TimeoutExpired."""
    done = subprocess.run(
        [sys.executable, "-m", "verifier.cli.main", *args],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        cwd=folder,
        timeout=900,
        check=False,
        env={**os.environ, **(env or {})},
    )
    return subprocess.CompletedProcess(args, done.returncode, done.stdout.decode(), done.stderr.decode())


def lines(text: str) -> list[dict[str, Any]]:
    """Return the JSON values of ``text``, one a line."""
    return [json.loads(line) for line in text.splitlines()]
