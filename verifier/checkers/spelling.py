"""Terms as plain text with every bracket written: side conditions."""

from __future__ import annotations

from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, Text

_SIGN = {Head.ADD: " + ", Head.SUB: " - ", Head.MUL: "*", Head.DIV: "/", Head.POW: "^"}
MAX_SPELLED = 2000  # longest spelling of a term, in characters


def spelled(term: Expr) -> str:
    """Return ``term`` as plain text with every bracket written, cut at ``MAX_SPELLED``."""
    text = _spelled(term)
    return text if len(text) <= MAX_SPELLED else text[:MAX_SPELLED] + "…"


def _spelled(term: Expr) -> str:
    match term:
        case Int() | Dec():
            return numeral(term)
        case Sym(name) | Const(name):
            return name
        case Text(value):
            return f'"{value}"'
    parts = [_bracketed(arg) for arg in term.args]
    match term.head:
        case Head.ADD | Head.SUB | Head.MUL | Head.DIV | Head.POW:
            return _SIGN[term.head].join(parts)
        case Head.NEG:
            return f"-{parts[0]}"
        case Head.PERCENT:
            return f"{parts[0]}%"
        case Head.FACTORIAL:
            return f"{parts[0]}!"
        case _:
            return f"{term.head.value}({', '.join(map(_spelled, term.args))})"


def numeral(term: Int | Dec) -> str:
    """Return a number as it was written, without what groups its digits."""
    if isinstance(term, Int):
        return str(term.value)
    text = str(term.digits).rjust(term.places + 1, "0")
    return f"{text[: -term.places]}.{text[-term.places :]}"


def _bracketed(term: Expr) -> str:
    bare = not isinstance(term, Node) or term.head in (Head.SQRT, Head.ROOT, Head.ABS, Head.BINOMIAL)
    return _spelled(term) if bare else f"({_spelled(term)})"
