"""Lean proofs written as a project."""

from __future__ import annotations

from pathlib import Path

from verifier.engines.lean import bundle
from verifier.kernel.verdict import Certificate
from verifier.report.exit_codes import OK, complain, unwritable


def bundled(folder: Path | None, certificates: list[Certificate]) -> int:
    """Write the Lean proofs among ``certificates`` into ``folder``, where one is options; return the exit status.

    Raises: LeanUnavailable.
    """
    if folder is None:
        return OK
    try:
        written = bundle.write(folder, certificates)
    except OSError as error:
        return unwritable(folder, error, "a folder that can be written to")
    complain(f"{len(written)} Lean proofs are in {folder}; 'lake build' there checks them")
    return OK
