"""Translations in records: judged again by their stored proofs, or once more, and combined with the text."""

from __future__ import annotations

import importlib

from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.combine import combine
from verifier.judging.judgements.judgement import JudgedChain
from verifier.judging.translations.intake import looked_at
from verifier.records.admission import decider_of
from verifier.records.recheck import READ_AGAIN, Checkers
from verifier.records.stored import Stored, translation
from verifier.records.stored_proofs import StoredFormulaProofs, StoredRuns


def combined(text: JudgedChain, stored: Stored, checkers: Checkers) -> JudgedChain:
    """Return the chain of a record as its text and its translations judge it together. Raises: ValueError."""
    if stored.trust is None:
        return text
    held = [translation(row, place) for place, row in enumerate(stored.translations)]
    judge = (
        importlib.import_module(READ_AGAIN).judge_of(stored, checkers)
        if checkers.read_again
        else _judge(stored, checkers)
    )
    return combine(text, looked_at(stored.chain, held), stored.trust, judge)


def _judge(stored: Stored, checkers: Checkers) -> FormalJudge:
    """What judges the translations of a record by its proofs."""
    proofs = StoredFormulaProofs([*stored.decisions, *stored.agreement.proofs], None)
    runs = StoredRuns(stored.runs(stored.decisions), checkers)
    return FormalJudge(decider_of(proofs, stored.agreement.models, runs))
