"""Numbers, letters and constants as JSON values, and back: what terms and expressions are made of alike."""

from __future__ import annotations

from typing import Any

from verifier.kernel.expr import MAX_DIGITS, Const, Dec, Int, Sym

Atom = Int | Dec | Sym | Const


def atom_to_json(atom: Atom) -> list[Any]:
    """Return an atom as its kind and its spelling: ``["int", "1"]``."""
    match atom:
        case Int(value):
            return ["int", str(value)]
        case Dec(digits, places):
            return ["dec", str(digits), places]
        case Sym(name):
            return ["sym", name]
        case Const(name):
            return ["const", name]


def atom_from_json(data: list[Any]) -> Atom | None:
    """Return the atom that ``atom_to_json`` wrote; None where that is of another kind.

    Raises: ValueError on what is no numeral, name or constant.
    """
    match data:
        case ["int", str(value)]:
            return Int(_digits(value))
        case ["dec", str(digits), int(places)] if not isinstance(places, bool):
            return Dec(_digits(digits), places)
        case ["sym", str(name)]:
            return Sym(name)
        case ["const", str(name)]:
            return Const(name)
    return None


def _digits(text: str) -> int:
    plain = text.isascii() and text.isdigit() and len(text) <= 2 * MAX_DIGITS
    if not plain or (text[0] == "0" and text != "0"):  # each number has one form
        raise ValueError("not a numeral")
    return int(text)
