"""Examples at the end of a command's help."""

from __future__ import annotations


def examples(*commands: str) -> str:
    """Return the epilog that shows these command lines, each on a line of its own however long."""
    return "\n".join(("\b", "Examples:", *(f"  verifier {command}" for command in commands)))
