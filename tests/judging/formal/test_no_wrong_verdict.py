"""Claims whose truth is known by construction get no wrong verdict, and most get one."""

from __future__ import annotations

from collections import Counter

from support.formulas.problems import Problems

from verifier.judging.decide import formal_judge
from verifier.kernel.verdict import Proved, Refuted
from verifier.language.read_chain import read_chain

CLAIMS = 400


def test_no_claim_is_proved_that_fails_or_refuted_that_holds() -> None:
    problems, judge = Problems(21), formal_judge()
    wrong, decided, made = [], Counter[str](), Counter[str]()
    while made.total() < CLAIMS:
        data, claims = problems.problem(6)
        [judged] = judge([read_chain(data)]).translations
        for step, (text, holds, kind) in zip(judged.steps, claims, strict=True):
            [statement] = step.statements
            for one in statement.decisions:
                made[kind] += 1
                decided[kind] += isinstance(one.verdict, Proved | Refuted)
                if isinstance(one.verdict, Refuted if holds else Proved) and one.firm:
                    wrong.append((text, holds, data["facts"]))
    assert wrong == []
    assert decided.total() >= 0.6 * made.total(), {kind: (decided[kind], made[kind]) for kind in made}
