"""Terms and claims as plain text for people."""

from __future__ import annotations

from dataclasses import replace

from verifier.checkers.spelling import numeral
from verifier.kernel.claim import Binder, Claim
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term
from verifier.language.expressions.runs import spell_run

_LEVEL = {Op.ADD: 1, Op.SUB: 1, Op.MUL: 2, Op.DIV: 2, Op.NEG: 3, Op.POW: 5, Op.FACT: 6, Op.PERCENT: 6}
_SIGN = {Op.ADD: " + ", Op.SUB: " - ", Op.MUL: "·", Op.DIV: "/"}


def show_term(term: Term) -> str:
    """Return ``term`` as plain text for people, with only the brackets that are needed."""
    match term:
        case Int() | Dec():
            return numeral(term)
        case Sym(name):
            return name
        case Const(name):
            return {"pi": "π"}.get(name, name)
    match term.op, term.args:
        case (Op.ADD | Op.SUB | Op.MUL | Op.DIV) as op, (a, b):
            return _at(a, _LEVEL[op]) + _SIGN[op] + _at(b, _LEVEL[op] + 1)
        case Op.NEG, (a,):
            return "-" + _at(a, 3)
        case Op.POW, (a, b):
            return f"{_at(a, 6)}^{_at(b, 5)}"
        case Op.FACT, (a,):
            return _at(a, 6) + "!"
        case Op.PERCENT, (a,):
            return _at(a, 6) + "%"
        case Op.ABS, (a,):
            return f"|{show_term(a)}|"
        case Op.SQRT, (a,):
            return f"√({show_term(a)})"
        case op, args:
            return f"{op.value}({', '.join(show_term(a) for a in args)})"


def _at(term: Term, level: int) -> str:
    mine = _LEVEL.get(term.op, 9) if isinstance(term, App) else 9
    return show_term(term) if mine >= level else f"({show_term(term)})"


def show_claim(claim: Claim | RunClaim) -> str:
    """Return the claim as plain text for people."""
    if isinstance(claim, RunClaim):
        return spell_run(replace(claim, values=claim.values[:1]))
    text = f"{show_term(claim.left)} {claim.relation.value} {show_term(claim.right)}"
    if claim.binder is Binder.FOR_ALL and claim.letters:
        text = f"for all {', '.join(sorted(claim.letters))}: {text}"
    return text
