"""What a problem asks for, where it asks for one expression in so many words."""

from __future__ import annotations

from typing import Final

from verifier.kernel.expr import Expr, Sym, free_names
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.claims.given.hypotheses import SETTING, words_before
from verifier.readers.exact.reading import Reading

ASKING: Final = frozenset({"find", "compute", "evaluate", "simplify", "calculate", "determine", "expand", "factor"})
"""Words that ask for the expression right after them."""

PLAIN_VALUE: Final = frozenset({"the", "numerical", "exact", "what", "find"})
"""What may stand before *value of* where an expression is asked for: no *largest*, no *possible*."""

AFTER: Final = frozenset({"if", "when", "where", "given", "for", "at", "such"})
"""Words that may follow what is asked for."""

SHAPED: Final = {
    "in": {"terms", "simplest", "lowest", "simplified", "radical"},
    "as": {"a", "an"},
    "by": {"completing", "substitution", "elimination", "factoring"},
}
"""Others, with what may follow them in turn: they say in what shape it is wanted, and no *to the power of*."""

ANOTHER: Final = frozenset(
    {"round", "rounded", "nearest", "digit", "digits", "percent", "percentage", "base", "remainder", "half", "twice"}
    | {"double", "doubled", "doubling", "triple", "tripled", "instead", "should", "whose", "multiple", "power"}
)
"""Words after which the answer may be another number than the expression that is asked for."""


def target(problem: str, reading: Reading, applied: frozenset[str]) -> Expr | None:
    """Return the expression that the problem asks for, where it asks for one in so many words and for no other;
    ``applied``: letters that stand for functions."""
    spans = [(side.start, side.end) for f in reading.formulas for side in (f.left, f.right)]
    found = {e.term for e in reading.numerals if (e.start, e.end) not in spans and _asked(problem, e)}
    only = found.pop() if len(found) == 1 and not reading.vocabulary & ANOTHER else None
    return None if only is None or only.free & applied else only  # f^{-1}(7) is read as a product


def applied_letters(*terms: Expr) -> frozenset[str]:
    """Return the letters that stand for functions: those of which a value is written."""
    return frozenset(name.partition("(")[0].rstrip("'") for name in free_names(*terms) if "(" in name)


def _asked(problem: str, expr: PlacedExpr) -> bool:
    if expr.doubts or expr.units or expr.label or expr.rows or not (expr.term.free or expr.compound):
        return False
    before = words_before(problem, expr.start)
    after = problem[expr.end :].lstrip("$)] \n\\,}")
    follow = [word.strip(SETTING + "?").lower() for word in after[:80].split()[:2]]
    shaped = len(follow) == 2 and follow[1] in SHAPED.get(follow[0], ())
    ends = not follow or after[0] in ".?;:,-" or follow[0] in AFTER or shaped
    return ends and _asks(before, isinstance(expr.term, Sym))


def _asks(before: list[str], letter: bool) -> bool:
    if not before:
        return False
    if before[-2:] == ["value", "of"] and len(before) > 2:
        return before[-3] in PLAIN_VALUE
    if before[-2:] == ["the", "expression"] and len(before) > 2:
        before = before[:-2]
    if before[-1] == "for" and letter:
        return "solve" in before
    return before[-1] in ASKING or before[-2:] in (["what", "is"], ["what's"])
