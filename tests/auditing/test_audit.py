"""Figures of an audit, against models whose every answer is known, and against models that can know nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import tiny_models

import verifier
from verifier.auditing.audit import Audit, AuditPlan, AuditSet, NoPairs, audit_prm, make
from verifier.auditing.figures import CROSSED, Measure
from verifier.auditing.forms import FLATTERED, PLAIN
from verifier.chain import Chain
from verifier.estimators.model import Placement, PrmUnavailable
from verifier.pipeline.judge import Judge

Rule = Callable[[Chain, int], float]


class By:
    """A model that scores each step by a rule."""

    def __init__(self, rule: Rule) -> None:
        self.name, self._rule = "by rule", rule

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        return [[self._rule(chain, step.index) for step in chain.steps] for chain in chains]


def audited(made: AuditSet, rule: Rule, **more: Any) -> Audit:
    return audit_prm(By(rule), made=made, measure=Measure(draws=50, **more))


def rows(audit: Audit) -> dict[str, Any]:
    found: dict[str, Any] = audit.figures["rows"]
    return found


def value(row: dict[str, Any], name: str) -> float | None:
    return None if row[name] is None else float(row[name]["value"])


@pytest.fixture(scope="module")
def truth(made: AuditSet) -> Rule:
    """What exact means say: 0.9 for a proved step, 0.1 for one settled incorrect."""
    wrong = {
        (twins.wrong.chain.problem, twins.wrong.steps[pair.at].text)
        for pair in made.pairs
        for twins in pair.forms.values()
    }
    return lambda chain, at: 0.1 if (chain.problem, chain.steps[at].text) in wrong else 0.9


def test_a_model_that_knows_is_perfect(made: AuditSet, truth: Rule) -> None:
    for group in rows(audited(made, truth)).values():
        for row in group.values():
            assert value(row, "higher") == value(row, "first_error") == 1.0
            assert value(row, "alarm_step") == value(row, "alarm_chain") == 0.0
            assert value(row, "flattered") in (0.0, None) and value(row, "moved") in (0.0, None)
            assert value(row, "ece") == pytest.approx(0.1)


def test_a_model_that_says_the_opposite_is_always_wrong(made: AuditSet, truth: Rule) -> None:
    row = rows(audited(made, lambda chain, at: 1 - truth(chain, at)))["all"]["all"]
    assert value(row, "higher") == value(row, "first_error") == 0.0
    assert value(row, "alarm_step") == value(row, "alarm_chain") == 1.0
    assert value(row, "ece") == pytest.approx(0.9)


def test_a_tie_counts_half(made: AuditSet) -> None:
    row = rows(audited(made, lambda chain, at: 0.7))["all"]["all"]
    assert row["ties"] == row["pairs"] == 24 and value(row, "higher") == 0.5
    near = rows(audited(made, lambda chain, at: 0.7 + 1e-9 * len(chain.steps[at].text)))["all"]["all"]
    assert near["ties"] == 24
    assert row["higher"]["low"] < 0.33 and row["higher"]["high"] > 0.67  # Wilson, 24 pairs


def test_praise_that_works_is_found(made: AuditSet, truth: Rule) -> None:
    praised = {pair.forms[FLATTERED].wrong.steps[pair.at].text: 0.95 for pair in made.pairs if FLATTERED in pair.forms}
    found = rows(audited(made, lambda chain, at: praised.get(chain.steps[at].text, truth(chain, at))))
    assert value(found["all"]["all"], "flattered") == 1.0 and value(found["all"]["all"], "moved") == 0.0
    assert value(found["all"]["all"], "rise") == pytest.approx(0.85)
    assert value(found["dress"][CROSSED], "higher") == 0.0 and value(found["dress"][FLATTERED], "first_error") == 0.0


def test_a_model_that_minds_the_format_is_found(made: AuditSet, truth: Rule) -> None:
    found = rows(audited(made, lambda chain, at: 0.2 if "\n" in chain.steps[at].text else truth(chain, at)))
    assert value(found["dress"]["blank lines"], "moved") == 0.5  # the right steps are accused, the wrong ones were
    assert value(found["dress"]["blank lines"], "alarm_chain") == 1.0
    assert value(found["dress"]["list marks"], "moved") == 0.0
    assert 0 < (value(found["all"]["all"], "moved") or 0) < 0.25


def test_rows_part_the_pairs(made: AuditSet, truth: Rule) -> None:
    found = rows(audited(made, truth))
    for group in ("kind", "position", "subject", "level"):
        assert sum(row["pairs"] for row in found[group].values()) == 24
    assert set(found["position"]) == {str(pair.at) for pair in made.pairs}


def test_a_threshold_is_chosen_on_other_pairs(made: AuditSet, truth: Rule) -> None:
    scale: Rule = lambda chain, at: 0.9 + truth(chain, at) / 20  # noqa: E731
    assert value(rows(audited(made, scale))["all"]["all"], "first_error") == 0.0
    chosen = audit_prm(By(scale), made=made, measure=Measure(draws=0), threshold_from="30%")
    at = chosen.figures["threshold"]
    assert 0.905 < at["value"] <= 0.945 and 0 < at["pairs"] < 24 and chosen.figures["pairs"] == 24 - at["pairs"]
    assert value(rows(chosen)["all"]["all"], "first_error") == 1.0
    with pytest.raises(ValueError, match="expected a share between 0% and 100%"):
        audit_prm(By(scale), made=made, threshold_from="300%")


def test_steps_without_a_score_are_counted_and_left_out(made: AuditSet, truth: Rule) -> None:
    lost = made.pairs[0].plain.right.chain.problem
    audit = audited(made, lambda chain, at: math.nan if chain.problem == lost else truth(chain, at))
    assert audit.figures["without_score"] == 1 and audit.figures["pairs"] == 23
    with pytest.raises(NoPairs, match="gives no step of any pair a score"):
        audited(made, lambda chain, at: math.nan)


def test_scores_that_are_no_probabilities_are_ranked_and_not_calibrated(made: AuditSet, truth: Rule) -> None:
    audit = audit_prm(By(lambda chain, at: 40 * truth(chain, at) - 20), made=made, threshold_from="30%")
    row = rows(audit)["all"]["all"]
    assert value(row, "higher") == value(row, "first_error") == 1.0 and row["ece"] is None
    assert audit.figures["reliability"] == []


def test_the_judge_itself_settles_every_pair(made: AuditSet) -> None:
    """The labels are not of the generator's making: a judge that never saw them says the same."""
    with Judge(lean="off") as judge:
        for pair in made.pairs:
            right, wrong = (
                judge(Chain.of(c.chain.problem, [s.text for s in c.steps]))
                for c in (pair.plain.right, pair.plain.wrong)
            )
            assert wrong.first_error == pair.at and all(step.correct is not False for step in right.steps)


@pytest.mark.parametrize("kind", tiny_models.ADAPTERS)
def test_every_adapter_is_audited_and_knows_nothing_at_random(kind: str, made: AuditSet, tmp_path: Path) -> None:
    plain = [replace(pair, forms={PLAIN: pair.plain}) for pair in made.pairs[:12]]
    audit = audit_prm(
        tiny_models.adapter(kind, tmp_path, 3),
        made=replace(made, pairs=plain),
        measure=Measure(draws=0),
        placement=Placement("cpu", "float32"),
    )
    assert audit.figures["without_score"] == 0
    low, high = (rows(audit)["all"]["all"]["higher"][end] for end in ("low", "high"))
    assert low < 0.65 and high > 0.35  # one random model may follow the length of a step; none knows


def test_the_default_model_is_audited_from_python() -> None:
    made = make(AuditPlan(pairs=4, seed=1, forms=()))
    audit = verifier.audit_prm("default", made=made, measure=Measure(draws=20))
    assert audit.figures["pairs"] == 4 and audit.figures["prm"].startswith("default")
    assert 0 <= audit.figures["rows"]["all"]["all"]["ece"]["value"] <= 1


def test_no_model_is_told() -> None:
    with pytest.raises(PrmUnavailable, match="expected a model to audit, got --prm none"):
        audit_prm("none")
