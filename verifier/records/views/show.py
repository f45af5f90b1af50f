"""Terms and claims as plain text for people."""

from __future__ import annotations

from dataclasses import replace

from verifier.checkers.spelling import numeral
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, Text
from verifier.kernel.functions import RELATION_SIGNS
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import AnyClaim
from verifier.language.expressions.runs import spell_run
from verifier.language.printing.plain import plain

_LEVEL = {
    Head.ADD: 1,
    Head.SUB: 1,
    Head.MUL: 2,
    Head.DIV: 2,
    Head.NEG: 3,
    Head.POW: 5,
    Head.FACTORIAL: 6,
    Head.PERCENT: 6,
}
_SIGN = {Head.ADD: " + ", Head.SUB: " - ", Head.MUL: "·", Head.DIV: "/"}


def show_term(term: Expr) -> str:
    """Return ``term`` as plain text for people, with only the brackets that are needed."""
    match term:
        case Int() | Dec():
            return numeral(term)
        case Sym(name):
            return name
        case Const(name):
            return {"pi": "π"}.get(name, name)
        case Text(value):
            return f'"{value}"'
    match term.head, term.args:
        case (Head.ADD | Head.SUB | Head.MUL | Head.DIV) as op, (a, b):
            return _at(a, _LEVEL[op]) + _SIGN[op] + _at(b, _LEVEL[op] + 1)
        case Head.NEG, (a,):
            return "-" + _at(a, 3)
        case Head.POW, (a, b):
            return f"{_at(a, 6)}^{_at(b, 5)}"
        case Head.FACTORIAL, (a,):
            return _at(a, 6) + "!"
        case Head.PERCENT, (a,):
            return _at(a, 6) + "%"
        case Head.ABS, (a,):
            return f"|{show_term(a)}|"
        case Head.SQRT, (a,):
            return f"√({show_term(a)})"
        case op, args:
            return f"{op.value}({', '.join(show_term(a) for a in args)})"


def _at(term: Expr, level: int) -> str:
    mine = _LEVEL.get(term.head, 9) if isinstance(term, Node) else 9
    return show_term(term) if mine >= level else f"({show_term(term)})"


def show_relation(relation: Head, left: Expr, right: Expr) -> str:
    """Return a relation between two terms as plain text."""
    return f"{show_term(left)} {RELATION_SIGNS[relation]} {show_term(right)}"


def show_claim(claim: AnyClaim) -> str:
    """Return the claim as plain text for people."""
    return spell_run(replace(claim, values=claim.values[:1])) if isinstance(claim, RunClaim) else plain(claim.formula)
