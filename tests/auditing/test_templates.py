"""Fresh chains: every step of every template is proved by the ordinary judge."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from verifier.auditing.sources import SUBJECTS, fresh
from verifier.auditing.templates.algebra import polynomial
from verifier.auditing.templates.draft import LEVELS, Template
from verifier.chain import Chain
from verifier.pipeline.judge import Judge

TEMPLATES = [template for subject in SUBJECTS.values() for template in subject]


@pytest.fixture(scope="module")
def exact() -> Iterator[Judge]:
    with Judge(lean="off") as judge:
        yield judge


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.__name__)
def test_every_step_is_proved(template: Template, exact: Judge) -> None:
    dice = random.Random(template.__name__)
    for level in LEVELS * 4:
        problem, steps = template(dice, level)
        judged = exact(Chain.of(problem, steps))
        assert [step.text for step in judged.steps if not step.checked] == [], problem


def test_subjects_and_levels_take_turns_and_no_problem_comes_twice() -> None:
    sources = list(islice(fresh(random.Random(4)), 240))
    assert len({source.chain.problem for source in sources}) == 240
    cells = [(source.subject, source.level) for source in sources]
    assert {cells.count(cell) for cell in set(cells)} == {20} and len(set(cells)) == 12


def test_a_harder_level_has_larger_numbers() -> None:
    def digits(level: str) -> float:
        texts = [source.chain for source in islice(fresh(random.Random(4), levels=[level]), 80)]  # type: ignore[list-item]
        return sum(sum(c.isdigit() for step in chain.steps for c in step.text) for chain in texts) / 80

    assert digits("easy") < digits("medium") < digits("hard")


def test_the_same_seed_gives_the_same_chains_and_another_gives_others() -> None:
    first, again, other = (list(islice(fresh(random.Random(seed)), 30)) for seed in (1, 1, 2))
    assert first == again
    assert len({source.chain.problem for source in first} & {source.chain.problem for source in other}) < 3


def test_a_polynomial_is_written_as_people_do() -> None:
    assert polynomial((2, -1, 5), "x") == "2x^2 - x + 5"
    assert polynomial((-1, 0, 1), "y") == "-y^2 + 1"
    assert polynomial((1, 0), "t") == "t" and polynomial((0, 0), "t") == "0"
