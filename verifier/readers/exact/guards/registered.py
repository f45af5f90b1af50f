"""All guards of all tables, in one list."""

from __future__ import annotations

from typing import Final

from verifier.mathtext.guards import notation
from verifier.mathtext.guards.guard import REGISTRY, Defeater, Guard
from verifier.readers.exact.guards.table import approvals, neighbours, sentence, units, verdicts

TABLES: Final = (notation, neighbours, units, sentence, verdicts, approvals)
"""Every table: what a module declares is in the registry once it is imported."""


def registered() -> list[Guard | Defeater]:
    """Return every guard and defeater, by their codes."""
    return [REGISTRY[code] for code in sorted(REGISTRY)]
