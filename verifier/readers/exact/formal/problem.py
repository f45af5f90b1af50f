"""What a problem gives and asks, as facts and questions of a formal chain, with the words that say them."""

from __future__ import annotations

from verifier.kernel.claim import Claim
from verifier.kernel.expr import Sym
from verifier.language.formal_chain import Fact, FactKind, Spelled
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.claims.given.asked import applied_letters, target
from verifier.readers.exact.claims.given.hypotheses import roots
from verifier.readers.exact.claims.solutions import equation_of
from verifier.readers.exact.formal.expressions import spelled, spelled_term
from verifier.readers.exact.formal.names import Names
from verifier.readers.exact.read import read_problem

FORMULA = "p.c"
"""How the id of a premise begins that is a formula of the problem; its number follows."""


def facts(problem: str, context: Context, names: Names) -> tuple[Fact, ...]:
    """Return the relations that a problem lays down, as facts. ``context``: the one that it opens."""
    reading = read_problem(problem)
    spans = {f"{FORMULA}{number}": formula.span for number, formula in enumerate(reading.formulas)}
    spans |= {one.premise.id: one.span for one in roots(problem, reading)}
    made: list[Fact] = []
    for premise in context.premises:
        id = premise.id if premise.id in spans else premise.id.rpartition(".")[0]  # what a formula gives besides
        if id not in spans:
            continue
        said = spelled(Claim(premise.relation, premise.left, premise.right), names)
        quote = problem[slice(*spans[id])]
        if said is not None and quote.strip():
            made.append(Fact(premise.id, FactKind.GIVEN, quote, (said,)))
    return tuple(made)


def asks(problem: str, context: Context, names: Names) -> tuple[Spelled, ...]:
    """Return what a problem asks for, where it says so: the unknown of its one equation, or an expression."""
    reading = read_problem(problem)
    equation = equation_of(context.premises)
    told = target(problem, reading, applied_letters(*(one.term for one in reading.numerals)))
    wanted = told if equation is None else Sym(equation[1])
    said = None if wanted is None else spelled_term(wanted, names)
    return () if said is None else (said,)
