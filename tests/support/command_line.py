"""The real command, driven by tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


def profile(folder: Path, model: str, **settings: object) -> str:
    """Return the path of a new profile of a model in a folder, as ``--prm`` and ``--translator`` take it."""
    place = folder / f"profile{len(list(folder.glob('profile*.toml')))}.toml"
    rows = {"model": model, **{name.replace("_", "-"): one for name, one in settings.items()}}
    told = {name: str(one) if isinstance(one, Path) else one for name, one in rows.items()}
    place.write_text("".join(f"{name} = {json.dumps(one)}\n" for name, one in told.items()), "utf-8")
    return str(place)


def lines(text: str) -> list[dict[str, Any]]:
    """Return the JSON values of ``text``, one a line."""
    return [json.loads(line) for line in text.splitlines()]


@contextmanager
def serving(
    *options: str, seconds: float = 600, stderr: int | None = None, first: str = ""
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Give the address of a service that is ready, and its process; it ends with the block. ``first``: Python that its
    process runs before the command."""
    import httpx

    begun = ["-c", f"{first}\nfrom verifier.cli.main import main\nmain()"] if first else ["-m", "verifier.cli.main"]
    argv = [sys.executable, *begun, "serve", "--port", "0", "--lean", "off", *options]
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=stderr, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert "http://127.0.0.1:" in line, line
        url = line.split()[3]
        until = time.monotonic() + 600
        while httpx.get(f"{url}/health").json()["status"] != "ok" and time.monotonic() < until:
            time.sleep(0.05)
        yield url, process
    finally:
        process.terminate()
        process.wait(timeout=300)
        process.stdout.close()
