"""Expressions as LaTeX in which every command is ours, for pages that typeset them with KaTeX."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verifier.kernel.expr import Expr, Head, Type
from verifier.kernel.functions import SIGNATURES
from verifier.language.printing.notation import COMPARED, Form, Level, Notation
from verifier.language.printing.special_forms import SPECIAL

L = Level
_GREEK: Final = frozenset(
    {
        *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu"),
        *("xi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"),
        *("Gamma", "Delta", "Theta", "Lambda", "Xi", "Sigma", "Phi", "Psi", "Omega"),
    }
)


def latex(expr: Expr) -> str:
    """Return an expression as LaTeX, with only the brackets that are needed."""
    return _LATEX.text(expr)


def letter(name: str) -> str:
    """Return a name: a letter or Greek letter with its index, or a word in one piece."""
    head, _, index = name.rstrip("_").partition("_")
    if not (head in _GREEK or (len(head) == 1 and head.isascii() and head.isalpha())):
        return _word(name)
    shown = rf"\{head}" if head in _GREEK else head
    return f"{shown}_{{{_word(index)}}}" if index else shown


def _word(name: str) -> str:
    clean = "".join(char if char.isascii() and char.isalnum() else r"\_" for char in name)
    return clean if len(clean) == 1 or clean.isdecimal() else rf"\mathit{{{clean}}}"


def _function(name: str) -> Form:
    return Form(name + r"\left(@*\right)")


def _operator(name: str) -> Form:
    escaped = name.replace("_", r"\_")
    return _function(rf"\operatorname{{{escaped}}}")


_SETS: Final[Mapping[Type, str]] = {
    **{Type.COMPLEX: r"\mathbb{C}", Type.REAL: r"\mathbb{R}", Type.RAT: r"\mathbb{Q}", Type.INT: r"\mathbb{Z}"},
    **{Type.COUNT: r"\mathbb{N}_{0}", Type.POS: r"\mathbb{N}_{+}"},
}
_RELATIONS: Final[Mapping[Head, str]] = {
    **{Head.EQ: "=", Head.NE: r"\ne", Head.LT: "<", Head.LE: r"\le", Head.GT: ">", Head.GE: r"\ge", Head.IN: r"\in"},
    **{Head.DIVIDES: r"\mid", Head.APPROX: r"\approx"},
}
_FORMS: Final[Mapping[Head, Form]] = {
    **{head: _operator(head.value) for head in SIGNATURES},
    **{head: Form(f"@0 {sign} @1", L.COMPARISON, COMPARED) for head, sign in _RELATIONS.items()},
    Head.ABOUT: Form(r"@0 \approx @1 \;\text{(}@2\text{ places)}", L.COMPARISON, COMPARED),
    Head.CONGRUENT: Form(r"@0 \equiv @1 \pmod{@2}", L.COMPARISON, COMPARED),
    Head.IS_INT: Form(r"@0 \in \mathbb{Z}", L.COMPARISON, COMPARED),
    Head.IS_PRIME: Form(r"@0 \;\text{is prime}", L.COMPARISON, COMPARED),
    Head.ADD: Form("@0 + @1", L.SUM, (L.SUM, L.BIG)),
    Head.SUB: Form("@0 - @1", L.SUM, (L.SUM, L.BIG)),
    Head.MUL: Form(r"@0 \cdot @1", L.PRODUCT, (L.PRODUCT, L.POWER)),
    Head.DIV: Form(r"\frac{@0}{@1}", L.POWER),
    Head.POW: Form("@0^{@1}", L.POWER, (L.ATOM,)),
    Head.NEG: Form("-@0", L.SIGN, (L.POWER,)),
    Head.FLOORDIV: Form(r"\left\lfloor \frac{@0}{@1} \right\rfloor"),
    **dict.fromkeys((Head.REM, Head.MOD), Form(r"@0 \bmod @1", L.BESIDE, (L.PRODUCT, L.PRODUCT))),
    Head.IMPLIES: Form(r"@0 \implies @1", L.IMPLIES, (L.OR, L.OR)),
    Head.IFF: Form(r"@0 \iff @1", L.IMPLIES, (L.OR, L.OR)),
    Head.IF: Form(r"\begin{cases} @1 & \text{if } @0 \\ @2 & \text{otherwise} \end{cases}", L.BESIDE),
    **{Head.TRUE: Form(r"\text{true}"), Head.FALSE: Form(r"\text{false}"), Head.INFINITY: Form(r"\infty")},
    Head.SQRT: Form(r"\sqrt{@0}"),
    Head.ROOT: Form(r"\sqrt[@1]{@0}"),
    Head.ABS: Form(r"\left|@0\right|"),
    Head.NORM: Form(r"\left\lVert @0 \right\rVert"),
    Head.FLOOR: Form(r"\left\lfloor @0 \right\rfloor"),
    Head.CEIL: Form(r"\left\lceil @0 \right\rceil"),
    Head.LOG: Form(r"\log_{@1}\left(@0\right)"),
    Head.CONJ: Form(r"\overline{@0}"),
    Head.FACTORIAL: Form("@0!", L.POWER, (L.ATOM,)),
    Head.PERCENT: Form(r"@0\%", L.POWER, (L.ATOM,)),
    Head.BINOMIAL: Form(r"\binom{@0}{@1}"),
    Head.LEN: Form(r"\#@0", L.POWER, (L.ATOM,)),
    Head.UNION: Form(r"@0 \cup @1", L.SUM, (L.SUM, L.BIG)),
    Head.INTERSECTION: Form(r"@0 \cap @1", L.PRODUCT, (L.PRODUCT, L.SIGN)),
    Head.ANTIDERIVATIVE: Form(r"\int @0 \,d@1", L.BIG, (L.BIG,)),
    Head.TRANSPOSE: Form(r"@0^{\mathsf{T}}", L.POWER, (L.ATOM,)),
    Head.INVERSE: Form("@0^{-1}", L.POWER, (L.ATOM,)),
    Head.DOT: Form(r"\left\langle @0, @1 \right\rangle"),
    Head.CROSS: Form(r"@0 \times @1", L.PRODUCT, (L.POWER, L.POWER)),
    **{Head(name): _function(rf"\{name}") for name in ("exp", "ln", "sin", "cos", "tan", "arg", "min", "max", "gcd")},
    **{Head.ASIN: _function(r"\arcsin"), Head.ACOS: _function(r"\arccos"), Head.ATAN: _function(r"\arctan")},
    **{Head.RE: _operator("Re"), Head.IM: _operator("Im"), Head.DET: _function(r"\det")},
}
_SIGNS: Final = {
    **{"brackets": r"\left(@0\right)", "tuple": r"\left(@0\right)", "list": r"\left[@0\right]"},
    **{"and": r" \;\text{and}\; ", "or": r" \;\text{or}\; ", "not": r"\lnot @0"},
    **{"set": r"\left\{@0\right\}", "empty": r"\varnothing", "such_that": r"\left\{@0 : @1\right\}"},
    **{"member": r"@0 \in @1", "and_so_on": r",\; ", "range": r"\left\{@0, \dots, @1\right\}"},
    **{"number_of": r"\#@0", "solves": "@0 = @1", "is_max": r"@0 = \max @1", "is_min": r"@0 = \min @1"},
    **{"ForAll": r"\forall\, @0:\; @1", "Exists": r"\exists\, @0:\; @1"},
    **{"Sum": r"\sum_{@0=@1}^{@2} @3", "Prod": r"\prod_{@0=@1}^{@2} @3", "integral": r"\int_{@0}^{@1} @2 \,d@3"},
    **{"limit": r"\lim_{@0 \to @1} @2", "from+": "@0^{+}", "from-": "@0^{-}"},
    "diff": r"\frac{d}{d@1}\left(@0\right)",
    "diff_again": r"\frac{d^{@2}}{d@1^{@2}}\left(@0\right)",
    **{"degree": r"\deg_{@1}\left(@0\right)", "coeff": r"[@1^{@2}]\left(@0\right)"},
    "divides_poly": r"@0 \mid @1 \;\text{in } \mathbb{C}[@2]",
    **{"matrix": r"\begin{pmatrix} @0 \end{pmatrix}", "cell": " & ", "row": r" \\ "},
    **{"numeral": r"\mathtt{@0}_{@1}", "applied": r"@0\left(@1\right)"},
    **{"not_in": r"@0 \notin @1", "not_divides": r"@0 \nmid @1", "not_is_int": r"@0 \notin \mathbb{Z}"},
    "not_congruent": r"@0 \not\equiv @1 \pmod{@2}",
}
_LATEX: Final = Notation(
    letter=letter,
    constants={"pi": r"\pi", "e": r"\mathrm{e}", "i": r"\mathrm{i}"},
    types=_SETS,
    forms=_FORMS,
    signs=_SIGNS,
    special=SPECIAL,
)
