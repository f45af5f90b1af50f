"""Planted errors: one a chain, where it says, of the kind it says, and confirmed by exact means where they can."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from verifier.chain import Chain, problem_hash
from verifier.pipeline.judge import Judge
from verifier.training.data.error_injection import KINDS, plant
from verifier.training.data.examples import (
    Confirmer,
    Example,
    chains,
    outcomes,
    pairs,
    until_error,
    without,
)
from verifier.training.data.perturbation_sites import sites
from verifier.training.data.style_augmentation import dressed

STEPS = (
    "The 3 boxes hold 3 * 12 = 36 pens, as each holds 12.",
    "Of these 25% are red, so 36 * 0.25 = 9 are red, which took 40 minutes.",
    "We need $x = -5$ or $x = 7$ for the others.",
    "Taking 9 from 36 leaves 36 - 9 = 27 pens.",
    "So 27 / 4 = 6.75 each.",
)
OTHERS = ("The train goes 80 km in 2 hours.",)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_makes_one_error_and_says_where(kind: str) -> None:
    made = [plant(STEPS, kind, random.Random(seed), OTHERS) for seed in range(20)]
    found = [one for one in made if one is not None]
    assert found, "this kind found no place"
    for one in found:
        assert one.kind == kind and one.steps != STEPS
        assert one.steps[: one.first_error] == STEPS[: one.first_error]
        assert one.first_error < len(one.steps)


def test_the_same_dice_plant_the_same() -> None:
    assert plant(STEPS, "number", random.Random(3)) == plant(STEPS, "number", random.Random(3))


def test_what_has_no_place_for_an_error_stays_as_it_is() -> None:
    assert all(plant(["Well then."], kind, random.Random(1)) is None for kind in KINDS if kind != "foreign")


def test_longer_steps_are_struck_more_often() -> None:
    steps = ("So 1 + 1 = 2.", "So 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 = 45 and 45 + 45 = 90.")
    struck = [plant(steps, "number", random.Random(seed)) for seed in range(200)]
    assert sum(one is not None and one.first_error == 1 for one in struck) > 120


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2. So 3 + 4 = 7", ["3", "+", "4", "7"]),
        ("Step 3: 1,000 - 5.5", ["1,000", "-", "5.5"]),
        ("(2,3) is well-known", ["2", "3"]),
        ("$2 \\cdot 3$ and/or 4", ["2", "\\cdot", "3", "4"]),
        ("- a bullet, 20\\% more", ["20", "more"]),
        ("x = 2 or x = 3", ["2", "or", "3"]),
    ],
)
def test_the_places_of_a_text(text: str, found: list[str]) -> None:
    assert [site.text for site in sites(text)] == found


RIGHT = [
    {"problem": f"Add {n} and {n + 1}.", "steps": [f"So {n} + {n + 1} = {2 * n + 1}.", "Done."], "source": "own"}
    for n in range(11, 41)
]


def test_pairs_are_confirmed_by_exact_means() -> None:
    with Judge(lean="off") as judge:
        confirm = Confirmer(judge)
        made = list(pairs(RIGHT, random.Random(1), confirm, style=False, kinds=("number", "operator")))
        wrong = [example for example in made if example.kind != "right"]
        assert len(wrong) > 20 and all(example.targets == (0.0, 0.0) for example in wrong)
        assert all(confirm(example.chain)[0] is False for example in wrong if example.weight == 1.0)
        assert sum(example.weight == 1.0 for example in wrong) > 20


def test_chains_from_a_file_need_no_more_than_a_problem_and_steps(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text('{"problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5."]}\n')
    assert [row["source"] for row in chains(file)] == ["mine"]
    for wrong in ('{"problem": "p"}', '{"steps": ["x"]}', '{"problem": "p", "steps": [1]}', "[]", "{oops"):
        file.write_text(f"{wrong}\n")
        with pytest.raises(ValueError, match=r"mine\.jsonl, row 1: expected"):
            list(chains(file))


def test_a_chain_that_is_refuted_as_it_stands_teaches_nothing() -> None:
    broken = [{"problem": "Add 1 and 1.", "steps": ["So 1 + 1 = 3.", "Done."], "source": "own"}]
    with Judge(lean="off") as judge:
        assert list(pairs(broken, random.Random(1), Confirmer(judge), style=False)) == []


def test_a_final_answer_tells_of_the_last_prefix_and_a_refutation_of_more() -> None:
    rows = [
        {"problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5.", "Done."], "final_correct": True, "source": "own"},
        {"problem": "Add 2 and 4.", "steps": ["So 2 + 4 = 7.", "Done."], "final_correct": False, "source": "own"},
        {"problem": "Add 2 and 5.", "steps": ["Hm.", "Done."], "final_correct": None, "source": "own"},
    ]
    with Judge(lean="off") as judge:
        assert [e.targets for e in outcomes(rows, Confirmer(judge))] == [(None, 0.95), (0.0, 0.0)]


def test_problems_that_are_measured_on_are_barred_however_they_are_spaced() -> None:
    examples = [Example(problem, ("x",), (1.0,)) for problem in ("Add 1 and 2.", "Add 1 and 3.")]
    assert [e.problem for e in without(examples, frozenset({problem_hash("add 1  AND 2")}))] == ["Add 1 and 3."]


def test_dressing_keeps_every_number_and_their_order() -> None:
    numbers = [site.text for step in STEPS for site in sites(step)]
    for seed in range(40):
        steps = dressed(STEPS, random.Random(seed))
        assert [site.text for step in steps for site in sites(step)] == numbers


def test_targets_must_fit() -> None:
    assert until_error(4, 2) == (1.0, 1.0, 0.0, 0.0) and until_error(2, -1) == (1.0, 1.0)
    with pytest.raises(ValueError, match="one target for each"):
        Example("p", ("x",), ())
    with pytest.raises(ValueError, match="between 0 and 1"):
        Example("p", ("x",), (1.5,))
    assert Chain.of("p", ["x"]) == Example("p", ("x",), (1.0,)).chain
