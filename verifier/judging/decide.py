"""Deciding formal chains, whoever wrote them: one function for every reader. It knows no text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from verifier.chain import Chain
from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.engines.candidate import Engine
from verifier.engines.formulas.budgets import FULL, Budget
from verifier.engines.formulas.leaves import Leaves, found_model
from verifier.engines.formulas.propose import FormulaEngine
from verifier.engines.run_candidate import ProposesRuns
from verifier.engines.runs import shared
from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.deciding.decider import Decider, Reread, no_other
from verifier.judging.deciding.support import FindsModels
from verifier.judging.deciding.translation import Decisions
from verifier.judging.judgements.judgement import State
from verifier.judging.translations.intake import looked_at
from verifier.judging.translations.translation import Translation
from verifier.language.formal_chain import FormalChain


def decide(chain: FormalChain, budget: Budget = FULL, reread: Reread = no_other) -> Decisions:
    """Return what becomes of every statement of a chain.

    ``budget``: how much work is done for a claim; ``QUICK`` for the many claims that rules read from text. ``reread``
    gives other readings of a statement that is refuted, by its step and its place there: one that holds spares it.
    """
    return _shared(budget)(chain, reread)


def decider(
    budget: Budget = FULL,
    engine: Callable[[Engine], Engine] = lambda own: own,
    runs: ProposesRuns | None = None,
    models: FindsModels = found_model,
) -> Decider:
    """Return what decides chains. ``engine`` makes of the own engine the one that is asked; ``runs`` is asked about
    runs of programs, ``models`` for models of premises."""
    leaves = Leaves()
    own = engine(FormulaEngine(leaves, budget))
    within = None if budget.deep else budget.ending
    return Decider(own, StructureChecker(checker_of), runs or shared(), models, leaves.clear, within)


@lru_cache(maxsize=2)
def _shared(budget: Budget) -> Decider:
    return decider(budget)


def formal_judge(
    engine: Callable[[Engine], Engine] = lambda own: own,
    runs: ProposesRuns | None = None,
    models: FindsModels = found_model,
) -> FormalJudge:
    """Return what judges the translations of chains. ``engine`` makes of the own engine the one that is asked; ``runs``
    is asked about runs of programs, ``models`` for models of premises."""
    return FormalJudge(decider(FULL, engine, runs, models))


def leaves_open(chain: Chain, formal: Sequence[FormalChain]) -> bool:
    """Return whether translations of a chain leave a step open, which another one may settle."""
    heard = [one.formal for one in looked_at(chain, map(Translation, formal)) if one.set_aside is None]
    if len(heard) < 2:
        return True
    return State.OPEN in formal_judge()(heard, [step.text for step in chain.steps]).agreed
