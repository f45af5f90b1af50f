"""Terms as JSON values, and back."""

from __future__ import annotations

from typing import Any

from verifier.kernel.term import ARITY, MAX_DEPTH, MAX_DIGITS, App, Const, Dec, Int, Op, Sym, Term


def term_to_json(term: Term) -> list[Any]:
    """Return ``term`` as nested lists, e.g. ``["add", ["int", "1"], ["sym", "x"]]``."""
    match term:
        case Int(value):
            return ["int", str(value)]
        case Dec(digits, places):
            return ["dec", str(digits), places]
        case Sym(name):
            return ["sym", name]
        case Const(name):
            return ["const", name]
        case App(op, args):
            return [op.value, *(term_to_json(arg) for arg in args)]


def term_from_json(data: Any, depth: int = 0) -> Term:
    """Return the term that ``term_to_json`` wrote. Raises: ValueError on anything else."""
    if depth > MAX_DEPTH or not isinstance(data, list) or not data:
        raise ValueError("not a term: expected nested lists of bounded depth")
    match data:
        case ["int", str(value)]:
            return Int(_digits(value))
        case ["dec", str(digits), int(places)]:
            return Dec(_digits(digits), places)
        case ["sym", str(name)]:
            return Sym(name)
        case ["const", str(name)]:
            return Const(name)
        case [str(op), *args] if op in ARITY:
            return App(Op(op), tuple(term_from_json(arg, depth + 1) for arg in args))
    raise ValueError(f"not a term: {data[0]!r}")


def _digits(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2 * MAX_DIGITS):
        raise ValueError("not a numeral")
    return int(text)
