"""Answers that are called by a name: yes and no, days and months, the empty set, the real numbers; and ``3e8``."""

from __future__ import annotations

from typing import Final

from verifier.answers.kinds import Form, Infinite, Name, Quantity, Row, Several
from verifier.kernel.expr import Dec, Expr, Head, Int, node

_GROUPS: Final = tuple(
    frozenset(names.split())
    for names in (
        "yes no",
        "odd even",
        "rational irrational",
        "increasing decreasing",
        "convergent divergent",
        "true false",
        "monday tuesday wednesday thursday friday saturday sunday",
        "january february march april may june july august september october november december",
    )
)
_EMPTY: Final = frozenset(("\\emptyset", "\\varnothing", "∅", "\\{\\}", "no solution", "no solutions"))
_REALS: Final = frozenset(("\\mathbb{R}", "\\mathbb R", "\\R", "ℝ", "all real numbers", "all reals"))
_MAX_EXPONENT: Final = 300


def named(text: str) -> Form | None:
    """Return what an answer denotes that is nothing but a name, or a number with an exponent after ``e``; None for
    every other."""
    if text[:1].isdigit() or text[:1] in "-.":
        return _scientific(text) if "e" in text or "E" in text else None
    low = text.lower()
    if text in _EMPTY or low in _EMPTY:
        return Several(())
    if text in _REALS or low in _REALS:
        return Row("(", (Infinite(True), Infinite(False)), ")")
    group = next((group for group in _GROUPS if low in group), None)
    return None if group is None else Name(low, group)


def _scientific(text: str) -> Form | None:
    """``3e8``, ``1.2E05``, ``1e-05``; but ``2e-3`` may be twice e, less 3."""
    mantissa, mark, exponent = text.replace("E", "e").partition("e")
    whole, point, places = mantissa.removeprefix("-").partition(".")
    digits = exponent[1:] if exponent[:1] in ("+", "-") else exponent
    spelled = (whole, digits, places) if point else (whole, digits)
    if not mark or len(text) > 40 or not all(part.isascii() and part.isdigit() for part in spelled):
        return None
    if (digits != exponent and digits[0] != "0" and whole != "1" and not point) or int(digits) > _MAX_EXPONENT:
        return None
    number: Expr = Dec(int(whole + places), len(places)) if point else Int(int(whole))
    found = node(Head.DIV if exponent[0] == "-" else Head.MUL, number, node(Head.POW, Int(10), Int(int(digits))))
    return Quantity(node(Head.NEG, found) if mantissa[0] == "-" else found)
