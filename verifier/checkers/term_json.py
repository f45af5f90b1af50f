"""Terms as JSON values, and back."""

from __future__ import annotations

from typing import Any

from verifier.checkers.atom_json import atom_from_json, atom_to_json
from verifier.kernel.expr import FOLDED, MAX_NESTING, TERM_HEADS, Expr, Node, Text

_HEADS = {head.value: head for head in TERM_HEADS}


def term_to_json(term: Expr) -> list[Any]:
    """Return ``term`` as nested lists, e.g. ``["+", ["int", "1"], ["sym", "x"]]``."""
    if isinstance(term, Node):
        return [term.head.value, *(term_to_json(arg) for arg in term.args)]
    if isinstance(term, Text):
        raise ValueError("digits in quotation marks are no term")
    return atom_to_json(term)


def term_from_json(data: Any, depth: int = 0) -> Expr:
    """Return the term that ``term_to_json`` wrote. Raises: ValueError on anything else."""
    if depth > MAX_NESTING or not isinstance(data, list) or not data:
        raise ValueError("not a term: expected nested lists of bounded depth")
    if (head := _HEADS.get(data[0]) if isinstance(data[0], str) else None) is not None:
        if head in FOLDED and len(data) != 3:
            raise ValueError(f"{head} of a term takes 2 arguments, not {len(data) - 1}")
        return Node(head, tuple(term_from_json(arg, depth + 1) for arg in data[1:]))
    if (atom := atom_from_json(data)) is None:
        raise ValueError(f"not a term: {data[0]!r}")
    return atom
