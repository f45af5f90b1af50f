"""Claims as LaTeX, for pages that typeset it."""

from __future__ import annotations

from verifier.checkers.spelling import numeral
from verifier.kernel.claim import Binder, Claim, Relation
from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term

_LEVEL = {Op.ADD: 1, Op.SUB: 1, Op.MUL: 2, Op.NEG: 3, Op.POW: 5, Op.FACT: 6, Op.PERCENT: 6}
_RELATION = {
    Relation.EQ: "=",
    Relation.NE: r"\ne",
    Relation.LT: "<",
    Relation.LE: r"\le",
    Relation.GT: ">",
    Relation.GE: r"\ge",
    Relation.APPROX: r"\approx",
}
_NAMED = {Op.MIN: r"\min", Op.MAX: r"\max", Op.GCD: r"\gcd", Op.SIN: r"\sin", Op.COS: r"\cos", Op.TAN: r"\tan"}


def latex_claim(claim: Claim) -> str:
    """Return the claim as LaTeX in which every command is ours."""
    text = f"{latex_term(claim.left)} {_RELATION[claim.relation]} {latex_term(claim.right)}"
    if claim.binder is Binder.FOR_ALL and claim.letters:
        text = rf"\forall\, {', '.join(map(_letter, sorted(claim.letters)))}:\; {text}"
    return text


def latex_term(term: Term) -> str:
    """Return the term as LaTeX, with only the brackets that are needed."""
    match term:
        case Int() | Dec():
            return numeral(term)
        case Sym(name):
            return _letter(name)
        case Const(name):
            return r"\pi" if name == "pi" else rf"\mathrm{{{name}}}"
        case App(op, args):
            return _applied(op, args)


def _applied(op: Op, args: tuple[Term, ...]) -> str:
    match op, args:
        case ((Op.ADD | Op.SUB), (a, b)):
            return f"{_at(a, 1)} {'+' if op is Op.ADD else '-'} {_at(b, 2)}"
        case Op.MUL, (a, b):
            return rf"{_at(a, 2)} \cdot {_at(b, 3)}"
        case Op.DIV, (a, b):
            return rf"\frac{{{latex_term(a)}}}{{{latex_term(b)}}}"
        case Op.NEG, (a,):
            return f"-{_at(a, 3)}"
        case Op.POW, (a, b):
            return f"{_at(a, 6)}^{{{latex_term(b)}}}"
        case Op.FACT, (a,):
            return f"{_at(a, 6)}!"
        case Op.PERCENT, (a,):
            return rf"{_at(a, 6)}\%"
        case Op.SQRT, (a,):
            return rf"\sqrt{{{latex_term(a)}}}"
        case Op.ROOT, (n, a):
            return rf"\sqrt[{latex_term(n)}]{{{latex_term(a)}}}"
        case Op.BINOM, (a, b):
            return rf"\binom{{{latex_term(a)}}}{{{latex_term(b)}}}"
        case ((Op.ABS | Op.FLOOR | Op.CEIL), (a,)):
            left, right = {Op.ABS: ("|", "|"), Op.FLOOR: (r"\lfloor", r"\rfloor"), Op.CEIL: (r"\lceil", r"\rceil")}[op]
            return rf"\left{left} {latex_term(a)} \right{right}"
        case Op.LOG, (b, a):
            return rf"\log_{{{latex_term(b)}}}\left({latex_term(a)}\right)"
    name = _NAMED.get(op, rf"\operatorname{{{op.value}}}")
    return rf"{name}\left({', '.join(map(latex_term, args))}\right)"


def _at(term: Term, level: int) -> str:
    mine = _LEVEL.get(term.op, 9) if isinstance(term, App) else 9
    if isinstance(term, App) and term.op is Op.DIV and level == 6:
        mine = 0  # a fraction beneath a power needs its brackets
    return latex_term(term) if mine >= level else rf"\left({latex_term(term)}\right)"


def _letter(name: str) -> str:
    """A letter, or a name upright; what LaTeX could take for more than letters and digits is left out."""
    head, _, index = name.partition("_")
    heads, indices = ("".join(c for c in part if c.isalnum()) for part in (head, index))
    shown = heads if len(heads) == 1 else rf"\mathrm{{{heads}}}"
    return f"{shown}_{{{indices}}}" if indices else shown
