"""Proofs by reflection: closed statements as data, read back from the text of the statement."""

from __future__ import annotations

import re
from typing import Any

from verifier.checkers.lean.script import Formula, reflected, reflection
from verifier.checkers.lean.statement.statement import Statement

MAX_BITS = 100_000
"""Largest number met in the evaluation, which never cancels a fraction. Lean's heartbeats do not count its digits."""

_TOKEN = r"[()¬∧=≠<≤>≥+*/^:-]|[0-9]+|Nat|Rat|Verifier\.[a-z]+"
_COUNTED = {"Verifier.factorial": "fact", "Verifier.choose": "choose"}
_TERMS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "^": "pow"}
_RELATIONS = {"=": "eq", "≠": "ne", "<": "lt", "≤": "le", ">": "gt", "≥": "ge"}


def formula(statement: Statement) -> Formula | None:
    """Return a closed statement as data, or None when it is not of that kind or too large."""
    if not statement.is_closed:
        return None
    try:
        found = _conjunction(_read(statement.text))
        return found if _bits(found) <= MAX_BITS and reflected(reflection(found), statement.text) == found else None
    except _OtherKind:
        return None


class _OtherKind(ValueError):
    """The text is not a closed statement of arithmetic."""


def _read(text: str) -> list[Any]:
    """Return what stands between the outermost brackets, everything inside them reduced."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(_TOKEN, text):
        if token == "(":
            stack.append([])
        elif token == ")" and len(stack) > 1:
            inside = stack.pop()
            stack[-1].append(_reduced(inside))
        else:
            stack[-1].append(int(token) if token.isdigit() else token)
    if len(stack) != 1:
        raise _OtherKind(text[:40])
    return stack[0]


def _reduced(parts: list[Any]) -> Any:
    match parts:
        case [int() | list() as inside, ":", "Rat" | "Nat"]:
            return inside
        case ["-", a]:
            return ["neg", a]
        case ["¬", list() as f]:
            return ["¬", f]
        case [list(), "∧", *_]:
            return _conjunction(parts)
        case ["Verifier.absolute", a]:
            return ["abs", a]
        case ["Verifier.factorial" | "Verifier.choose" as name, *counts, ":", "Nat"]:
            return [_COUNTED[name], *counts]
        case [a, str() as op, b] if op in _TERMS or op in _RELATIONS:
            return [op, a, b]
    raise _OtherKind(str(parts)[:40])


def _conjunction(parts: list[Any]) -> Formula:
    match parts:
        case [list() as last]:
            return last
        case [list() as first, "∧", *rest]:
            return ["∧", first, _conjunction(rest)]
    raise _OtherKind(str(parts)[:40])


def _bits(f: Any) -> int:
    """A bound on the bits of every number in the evaluation of ``f``, numerator and denominator together."""
    match f:
        case int():
            return f.bit_length() + 1
        case ["^", a, int(n)]:
            return _bits(a) * max(n, 1)
        case ["fact" | "choose", int(n), *_]:
            return n * n.bit_length() + 1
        case ["neg" | "abs" | "¬", a]:
            return _bits(a)
        case ["∧", a, b]:
            return max(_bits(a), _bits(b))
        case [str(), a, b]:
            return _bits(a) + _bits(b) + 1
    raise _OtherKind(str(f)[:40])
