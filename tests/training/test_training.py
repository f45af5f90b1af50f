"""Training: labels to targets and weights, and what the fusion learns from them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from verifier.chain import Chain
from verifier.intake.source import Reading
from verifier.judging.estimates.features import NAMES, evidence
from verifier.judging.judgements.judgement import JudgedChain
from verifier.pipeline.verify import verify
from verifier.training.data.class_weights import weighed
from verifier.training.data.credit_assignment import credited
from verifier.training.data.examples import Example, Target
from verifier.training.data.intake import prefixes, read, source
from verifier.training.fusing import SIGNS, Lesson, alone, evenly, fitted


@pytest.mark.parametrize(
    ("labels", "targets"),
    [
        ([1, 1], (1.0, 1.0)),
        ([1, 0, 1], (1.0, 0.0, 0.0)),
        ([1, None, 1], (1.0, None, None)),
        ([None, 0, 1], (None, 0.0, 0.0)),
        ([0.7, 0.4], (1.0, 0.0)),
    ],
)
def test_labels_of_steps_become_targets_of_prefixes(labels: list[float | None], targets: tuple[float, ...]) -> None:
    assert prefixes(labels) == targets


def test_labelled_files_are_read_weighed_and_kept_soft(tmp_path: Path) -> None:
    file = tmp_path / "soft.jsonl"
    file.write_text(
        '{"prompt": "Add 2 and 3.", "completions": ["So 5.", "Done."], "labels": [0.9, 0.3]}\n'
        '{"prompt": "Add 2 and 4.", "completions": ["So 6."], "labels": [1.0]}\n'
    )
    told: list[str] = []
    (soft, _) = read([source(f"{file}*0.5", True, Reading())], told.append)
    assert soft.targets == (0.9, 0.3) and soft.weight == 0.5
    (hard, _) = read([source(str(file), False, Reading())], told.append)
    assert hard.targets == (1.0, 0.0) and hard.weight == 1.0
    with pytest.raises(ValueError, match=r"FILE\*WEIGHT"):
        source("x*-1", False, Reading())


def judged(*steps: str) -> JudgedChain:
    return verify("What is 6 * 7?", steps, lean="off")


def lesson(chain: JudgedChain, scores: Sequence[float], targets: Sequence[Target]) -> Lesson:
    known = tuple(evidence(step) for step in chain.steps)
    return Lesson(tuple(step.correct for step in chain.steps), known, tuple(scores), tuple(targets))


def test_the_fusion_learns_from_evidence_and_keeps_its_signs() -> None:
    dice = random.Random(2)
    good, bad = judged("Clearly 6 * 7 = 42, my friends."), judged("Clearly 6 * 7 = 43, my friends, roughly.")
    chains = [dice.choice([good, bad]) for _ in range(200)]
    targets = [[float(chain is good)] for chain in chains]
    fusion = fitted([lesson(c, [0.7], t) for c, t in zip(chains, targets, strict=True)], "a test")
    assert fusion.share(good.steps[0], 0.7) > 0.8 > 0.2 > fusion.share(bad.steps[0], 0.7)
    contrary = fitted([lesson(c, [0.7], [1 - t[0]]) for c, t in zip(chains, targets, strict=True)], "a test")
    assert all(contrary.coefficients[name] * sign >= 0 for name, sign in SIGNS.items())
    assert contrary.coefficients["claims refuted"] == 0.0, "the contrary cannot be learnt"
    assert all(value == 0 or name in ("constant", *SIGNS) for name, value in fusion.coefficients.items())


def test_the_fusion_learns_from_final_answers_which_kind_of_step_is_to_blame() -> None:
    """Half of the chains hold a step with a false claim, and those end wrong; nobody says which step it is."""
    good, false = judged("Clearly 6 * 7 = 42, my friends."), judged("Clearly 6 * 7 = 43, my friends, roughly.")
    chains = [(good, good), (good, false), (false, good)] * 40
    lessons = []
    for pair in chains:
        steps = tuple(chain.steps[0] for chain in pair)
        joined = JudgedChain(Chain.of("p", [step.text for step in steps]), steps)
        lessons.append(lesson(joined, [0.8, 0.64], (None, 0.95 if pair == (good, good) else 0.0)))
    fusion = fitted(lessons, "a test")
    assert fusion.share(good.steps[0], 0.8) > 0.7 > 0.3 > fusion.share(false.steps[0], 0.8)


def test_groups_of_lessons_count_alike() -> None:
    one = lesson(judged("So 6 * 7 = 42."), [0.9], (1.0,))
    first, nothing, last = evenly([one] * 3, [], [replace(one, weight=0.5)] * 2)
    assert [each.weight for each in first] == [1.0] * 3 and nothing == []
    assert sum(each.weight for each in last) == pytest.approx(3)


def test_a_kind_of_chain_that_errs_more_often_is_not_taken_for_evidence() -> None:
    """Both kinds trust the model alike, but one says less of itself and errs more: together that looks contrary."""
    dice = random.Random(11)

    def kind(level: float, count: int = 600) -> list[Lesson]:
        made = []
        for _ in range(count):
            log_odds = level + dice.gauss(0, 1)
            score = 1 / (1 + math.exp(-log_odds))
            right = dice.random() < 1 / (1 + math.exp(-(log_odds - 1.5 * level)))
            made.append(Lesson((None,), ((0.0,) * len(NAMES),), (score,), (float(right),)))
        return made

    few, many = kind(-1.5), kind(1.5)
    apart, mixed = fitted(few, "a test", others=many), fitted([*few, *many], "a test")
    assert apart.coefficients["model"] == pytest.approx(1, abs=0.15) and mixed.coefficients["model"] < 0.6
    assert apart.coefficients["constant"] == pytest.approx(2.25, abs=0.3), "the constant is of the first kind"
    found = alone(few, many, "a test")
    assert (found.slope, found.shift) == (pytest.approx(1, abs=0.15), pytest.approx(2.25, abs=0.3))


def test_blame_is_shared_out_by_what_is_believed() -> None:
    assert credited([0.5, 0.5], [1.0, 0.0]) == [(1.0, 0.0), (0.0, 1.0)]
    (right, wrong), last = credited([1.0, 0.5], [None, 0.0])
    assert (right, wrong) == (1.0, 0.0) and last == (0.0, 1.0), "a settled step is not to blame"
    first, second = credited([0.9, 0.5], [None, 0.0])
    assert first[1] == pytest.approx(0.1 / 0.55) and second == pytest.approx((0.0, 0.45 / 0.55))
    assert first[0] == pytest.approx(1 - first[1])
    lucky = credited([0.9, 0.9], [None, 0.95])
    assert sum(wrong for _, wrong in lucky) == pytest.approx(0.05) and lucky[1][0] == pytest.approx(0.95)
    assert credited([0.9, 0.9, 0.9], [1.0, None, None]) == [(1.0, 0.0), (0.0, 0.0), (0.0, 0.0)]
    with pytest.raises(ValueError, match="a target for each of 1 steps"):
        credited([0.5], [])


def test_a_right_twin_with_many_places_counts_less() -> None:
    long = Example("p", ("1 + 1 = 2 " * 20,), (1.0,), kind="right")
    short = Example("p", ("1 + 1 = 2",), (1.0,), kind="right")
    assert weighed([long])[0].weight < 0.1 < 1.5 < weighed([short])[0].weight
