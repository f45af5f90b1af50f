"""The text of a Lean proof: what it may be made of, which of our modules it names, and proofs by reflection as data
(trusted).

A text comes from anybody. Lean reads it as one whole term and compares the type of what comes out with the statement,
which it elaborates without the text; the kernel checks all of it once more, and its axioms are audited
(``lean_project/Repl/Prove.lean``). Besides, a text may only hold the words and signs below, so that nothing in it runs
code, reads a file, changes an option or hides from a reader.
"""

from __future__ import annotations

import re
from typing import Any, Final

from verifier.kernel.verdict import CheckFailed, Reason

MOST_CHARACTERS: Final = 100_000

_OF_ORDER: Final = """eq_of_sq_eq sq_nonneg mul_nonneg mul_pos pow_nonneg root_unique le_of_pow_le_pow eq_mul_root
sixth_turn eighth_turn"""
LEMMAS: Final = {
    **dict.fromkeys(("Reflect", "factorial", "choose", "absolute", "inverseMod"), "Verifier.Closed"),
    "sound": "Verifier.Reflect",
    **dict.fromkeys(_OF_ORDER.split(), "Verifier.Order"),
}
"""Our definitions and lemmas that a text may name, with their modules; reflected data name definitions."""

_TACTICS: Final = """by intro intros grind exact have show fun at decide kernel assumption refine apply all_goals first
repeat' omega subst rw clear try if then else norm_num ring linarith nlinarith positivity field_simp"""
_LIBRARY: Final = """K Nat Int Rat True False And Or intro inl inr trans congrArg Classical em imp_left rfl gcd lcm
floor ceil num den toNat cast intCast Lean Grind Ring OrderedRing lt_of_intCast_lt_intCast Verifier Type Prop Std Field
IsCharP CharZero LE LT IsLinearOrder LawfulOrderLT LinearOrder IsStrictOrderedRing"""
_DATA: Final = "and not rel eq ne lt le gt ge add sub mul div neg abs pow fact choose"
_LETTERS: Final = "a b w t h i e pi p pm pa pp l ld lg lm ln lp sn cs vq vs vc vn vm vr vt vp _"
WORDS: Final = frozenset(f"{_TACTICS} {_LIBRARY} {_DATA} {_LETTERS}".split()).union(LEMMAS)
"""Every word of a text, letters with a number apart: tactics, names of the library, formulas as data for the proofs by
reflection, letters of laws, constants and hypotheses, and our own."""

_LETTER: Final = r"(?:[a-z]{1,3}|step)[0-9]+(?:[x_][0-9]+)?"
_WORD: Final = r"[A-Za-z_][A-Za-z0-9_']*"
_SIGNS: Final = r"[A-Za-z0-9_' \n.()⟨⟩{}\[\],:;=≠<≤>≥+*/^∧∨¬∀∃→·?@|-]"
_COMMENT: Final = ("--", "/-")


def proof_text(data: Any) -> str:
    """Return the text that the data of a proof hold. Raises: CheckFailed where it is none that may be read."""
    text = data.get("text")
    if not isinstance(text, str):
        raise CheckFailed("expected the text of a proof")
    if len(text) > MOST_CHARACTERS:
        raise CheckFailed(f"expected a proof of at most {MOST_CHARACTERS} characters", Reason.OUT_OF_SCOPE)
    if (other := re.sub(_SIGNS, "", text)) != "":
        raise CheckFailed(f"a proof may not hold the sign {other[0]!r}")
    if any(sign in text for sign in _COMMENT):
        raise CheckFailed("a proof may not hold a comment")
    for word in re.findall(_WORD, text):
        if word not in WORDS and not re.fullmatch(_LETTER, word):
            raise CheckFailed(f"a proof may not hold the word {word!r:.40}")
    return text


def named_modules(text: str) -> tuple[str, ...]:
    """Return our modules whose definitions and lemmas a text names."""
    if "Verifier" not in text:
        return ()
    return tuple(dict.fromkeys(LEMMAS[word] for word in re.findall(_WORD, text) if word in LEMMAS))


Formula = Any
"""A closed statement as nested lists, such as ``["∧", ["≠", 2, 0], ["=", ["/", 48, 2], 24]]``: what Lean is sent."""

_TOKEN: Final = r"[()]|\.[a-z]+|[0-9]+"
_SIGN: Final = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "^", "and": "∧", "not": "¬"}
_RELATION: Final = {"eq": "=", "ne": "≠", "lt": "<", "le": "≤", "gt": ">", "ge": "≥"}
_NAME: Final = {sign: name for name, sign in (*_SIGN.items(), *_RELATION.items())}
_COUNTS: Final = {"fact": "Verifier.factorial", "choose": "Verifier.choose"}


def reflection(formula: Formula) -> str:
    """Return the text of the proof by reflection of a formula."""
    return f"Verifier.Reflect.sound {_data(formula)} rfl"


def reflected(text: str, statement: str) -> Formula | None:
    """Return the formula of a proof by reflection of this very statement, to be checked in bulk; None where it is
    none."""
    if not text.startswith("Verifier.Reflect.sound "):
        return None
    stack: list[list[Any]] = [[]]
    try:
        for token in re.findall(_TOKEN, text.removeprefix("Verifier.Reflect.sound ").removesuffix(" rfl")):
            if token == "(":
                stack.append([])
            elif token == ")":
                inside = stack.pop()
                stack[-1].append(_read(inside))
            else:
                stack[-1].append(int(token) if token.isdigit() else token[1:])
        [[formula]] = stack
        return formula if reflection(formula) == text and _spelled(formula) == statement else None
    except (ValueError, IndexError, TypeError, KeyError, RecursionError):
        return None


def _read(parts: list[Any]) -> Formula:
    match parts:
        case ["num", int(n)]:
            return n
        case ["rel", relation, a, b]:
            return [_RELATION[relation], a, b]
        case [name, *args]:
            return [_SIGN.get(name, name), *args]
    raise ValueError("brackets around nothing")


def _data(formula: Formula) -> str:
    match formula:
        case int():
            return f"(.num {formula})"
        case ["fact" | "choose" as name, *counts]:
            return f"(.{name} {' '.join(map(str, counts))})"
        case ["^", a, n]:
            return f"(.pow {_data(a)} {n})"
        case [sign, *args]:
            head = f"rel .{_NAME[sign]}" if sign in _RELATION.values() else _NAME.get(sign, sign)
            return f"(.{' '.join([head, *map(_data, args)])})"
    raise ValueError("no formula")


def _spelled(formula: Formula, outermost: bool = False) -> str:
    """Return the text of the proposition, or the term, of a formula."""
    match formula:
        case int():
            return f"({formula} : Rat)"
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
            both = f"{_spelled(g)} ∧ {_spelled(h, True)}"
            return both if outermost else f"({both})"
        case [sign, a, b] if sign in _NAME:
            return f"({_spelled(a)} {sign} {_spelled(b)})"
    raise ValueError("no formula")
