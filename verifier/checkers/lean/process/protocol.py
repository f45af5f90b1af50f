"""What is said to the Lean process and what it says back: one line of JSON each way, with a request id."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MARKER = "@verifier "
"""Begins every line that is meant for us: the embedded build chatters on the same stream."""

PERMITTED_AXIOMS = frozenset({"propext", "Classical.choice", "Quot.sound"})
MESSAGE_KEPT = 400  # characters of an error message


class Garbled(ValueError):
    """A marked line is not an answer."""


@dataclass(frozen=True, slots=True)
class LeanError:
    """An error that Lean reported; line 0 is the audit's own."""

    line: int
    column: int
    message: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a statement and a proof. ``statement`` is the hash of the elaborated statement."""

    ok: bool
    exhausted: bool
    errors: tuple[LeanError, ...]
    axioms: tuple[str, ...]
    statement: str

    @property
    def why_not(self) -> str:
        """The first error as one line, or an empty text."""
        return " ".join(self.errors[0].message.split()) if self.errors else ""


@dataclass(frozen=True, slots=True)
class BulkAnswer:
    """What the kernel said of many formulas, each by itself, and the axioms under the theorem that they all use."""

    ok: tuple[bool, ...]
    axioms: tuple[str, ...]
    statements: tuple[str, ...]


def request_line(id: int, statement: str, proof: str, heartbeats: int) -> str:
    """Return the request as one line of ASCII."""
    return json.dumps({"id": id, "statement": statement, "proof": proof, "heartbeats": heartbeats})


def bulk_line(id: int, formulas: Sequence[Any], heartbeats: int) -> str:
    """Return the request to certify formulas by reflection as one line of ASCII."""
    return json.dumps({"id": id, "bulk": list(formulas), "heartbeats": heartbeats}, separators=(",", ":"))


def many_line(id: int, proofs: Sequence[tuple[str, str]], heartbeats: int) -> str:
    """Return the request to check several (statement, proof) as one line of ASCII."""
    return json.dumps({"id": id, "many": [list(pair) for pair in proofs], "heartbeats": heartbeats})


def is_about(said: str, id: int) -> bool:
    """Return whether a marked line answers this request, and not an earlier one."""
    return (parsed := _object(said)) is not None and parsed.get("id") == id


def version_said(said: str) -> str | None:
    """Return the version in the greeting, or None when the line is no greeting."""
    found = (_object(said) or {}).get("ready")
    return found if isinstance(found, str) else None


def read_answer(said: str) -> Answer:
    """Return the answer that a marked line spells. Raises: Garbled.

    A proof is accepted only when nothing speaks against it: the axioms are looked at once more, on this side.
    """
    return _answer(_object(said) or {})


def read_many(said: str, count: int) -> list[Answer]:
    """Return the answers that a marked line spells, one for each proof. Raises: Garbled."""
    answers = (_object(said) or {}).get("many")
    if not isinstance(answers, list) or len(answers) != count:
        raise Garbled(f"not {count} answers: {said:.80}")
    return [_answer(answer) for answer in answers]


def read_bulk(said: str, count: int) -> BulkAnswer:
    """Return what a marked line says of ``count`` formulas: none is good under a forbidden axiom. Raises: Garbled."""
    parsed = _object(said) or {}
    try:
        axioms = tuple(sorted({str(name) for name in parsed["axioms"]}))
        clean = PERMITTED_AXIOMS.issuperset(axioms)
        ok = tuple(clean and entry["ok"] is True for entry in parsed["bulk"])
        statements = tuple(str(entry["statement"]) for entry in parsed["bulk"])
    except (KeyError, TypeError) as error:
        raise Garbled(f"not an answer: {said:.80}") from error
    if len(ok) != count:
        raise Garbled(f"{len(ok)} answers to {count} formulas")
    return BulkAnswer(ok, axioms, statements)


def _answer(parsed: Mapping[str, Any]) -> Answer:
    try:
        errors = tuple(_error(entry) for entry in parsed["errors"])
        axioms = tuple(sorted({str(name) for name in parsed["axioms"]}))
        clean = parsed["ok"] is True and not errors and PERMITTED_AXIOMS.issuperset(axioms)
        return Answer(clean, parsed["exhausted"] is True, errors, axioms, str(parsed["statement"]))
    except (KeyError, TypeError) as error:
        raise Garbled(f"not an answer: {parsed!s:.80}") from error


def _error(entry: Mapping[str, Any]) -> LeanError:
    return LeanError(int(entry["line"]), int(entry["col"]), str(entry["message"])[:MESSAGE_KEPT])


def _object(said: str) -> dict[str, Any] | None:
    try:
        parsed = json.loads(said)
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None
