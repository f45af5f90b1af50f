"""Seconds from the start of a process to Lean's first answer, warm disk. Usage: lean_start.py [--as-shipped].

The first answer is that of a closed claim, after every canary. Processor time is what a busy machine tells better than
the clock. With the flag the package as it is shipped is started beside it in the same run (about 95 s on a quiet
machine), up to the end of an empty file: it has no session to ask.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from verifier.checkers.lean.toolchain import install
from verifier.checkers.lean.toolchain.fetching import PATIENT_SECONDS, by_npm
from verifier.checkers.lean.toolchain.node import node

ASK = """
from verifier.checkers.lean.process.session import LeanSession
with LeanSession() as session:
    assert session.certify([["=", ["/", 48, 2], 24]]).ok == (True,)
"""
RUNS = 3

Spent = tuple[float, float]


def busy() -> float:
    """Return the processor seconds of all children that have ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def spent(argv: list[str], cwd: str | None = None) -> Spent:
    """Return the seconds that a program took by the clock, and of the processors."""
    clock, before = time.monotonic(), busy()
    subprocess.run(argv, cwd=cwd, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - clock, busy() - before


def as_shipped() -> Spent:
    """Fetch the package, unpack it, repair nothing, and run it once."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        packed = by_npm(install.PACKAGE, home, PATIENT_SECONDS)
        install.unpack(packed, home)
        install.unpack(home / "package/lean-lib.tar.gz", home / "lib/lean")
        (home / "package").rename(home / "bin")
        (home / "empty.lean").touch()
        return spent([str(node()), "--stack-size=8192", str(home / "bin/lean.js"), "empty.lean"], folder)


def main() -> None:
    install.install()
    spent([sys.executable, "-c", ASK])  # compiles our modules, warms the disk
    found = sorted(spent([sys.executable, "-c", ASK]) for _ in range(RUNS))
    others = ", ".join(f"{clock:.1f} s ({used:.1f} s)" for clock, used in found[1:])
    (clock, used) = found[0]
    print(f"to the first answer, canaries included: {clock:.1f} s, of the processors {used:.1f} s; the others {others}")
    if "--as-shipped" in sys.argv:
        shipped, shipped_used = as_shipped()
        print(f"as shipped, an empty file: {shipped:.1f} s, of the processors {shipped_used:.1f} s;", end=" ")
        print(f"{shipped / clock:.0f} times as long, {shipped_used / used:.0f} times the processor time")


if __name__ == "__main__":
    main()
