"""What the gate says: a status, reasons under stable rule ids, steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Status = Literal["accepted", "rejected", "infrastructure", "needs-mathlib", "claimed"]

RULES: dict[str, str] = {
    "not-utf8": "The file is not UTF-8 text.",
    "hidden-characters": "The file holds characters that change how it is shown.",
    "too-large": "The file is larger than the gate reads.",
    "unterminated": "A comment or a string is never closed, so what follows is not elaborated.",
    "refused-construct": "The file uses a construct that is not among those that the gate allows.",
    "sorry": "The proof is not finished: it rests on sorry.",
    "import": "The file imports a module that is not there or not allowed.",
    "elaboration-error": "Lean reports an error.",
    "limit": "The elaboration or the audit ran past its limits of work, time or memory.",
    "crash": "Lean ended over this proof, twice.",
    "export": "What the elaboration left behind cannot be read as declarations.",
    "kernel": "The kernel refuses a declaration, or the auditor does: the kernel would not check it well enough.",
    "axiom": "The proof rests on an axiom that is not permitted.",
    "native-computation": "The proof rests on values that compiled code decides.",
    "missing-theorem": "A theorem that the challenge asks for is not proved.",
    "not-a-theorem": "A theorem that the challenge asks for is something else.",
    "statement-changed": "A theorem does not state what the challenge states.",
    "definition-changed": "The statement depends on a definition that differs from the challenge's.",
    "statement-moved": "The statement, or what it depends on, is not as it was frozen.",
    "second-kernel": "A second kernel does not accept the proof.",
    "server": "A server says that it accepts the proof; this machine did not check it.",
    "needs-mathlib": "The file imports Mathlib, which this toolchain does not have.",
    "bad-challenge": "The challenge cannot be used; the candidate was not judged.",
    "infrastructure": "The gate could not do its work; the candidate was not judged.",
}
"""Every rule by its id, with what it means. Ids are stable: reports and baselines hold them."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a candidate is not accepted. ``line`` counts from 1, ``column`` from 0, as Lean's do; None: of no place."""

    rule: str
    message: str
    line: int | None = None
    column: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the reason as JSON values."""
        return {"rule": self.rule, "message": self.message, "line": self.line, "column": self.column}


@dataclass(frozen=True, slots=True)
class Result:
    """What the gate says of one candidate. ``steps``: as ``steps.py`` makes them; ``place``: the candidate's file;
    ``targets``: the full names of the theorems that were audited, where it was judged just now; ``notes``: what must be
    known beside the status: a limit that was lowered, code that was let run, what the kernel's word is worth;
    ``decided_by``: who accepted or refused it, with versions; ``kept``: it was judged in an earlier run."""

    id: str
    status: Status
    reasons: tuple[Reason, ...] = ()
    steps: tuple[dict[str, Any], ...] = ()
    toolchain: str = ""
    place: str = field(default="", compare=False)
    targets: tuple[str, ...] = field(default=(), compare=False)
    notes: tuple[str, ...] = ()
    decided_by: tuple[str, ...] = ()
    kept: bool = field(default=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON values, in the published shape."""
        return {
            "id": self.id,
            "status": self.status,
            "reasons": [reason.to_json() for reason in self.reasons],
            "steps": list(self.steps),
            "toolchain": self.toolchain,
            "decided_by": list(self.decided_by),
            "notes": list(self.notes),
        }


def from_json(data: Any, place: str = "") -> Result:
    """Return the result of an earlier run that ``to_json`` wrote. Raises: KeyError, TypeError on anything else."""
    reasons = tuple(Reason(r["rule"], r["message"], r["line"], r["column"]) for r in data["reasons"])
    more = {key: tuple(map(str, data[key])) for key in ("notes", "decided_by")}
    known = (data["id"], data["status"], reasons, tuple(data["steps"]), data["toolchain"], place)
    return Result(*known, notes=more["notes"], decided_by=more["decided_by"], kept=True)
