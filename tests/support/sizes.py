"""How much the tests do: what shows a thing, or far more of it (``VERIFIER_LONG=1 pytest``)."""

from __future__ import annotations

import os
from typing import Final, TypeVar

T = TypeVar("T")

LONG: Final = os.environ.get("VERIFIER_LONG") == "1"


def sized(short: T, long: T) -> T:
    """Return ``short``, or ``long`` where the long form is asked for."""
    return long if LONG else short
