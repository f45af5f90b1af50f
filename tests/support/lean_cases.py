"""Cases of the proof gate, one Lean file each.

It has lines ``-- why: ...``, ``-- status: ...`` and ``-- rules: ..., ...``, the challenge below its marker line,
and the candidate below its own. The challenge ends with a newline; everything else is kept byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from verifier.proofs.case import Case

SUITES = Path(__file__).parent.parent / "proofs"
CHALLENGE, CANDIDATE = b"--- challenge ---\n", b"--- candidate ---\n"


@dataclass(frozen=True)
class LeanCase:
    """A challenge and a candidate, with the status that the gate gives and the rules of which it names at least one."""

    case: Case
    why: str
    status: str
    rules: tuple[str, ...]


def read_lean_case(path: Path) -> LeanCase:
    """Return the case of a file. Raises: ValueError when a marker line or the status is missing."""
    head, challenge, rest = path.read_bytes().partition(CHALLENGE)
    statement, candidate, proof = rest.partition(b"\n" + CANDIDATE)
    fields = dict(line.removeprefix("-- ").split(": ", 1) for line in head.decode().splitlines())
    if not (challenge and candidate and "status" in fields):
        raise ValueError(f"{path}: expected a status, {CHALLENGE!r} and {CANDIDATE!r}")
    rules = tuple(fields["rules"].split(", ")) if "rules" in fields else ()
    case = Case(path.stem, proof, statement + b"\n", path.as_posix())
    return LeanCase(case, fields.get("why", ""), fields["status"], rules)


def read_lean_cases(suite: str) -> dict[str, LeanCase]:
    """Return the cases of a suite (``forgery`` or ``honest``) by name, in order of names."""
    return {path.stem: read_lean_case(path) for path in sorted((SUITES / suite).glob("*.lean"))}
