"""Terms as plain text with every bracket written: side conditions."""

from __future__ import annotations

from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term

_SIGN = {Op.ADD: " + ", Op.SUB: " - ", Op.MUL: "*", Op.DIV: "/", Op.POW: "^"}
MAX_SPELLED = 2000  # longest spelling of a term, in characters


def spelled(term: Term) -> str:
    """Return ``term`` as plain text with every bracket written, cut at ``MAX_SPELLED``."""
    text = _spelled(term)
    return text if len(text) <= MAX_SPELLED else text[:MAX_SPELLED] + "…"


def _spelled(term: Term) -> str:
    match term:
        case Int() | Dec():
            return numeral(term)
        case Sym(name) | Const(name):
            return name
    parts = [_bracketed(arg) for arg in term.args]
    match term.op:
        case Op.ADD | Op.SUB | Op.MUL | Op.DIV | Op.POW:
            return _SIGN[term.op].join(parts)
        case Op.NEG:
            return f"-{parts[0]}"
        case Op.PERCENT:
            return f"{parts[0]}%"
        case Op.FACT:
            return f"{parts[0]}!"
        case _:
            return f"{term.op.value}({', '.join(map(_spelled, term.args))})"


def numeral(term: Int | Dec) -> str:
    """Return a number as it was written, without what groups its digits."""
    if isinstance(term, Int):
        return str(term.value)
    text = str(term.digits).rjust(term.places + 1, "0")
    return f"{text[: -term.places]}.{text[-term.places :]}"


def _bracketed(term: Term) -> str:
    bare = not isinstance(term, App) or term.op in (Op.SQRT, Op.ROOT, Op.ABS, Op.BINOM)
    return _spelled(term) if bare else f"({_spelled(term)})"
