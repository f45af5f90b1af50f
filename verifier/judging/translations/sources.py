"""The sources that check and judge translations, as a digest: what a level was measured with."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import verifier

ROOMS: Final = ("kernel", "language", "checkers", "claims", "engines/formulas", "judging")
"""The rooms whose files decide what becomes of a translation. Lean's part of the checkers judges none."""


@cache
def checks() -> str:
    """Return 16 hexadecimal digits that change with any source that checks or judges translations."""
    root, found = Path(str(verifier.__file__)).parent, hashlib.sha256()
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if not name.startswith("checkers/lean/"):
                found.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]
