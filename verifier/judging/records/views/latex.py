"""Claims as LaTeX, for pages that typeset it."""

from __future__ import annotations

from verifier.checkers.spelling import numeral
from verifier.kernel.claim import Binder, Claim
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, Text

_LEVEL = {Head.ADD: 1, Head.SUB: 1, Head.MUL: 2, Head.NEG: 3, Head.POW: 5, Head.FACTORIAL: 6, Head.PERCENT: 6}
_RELATION = {
    Head.EQ: "=",
    Head.NE: r"\ne",
    Head.LT: "<",
    Head.LE: r"\le",
    Head.GT: ">",
    Head.GE: r"\ge",
    Head.APPROX: r"\approx",
}
_NAMED = {
    Head.MIN: r"\min",
    Head.MAX: r"\max",
    Head.GCD: r"\gcd",
    Head.SIN: r"\sin",
    Head.COS: r"\cos",
    Head.TAN: r"\tan",
}


def latex_claim(claim: Claim) -> str:
    """Return the claim as LaTeX in which every command is ours."""
    text = f"{latex_term(claim.left)} {_RELATION[claim.relation]} {latex_term(claim.right)}"
    if claim.binder is Binder.FOR_ALL and claim.letters:
        text = rf"\forall\, {', '.join(map(_letter, sorted(claim.letters)))}:\; {text}"
    return text


def latex_term(term: Expr) -> str:
    """Return the term as LaTeX, with only the brackets that are needed."""
    match term:
        case Int() | Dec():
            return numeral(term)
        case Sym(name):
            return _letter(name)
        case Const(name):
            return r"\pi" if name == "pi" else rf"\mathrm{{{name}}}"
        case Node(op, args):
            return _applied(op, args)
        case Text(value):
            return rf"\text{{{''.join(c for c in value if c.isalnum())}}}"


def _applied(op: Head, args: tuple[Expr, ...]) -> str:
    match op, args:
        case ((Head.ADD | Head.SUB), (a, b)):
            return f"{_at(a, 1)} {'+' if op is Head.ADD else '-'} {_at(b, 2)}"
        case Head.MUL, (a, b):
            return rf"{_at(a, 2)} \cdot {_at(b, 3)}"
        case Head.DIV, (a, b):
            return rf"\frac{{{latex_term(a)}}}{{{latex_term(b)}}}"
        case Head.NEG, (a,):
            return f"-{_at(a, 3)}"
        case Head.POW, (a, b):
            return f"{_at(a, 6)}^{{{latex_term(b)}}}"
        case Head.FACTORIAL, (a,):
            return f"{_at(a, 6)}!"
        case Head.PERCENT, (a,):
            return rf"{_at(a, 6)}\%"
        case Head.SQRT, (a,):
            return rf"\sqrt{{{latex_term(a)}}}"
        case Head.ROOT, (a, n):
            return rf"\sqrt[{latex_term(n)}]{{{latex_term(a)}}}"
        case Head.BINOMIAL, (a, b):
            return rf"\binom{{{latex_term(a)}}}{{{latex_term(b)}}}"
        case ((Head.ABS | Head.FLOOR | Head.CEIL), (a,)):
            left, right = {
                Head.ABS: ("|", "|"),
                Head.FLOOR: (r"\lfloor", r"\rfloor"),
                Head.CEIL: (r"\lceil", r"\rceil"),
            }[op]
            return rf"\left{left} {latex_term(a)} \right{right}"
        case Head.LOG, (a, b):
            return rf"\log_{{{latex_term(b)}}}\left({latex_term(a)}\right)"
    name = _NAMED.get(op, rf"\operatorname{{{op.value}}}")
    return rf"{name}\left({', '.join(map(latex_term, args))}\right)"


def _at(term: Expr, level: int) -> str:
    mine = _LEVEL.get(term.head, 9) if isinstance(term, Node) else 9
    if isinstance(term, Node) and term.head is Head.DIV and level == 6:
        mine = 0  # a fraction beneath a power needs its brackets
    return latex_term(term) if mine >= level else rf"\left({latex_term(term)}\right)"


def _letter(name: str) -> str:
    """A letter, or a name upright; what LaTeX could take for more than letters and digits is left out."""
    head, _, index = name.partition("_")
    heads, indices = ("".join(c for c in part if c.isalnum()) for part in (head, index))
    shown = heads if len(heads) == 1 else rf"\mathrm{{{heads}}}"
    return f"{shown}_{{{indices}}}" if indices else shown
