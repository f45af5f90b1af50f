"""TRL: the tests of a real, short GRPO run, and of what it makes of an abstention."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[3]


def main() -> int:
    argv = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-c",
        "/dev/null",
        "-p",
        "no:cacheprovider",
        "-k",
        "tiny or abstention",
    ]
    argv += ["--rootdir", str(ROOT), str(ROOT / "tests/rewards/test_grpo.py")]
    paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT)])
    done = subprocess.run(argv, env={**os.environ, "VERIFIER_GRPO": "1", "PYTHONPATH": paths}, timeout=800)
    print(f"trl {version('trl')}: status {done.returncode}", flush=True)
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
