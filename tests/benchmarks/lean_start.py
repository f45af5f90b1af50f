"""Seconds from the start of a process to Lean's first answer, warm disk. Usage: lean_start.py [--as-shipped].

The first answer is that of a closed claim, after every canary. With the flag the package as it is shipped is started
beside it in the same run (about 95 s on a quiet machine), up to the end of an empty file: it has no session to ask.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from verifier.engines.lean import install

ASK = """
from verifier.engines.lean.session import LeanSession
with LeanSession() as session:
    assert session.certify([["=", ["/", 48, 2], 24]]).ok == (True,)
"""
RUNS = 3


def seconds(argv: list[str], cwd: str | None = None) -> float:
    started = time.monotonic()
    subprocess.run(argv, cwd=cwd, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - started


def as_shipped() -> float:
    """Fetch the package, unpack it, repair nothing, and run it once."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        packed = install.fetch(home)
        install.unpack(packed, home)
        install.unpack(home / "package/lean-lib.tar.gz", home / "lib/lean")
        (home / "package").rename(home / "bin")
        (home / "empty.lean").touch()
        return seconds([str(install.node()), "--stack-size=8192", str(home / "bin/lean.js"), "empty.lean"], folder)


def main() -> None:
    install.install()
    seconds([sys.executable, "-c", ASK])  # compiles our modules, warms the disk
    found = sorted(seconds([sys.executable, "-c", ASK]) for _ in range(RUNS))
    print(
        f"to the first answer, the canaries included: {found[0]:.1f} s (the others {found[1]:.1f} s, {found[2]:.1f} s)"
    )
    if "--as-shipped" in sys.argv:
        shipped = as_shipped()
        print(f"as shipped, an empty file: {shipped:.1f} s; that is {shipped / found[0]:.0f} times as long")


if __name__ == "__main__":
    main()
