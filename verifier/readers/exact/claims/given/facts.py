"""Facts: what a problem gives, where it says nothing else."""

from __future__ import annotations

from collections.abc import Collection

from verifier.kernel.claim import Hypothesis, Standing, suppose
from verifier.kernel.expr import ExprTooLarge, Head, Int, Node, Sym, free_names, walk_expr
from verifier.mathtext.lexicon import words
from verifier.readers.exact.claims.given.hypotheses import hypotheses
from verifier.readers.exact.reading import Formula, Reading


def given_relations(problem: str, reading: Reading, functions: Collection[str]) -> list[Hypothesis]:
    """Return what the problem gives: its one equation, where it only asks to solve that, or what it lays down.

    ``functions``: the names of those that it defines."""
    found = facts(reading) or [one.premise for one in hypotheses(problem, reading, (), functions)]
    return found + [power for one in found if (power := _as_power(one)) is not None]


def _as_power(premise: Hypothesis) -> Hypothesis | None:
    """What an equation of a logarithm to a numeral's base says by its definition: ``log_2 x = 5``, that x is 2^5."""
    match premise.left, premise.right:
        case Node(Head.LOG, (inner, Int(base))), exponent if base > 1 and not exponent.free:
            try:
                power = Node(Head.POW, (Int(base), exponent))
            except ExprTooLarge:
                return None
            return suppose(f"{premise.id}.power", premise.standing, premise.relation, inner, power)
    return None


def facts(reading: Reading) -> list[Hypothesis]:
    """Return the problem's equation in one unknown, where the problem says nothing but to solve it."""
    lettered = [f for f in reading.formulas if free_names(f.left.term, f.right.term)]
    told = all(word in words.SOLVING or words.inert(word) for word, _ in reading.words)
    if (
        len(lettered) != 1
        or len(reading.formulas) != 1
        or reading.loose
        or reading.mode
        or reading.digits
        or reading.clock
        or not told
    ):
        return []
    formula = lettered[0]
    names = free_names(formula.left.term, formula.right.term)
    units = formula.left.units or formula.right.units
    if len(names) != 1 or len(next(iter(names))) != 1 or formula.relation is not Head.EQ or units:
        return []
    proper = any(isinstance(side.term, Node) and side.term.free for side in (formula.left, formula.right))
    percent = any(
        isinstance(t, Node) and t.head is Head.PERCENT for s in (formula.left, formula.right) for t in walk_expr(s.term)
    )
    if formula.doubts or formula.qualms or not formula.led or not proper or percent or _tight(formula):
        return []
    return [suppose("p.c0", Standing.FACT, formula.relation, formula.left.term, formula.right.term)]


def _tight(formula: Formula) -> bool:
    """Whether typed mathematics may have lost its brackets: ``x+1/2`` without blanks around the sum."""
    return "/" in formula.text and "+" in formula.text and " + " not in formula.text and "\\" not in formula.text


def divided(reading: Reading) -> frozenset[str]:
    """Return the letters that are divided somewhere, and so stand for numbers and not for functions."""
    return frozenset(
        t.args[0].name
        for expr in reading.numerals
        for t in walk_expr(expr.term)
        if isinstance(t, Node) and t.head is Head.DIV and isinstance(t.args[0], Sym) and len(t.args[0].name) == 1
    )
