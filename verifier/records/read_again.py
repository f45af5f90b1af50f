"""Records read again: the text is read and judged once more, with the stored proofs first, and the prover is asked
about each claim without one, since a proof that is left out may excuse another step."""

from __future__ import annotations

from collections.abc import Callable

from verifier.engines.formulas.leaves import found_model
from verifier.engines.runs import shared
from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.decider import Decider
from verifier.judging.judgements.judgement import JudgedChain
from verifier.kernel.verdict import Checker
from verifier.pipeline.judge import Judge
from verifier.records.stored import Stored
from verifier.records.stored_proofs import Lean, StoredFormulaProofs, StoredModels, StoredRuns


def text_of(stored: Stored, checkers: Callable[[str], Checker], lean: Lean) -> tuple[JudgedChain, Decider]:
    """Return the chain of a record as its text is read and judged now, and what decided it."""
    rows = [*stored.rows, *stored.support.proofs]
    with Judge(lean="off") as judge:
        runs = StoredRuns(stored.runs(stored.rows), checkers, judge.lineup.runs)
        models = StoredModels(stored.support.models, found_model)
        decider = judge.lineup.use(lambda own: StoredFormulaProofs(rows, own, lean), runs, models)
        return judge(stored.chain), decider


def judge_of(stored: Stored, checkers: Callable[[str], Checker]) -> FormalJudge:
    """Return what judges the translations of a record now."""
    rows = [*stored.decisions, *stored.agreement.proofs]
    runs = StoredRuns(stored.runs(stored.decisions), checkers, shared())
    models = StoredModels(stored.agreement.models, found_model)
    return formal_judge(lambda own: StoredFormulaProofs(rows, own), runs, models)
