"""Expressions as text that people read at a terminal: x² ≤ 3·y, ∀ n ∈ ℤ: 2 ∣ n² + n."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verifier.kernel.expr import Expr, Head, Int, Node, Sym, Type
from verifier.kernel.functions import SIGNATURES
from verifier.language.printing.notation import COMPARED, Form, Level, Notation, Special, Written
from verifier.language.printing.special_forms import SPECIAL

L = Level
_UP: Final = str.maketrans("0123456789-+n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ")
_DOWN: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def plain(expr: Expr) -> str:
    """Return an expression as readable text in Unicode, with only the brackets that are needed."""
    return _PLAIN.text(expr)


def _raised(expr: Expr) -> str | None:
    """A whole exponent, or the letter n, in superscript; None of any other."""
    match expr:
        case Int(value):
            return str(value).translate(_UP)
        case Node(head=Head.NEG, args=(Int(value),)):
            return f"-{value}".translate(_UP)
        case Sym("n"):
            return "ⁿ"
    return None


def _power(to: Notation, expr: Node) -> Written:
    under = to.at(expr.args[0], L.ATOM)
    raised = _raised(expr.args[1])
    return f"{under}^{to.at(expr.args[1], L.ATOM)}" if raised is None else f"{under}{raised}", L.POWER


def _root(to: Notation, expr: Node) -> Written:
    raised = _raised(expr.args[1])
    if raised is None:
        return f"root({to.listed(expr.args)})", L.ATOM
    return f"{raised}√{to.at(expr.args[0], L.ATOM)}", L.POWER


def _logarithm(to: Notation, expr: Node) -> Written:
    of, base = expr.args
    if isinstance(base, Int):
        return f"log{str(base.value).translate(_DOWN)}({to.text(of)})", L.ATOM
    return f"log({to.listed(expr.args)})", L.ATOM


def _numeral(to: Notation, expr: Node) -> Written:
    digits, base = map(to.text, expr.args)
    return f"{digits}{base.translate(_DOWN)}", L.POWER


def _absolute(to: Notation, expr: Node) -> Written:
    inner = to.text(expr.args[0])
    return f"abs({inner})" if "|" in inner else f"|{inner}|", L.ATOM


_SETS: Final[Mapping[Type, str]] = {
    **{Type.COMPLEX: "ℂ", Type.REAL: "ℝ", Type.RAT: "ℚ", Type.INT: "ℤ", Type.COUNT: "ℕ₀", Type.POS: "ℕ₊"},
}
_RELATIONS: Final[Mapping[Head, str]] = {
    **{Head.EQ: "=", Head.NE: "≠", Head.LT: "<", Head.LE: "≤", Head.GT: ">", Head.GE: "≥", Head.IN: "∈"},
    **{Head.DIVIDES: "∣", Head.APPROX: "≈"},
}
_FORMS: Final[Mapping[Head, Form]] = {
    **{head: Form(f"{head.value}(@*)") for head in SIGNATURES},
    **{head: Form(f"@0 {sign} @1", L.COMPARISON, COMPARED) for head, sign in _RELATIONS.items()},
    Head.ABOUT: Form("@0 ≈ @1 (to @2 places)", L.COMPARISON, COMPARED),
    Head.CONGRUENT: Form("@0 ≡ @1 (mod @2)", L.COMPARISON, COMPARED),
    Head.IS_INT: Form("@0 ∈ ℤ", L.COMPARISON, COMPARED),
    Head.IS_PRIME: Form("@0 is prime", L.COMPARISON, COMPARED),
    Head.ADD: Form("@0 + @1", L.SUM, (L.SUM, L.BIG)),
    Head.SUB: Form("@0 - @1", L.SUM, (L.SUM, L.BIG)),
    Head.MUL: Form("@0·@1", L.PRODUCT, (L.PRODUCT, L.POWER)),
    Head.DIV: Form("@0/@1", L.PRODUCT, (L.PRODUCT, L.POWER)),
    Head.NEG: Form("-@0", L.SIGN, (L.POWER,)),
    Head.FLOORDIV: Form("⌊@0/@1⌋", L.ATOM, (L.PRODUCT, L.POWER)),
    **dict.fromkeys((Head.REM, Head.MOD), Form("@0 mod @1", L.BESIDE, (L.PRODUCT, L.PRODUCT))),
    Head.IMPLIES: Form("@0 ⟹ @1", L.IMPLIES, (L.OR, L.OR)),
    Head.IFF: Form("@0 ⟺ @1", L.IMPLIES, (L.OR, L.OR)),
    Head.IF: Form("(@1 if @0, else @2)"),
    **{Head.TRUE: Form("true"), Head.FALSE: Form("false"), Head.INFINITY: Form("∞")},
    Head.SQRT: Form("√@0", L.POWER, (L.ATOM,)),
    Head.NORM: Form("‖@0‖"),
    **{Head.FLOOR: Form("⌊@0⌋"), Head.CEIL: Form("⌈@0⌉")},
    Head.FACTORIAL: Form("@0!", L.POWER, (L.ATOM,)),
    Head.PERCENT: Form("@0%", L.POWER, (L.ATOM,)),
    Head.LEN: Form("#@0", L.POWER, (L.ATOM,)),
    Head.UNION: Form("@0 ∪ @1", L.SUM, (L.SUM, L.BIG)),
    Head.INTERSECTION: Form("@0 ∩ @1", L.PRODUCT, (L.PRODUCT, L.SIGN)),
    Head.ANTIDERIVATIVE: Form("∫ @0 d@1", L.BIG, (L.BIG,)),
    Head.TRANSPOSE: Form("@0ᵀ", L.POWER, (L.ATOM,)),
    Head.INVERSE: Form("@0⁻¹", L.POWER, (L.ATOM,)),
    Head.DOT: Form("⟨@0, @1⟩"),
    Head.CROSS: Form("@0 × @1", L.PRODUCT, (L.POWER, L.POWER)),
    **{Head.ASIN: Form("arcsin(@*)"), Head.ACOS: Form("arccos(@*)"), Head.ATAN: Form("arctan(@*)")},
    **{Head.RE: Form("Re(@*)"), Head.IM: Form("Im(@*)")},
}
_SIGNS: Final = {
    **{"brackets": "(@0)", "tuple": "(@0)", "list": "[@0]", "and": " and ", "or": " or ", "not": "not @0"},
    **{"set": "{@0}", "empty": "∅", "such_that": "{@0 : @1}", "member": "@0 ∈ @1", "and_so_on": ", "},
    **{"range": "{@0, …, @1}", "number_of": "#@0"},
    **{"solves": "@0 = @1", "is_max": "@0 = max @1", "is_min": "@0 = min @1"},
    **{"ForAll": "∀ @0: @1", "Exists": "∃ @0: @1"},
    **{"Sum": "∑[@0 = @1…@2] @3", "Prod": "∏[@0 = @1…@2] @3", "integral": "∫[@0…@1] @2 d@3"},
    **{"limit": "lim[@0 → @1] @2", "from+": "@0⁺", "from-": "@0⁻"},
    **{"diff": "d/d@1 (@0)", "diff_again": "d^@2/d@1^@2 (@0)"},
    **{"degree": "degree(@0, @1)", "coeff": "coeff(@0, @1, @2)", "divides_poly": "@0 ∣ @1 in ℂ[@2]"},
    **{"matrix": "[@0]", "cell": ", ", "row": "; ", "numeral": "", "applied": "@0(@1)"},
    **{"not_in": "@0 ∉ @1", "not_divides": "@0 ∤ @1", "not_is_int": "@0 ∉ ℤ", "not_congruent": "@0 ≢ @1 (mod @2)"},
}
_OWN: Final[Mapping[Head, Special]] = {
    **{Head.POW: _power, Head.ROOT: _root, Head.LOG: _logarithm, Head.NUMERAL: _numeral, Head.ABS: _absolute},
}
_PLAIN: Final = Notation(
    letter=str,
    constants={"pi": "π", "e": "e", "i": "i"},
    types=_SETS,
    forms=_FORMS,
    signs=_SIGNS,
    special={**SPECIAL, **_OWN},
)
