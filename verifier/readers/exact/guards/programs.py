"""Programs: whether a text speaks of a programming language or a machine's numbers, where signs mean other things.

Blunt on purpose: in such a chain nothing is held against a step, and no step is approved.
"""

from __future__ import annotations

from verifier.mathtext.lexicon.phrases import has_phrase, spoken

_SIGNS = (
    "//",
    "==",
    "+=",
    "-=",
    " *= ",
    " /= ",
    " %= ",
    " != ",
    "`",
    "<<",
    ">>",
    '"+',
    '" +',
    '+"',
    '+ "',
    "+ '",
    "' +",
)
"""Signs of code, whatever stands beside them."""

_SHAPES = ("9-bit", "9 bit", "9bit", "9 % 9", "a % 9", ") % 9", "9 % (", ") % (", "a % a", "9 % a", "a++", "a--;",
           "a--,", "a--\n", "a-- ", " =a9+", " =a9*", " =a9-", " =a9/")  # fmt: skip
"""Shapes of code: a digit is written 9, a letter stands for any, and ``9-bit`` for itself."""

_LANGUAGES = ("In C,", " in C,", " in C?", "In C:", "In R,", "In Go,", " in Go,", " in Go?", "In Go ", "C++", "C#")
"""Languages with names that a set, a point or a verb may have."""

_TYPES = ("u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f32", "f64")


def speaks_of_programs(text: str) -> bool:
    """Return whether a problem or a step speaks of a program or of a machine's numbers, or is written like code."""
    named = any(name in f" {text}" for name in _LANGUAGES)
    return named or has_phrase(spoken(text), "PROGRAMS") or _coded(_unmarked(text).lower())


def _coded(plain: str) -> bool:
    nines = "".join("9" if c.isdigit() else c for c in plain)
    shape = "".join("a" if c.isalpha() else c for c in nines) + "\n"
    if any(sign in plain for sign in _SIGNS) or any(known in nines or known in shape for known in _SHAPES):
        return True
    return any(_numeral(run) or run.endswith(_TYPES) for run in _runs(plain))


def _runs(plain: str) -> list[str]:
    """The runs of letters and digits."""
    return "".join(c if c.isalnum() else " " for c in plain).split()


def _numeral(run: str) -> bool:
    """Whether a numeral is written as in code: ``0x1f``, ``0b101``; the product of 0 and x is not."""
    hexadecimal = run.startswith("0x") and len(run) > 2 and all(c in "0123456789abcdef" for c in run[2:])
    return hexadecimal or (run.startswith("0b") and len(run) > 2 and set(run[2:]) <= {"0", "1"})


def _unmarked(text: str) -> str:
    """The text without what only looks like code: calculator annotations ``<<2*3=6>>``, drawings, ruled lines."""
    for opens, closes in (("[asy]", "[/asy]"), ("<<", ">>")):
        pieces = text.split(opens)
        text = pieces[0] + "".join(_behind(piece, opens, closes) for piece in pieces[1:])
    while "===" in text:
        text = text.replace("===", "=")
    return " " + text.replace("://", "").replace("---", "")


def _behind(piece: str, opens: str, closes: str) -> str:
    """What stands behind the mark that closes; all of it, where none does or nothing is worked out inside."""
    inside, found, after = piece.partition(closes)
    worked = bool(found) and (opens != "<<" or "=" in inside)
    return " " + after if worked else opens + piece
