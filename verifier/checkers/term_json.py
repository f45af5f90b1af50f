"""Terms as JSON values, and back."""

from __future__ import annotations

from typing import Any

from verifier.checkers.atom_json import atom_from_json, atom_to_json
from verifier.kernel.term import ARITY, MAX_DEPTH, App, Op, Term


def term_to_json(term: Term) -> list[Any]:
    """Return ``term`` as nested lists, e.g. ``["add", ["int", "1"], ["sym", "x"]]``."""
    if isinstance(term, App):
        return [term.op.value, *(term_to_json(arg) for arg in term.args)]
    return atom_to_json(term)


def term_from_json(data: Any, depth: int = 0) -> Term:
    """Return the term that ``term_to_json`` wrote. Raises: ValueError on anything else."""
    if depth > MAX_DEPTH or not isinstance(data, list) or not data:
        raise ValueError("not a term: expected nested lists of bounded depth")
    match data:
        case [str(op), *args] if op in ARITY:
            return App(Op(op), tuple(term_from_json(arg, depth + 1) for arg in args))
    if (atom := atom_from_json(data)) is None:
        raise ValueError(f"not a term: {data[0]!r}")
    return atom
