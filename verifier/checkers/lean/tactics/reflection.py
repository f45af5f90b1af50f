"""Closed statements as data, for certificates by reflection: read back from the very text of the statement.

A formula is nested lists, such as ``["∧", ["≠", 2, 0], ["=", ["/", 48, 2], 24]]``. It is what Lean is sent, and what
the proof mentions. Reading it back is not trusted: ``spelled`` must give the statement's text again, to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from verifier.checkers.evaluate import Point
from verifier.checkers.lean.statement.render import Statement
from verifier.checkers.lean.tactics.portfolio import Script, scripts

TACTIC = "reflect"
MODULES = ("Verifier.Closed", "Verifier.Reflect")

MAX_BITS = 100_000
"""Largest number met in the evaluation, which never cancels a fraction. Lean's heartbeats do not count its digits."""

Formula = list[Any]

_TOKEN = r"[()¬∧=≠<≤>≥+*/^:-]|[0-9]+|Nat|Rat|Verifier\.[a-z]+"
_COUNTED = {"Verifier.factorial": "fact", "Verifier.choose": "choose"}
_COUNTS = {short: long for long, short in _COUNTED.items()}
_TERMS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "^": "pow"}
_RELATIONS = {"=": "eq", "≠": "ne", "<": "lt", "≤": "le", ">": "gt", "≥": "ge"}


def formula(statement: Statement) -> Formula | None:
    """Return a closed statement as data, or None when it is not of that kind or too large."""
    if not statement.at_point or statement.letters:
        return None
    try:
        found = _conjunction(_read(statement.text))
        return found if spelled(found) == statement.text and _bits(found) <= MAX_BITS else None
    except _OtherKind:
        return None


def spelled(f: Formula) -> str:
    """Return the text of the proposition that a formula stands for (trusted)."""
    return f"{_spelled(f[1])} ∧ {spelled(f[2])}" if f[0] == "∧" else _spelled(f)


def _spelled(f: Any) -> str:
    match f:
        case int():
            return f"({f} : Rat)"
        case ["fact" | "choose" as name, *counts]:
            return f"(({_COUNTS[name]} {' '.join(map(str, counts))} : Nat) : Rat)"
        case ["^", a, n]:
            return f"({_spelled(a)} ^ ({n} : Nat))"
        case ["neg", a]:
            return f"(-{_spelled(a)})"
        case ["abs", a]:
            return f"(Verifier.absolute {_spelled(a)})"
        case ["¬", g]:
            return f"(¬ {_spelled(g)})"
        case ["∧", g, h]:
            return f"({_spelled(g)} ∧ {spelled(h)})"
    sign, a, b = f
    return f"({_spelled(a)} {sign} {_spelled(b)})"


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


def script(f: Formula) -> str:
    """Return the proof as Lean text, for those who check it without us."""
    return f"Verifier.Reflect.sound {_data(f)} rfl"


def _data(f: Any) -> str:
    match f:
        case int():
            return f"(.num {f})"
        case ["fact" | "choose" as name, *counts]:
            return f"(.{name} {' '.join(map(str, counts))})"
        case ["^", a, n]:
            return f"(.pow {_data(a)} {n})"
        case ["neg" | "abs" as name, a]:
            return f"(.{name} {_data(a)})"
        case ["¬", g]:
            return f"(.not {_data(g)})"
        case ["∧", g, h]:
            return f"(.and {_data(g)} {_data(h)})"
    sign, a, b = f
    head = f".rel .{_RELATIONS[sign]}" if sign in _RELATIONS else f".{_TERMS[sign]}"
    return f"({head} {_data(a)} {_data(b)})"


def proofs(statement: Statement, point: Point) -> Mapping[str, Script]:
    """Return every proof to try, by name, cheapest first: by reflection where that serves."""
    found = None if statement.mathlib else formula(statement)
    by = {} if found is None else {TACTIC: Script(script(found), MODULES)}
    return {**by, **scripts(statement, point)}
