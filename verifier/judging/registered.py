"""All guards: those of the reader's tables and those of judging, in one list."""

from __future__ import annotations

from typing import Final

from verifier.judging import approval_guards, guards
from verifier.readers.exact.guards.guard import REGISTRY, Defeater, Guard
from verifier.readers.exact.guards.table import neighbours, notation, sentence, units

TABLES: Final = (notation, neighbours, units, sentence, guards, approval_guards)
"""Every table: what a module declares is in the registry once it is imported."""


def registered() -> list[Guard | Defeater]:
    """Return every guard and defeater, by their codes. Fails: never."""
    return [REGISTRY[code] for code in sorted(REGISTRY)]
