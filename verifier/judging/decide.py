"""Deciding formal chains, whoever wrote them: one function for every reader. It knows no text."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.engines.formulas.budgets import FULL, Budget
from verifier.engines.formulas.candidate import ProposesFormulas
from verifier.engines.formulas.propose import FormulaEngine
from verifier.engines.runs import ProposesRuns, shared
from verifier.judging.deciding.decider import Decider, Reread, no_other
from verifier.judging.deciding.leaves import Leaves
from verifier.judging.deciding.translation import Decisions
from verifier.language.formal_chain import FormalChain


def decide(chain: FormalChain, budget: Budget = FULL, reread: Reread = no_other) -> Decisions:
    """Return what becomes of every statement of a chain.

    ``budget``: how much work is done for a claim; ``QUICK`` for the many claims that rules read from text. ``reread``
    gives other readings of a statement that is refuted, by its step and its place there: one that holds spares it.
    """
    return _shared(budget)(chain, reread)


def decider(
    budget: Budget = FULL,
    engine: Callable[[ProposesFormulas], ProposesFormulas] = lambda own: own,
    runs: ProposesRuns | None = None,
) -> Decider:
    """Return what decides chains. ``engine`` makes of the own engine the one that is asked; ``runs`` is asked about
    runs of programs."""
    leaves = Leaves()
    own = engine(FormulaEngine(leaves, budget))
    models = None if budget.deep else budget.ending
    return Decider(own, StructureChecker(checker_of), runs or shared(), leaves.clear, models)


@lru_cache(maxsize=2)
def _shared(budget: Budget) -> Decider:
    return decider(budget)
